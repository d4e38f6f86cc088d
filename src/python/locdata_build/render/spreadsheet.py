"""The data files as an Excel workbook with the same bytes everywhere: a sheet for each, and four that explain them.

Every cell is written as text, so that no program takes one for a formula, a number or a date.
"""

import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, get_args

import msgspec
from xlsxwriter import Workbook  # type: ignore[import-untyped]  # it has no types
from xlsxwriter.format import Format  # type: ignore[import-untyped]
from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped]

from locdata_build.data.site import SiteFile
from locdata_build.derive.claims import Claim
from locdata_build.derive.data_rows import claims_in_data_files, urls_of_rows
from locdata_build.derive.published import Published
from locdata_build.render.artifacts import Artifact
from locdata_build.render.data_files import data_fields
from locdata_build.render.deflated_zip import deflated_zip
from locdata_build.render.record_fields import Field
from locdata_build.view.text import Tone
from locdata_build.view.words import ADVICE, SUPPORT_TYPES, licence_terms
from locdata_model.data_files import DATA_FILES, MATRIX_FILE
from locdata_model.scalars import WebUrlList
from locdata_model.sources import Statement
from locdata_model.urls import SPREADSHEET_PATH, PageName, country_page_path

COVER, PRODUCTS, STATEMENTS, FIELDS = "About", "Countries by product", "Statements", "Fields"
"""The sheets beside those of the data files, which have the names of their files."""

STATEMENT_FIELDS: Mapping[str, str] = {
    "record": "Name of the record: its kind and its id",
    "country": "Country; empty for a connector, which may be for several",
    "field": "Name of the field of the text",
    "text": "A statement: a stretch of the text, with the punctuation after it",
    "source": "The strongest source of the statement",
    "locator": "Where it states it; empty if no place is named",
    "more_sources": "The other sources of the statement, joined by one space",
    "verification": "Quality of the first source of the statement",
}
"""The description of each column of the sheet of statements."""

# Limits of Excel. A sheet with more links, and a text with more UTF-16 code units, would have to be repaired.
MAX_TEXT, MAX_LINK, MAX_LINKS = 32_767, 2_079, 65_530

# In characters. The button of a filter covers the end of a name. A screen has space for some 160.
COVER_COLUMNS, MAX_WIDTH, MAX_FROZEN_WIDTH, FILTER_BUTTON = (24, 100), 60, 40, 4

# In points. The limit of Excel is 409.
LINE_HEIGHT, MAX_HEIGHT = 15, 405

MAX_FROZEN = 4
"""Columns that can stay in view: up to the last of these that identifies a record."""

MORE = "more_"
"""The beginning of the name of a column with the sources after the first."""

URLS = get_args(WebUrlList)[1].pattern
"""The pattern of a field with several URLs."""

WEBSITE, LICENCE = "Website", "Licence"
"""The terms of the cover with a link."""

# As the default format, wrapping takes no space in every cell.
OPTIONS = {
    "in_memory": True,
    "default_format_properties": {"font_name": "Calibri", "font_size": 11, "text_wrap": True, "valign": "top"},
}
TITLE, TERM = {"bold": True, "font_size": 16, "text_wrap": False}, {"bold": True}
HEADING = {"bold": True, "bg_color": "#EAEEF1", "bottom": 1}
LINK = {"hyperlink": True}
FILLS: Mapping[Tone, Mapping[str, str]] = {
    Tone.YES: {"bg_color": "#CFE8DC", "font_color": "#0B3D2F"},
    Tone.PARTLY: {"bg_color": "#FDF0D2", "font_color": "#5C3C00"},
    Tone.SOON: {"bg_color": "#DCE9F5", "font_color": "#123A5C"},
    Tone.UNKNOWN: {"bg_color": "#ECEFF1", "font_color": "#4D5A63"},
}
"""The colours of support types. They repeat the words; one without a colour keeps black on white."""


