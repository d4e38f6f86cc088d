"""The data files: what to download, how to read and verify it, and all fields."""

from collections.abc import Iterable, Sequence

from locdata_build.view.blocks import Block, Column, Pair, Snippet, Table, pair_list, paragraph, row, table_of
from locdata_build.view.components.api_schemas import fields_table
from locdata_build.view.context import Download, SiteContext
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Page, Section, section, top_page
from locdata_build.view.provenance import newest_check
from locdata_build.view.text import Code, Link, rich
from locdata_build.view.words import counted
from locdata_model.data_files import COUNTRIES_FILE, DATA_FILES, DataFileSpec, DataFormat
from locdata_model.endpoints import PHASES, REPORTS
from locdata_model.json_schema import SchemaForm
from locdata_model.urls import (
    API_SQLITE_PATH,
    BUNDLE_PATH,
    CHECKSUMS_PATH,
    DATA_FOLDER,
    PACKAGE_PATH,
    SPREADSHEET_PATH,
    SQLITE_PATH,
    PageName,
)

WHOLE = {
    SPREADSHEET_PATH: "All tables as sheets of an Excel workbook, with filters, links and an overview of countries by product",
    SQLITE_PATH: "All tables in a SQLite database, with keys and the meaning of each field",
    BUNDLE_PATH: "All tables in both formats, with their description",
    PACKAGE_PATH: "Description of all tables as a Frictionless Data Package: fields, keys, checksums",
}
"""The files about all tables, and what each contains."""


def data_page(context: SiteContext, downloads: Sequence[Download]) -> Page:
    """Return the page of the data files; ``downloads`` are the files as they are published."""
    site = context.site
    counts = {name: len(records) for name, records in context.published.data_files.items()}
    by_path = {download.path: download for download in downloads}
    tables = ((by_path[spec.path(each)], f"{counts[spec.name]:,}") for spec in DATA_FILES for each in DataFormat)
    whole = ((by_path[path], content) for path, content in WHOLE.items())
    for_excel = ((by_path[spec.excel_csv_path], f"{counts[spec.name]:,}") for spec in DATA_FILES)
    return Page(
        **top_page(PageName.DATA),
        lead=rich(
            f"{counted(len(DATA_FILES), 'table')}, each as JSON and as CSV with the same records. Licence: ",
            Link(site.data_licence.name, site.data_licence.url),
            ". Attribution: ",
            site.attribution,
            ".",
        ),
        blocks=(
            _downloads_table("All tables at once", Column("Content"), whole),
            _records_table("Each table", tables),
            paragraph(
                "These tables describe dates in words. Each dated phase as a record: ",
                Link(PHASES.path, PHASES.path),
                "; as calendars: ",
                top_link(PageName.FEEDS),
                ". Each report with its kind, and with its frequencies and deadlines as codes: ",
                Link(REPORTS.path, REPORTS.path),
                ". All records of the API in one SQLite file, under its own licence: ",
                Link(API_SQLITE_PATH, API_SQLITE_PATH),
                ".",
            ),
        ),
        sections=(
            section(
                "excel",
                "In Excel and other spreadsheets",
                *_in_excel(),
                _records_table("CSV files for Excel", for_excel),
            ),
            section("read", "How to read them", *_reading(site.base_url)),
            section("verify", "Verify what you downloaded", *_verifying(site.base_url)),
            *(_file_section(context, spec, counts[spec.name]) for spec in DATA_FILES),
        ),
        last_checked=newest_check(
            (
                *(claim for country in context.countries for claim in country.claims),
                *context.published.connectors,
            )
        ),
    )


def _file_section(context: SiteContext, spec: DataFileSpec, count: int) -> Section:
    schemas = context.openapi[SchemaForm.STRICT]["components"]["schemas"]
    schema = schemas[spec.record_type(context.published.erp_keys).__name__]
    return section(
        spec.name,
        spec.summary,
        paragraph(f"{spec.description}. {counted(count, 'record')}."),
        pair_list(Pair("Schema", rich(Link(spec.schema_path, spec.schema_path)))),
        fields_table(spec.name, schema, schemas),
    )


def _downloads_table(caption: str, about: Column, files: Iterable[tuple[Download, str]]) -> Table:
    """Return the files with their size and checksum; ``about`` is the column of the text with each file."""
    rows = (row(Link(file.path, file.path), text, f"{file.size:,}", Code(file.sha256)) for file, text in files)
    return table_of(caption, ("File", about, Column("Bytes", is_number=True), "SHA-256"), rows)


def _records_table(caption: str, files: Iterable[tuple[Download, str]]) -> Table:
    return _downloads_table(caption, Column("Records", is_number=True), files)


def _in_excel() -> tuple[Block, ...]:
    """Return how to open a table in Excel with its letters intact."""
    return (
        paragraph(
            "The spreadsheet ",
            Link(SPREADSHEET_PATH, SPREADSHEET_PATH),
            " opens as it is in Excel, LibreOffice and other programs. Its first sheet says how to read the others.",
        ),
        paragraph(
            "A double-click on one of the CSV files above garbles accents and other scripts in Excel, which does not "
            "recognise UTF-8 there: ",
            Code("é"),
            " becomes ",
            Code("Ã©"),
            ". Import the file instead: Data, From Text/CSV, File Origin 65001: Unicode (UTF-8). Or open one of the copies "
            "below. They begin with a byte order mark, by which Excel recognises UTF-8.",
        ),
        paragraph(
            "Where Excel expects semicolons between cells, as in much of Europe, a double-click puts each record of any CSV "
            "file into one cell. Import the file, or take the spreadsheet. Programs should read the files above: some take "
            "the mark for a part of the first field’s name.",
        ),
    )


def _reading(base_url: str) -> tuple[Block, ...]:
    """Return how to read one table or all with each tool. Every value stays text, so that none becomes NaN or NA."""
    csv, json = (f"{base_url}{COUNTRIES_FILE.path(data_format)}" for data_format in (DataFormat.CSV, DataFormat.JSON))
    return (
        paragraph(
            "All values are text in UTF-8. Switch off type detection, or the code ",
            Code("no"),
            " (Norway) may be read as false.",
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
    )


def _verifying(base_url: str) -> tuple[Block, ...]:
    """Return how to compare a download with the published checksums, and the site with its source."""
    path = COUNTRIES_FILE.path(DataFormat.CSV)
    return (
        paragraph(
            Link(CHECKSUMS_PATH, CHECKSUMS_PATH),
            " lists the SHA-256 of every other file of this site. Builds are reproducible: the same commit gives the "
            "same bytes on every machine. Anyone with the source can build the site again and compare every byte: ",
            Code(f"locdata_build verify {CHECKSUMS_PATH.removeprefix('/')}"),
            ".",
        ),
        Snippet(
            "sh",
            "A file and its checksum",
            f"curl --fail --remote-name {base_url}{CHECKSUMS_PATH}\n"
            f"curl --fail --create-dirs --output {path.removeprefix('/')} {base_url}{path}\n"
            f"sha256sum --check --ignore-missing {CHECKSUMS_PATH.removeprefix('/')}",
        ),
    )
