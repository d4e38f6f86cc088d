"""The blocks of pages, without markup: HTML and Markdown are both rendered from them."""

import datetime as dt
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.view.drawings import PhaseChart, TileMaps
from locdata_build.view.text import Badge, Inline, Link, Rich, inline, rich


class Paragraph(Struct, frozen=True):
    """A paragraph. ``is_without_script`` shows it only to readers without scripts."""

    content: Rich
    is_without_script: bool = False


class ListLayout(StrEnum):
    """The layout of a list: bullets, columns of short items, two columns of texts, or a row of letters."""

    BULLETS = "bullets"
    COLUMNS = "columns"
    TEXTS = "texts"
    LETTERS = "letters"


class Items(Struct, frozen=True):
    """A list."""

    items: tuple[Rich, ...]
    layout: ListLayout = ListLayout.BULLETS


class Pair(Struct, frozen=True):
    """A term and its description."""

    term: str
    content: Rich


class Pairs(Struct, frozen=True):
    """Terms and their descriptions."""

    pairs: tuple[Pair, ...]


class Card(Struct, frozen=True):
    """A link to a page, with a sentence about it."""

    link: Link
    text: str


class Cards(Struct, frozen=True):
    """Links to pages, each with a sentence about it."""

    cards: tuple[Card, ...]


class Question(Struct, frozen=True, kw_only=True):
    """A question of a reader with its verdict, an explanation, a link to the details and the source."""

    question: str
    verdict: Badge | None = None
    content: Rich
    more: Link
    source: Rich = ()


class Questions(Struct, frozen=True):
    """The most frequent questions of readers, with their answers."""

    title: ClassVar[str] = "Answers"
    questions: tuple[Question, ...]


class Snippet(Struct, frozen=True):
    """Code or data for the reader to copy."""

    language: str
    label: str
    text: str


class Option(Struct, frozen=True):
    """An option of a filter. ``group`` is the option that chooses all options of its group together, if it is in one."""

    value: str
    label: str
    group: "Option | None" = None


class Filter(Struct, frozen=True):
    """A filter of rows. ``name`` is its parameter in the URL of the page, and ``group_name`` that of a whole group of options.

    A row matches a filter with several choices if it matches one of them. ``unchosen`` is the label of no choice.
    ``is_in_page`` shows the options as a part of the page, not in a list above it.
    """

    name: str
    label: str
    options: tuple[Option, ...]
    is_multiple: bool = False
    unchosen: str = "All"
    group_name: str = ""
    is_in_page: bool = False


class Filters(Struct, frozen=True):
    """The filters of a page: together they select rows of all its tables, or the input of its script.

    - ``row_count``: the number of those rows; 0 if there are none to select.
    - ``has_words``: whether readers may filter by words that a row contains.
    - ``has_dates``: whether readers may filter by a range of dates. The date of a row (ISO 8601) is its facet ``date``, or else the first that it shows.
    - ``order``: the choice of an order of the rows; None if there is one alone.
    - ``file_name``: the name of the file that is made of the choice, such as a CSV file with the rows that match; empty if there is none.
    - ``switches``: checkboxes that change how the script shows the result.
    - ``label``, ``reset``, ``download``: the name of the form, and the labels of its buttons. Rows have two files, with labels that are fixed.
    """

    filters: tuple[Filter, ...]
    row_count: int = 0
    has_words: bool = False
    has_dates: bool = False
    order: Filter | None = None
    file_name: str = ""
    switches: tuple[Option, ...] = ()
    label: str = "Filter the rows"
    reset: str = "Clear filters"
    download: str = ""

    @property
    def downloads(self) -> Mapping[str, str]:
        """The labels of the files by name: rows as CSV are also a workbook."""
        stem, _, ending = self.file_name.rpartition(".")
        if ending == "csv":
            return {self.file_name: "Download CSV", f"{stem}.xlsx": "Download Excel"}
        return {self.file_name: self.download} if self.file_name else {}


class Column(Struct, frozen=True):
    """A column of a table.

    - ``is_short``: whether, on a phone, its cells share the first line of a row.
    - ``is_plain``: whether its cells are clear without the title, which a phone shows beside all others.
    """

    title: str
    is_number: bool = False
    is_short: bool = False
    is_plain: bool = False


