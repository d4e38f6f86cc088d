"""What a page can say: text with links and marks, in blocks, in sections. HTML and Markdown are made from the same blocks.

Nothing here knows a markup. Each block names its ``kind``, by which a renderer finds how to show it.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct


class Tone(StrEnum):
    """What a badge says at a glance. Every tone has a glyph of its own, so that no colour is needed to tell it."""

    YES = "yes"
    SOON = "soon"
    PARTLY = "partly"
    NO = "no"
    UNKNOWN = "unknown"
    NOTE = "note"


class Link(Struct, frozen=True):
    """A link. ``href`` is a path below the base URL with a slash in front, a fragment of the page, or a whole URL."""

    text: str
    href: str
    kind: ClassVar[str] = "link"
    sponsored: bool = False

    @property
    def is_external(self) -> bool:
        """Whether it leads to another site."""
        return not self.href.startswith(("/", "#"))


class Badge(Struct, frozen=True):
    """A word of a closed vocabulary, shown with its tone."""

    text: str
    tone: Tone
    kind: ClassVar[str] = "badge"


class Code(Struct, frozen=True):
    """A name as machines write it: a field, a path, a value."""

    text: str
    kind: ClassVar[str] = "code"


class Strong(Struct, frozen=True):
    """Words that matter more than those around them."""

    text: str
    kind: ClassVar[str] = "strong"


class Day(Struct, frozen=True):
    """A date."""

    date: dt.date
    kind: ClassVar[str] = "day"


class Words(Struct, frozen=True):
    """Plain words."""

    text: str
    kind: ClassVar[str] = "words"


class Break(Struct, frozen=True):
    """What follows stands on a line of its own."""

    kind: ClassVar[str] = "break"


class Aside(Struct, frozen=True):
    """Small print that belongs to the text before it, such as its source."""

    content: "Rich"
    kind: ClassVar[str] = "aside"


Inline = Words | Link | Badge | Code | Strong | Day | Break | Aside
Rich = tuple[Inline, ...]
"""A line of text."""


class Paragraph(Struct, frozen=True):
    """A paragraph."""

    content: Rich
    kind: ClassVar[str] = "paragraph"


class Items(Struct, frozen=True):
    """A list whose order does not matter to the reader; ``columns`` says that items are short and may stand abreast."""

    items: tuple[Rich, ...]
    columns: bool = False
    kind: ClassVar[str] = "items"


class Pair(Struct, frozen=True):
    """A term and what is said of it."""

    term: str
    content: Rich


class Pairs(Struct, frozen=True):
    """Terms and what is said of them."""

    pairs: tuple[Pair, ...]
    kind: ClassVar[str] = "pairs"


class Card(Struct, frozen=True):
    """A way into the site."""

    link: Link
    text: str


class Cards(Struct, frozen=True):
    """Ways into the site."""

    cards: tuple[Card, ...]
    kind: ClassVar[str] = "cards"


class Answer(Struct, frozen=True, kw_only=True):
    """A reader's question with its answer: a verdict, when it holds, and what it rests on."""

    question: str
    verdict: Badge | None
    content: Rich
    more: Link
    source: Rich = ()


class Answers(Struct, frozen=True):
    """The questions that a page answers first."""

    title: ClassVar[str] = "Answers"
    answers: tuple[Answer, ...]
    kind: ClassVar[str] = "answers"


class Snippet(Struct, frozen=True):
    """Lines of code or data to be copied."""

    language: str
    label: str
    text: str
    kind: ClassVar[str] = "snippet"


class Option(Struct, frozen=True):
    """A choice of a filter."""

    value: str
    label: str


class Filter(Struct, frozen=True):
    """A choice by which rows can be narrowed down. Its name stands in the page's URL."""

    name: str
    label: str
    options: tuple[Option, ...]


class Filters(Struct, frozen=True):
    """The choices of a page: they narrow down the rows of all its tables at once."""

    filters: tuple[Filter, ...]
    row_count: int
    kind: ClassVar[str] = "filters"


class Column(Struct, frozen=True):
    """A column of a table."""

    title: str
    is_number: bool = False


class Row(Struct, frozen=True, kw_only=True):
    """A row. The first cell names it. ``facets`` holds, for each filter, the options that the row answers to."""

    cells: tuple[Rich, ...]
    id: str | None = None
    facets: Mapping[str, tuple[str, ...]] = {}


class Group(Struct, frozen=True, kw_only=True):
    """Rows with what is said of them all."""

    rows: tuple[Row, ...]
    id: str | None = None
    title: Rich = ()
    intro: tuple[Pair, ...] = ()


