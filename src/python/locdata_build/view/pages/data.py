"""The data files: what to download, how to read and verify it, and all fields."""

from collections.abc import Mapping, Sequence

from locdata_build.view.blocks import Column, Pair, Row, pair_list, paragraph, row, table_of
from locdata_build.view.components.api_schemas import fields_table
from locdata_build.view.context import Download, SiteContext
from locdata_build.view.page import Page, Section, section, top_page
from locdata_build.view.prose import prose
from locdata_build.view.provenance import newest_check
from locdata_build.view.text import Code, Link, Words, rich
from locdata_build.view.words import counted
from locdata_model.data_files import DATA_FILES, DataFileSpec, DataFormat
from locdata_model.json_schema import SchemaForm
from locdata_model.urls import BUNDLE_PATH, PACKAGE_PATH, SPREADSHEET_PATH, SQLITE_PATH, PageName

WHOLE = {
    SPREADSHEET_PATH: (
        "Excel workbook",
        "A sheet for each table, with filters, links and an overview of countries by product",
    ),
    SQLITE_PATH: ("SQLite database", "All tables, with keys and the meaning of each field"),
    BUNDLE_PATH: ("ZIP archive", "All tables as JSON and as CSV, with their description"),
    PACKAGE_PATH: (
        "Data package (JSON)",
        "Description of all tables as a Frictionless Data Package: fields, keys, checksums",
    ),
}
"""The files about all tables: the name and the content of each."""

FORMS = (*(each.upper() for each in DataFormat), "CSV for Excel")
"""The forms of each table."""


def data_page(context: SiteContext, downloads: Sequence[Download]) -> Page:
    """Return the page of the data files; ``downloads`` are the files as they are published."""
    site = context.site
    counts = {name: len(records) for name, records in context.published.data_files.items()}
    by_path = {download.path: download for download in downloads}
    whole = ((by_path[path], *words) for path, words in WHOLE.items())
    checksums = table_of(
        "Checksums",
        ("File", Column("Bytes", is_number=True), "SHA-256"),
        (row(Link(each.path, each.path), f"{each.size:,}", Code(each.sha256)) for each in downloads),
        fold=f"Checksums of {counted(len(downloads), 'file')}",
    )
    text = prose(
        "data",
        tables=counted(len(DATA_FILES), "table"),
        licence=Link(site.data_licence.name, site.data_licence.url),
        attribution=Words(site.attribution),
        whole=table_of(
            "All tables at once",
            ("File", Column("Content", is_plain=True), Column("Size", is_number=True)),
            (row(Link(name, file.path), content, _kilobytes(file)) for file, name, content in whole),
        ),
        files=table_of(
            "Each table",
            ("Table", *FORMS, Column("Records", is_number=True)),
            (_table_row(spec, counts[spec.name], by_path) for spec in DATA_FILES),
            is_compact=True,
        ),
        checksums=checksums,
        base_url=site.base_url,
    )
    *sections, verify = text.sections
    return Page(
        **top_page(PageName.DATA),
        lead=text.lead,
        blocks=text.blocks,
        sections=(
            *sections,
            *(_file_section(context, spec, counts[spec.name]) for spec in DATA_FILES),
            verify,
        ),
        last_checked=newest_check(context.published.connectors, *(country.claims for country in context.countries)),
    )


def _file_section(context: SiteContext, spec: DataFileSpec, count: int) -> Section:
    schemas = context.openapi[SchemaForm.STRICT]["components"]["schemas"]
    schema = schemas[spec.record_type(context.published.erp_keys).__name__]
    return section(
        spec.name,
        spec.summary,
        paragraph(f"{spec.description}. {counted(count, 'record')}."),
        pair_list(Pair("Schema", rich(Link(spec.schema_path, spec.schema_path)))),
        fields_table(spec.name, schema, schemas, fold=f"{counted(len(schema['properties']), 'field')} of {spec.name}"),
    )


def _table_row(spec: DataFileSpec, count: int, by_path: Mapping[str, Download]) -> Row:
    """Return the row of a table, with a link to each of its forms, named by the size."""
    paths = (*(spec.path(each) for each in DataFormat), spec.excel_csv_path)
    files = (
        Link(_kilobytes(by_path[path]), path, subject=f"{spec.summary}, {form}")
        for path, form in zip(paths, FORMS, strict=True)
    )
    return row(Link(spec.summary, f"#{spec.name}"), *files, f"{count:,}")


def _kilobytes(file: Download) -> str:
    return f"{max(1, round(file.size / 1000)):,} kB"
