"""The data files as JSON, CSV and SQLite, their description as a data package, and all of them in one zip file.

The description is a Frictionless Data Package, version 2. Its fields come from the types of the records.
"""

import codecs
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from locdata_build.data.site import SiteFile
from locdata_build.derive.published import Published
from locdata_build.render.artifacts import Artifact, in_path_order
from locdata_build.render.database import (
    Column,
    ForeignKey,
    Table,
    about_table,
    columns_of,
    fields_table,
    write_database,
)
from locdata_build.render.deflated_zip import deflated_zip
from locdata_build.render.markdown_text import escape, link_target
from locdata_build.render.record_fields import Field, record_fields
from locdata_model import media_types
from locdata_model.data_files import DATA_FILES, DataFileSpec, DataFormat, Reference
from locdata_model.scalars import STAMP_FORMAT
from locdata_model.serialization import encode_json, encode_records_csv
from locdata_model.urls import BUNDLE_PATH, DATA_FOLDER, PACKAGE_PATH, SPREADSHEET_PATH, SQLITE_PATH, PageName
from locdata_openapi.commonmark import escape_start, heading

KEYWORDS = ("e-invoicing", "ERP", "localization", "SAF-T", "VAT reporting")
"""Subjects of the dataset, for catalogues and search engines."""

DOWNLOADS: Mapping[str, str] = {
    **{spec.path(data_format): data_format.media_type for spec in DATA_FILES for data_format in DataFormat},
    SPREADSHEET_PATH: media_types.XLSX,
    SQLITE_PATH: media_types.SQLITE,
    BUNDLE_PATH: media_types.ZIP,
    PACKAGE_PATH: media_types.JSON,
}
"""The media type of each file for download by its path, without the copies for Excel, which no program needs."""


def data_fields(spec: DataFileSpec, erp_keys: tuple[str, ...]) -> Mapping[str, Field]:
    """Return the fields of a data file by their names, with words in alphabetical order, as in its JSON Schema."""
    fields = record_fields(spec.record_type(erp_keys))
    return {name: replace(field, words=tuple(sorted(field.words))) for name, field in fields.items()}


def data_artifacts(published: Published) -> Iterator[Artifact]:
    """Yield each data file as JSON and as CSV with the same records."""
    for spec in DATA_FILES:
        records = published.data_files[spec.name]
        yield Artifact(spec.path(DataFormat.JSON), encode_json(records))
        yield Artifact(spec.path(DataFormat.CSV), encode_records_csv(spec.record_type(published.erp_keys), records))


def excel_csv_artifacts(data_files: Iterable[Artifact]) -> Iterator[Artifact]:
    """Yield the copy for Excel of each CSV file among ``data_files``."""
    by_path = {artifact.path: artifact for artifact in data_files}
    for spec in DATA_FILES:
        yield Artifact(spec.excel_csv_path, codecs.BOM_UTF8 + by_path[spec.path(DataFormat.CSV)].content)


def bundle_artifact(site: SiteFile, files: Iterable[Artifact]) -> Artifact:
    """Return the zip file with ``files``, which are the data files and their description, and a README."""
    readme = Artifact(f"{DATA_FOLDER}README.md", _readme(site))
    entries = {name_in_folder(artifact.path): artifact.content for artifact in in_path_order([*files, readme])}
    return Artifact(BUNDLE_PATH, deflated_zip(entries, site.generated_at))


def name_in_folder(path: str) -> str:
    """Return the name of a file of the data folder, relative to that folder."""
    return path.removeprefix(DATA_FOLDER)


def _readme(site: SiteFile) -> bytes:
    tables = "\n".join(
        f"- {' and '.join(f'`{name_in_folder(spec.path(data_format))}`' for data_format in DataFormat)}: "
        f"{spec.description}."
        for spec in DATA_FILES
    )
    return f"""{heading(1, escape(site.title))}

{escape_start(escape(site.description))}

Version {site.version} of {site.generated_at:{STAMP_FORMAT}}, from <{site.url(PageName.DATA.path)}>.

{tables}
- `{name_in_folder(PACKAGE_PATH)}`: what each field means, which values it takes, and which fields are keys.

Licence: [{escape(site.data_licence.name)}]({link_target(site.data_licence.url)}). Name the origin: {escape(site.attribution)}.
""".encode()


# The data package


