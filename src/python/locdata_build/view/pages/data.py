"""The page of the data files: what to download, what it holds, and how to read it."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from locdata_build.source.page_names import PageName
from locdata_build.view.blocks import Block, Column, Group, Pair, Pairs, Paragraph, Row, Snippet, Table
from locdata_build.view.newest_check import newest_check
from locdata_build.view.page import Page, Section
from locdata_build.view.pages.api import OpenApi
from locdata_build.view.places import TOP_PAGES, top_link, top_path
from locdata_build.view.schemas import fields_table
from locdata_build.view.text import Code, Link, Rich, rich
from locdata_build.view.words import counted
from locdata_build.view.world import World
from locdata_model.data_files import (
    BUNDLE_PATH,
    COUNTRIES_FILE,
    DATA_FILES,
    DATA_FOLDER,
    PACKAGE_PATH,
    SQLITE_PATH,
    DataFormat,
)
from locdata_model.endpoints import CHECKSUMS_PATH, PHASES
from locdata_model.schema_paths import data_schema_path

WHOLE = {
    SQLITE_PATH: "All tables in a SQLite database, with keys and the meaning of each field",
    BUNDLE_PATH: "All tables in both formats, with their description",
    PACKAGE_PATH: "Description of all tables as a Frictionless Data Package: fields, keys, checksums",
}
"""What each file holds that is about all tables."""


class Download(Struct, frozen=True, kw_only=True):
    """A file to be downloaded: its path, size in bytes and SHA-256 as hexadecimal digits."""

    path: str
    size: int
    sha256: str


def data_page(world: World, openapi: OpenApi, downloads: Sequence[Download]) -> Page:
    """The page. ``openapi`` is the document of the API and ``downloads`` all that lies beside it, as they are published."""
    site, erp_keys = world.site, world.published.erp_keys
    counts = {name: len(records) for name, records in world.published.data_files.items()}
    top = TOP_PAGES[PageName.DATA]
    by_path = {download.path: download for download in downloads}
    schemas = openapi["components"]["schemas"]
    return Page(
        path=top_path(PageName.DATA),
        title=top.label,
        description=top.text,
        lead=rich(
            f"{counted(len(DATA_FILES), 'table')}, each as JSON and as CSV with the same records. Licence: ",
            Link(site.data_licence.name, site.data_licence.url),
            f". Name the origin: {site.attribution}.",
        ),
        blocks=(
            _downloads_table(by_path, counts),
            _whole_table(by_path),
            Paragraph(
                rich(
                    "Dated steps are told in words here. One by one, with their days: ",
                    Link(PHASES.path, PHASES.path),
                    "; as calendars: ",
                    top_link(PageName.FEEDS),
                    ".",
                )
            ),
        ),
        sections=(
            Section(
                id="read", title="How to read them", blocks=(*_snippets(site.base_url), *_whole_snippets(site.base_url))
            ),
            Section(id="verify", title="Verify what you downloaded", blocks=tuple(_proof(site.base_url))),
            *(
                Section(
                    id=spec.name,
                    title=spec.summary,
                    blocks=(
                        Paragraph(rich(f"{spec.description}. {counted(counts[spec.name], 'record')}.")),
                        Pairs((Pair("Schema", rich(Link(data_schema_path(spec), data_schema_path(spec)))),)),
                        fields_table(
                            spec.name,
                            schemas[spec.record_type(erp_keys).__name__],
                            schemas,
                            where=top_path(PageName.API),
                        ),
                    ),
                )
                for spec in DATA_FILES
            ),
        ),
        last_checked=newest_check((world.countries, world.dataset.connectors)),
    )


def _downloads_table(downloads: Mapping[str, Download], counts: Mapping[str, int]) -> Table:
    return Table(
        caption="Downloads",
        columns=(Column("File"), Column("Records", is_number=True), Column("Bytes", is_number=True), Column("SHA-256")),
        groups=(
            Group(
                rows=tuple(
                    _file_row(downloads[spec.path(data_format)], rich(f"{counts[spec.name]:,}"))
                    for spec in DATA_FILES
                    for data_format in DataFormat
                )
            ),
        ),
    )


def _whole_table(downloads: Mapping[str, Download]) -> Table:
    return Table(
        caption="All tables at once",
        columns=(Column("File"), Column("Holds"), Column("Bytes", is_number=True), Column("SHA-256")),
        groups=(Group(rows=tuple(_file_row(downloads[path], rich(holds)) for path, holds in WHOLE.items())),),
    )


def _file_row(download: Download, about: Rich) -> Row:
    return Row(
        cells=(
            rich(Link(download.path, download.path)),
            about,
            rich(f"{download.size:,}"),
            rich(Code(download.sha256)),
        )
    )


def _snippets(base_url: str) -> list[Block]:
    """Three lines for each tool. Every value is text, and an empty cell is an empty text: nothing may become NaN or NA."""
    csv, json = (f"{base_url}{COUNTRIES_FILE.path(data_format)}" for data_format in (DataFormat.CSV, DataFormat.JSON))
    return [
        Paragraph(
            rich(
                "All values are text and UTF-8. Switch off the guessing of types, or ",
                Code("no"),
                " (Norway) may become false.",
            )
        ),
        Snippet(
            "python",
            "pandas",
            f'import pandas as pd\n\ncountries = pd.read_csv("{csv}", dtype=str, keep_default_na=False)',
        ),
        Snippet(
            "sql",
            "DuckDB",
            f"SELECT country, value\nFROM read_csv('{csv}', all_varchar = true)\nWHERE fact = 'Currency';",
        ),
        Snippet(
            "r",
            "R",
            f'url <- "{csv}"\ncountries <- read.csv(url, colClasses = "character", na.strings = character(),\n'
            '                      fileEncoding = "UTF-8")',
        ),
        Snippet(
            "text",
            "Excel: Data, Get Data, From Other Sources, Blank Query, Advanced Editor",
            f'let Source = Csv.Document(Web.Contents("{csv}"), [Delimiter = ",", Encoding = 65001]),\n'
            "    Countries = Table.PromoteHeaders(Source)\nin  Countries",
        ),
        Snippet(
            "sh",
            "curl",
            f"curl --fail --remote-name {csv}\ncurl --fail --remote-name {json}\nsha256sum countries.csv countries.json",
        ),
    ]


def _whole_snippets(base_url: str) -> list[Block]:
    """What reads all tables at once."""
    return [
        Snippet(
            "sh",
            "SQLite, 3.37 or later",
            f"curl --fail --remote-name {base_url}{SQLITE_PATH}\n"  # noqa: S608  # shown, not run
            f"sqlite3 {SQLITE_PATH.removeprefix(DATA_FOLDER)} 'SELECT country, value FROM {COUNTRIES_FILE.name}'",
        ),
        Snippet(
            "python",
            "Data package",
            f'from frictionless import Package\n\npackage = Package("{base_url}{PACKAGE_PATH}")\n'
            "tables = {resource.name: resource.read_rows() for resource in package.resources}",
        ),
    ]


def _proof(base_url: str) -> list[Block]:
    """How to compare what was downloaded with what was published, and that with its source."""
    path = COUNTRIES_FILE.path(DataFormat.CSV)
    return [
        Paragraph(
            rich(
                Link(CHECKSUMS_PATH, CHECKSUMS_PATH),
                " holds the SHA-256 of every other file of this site. A build is a function of its source: the same commit gives the "
                "same bytes on every machine. Whoever has the source can build the site again and compare every byte: ",
                Code(f"locdata_build verify {CHECKSUMS_PATH.removeprefix('/')}"),
                ".",
            )
        ),
        Snippet(
            "sh",
            "A file and its checksum",
            f"curl --fail --remote-name {base_url}{CHECKSUMS_PATH}\n"
            f"curl --fail --create-dirs --output {path.removeprefix('/')} {base_url}{path}\n"
            f"sha256sum --check --ignore-missing {CHECKSUMS_PATH.removeprefix('/')}",
        ),
    ]
