"""The pages of the small set of source files, and what is on them."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from locdata_build.data.site import SiteFile
from locdata_build.render.markdown_text import LineWriter
from locdata_build.view.blocks import Block, Filters, Pairs, Row, Table
from locdata_build.view.context import DatabaseDownload, Download, SiteContext, TableSummary
from locdata_build.view.page import Page, Section
from locdata_build.view.pages.catalogue import page_functions
from locdata_build.view.pages.country import country_page
from locdata_build.view.text import Link, Rich
from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.phases import Phase
from locdata_model.urls import API_SQLITE_PATH, BUNDLE_PATH, PACKAGE_PATH, SPREADSHEET_PATH, SQLITE_PATH, PageName
from locdata_model.vocabulary import ObligationKind
from support.context import load_context
from support.dataset import COUNTRY, Files, whole
from support.records import DATED_LISTS, WITHOUT_ANSWER, fact, obligation

PartT = TypeVar("PartT")

DOWNLOADS = tuple(
    Download(path=path, size=1234, sha256="0" * 64)
    for path in (
        *(spec.path(data_format) for spec in DATA_FILES for data_format in DataFormat),
        *(PACKAGE_PATH, BUNDLE_PATH, SPREADSHEET_PATH, SQLITE_PATH),
        *(spec.excel_csv_path for spec in DATA_FILES),
    )
)
"""The files that the page of the data files lists."""

DATABASE = DatabaseDownload(
    path=API_SQLITE_PATH,
    size=1234,
    sha256="0" * 64,
    tables=(TableSummary(name="countries", content="A country", row_count=1234),),
)
"""The database that the page of the API shows."""

SITE = msgspec.structs.replace(msgspec.convert(whole()["site.json"], SiteFile), base_url="")
"""The settings of the small set without a base URL."""

LATE: Mapping[str, Sequence[object]] = {PageName.DATA.path: [DOWNLOADS], PageName.API.path: [DATABASE]}
"""Arguments of the pages about other files."""


def pages_of(context: SiteContext) -> dict[str, Page]:
    """Return every page by its path."""
    functions = page_functions(context)
    return {path: function(*LATE.get(path, ())) for path, function in functions.items()}


def load_pages(folder: Path, files: Files | None = None) -> dict[str, Page]:
    """Return every page by its path, of ``files`` (the whole set by default)."""
    return pages_of(load_context(folder, files))


def load_page(folder: Path, path: str, files: Files | None = None) -> Page:
    """Return the page at ``path``, of ``files`` (the whole set by default), and make no other."""
    return page_functions(load_context(folder, files))[path](*LATE.get(path, ()))


def load_country_page(folder: Path, changes: dict[str, Any] | None = None) -> Page:
    """Return the page of the country, with ``changes`` to the fields of its file. Outside the matrix it has no connector."""
    files = whole()
    files[COUNTRY].update(changes or {})
    if files[COUNTRY]["e_invoicing"] is None:
        files["connectors.json"]["connectors"] = []
    context = load_context(folder, files)
    return country_page(context, context.country(files[COUNTRY]["code"]))


def phase(date: dt.date, kind: ObligationKind = ObligationKind.SAFT, **fields: object) -> Phase:
    """Return a published phase of the country. Without ``fields`` it has started, and does not say whom it binds."""
    record = {"id": "fr-saft-step-1", "country": "fr", "obligation": kind, "status": "in_force", "date": date}
    bound = {"what": "Obligation begins", "binds": None, "who": None, "certainty": "enacted", "state": "started"}
    rest = {"url": "https://data.example/", "source_urls": [], "evidence": "unverified", "verification": "unverified"}
    return msgspec.convert({**record, **bound, **rest, "last_checked": date, "statements": [], **fields}, Phase)


def empty_country() -> dict[str, Any]:
    """Return the fields of a country's file that are different if nothing is recorded about the country."""
    country = whole()[COUNTRY]
    unknown = fact("Not known.", WITHOUT_ANSWER)
    lists = ("erp_localizations", "reporting", *DATED_LISTS, "local_erps", "partners", "partner_flags")
    return {
        "facts": dict.fromkeys(country["facts"], unknown),
        "obligations": dict.fromkeys(country["obligations"], obligation("unknown")),
        "e_invoicing": None,
        **{name: [] for name in lists},
    }


def minimal_files() -> Files:
    """Return the source files of two products and of a country about which nothing is recorded."""
    files = whole()
    files[COUNTRY].update(empty_country())
    files["connectors.json"]["connectors"] = []
    files["terms.json"]["terms"] = []
    files["news.json"]["news"] = []
    return files


def sections_of(page: Page) -> Iterator[Section]:
    """Yield every section, including nested ones."""

    def inside(sections: tuple[Section, ...]) -> Iterator[Section]:
        for section in sections:
            yield section
            yield from inside(section.sections)

    return inside(page.sections)


def section_of(page: Page, section_id: str) -> Section:
    """Return the section with that anchor."""
    return next(section for section in sections_of(page) if section.id == section_id)


def blocks_of(page: Page) -> Iterator[Block]:
    """Yield every block in the order of the page."""
    yield from page.blocks
    for section in sections_of(page):
        yield from section.blocks


def tables_of(part: Page | Section) -> list[Table]:
    """Return every table of a page, or those directly in a section."""
    blocks = blocks_of(part) if isinstance(part, Page) else part.blocks
    return [block for block in blocks if isinstance(block, Table)]


def filters_of(page: Page) -> list[Filters]:
    """Return every block of filters."""
    return [block for block in blocks_of(page) if isinstance(block, Filters)]


def rows_of(*tables: Table) -> list[Row]:
    """Return every row of the tables."""
    return [row for table in tables for group in table.groups for row in group.rows]


def row_of(page: Page, anchor: str) -> Row:
    """Return the row with that anchor."""
    return next(row for row in rows_of(*tables_of(page)) if row.id == anchor)


def pairs_of(*blocks: Block) -> dict[str, Rich]:
    """Return the description of each term."""
    return {pair.term: pair.content for block in blocks if isinstance(block, Pairs) for pair in block.pairs}


def anchors_of(page: Page) -> list[str]:
    """Return every anchor of sections, groups, rows and links."""
    tables = tables_of(page)
    groups = [anchor for table in tables for anchor in (table.fold_id, *(group.id for group in table.groups))]
    rows = [anchor for row in rows_of(*tables) for anchor in (row.id, *row.other_ids)]
    links = [link.id for link in links_of(page)]
    return [anchor for anchor in (*(section.id for section in sections_of(page)), *groups, *rows, *links) if anchor]


def parts_of(value: object, kind: type[PartT]) -> list[PartT]:
    """Return every block or part of a line with that type, in a page, a block or a line."""
    if isinstance(value, kind):
        return [value]
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.astuple(value)
    return [part for member in value for part in parts_of(member, kind)] if isinstance(value, tuple) else []


def links_of(value: object) -> list[Link]:
    """Return every link in a page, a block or a line."""
    return parts_of(value, Link)


def markdown(content: Rich) -> str:
    """Return a line of text as in a Markdown twin, with links as they are written."""
    return LineWriter(SITE).line(content)


def texts_of(value: object) -> list[str]:
    """Return every string in a page, a block or a line, in its order, but for empty ones."""
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.astuple(value)
    return [text for member in value for text in texts_of(member)] if isinstance(value, tuple) else []