def package_artifact(published: Published, data_files: Iterable[Artifact]) -> Artifact:
    """Return the description of ``data_files``, which are in the same folder."""
    site, by_path = published.site, {artifact.path: artifact for artifact in data_files}
    description = {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "locdata",
        "title": site.title,
        "description": _package_description(site),
        "version": site.version,
        "created": f"{site.generated_at:{STAMP_FORMAT}}",
        "homepage": site.url(PageName.DATA.path),
        "keywords": KEYWORDS,
        "licenses": [{"name": site.data_licence.spdx, "title": site.data_licence.name, "path": site.data_licence.url}],
        "contributors": [{"title": site.title, "path": site.base_url, "email": site.contact, "roles": ["publisher"]}],
        "resources": [
            _resource(spec, data_format, by_path[spec.path(data_format)], data_fields(spec, published.erp_keys))
            for spec in DATA_FILES
            for data_format in DataFormat
        ],
    }
    return Artifact(PACKAGE_PATH, encode_json(description))


def _package_description(site: SiteFile) -> str:
    """Return the description, which is Markdown by the standard; titles are plain text."""
    return (
        f"{escape_start(escape(site.description))}\n\n"
        "Each table as JSON and as CSV with the same records. Every cell is text; an empty cell is an empty text. "
        "Every record names its sources. A later release may add records and fields; "
        f"{site.url(PageName.POLICY.path)} lists what does not change. Attribution: {escape(site.attribution)}."
    )


def _resource(
    spec: DataFileSpec, data_format: DataFormat, artifact: Artifact, fields: Mapping[str, Field]
) -> dict[str, Any]:
    return {
        "name": _resource_name(spec.name, data_format),
        "type": "table",
        "path": name_in_folder(artifact.path),
        "title": f"{spec.summary} ({data_format.upper()})",
        "description": f"{spec.description}.",
        "format": data_format.value,
        "mediatype": data_format.media_type,
        "encoding": "utf-8",
        # Not for JSON: frictionless-py 5 does not count the bytes of a JSON table, and reports any number as wrong.
        **({"bytes": len(artifact.content)} if data_format is DataFormat.CSV else {}),
        "hash": f"sha256:{artifact.sha256}",
        "schema": _table_schema(spec, data_format, fields),
    }


def _resource_name(file_name: str, data_format: DataFormat) -> str:
    """Return the name of a resource, which must differ between the formats of a data file."""
    return f"{file_name}-{data_format}"


def _table_schema(spec: DataFileSpec, data_format: DataFormat, fields: Mapping[str, Field]) -> dict[str, Any]:
    foreign_keys = [
        {"fields": [key.field], "reference": {"resource": _resource_name(key.file, data_format), "fields": [key.field]}}
        for key in spec.references
    ]
    return {
        "fields": [
            {
                "name": name,
                "type": "date" if field.is_date else "string",
                "description": field.description,
                "constraints": _constraints(field),
            }
            for name, field in fields.items()
        ],
        # By default, an empty cell would be a missing value instead of an empty text.
        "missingValues": [],
        "primaryKey": spec.key,
        **({"foreignKeys": foreign_keys} if foreign_keys else {}),
    }


def _constraints(field: Field) -> dict[str, Any]:
    """Return the constraints of a field. Patterns of Table Schema match whole texts, as in XML Schema."""
    constraints: dict[str, Any] = {"required": True}
    if field.words:
        constraints["enum"] = field.words
    if field.min_length:
        constraints["minLength"] = field.min_length
    if field.pattern and not field.is_date:
        constraints["pattern"] = field.pattern.removeprefix("^").removesuffix("$")
    return constraints


# The database


def sqlite_artifact(published: Published) -> Artifact:
    """Return the database, with rows in the order of the records."""
    return Artifact(SQLITE_PATH, write_database([*_tables(published)]))


def _tables(published: Published) -> Iterator[Table]:
    """Yield every table. Tables that others refer to come first."""
    references = tuple(dict.fromkeys(reference for spec in DATA_FILES for reference in spec.references))
    tables = [
        Table(
            # Without a hyphen, a query needs no quotes.
            name=spec.name.replace("-", "_"),
            columns=columns_of(data_fields(spec, published.erp_keys)),
            key=spec.key,
            foreign_keys=tuple(
                ForeignKey(columns=(each.field,), table=_values_name(each))
                for each in references
                if each in spec.references or each.file == spec.name
            ),
            rows=[[*row.values()] for row in msgspec.to_builtins(published.data_files[spec.name])],
        )
        for spec in DATA_FILES
    ]
    for reference in references:
        yield _values_table(reference, published)
    yield from tables
    yield about_table(published.site, PageName.DATA.path, published.site.data_licence)
    yield fields_table(tables)


def _values_name(reference: Reference) -> str:
    return f"{reference.field}s"


def _values_table(reference: Reference, published: Published) -> Table:
    """Return a table of the values that a field may have. A foreign key needs unique values, and data files repeat them."""
    values = dict.fromkeys(getattr(record, reference.field) for record in published.data_files[reference.file])
    return Table(
        name=_values_name(reference),
        columns=(Column(name=reference.field),),
        key=(reference.field,),
        rows=[[value] for value in values],
    )
