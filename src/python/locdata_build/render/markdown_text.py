"""Pieces of Markdown in which texts and URLs keep their meaning: escapes, headings, code, targets of links."""

import re
from functools import lru_cache

from locdata_build.source.remembered import MOST_REMEMBERED

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])|(&)(?=#?\w+;)")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_STARTS_BLOCK = re.compile(r"^(\d+)([.)])(?=\s|$)|^([+=-])(?=\s|$|-|=)|^(#)(?=#*(?:\s|$))")
_FIRST_OF_BLOCK = frozenset("+=-#")
_ENDS_HEADING, _CLOSED = re.compile(r"((?:^|\s)#*)#$"), r"\1\\#"


@lru_cache(maxsize=MOST_REMEMBERED)
def escape(text: str) -> str:
    """Plain words, in which no character has a meaning to Markdown."""
    return _SPECIAL.sub(r"\\\1\2", text)


def heading(level: int, text: str) -> str:
    """A heading. Hash signs at its end would belong to the markup."""
    return f"{'#' * level} {_ENDS_HEADING.sub(_CLOSED, text)}"


def plain_start(text: str) -> str:
    """The text, which begins no list, heading or quote of its own."""
    # To ask for the first character is quick, and few lines begin with one of these.
    return _STARTS_BLOCK.sub(_escaped_start, text) if text[:1] in _FIRST_OF_BLOCK or text[:1].isdecimal() else text


def _escaped_start(found: re.Match[str]) -> str:
    number, sign = found[1], found[2] or found[3] or found[4]
    return f"{number or ''}\\{sign}"


def code_span(text: str) -> str:
    """The text between backticks, more of them than stand in it."""
    longest = longest_run(text)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def longest_run(text: str) -> int:
    """How many backticks stand in a row."""
    return max(map(len, re.findall("`+", text)), default=0)


def table_cell(text: str) -> str:
    """Markdown in which no pipe ends a cell, not even one in code."""
    return re.sub(r"(?<!\\)\|", r"\\|", text)


@lru_cache(maxsize=MOST_REMEMBERED)
def target_of(url: str) -> str:
    """The URL as the target of a link: in angle brackets where a parenthesis in it could end the link."""
    safe = _ENTITY.sub("&amp;", url.replace("<", "%3C").replace(">", "%3E"))
    return f"<{safe}>" if re.search(r"[()\s]", safe) else safe