class Table(Struct, frozen=True, kw_only=True):
    """Rows under columns, in groups. ``is_compact``: cells hold a word or two, so that the table stays one on a phone."""

    caption: str
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    is_compact: bool = False
    kind: ClassVar[str] = "table"

    @property
    def row_count(self) -> int:
        """How many rows there are in all groups."""
        return sum(len(group.rows) for group in self.groups)


class Tile(Struct, frozen=True, kw_only=True):
    """A country on a tile map: ``x`` and ``y`` in tiles from the upper left."""

    x: int
    y: int
    code: str
    name: str
    answer: Badge
    href: str


class TileMap(Struct, frozen=True, kw_only=True):
    """A map of one question, with the number of countries for each answer."""

    id: str
    label: str
    title: str
    tiles: tuple[Tile, ...]
    legend: tuple[tuple[Badge, int], ...]


class TileMaps(Struct, frozen=True, kw_only=True):
    """Maps of the same tiles, of which the reader chooses one; ``width`` and ``height`` in tiles."""

    caption: str
    width: int
    height: int
    maps: tuple[TileMap, ...]
    kind: ClassVar[str] = "tile_maps"


class Mark(Struct, frozen=True, kw_only=True):
    """A dated step on a chart: its place in pixels, and how it stands."""

    x: int
    y: int
    standing: str
    is_filled: bool
    label: str


class Lane(Struct, frozen=True, kw_only=True):
    """The steps of one kind."""

    label: str
    y: int
    marks: tuple[Mark, ...]


class Tick(Struct, frozen=True, kw_only=True):
    """A place on the axis of years."""

    x: int
    label: str


class PhaseChart(Struct, frozen=True, kw_only=True):
    """Dated steps on an axis of years, in one lane for each kind. All measures in pixels of the drawing."""

    id: str
    caption: str
    description: str
    width: int
    height: int
    today_x: int
    mark_size: int
    ticks: tuple[Tick, ...]
    lanes: tuple[Lane, ...]
    kind: ClassVar[str] = "phase_chart"


Block = Paragraph | Items | Pairs | Cards | Answers | Snippet | Filters | Table | TileMaps | PhaseChart


class Section(Struct, frozen=True, kw_only=True):
    """A titled part of a page; ``id`` is its anchor."""

    id: str
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple["Section", ...] = ()


class Script(StrEnum):
    """The modules that enhance a page. No page needs one to be read."""

    FILTER = "filter"
    FORWARD = "forward"


class Page(Struct, frozen=True, kw_only=True):
    """A page. ``path`` is its folder, ``/spain/``.

    ``subject`` tells in a list of search results what a bare name does not; ``note`` says in a list of pages what is on this one; ``data`` are the JSON files that it shows; anchors of this page
    that have moved lie on the page ``moved_anchors``. A page that is not listed is no destination: nothing links to it.
    """

    path: str
    title: str
    subject: str = ""
    description: str
    lead: Rich
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    crumbs: tuple[Link, ...] = ()
    data: tuple[str, ...] = ()
    scripts: tuple[Script, ...] = ()
    note: str = ""
    moved_anchors: str | None = None
    is_listed: bool = True

    @property
    def address(self) -> str:
        """Where it is read: its folder, or its HTML file where it has none."""
        return self.path if self.path.endswith("/") else self.html_path

    @property
    def html_path(self) -> str:
        """The path of its HTML file."""
        return f"{self.path}index.html" if self.path.endswith("/") else f"{self.path}.html"

    @property
    def markdown_path(self) -> str:
        """The path of its Markdown twin."""
        return f"{self.path}index.md" if self.path.endswith("/") else f"{self.path}.md"


def rich(*parts: Inline | str | dt.date) -> Rich:
    """A line of text from words, dates and marks."""
    return tuple(map(_inline, parts))


def joined(separator: Inline | str, lines: Iterable[Rich]) -> Rich:
    """Lines in one, with the separator between them."""
    parts: list[Inline] = []
    for line in lines:
        if parts:
            parts.append(_inline(separator))
        parts.extend(line)
    return tuple(parts)


def nothing(words: str) -> tuple[Paragraph, ...]:
    """The one paragraph of a section that has nothing to show."""
    return (Paragraph(rich(words)),)


def _inline(part: Inline | str | dt.date) -> Inline:
    if isinstance(part, str):
        return Words(part)
    return Day(part) if isinstance(part, dt.date) else part
