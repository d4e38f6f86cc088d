"""What a page can say, in blocks. HTML and Markdown are made from the same blocks.

Nothing here knows a markup. Each block names its ``kind``, by which a renderer finds how to show it.
"""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from locdata_build.view.pictures import PhaseChart, TileMaps
from locdata_build.view.text import Badge, Link, Rich, rich


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


Block = Paragraph | Items | Pairs | Cards | Answers | Snippet | Filters | Table | TileMaps | PhaseChart


def nothing(words: str) -> tuple[Paragraph, ...]:
    """The one paragraph of a section that has nothing to show."""
    return (Paragraph(rich(words)),)
