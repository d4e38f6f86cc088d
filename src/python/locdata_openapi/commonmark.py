"""CommonMark of the OpenAPI document and of the Markdown twins: texts are escaped, so that readers see them unchanged."""

import re

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])|(&)(?=#?\w+;)")
_BEFORE_MARKER = re.compile(r"\d+(?=[.)](?:\s|$))|(?=[+=-](?:\s|$|-|=)|#+(?:\s|$))")
_CLOSING_HASH = re.compile(r"((?:^|\s)#*)#$")


def escape(text: str) -> str:
    """Return a text with everything escaped that has a meaning in Markdown, wherever it is in a line."""
    return _SPECIAL.sub(r"\\\1\2", text)


def escape_start(text: str) -> str:
    """Return a line of Markdown, escaped so that it begins no list, heading or rule."""
    before = _BEFORE_MARKER.match(text)
    return f"{before[0]}\\{text[before.end() :]}" if before else text


def code_span(text: str) -> str:
    """Return a text as code, between more backticks than it has in a row."""
    longest = longest_backticks(text)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def longest_backticks(text: str) -> int:
    """Return the length of the longest run of backticks."""
    return max(map(len, re.findall("`+", text)), default=0)


def heading(level: int, text: str) -> str:
    """Return a heading. A hash sign at its end is escaped, because it would be taken for markup."""
    escaped = _CLOSING_HASH.sub(r"\1\\#", text)
    return f"{'#' * level} {escaped}"


def code_block(text: str, language: str = "") -> str:
    """Return lines of text as a block of code, between more backticks than it has in a row."""
    fence = "`" * max(3, longest_backticks(text) + 1)
    return f"{fence}{language}\n{text}\n{fence}"