class Row(Struct, frozen=True, kw_only=True):
    """A row, named by its first cell.

    - ``other_ids``: further anchors of a row with several records.
    - ``facets``: for each filter, the options that select the row.
    """

    cells: tuple[Rich, ...]
    id: str | None = None
    other_ids: tuple[str, ...] = ()
    facets: Mapping[str, tuple[str, ...]] = {}


class Group(Struct, frozen=True, kw_only=True):
    """Rows with a common title and introduction."""

    rows: tuple[Row, ...]
    id: str | None = None
    title: Rich = ()
    intro: tuple[Pair, ...] = ()


class Table(Struct, frozen=True, kw_only=True):
    """A table of rows in groups.

    - ``is_compact``: whether its cells are so short that it stays a table on a phone.
    - ``is_dense``: whether it has so many rows that each is as short as possible, with a name of which only the link is bold.
    - ``is_grid``: whether it is a compact table of badges. Narrow screens show their symbols alone, below vertical titles.
    - ``fold``: the label under which it is folded away until the reader opens it; empty if it is always shown.
    - ``fold_id``: the anchor of the fold, which opens it.
    """

    caption: str
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    is_compact: bool = False
    is_dense: bool = False
    is_grid: bool = False
    fold: str = ""
    fold_id: str | None = None

    @property
    def row_count(self) -> int:
        """The number of rows in all groups."""
        return sum(len(group.rows) for group in self.groups)


class SourceList(Struct, frozen=True):
    """The sources that the notes of a page cite, in the order of their numbers. It is the last block of its page."""


Block = Paragraph | Items | Pairs | Cards | Questions | Snippet | Filters | Table | TileMaps | PhaseChart | SourceList


def paragraph(*parts: Inline | str | dt.date) -> Paragraph:
    """Return a paragraph; strings become words, and dates become days."""
    return Paragraph(rich(*parts))


def item_list(*items: Rich | Inline | str, layout: ListLayout = ListLayout.BULLETS) -> Items:
    """Return a list; an item is a line of text or its only part."""
    return Items(_lines(items), layout)


def pair_list(*pairs: Pair) -> Pairs:
    """Return terms and their descriptions."""
    return Pairs(pairs)


def row(
    *cells: Rich | Inline | str | dt.date, anchor: str | None = None, facets: Mapping[str, tuple[str, ...]] = {}
) -> Row:
    """Return a row; a cell is a line of text or its only part."""
    return Row(cells=_lines(cells), id=anchor, facets=facets)


def table_of(
    caption: str,
    columns: Iterable[Column | str],
    rows: Iterable[Row],
    *,
    is_compact: bool = False,
    fold: str = "",
    fold_id: str | None = None,
) -> Table:
    """Return a table without groups; a string is a column of text with that title."""
    groups = (Group(rows=tuple(rows)),)
    return grouped_table(caption, columns, groups, is_compact=is_compact, fold=fold, fold_id=fold_id)


def grouped_table(
    caption: str,
    columns: Iterable[Column | str],
    groups: Iterable[Group],
    *,
    is_compact: bool = False,
    is_dense: bool = False,
    is_grid: bool = False,
    fold: str = "",
    fold_id: str | None = None,
) -> Table:
    """Return a table of groups; a string is a column of text with that title."""
    titled = tuple(column if isinstance(column, Column) else Column(column) for column in columns)
    return Table(
        caption=caption,
        columns=titled,
        groups=tuple(groups),
        is_compact=is_compact or is_grid,
        is_dense=is_dense,
        is_grid=is_grid,
        fold=fold,
        fold_id=fold_id,
    )


def without_empty_columns(table: Table) -> Table:
    """Return a table without the columns that are empty in all rows."""
    rows = [row for group in table.groups for row in group.rows]
    kept = [place for place, _ in enumerate(table.columns) if any(row.cells[place] for row in rows)]

    def shortened(group: Group) -> Group:
        return replace(
            group, rows=tuple(replace(row, cells=tuple(row.cells[place] for place in kept)) for row in group.rows)
        )

    return replace(
        table, columns=tuple(table.columns[place] for place in kept), groups=tuple(map(shortened, table.groups))
    )


def table_or_message(table: Table, message: str) -> Table | Paragraph:
    """Return the table, or a message such as that nothing is recorded if it has no row."""
    return table if table.row_count else paragraph(message)


def _lines(contents: Iterable[Rich | Inline | str | dt.date]) -> tuple[Rich, ...]:
    return tuple([content if isinstance(content, tuple) else (inline(content),) for content in contents])
