"""Static texts of pages: Markdown files in the folder ``texts``, parsed to blocks.

The first paragraph of a file is the lead of the page. Blocks without a section follow, then sections with headings such as
``## Title {#anchor}``. Blocks are paragraphs, lists, and fenced code with its language and label. Lines may contain
```code```, ``**strong**``, ``[links](/path/)``, and ``</path>`` for a link that is named by its path.

``{name}`` is a value from the page, or else a link to the page for all countries with that name. A value that is a block,
such as a table, is a separate paragraph. Strings are inserted as they are, so a text of the data is passed as ``Words``.
"""

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct

from locdata_build.view.blocks import Block, Paragraph, Snippet, item_list
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Section, section
from locdata_build.view.text import Code, Inline, Link, Rich, Strong, rich
from locdata_model.urls import TOP_PAGES

Value = Block | Inline | str | dt.date

_TEXTS = files("locdata_build.view") / "texts"

_PAGES: dict[str, Inline | str | dt.date] = {name.value: top_link(name) for name in TOP_PAGES}

_SECTION = re.compile(r"^## (?P<title>.+) \{#(?P<anchor>[\w-]+)\}$", re.MULTILINE)

_BLOCK = re.compile(
    r"^```(?P<language>\w+) (?P<label>.+)\n(?P<code>(?:(?!```).*\n)*)```$"
    r"|^\{(?P<name>[\w-]+)\}$"
    r"|(?P<items>(?:^(?:- |  ).+\n?)+)"
    r"|(?P<text>(?:^.+\n?)+)",
    re.MULTILINE,
)

_PART = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*\*(?P<strong>[^*]+)\*\*"
    r"|<(?P<path>/[^<>]+)>"
    r"|\[(?P<label>[^][]+)\]\((?P<href>[^()]+)\)"
    r"|\{(?P<name>[\w-]+)\}"
    r"|(?P<words>[^`*<[{]+|.)"
)


class Prose(Struct, frozen=True):
    """The text of a page."""

    lead: Rich
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...]


def prose(name: str, **values: Value) -> Prose:
    """Return the text in the file of that name with ``values``."""
    return parse_prose(_read(name), values)


@cache
def _read(name: str) -> str:
    return (_TEXTS / f"{name}.md").read_text(encoding="utf-8")


def parse_prose(text: str, values: Mapping[str, Value]) -> Prose:
    """Return a text with ``values``.

    Raises KeyError if the text has the name of neither a value nor a page.
    """
    parser = _ProseParser(values)
    start, *others = _SECTION.split(text)
    lead, _, blocks = start.partition("\n\n")
    titled = zip(others[::3], others[1::3], others[2::3], strict=True)
    sections = (section(anchor, title, *parser.blocks(part)) for title, anchor, part in titled)
    return Prose(parser.line(lead), tuple(parser.blocks(blocks)), tuple(sections))


def line(text: str, **values: Inline | str | dt.date) -> Rich:
    """Return a line of text in the same syntax, with ``values``."""
    return _ProseParser(values).line(text)


class _ProseParser:
    """A parser of texts with these values."""

    def __init__(self, values: Mapping[str, Value] | Mapping[str, Inline | str | dt.date]) -> None:
        self._blocks = {name: value for name, value in values.items() if isinstance(value, Block)}
        self._parts = _PAGES | {name: value for name, value in values.items() if not isinstance(value, Block)}

    def blocks(self, text: str) -> Iterator[Block]:
        """Yield the blocks of a text."""
        for match in _BLOCK.finditer(text):
            match match.lastgroup:
                case "code":
                    yield Snippet(match["language"], match["label"], self._code(match["code"].removesuffix("\n")))
                case "name":
                    yield self._blocks.get(match["name"]) or Paragraph(self.line(match[0]))
                case "items":
                    _, *items = re.split(r"^- ", match["items"], flags=re.MULTILINE)
                    yield item_list(*map(self.line, items))
                case _:
                    yield Paragraph(self.line(match["text"]))

    def line(self, text: str) -> Rich:
        """Return the parts of a paragraph or item as one line."""
        parts: list[Inline | str | dt.date] = [""]
        for part in map(self._part, _PART.finditer(" ".join(text.split()))):
            last = parts[-1]
            parts[-1:] = [last + part] if isinstance(last, str) and isinstance(part, str) else [last, part]
        return rich(*(part for part in parts if part))

    def _code(self, text: str) -> str:
        """Return code with the strings among the values."""
        return re.sub(r"\{(\w+)\}", lambda match: str(self._parts.get(match[1], match[0])), text)

    def _part(self, match: re.Match[str]) -> Inline | str | dt.date:
        match match.lastgroup:
            case "code":
                return Code(match["code"])
            case "strong":
                return Strong(match["strong"])
            case "path":
                return Link(match["path"], match["path"])
            case "href":
                return Link(match["label"], match["href"])
            case "name":
                return self._parts[match["name"]]
            case _:
                return match["words"]