class _Table(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet with a row for each record.

    ``content`` describes it on the cover. ``key`` are the columns that identify a record. In the last of them, each row leads to its
    page: ``urls`` are these pages, if there are any.
    """

    name: str
    content: str
    header: Sequence[str]
    key: Sequence[str]
    rows: Sequence[Sequence[str]]
    urls: Sequence[str] = ()


def spreadsheet_artifact(published: Published) -> Artifact:
    """Return the workbook, with rows in the order of the records."""
    site, buffer, tables = published.site, io.BytesIO(), [*_tables(published)]
    with Workbook(buffer, OPTIONS) as workbook:
        workbook.set_properties({"title": site.title, "author": site.title, "created": site.generated_at})
        link = workbook.add_format(LINK)
        _add_cover(workbook, link, site, tables)
        sheets = {table.name: _add_table(workbook, link, table) for table in tables}
        _add_colours(workbook, sheets[PRODUCTS])
    # Written again, because XlsxWriter compresses with the machine's zlib.
    with zipfile.ZipFile(buffer) as compressed:
        entries = {name: compressed.read(name) for name in compressed.namelist()}
    return Artifact(SPREADSHEET_PATH, deflated_zip(entries, site.generated_at))


def _tables(published: Published) -> Iterator[_Table]:
    """Yield every sheet but the cover."""
    erps = [claim.source for claim in published.erp_claims]
    urls = urls_of_rows(published.site, published.records, published.connectors, erps)
    rows = {name: msgspec.to_builtins(records) for name, records in published.data_files.items()}
    fields = {spec.name: _columns(data_fields(spec, published.erp_keys)) for spec in DATA_FILES}
    yield _products_table(published, rows[MATRIX_FILE.name])
    for spec in DATA_FILES:
        yield _Table(
            name=spec.name,
            content=spec.description,
            header=tuple(fields[spec.name]),
            key=("country", *spec.key),
            rows=[_cells(row, fields[spec.name]) for row in rows[spec.name]],
            urls=urls[spec.name],
        )
    claims = [*claims_in_data_files(published.records, published.connectors, erps)]
    statements = [(claim, each) for claim in claims for each in claim.provenance.statements if each.source_urls]
    names = {country.code: country.name for country in published.countries}
    yield _Table(
        name=STATEMENTS,
        content="The texts of matrix, reporting, connectors and countries in statements, each with its own sources",
        header=tuple(STATEMENT_FIELDS),
        key=("field", "record"),
        rows=[_statement_cells(claim, each, names.get(claim.country or "", "")) for claim, each in statements],
        urls=[published.site.url(claim.path) for claim, _ in statements],
    )
    descriptions = {**fields, STATEMENTS: STATEMENT_FIELDS}
    yield _Table(
        name=FIELDS,
        content="What each column of the sheets before this one means",
        header=("sheet", "field", "description"),
        key=("sheet", "field"),
        rows=[[sheet, name, text] for sheet, members in descriptions.items() for name, text in members.items()],
    )


def _columns(fields: Mapping[str, Field]) -> Mapping[str, str]:
    """Return the description of each column of a data file: its fields, then the sources after the first of each field.

    A cell can have only one link.
    """
    several = [name for name, field in fields.items() if field.pattern == URLS]
    first = {name: f"{fields[name].description}: the first of them" for name in several}
    others = {f"{MORE}{name}": f"{fields[name].description}: the others" for name in several}
    return {name: field.description for name, field in fields.items()} | first | others


def _cells(row: Mapping[str, str], columns: Iterable[str]) -> list[str]:
    """Return the cells of a record of a data file."""
    several = [name.removeprefix(MORE) for name in columns if name not in row]
    divided = {name: row[name].partition(" ") for name in several}
    first = {name: url for name, (url, _, _) in divided.items()}
    return [*{**row, **first}.values(), *(others for _, _, others in divided.values())]


def _statement_cells(claim: Claim[Any, Any], statement: Statement, country: str) -> Sequence[str]:
    (first, *others), place = statement.source_urls, statement.locators[0] or ""
    more, verification = " ".join(others), statement.verification.value
    return claim.name, country, statement.field, statement.text, first, place, more, verification


def _products_table(published: Published, matrix: Iterable[Mapping[str, str]]) -> _Table:
    """Return the support types of the matrix, with a row for each country and a column for each ERP product."""
    by_country: dict[str, dict[str, str]] = {}
    for row in matrix:
        by_country.setdefault(row["country"], {})[row["erp"]] = row["support_type"]
    return _Table(
        name=PRODUCTS,
        content=f"How each ERP product supports each e-invoicing mandate, from the sheet {MATRIX_FILE.name}",
        header=("country", *(erp.name for erp in published.erps)),
        key=("country",),
        rows=[[country, *(support[erp.id] for erp in published.erps)] for country, support in by_country.items()],
        urls=[published.site.url(country_page_path(country)) for country in by_country],
    )


def _add_table(workbook: Workbook, link: Format, table: _Table) -> Worksheet:
    """Add the sheet of a table, with filters; its header and the columns that identify a record stay in view."""
    sheet, heading = workbook.add_worksheet(table.name), workbook.add_format(HEADING)
    frozen = 1 + max(column for column, name in enumerate(table.header[:MAX_FROZEN]) if name in table.key)
    widths = []
    for column, (name, *cells) in enumerate(zip(table.header, *table.rows, strict=True)):
        widths.append(_width(name, cells, MAX_WIDTH if column >= frozen else MAX_FROZEN_WIDTH))
        sheet.set_column(column, column, widths[-1])
        _write_text(sheet, 0, column, name, heading)
    links, key = 0, [*table.header].index(table.key[-1])
    for number, (row, url) in enumerate(zip_longest(table.rows, table.urls, fillvalue=""), start=1):
        sheet.set_row(number, _height(row, widths))
        for column, text in enumerate(row):
            target = url if column == key and url else text
            if _is_link(target) and links < MAX_LINKS:
                links += 1
                sheet.write_url(number, column, target, link, text)
            elif text:
                _write_text(sheet, number, column, text)
    sheet.freeze_panes(1, frozen)
    sheet.autofilter(0, 0, len(table.rows), len(table.header) - 1)
    return sheet


def _width(name: str, cells: Iterable[str], widest: int) -> int:
    return min(max(len(name) + FILTER_BUTTON, *map(len, cells), 0), widest)


def _height(cells: Iterable[str], widths: Iterable[int]) -> int:
    """Return the height of a row with wrapped texts, which LibreOffice does not compute when it opens a file."""
    lines = max(-(-len(text) // width) for text, width in zip(cells, widths, strict=True))
    return min(lines * LINE_HEIGHT, MAX_HEIGHT)


def _is_link(text: str) -> bool:
    """Return whether a text is a single URL that Excel can link."""
    return text.startswith(("http://", "https://")) and " " not in text and len(text) <= MAX_LINK


def _write_text(sheet: Worksheet, row: int, column: int, text: str, style: Format | None = None) -> None:
    """Write a text as it is, or cut to the limit of Excel with an ellipsis at its end."""
    # A character has at most two code units.
    if 2 * len(text) > MAX_TEXT:
        text = _cut(text)
    if text.startswith("<r>"):
        # XlsxWriter would take the text for markup of its own. In parts, it escapes the text.
        sheet.write_rich_string(row, column, "<", "r", text[2:], *([style] if style else []))
    else:
        sheet.write_string(row, column, text, style)


def _cut(text: str) -> str:
    units = text.encode("utf-16-le")
    if len(units) <= 2 * MAX_TEXT:
        return text
    return units[: 2 * (MAX_TEXT - 1)].decode("utf-16-le", errors="ignore") + "…"


def _add_colours(workbook: Workbook, sheet: Worksheet) -> None:
    """Colour the support types."""
    for support_type, words in SUPPORT_TYPES.items():
        if fill := FILLS.get(words.tone):
            rule = {"type": "cell", "criteria": "==", "value": f'"{support_type}"', "format": workbook.add_format(fill)}
            sheet.conditional_format(1, 1, max(sheet.dim_rowmax, 1), sheet.dim_colmax, rule)


def _add_cover(workbook: Workbook, link: Format, site: SiteFile, tables: Sequence[_Table]) -> None:
    """Add the sheet about the content of the file, its licence and how to read it."""
    sheet, heading, term_style = workbook.add_worksheet(COVER), workbook.add_format(HEADING), workbook.add_format(TERM)
    sheet.set_column(0, 0, COVER_COLUMNS[0])
    sheet.set_column(1, 1, COVER_COLUMNS[1])
    _write_text(sheet, 0, 0, site.title, workbook.add_format(TITLE))
    lines = _cover_lines(site)
    for row, (term, text) in enumerate(lines.items(), start=2):
        sheet.set_row(row, _height((term, text), COVER_COLUMNS))
        _write_text(sheet, row, 0, term, term_style)
        _write_text(sheet, row, 1, text)
    for term, url in {WEBSITE: lines[WEBSITE], LICENCE: site.data_licence.url}.items():
        sheet.write_url(2 + [*lines].index(term), 1, url, link, lines[term])
    start = len(lines) + 3
    for column, name in enumerate(("Sheet", "Content", "Rows")):
        _write_text(sheet, start, column, name, heading)
    for row, table in enumerate(tables, start=start + 1):
        sheet.set_row(row, _height((table.name, table.content), COVER_COLUMNS))
        sheet.write_url(row, 0, f"internal:'{table.name}'!A1", link, table.name)
        _write_text(sheet, row, 1, table.content)
        _write_text(sheet, row, 2, f"{len(table.rows):,}")


def _cover_lines(site: SiteFile) -> Mapping[str, str]:
    """Return the text of each line of the cover by its term."""
    return {
        "Content": site.description,
        "Version": site.version,
        "Date of the data": f"{site.generated_at:%Y-%m-%d}",
        WEBSITE: site.url(PageName.DATA.path),
        LICENCE: site.data_licence.name,
        "Which file for what": licence_terms(site),
        "How to cite": site.attribution,
        "Notice": ADVICE,
        "Empty cell": "There is nothing to state: no source is confirmed, no add-on is named, there are no notes.",
        "Unknown": "“Not known.” means that a source was read and does not say. “unknown” and “unknown/unverified” mean that no "
        "source was found that says yes or no. “unverified” means that no source is confirmed; do not rely on it.",
        "Null": "No cell is null. In the API, null means unknown, neither yes nor no.",
        "Cells": "Every cell is text, dates too (year-month-day). In each row, the column that names the record is a link to its "
        "page on the website, and the first source is a link to that source; the columns that begin with more_ have the others. A "
        f"text of more than {MAX_TEXT:,} characters, the limit of Excel, is cut and ends in “…”.",
    }
