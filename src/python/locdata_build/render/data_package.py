"""The description of the data files as a Frictionless Data Package, version 2.

The fields come from the schemas of the records, with their descriptions, types and constraints.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from locdata_build.data.site import SiteFile
from locdata_build.derive.published import Published
from locdata_build.render.artifacts import Artifact
from locdata_build.render.data_files import KEYWORDS, name_in_folder
from locdata_model.data_files import DATA_FILES, DataFileSpec, DataFormat
from locdata_model.json_schema import Schema, component_name
from locdata_model.scalars import STAMP_FORMAT
from locdata_model.serialization import encode_json
from locdata_model.urls import PACKAGE_PATH, PageName
from locdata_openapi.commonmark import escape, escape_start
from locdata_openapi.schemas import component_schemas

PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"
NAME = "locdata"


class DataField(Struct, frozen=True, kw_only=True):
    """A field of a data file, which every record has.

    ``words`` are its allowed values if it has a vocabulary. ``pattern`` is empty, or begins with ``^`` and ends with ``$``.
    """

    name: str
    description: str
    is_date: bool
    words: tuple[str, ...]
    min_length: int
    pattern: str


@cache
def data_fields(spec: DataFileSpec, erp_keys: tuple[str, ...]) -> tuple[DataField, ...]:
    """Return the fields of a data file in their order, given the keys of the ERP products in theirs."""
    components = component_schemas(erp_keys)
    properties: Mapping[str, Schema] = components[spec.record_type(erp_keys).__name__]["properties"]
    return tuple(_field(name, schema, components) for name, schema in properties.items())


def _field(name: str, schema: Schema, components: Mapping[str, Schema]) -> DataField:
    """Return a field. What its schema lacks is taken from the vocabulary that it refers to."""
    full_schema = {**components.get(component_name(schema), {}), **schema}
    return DataField(
        name=name,
        description=full_schema["description"],
        is_date=full_schema.get("format") == "date",
        words=tuple(full_schema.get("enum", ())),
        min_length=full_schema.get("minLength", 0),
        pattern=full_schema.get("pattern", ""),
    )


def package_artifact(published: Published, data_files: Iterable[Artifact]) -> Artifact:
    """Return the description of ``data_files``, which are in the same folder."""
    site, by_path = published.site, {artifact.path: artifact for artifact in data_files}
    description = {
        "$schema": PROFILE,
        "name": NAME,
        "title": site.title,
        "description": _description(site),
        "version": site.version,
        "created": f"{site.generated_at:{STAMP_FORMAT}}",
        "homepage": site.url(PageName.DATA.path),
        "keywords": KEYWORDS,
        "licenses": [
            {"name": site.data_licence.spdx, "title": site.data_licence.name, "path": site.data_licence.url},
        ],
        "contributors": [
            {"title": site.title, "path": site.base_url, "email": site.contact, "roles": ["publisher"]},
        ],
        "resources": [
            _resource(spec, data_format, by_path[spec.path(data_format)], data_fields(spec, published.erp_keys))
            for spec in DATA_FILES
            for data_format in DataFormat
        ],
    }
    return Artifact(PACKAGE_PATH, encode_json(description))


def _description(site: SiteFile) -> str:
    """Return the description, which is Markdown by the standard; titles are plain text."""
    return (
        f"{escape_start(escape(site.description))}\n\n"
        "Each table as JSON and as CSV with the same records. Every cell is text; an empty cell is an empty text. "
        "Every record names its sources. A later release may add records and fields; "
        f"{site.url(PageName.POLICY.path)} lists what does not change. Attribution: {escape(site.attribution)}."
    )


def _resource(
    spec: DataFileSpec, data_format: DataFormat, artifact: Artifact, fields: Sequence[DataField]
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


def _table_schema(spec: DataFileSpec, data_format: DataFormat, fields: Sequence[DataField]) -> dict[str, Any]:
    foreign_keys = [
        {
            "fields": [key.field],
            "reference": {"resource": _resource_name(key.file, data_format), "fields": [key.field]},
        }
        for key in spec.references
    ]
    return {
        "fields": [
            {
                "name": field.name,
                "type": "date" if field.is_date else "string",
                "description": field.description,
                "constraints": _constraints(field),
            }
            for field in fields
        ],
        # By default, an empty cell would be a missing value instead of an empty text.
        "missingValues": [],
        "primaryKey": spec.key,
        **({"foreignKeys": foreign_keys} if foreign_keys else {}),
    }


def _constraints(field: DataField) -> dict[str, Any]:
    """Return the constraints of a field. Patterns of Table Schema match whole texts, as in XML Schema."""
    constraints: dict[str, Any] = {"required": True}
    if field.words:
        constraints["enum"] = field.words
    if field.min_length:
        constraints["minLength"] = field.min_length
    if field.pattern and not field.is_date:
        constraints["pattern"] = field.pattern.removeprefix("^").removesuffix("$")
    return constraints
