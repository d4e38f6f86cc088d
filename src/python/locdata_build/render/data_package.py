"""The data files as a Frictionless Data Package, version 2: their fields, types, constraints, keys, sizes and checksums."""

from collections.abc import Iterable, Sequence
from typing import Any

from locdata_build.derive.published import Published
from locdata_build.render.artifacts import Artifact
from locdata_build.render.data_fields import DataField, data_fields
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.files import SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.view.places import top_path
from locdata_model.data_files import DATA_FILES, DATA_FOLDER, PACKAGE_PATH, DataFileSpec, DataFormat
from locdata_model.endpoints import API_MEDIA_TYPE
from locdata_model.scalars import STAMP_FORMAT
from locdata_openapi.document import CSV_MEDIA_TYPE

PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"
NAME = "locdata"
KEYWORDS = ("e-invoicing", "ERP", "localization", "SAF-T", "VAT reporting")
MEDIA_TYPES = {DataFormat.JSON: API_MEDIA_TYPE, DataFormat.CSV: CSV_MEDIA_TYPE}


def package_artifact(published: Published, data_files: Iterable[Artifact]) -> Artifact:
    """The descriptor, which lies beside ``data_files`` and names each of them."""
    site, by_path = published.site, {artifact.path: artifact for artifact in data_files}
    descriptor = {
        "$schema": PROFILE,
        "name": NAME,
        "title": site.title,
        "description": _description(site),
        "version": site.version,
        "created": f"{site.generated_at:{STAMP_FORMAT}}",
        "homepage": f"{site.base_url}{top_path(PageName.DATA)}",
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
    return Artifact(PACKAGE_PATH, encode_json(descriptor))


def _description(site: SiteFile) -> str:
    return (
        f"{site.description}\n\n"
        "Each table as JSON and as CSV with the same records. Every cell is text; an empty cell is an empty text. "
        "Every record names its sources. A later release may add records and fields: "
        f"{site.base_url}{top_path(PageName.POLICY)} says what stays. Attribution: {site.attribution}."
    )


def _resource(
    spec: DataFileSpec, data_format: DataFormat, artifact: Artifact, fields: Sequence[DataField]
) -> dict[str, Any]:
    return {
        "name": _resource_name(spec.name, data_format),
        "type": "table",
        "path": artifact.path.removeprefix(DATA_FOLDER),
        "title": f"{spec.summary} ({data_format.upper()})",
        "description": f"{spec.description}.",
        "format": data_format.value,
        "mediatype": MEDIA_TYPES[data_format],
        "encoding": "utf-8",
        # Not for JSON: frictionless-py 5 counts no byte of a JSON table, and calls every other number wrong.
        **({"bytes": len(artifact.content)} if data_format is DataFormat.CSV else {}),
        "hash": f"sha256:{artifact.sha256}",
        "schema": _table_schema(spec, data_format, fields),
    }


def _resource_name(name: str, data_format: DataFormat) -> str:
    """Both formats of a data file are resources, and names of resources must differ."""
    return f"{name}-{data_format}"


def _table_schema(spec: DataFileSpec, data_format: DataFormat, fields: Sequence[DataField]) -> dict[str, Any]:
    references = [
        {
            "fields": [reference.field],
            "reference": {"resource": _resource_name(reference.file, data_format), "fields": [reference.field]},
        }
        for reference in spec.references
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
        # Without this an empty cell would be a missing value instead of an empty text.
        "missingValues": [],
        "primaryKey": spec.key,
        **({"foreignKeys": references} if references else {}),
    }


def _constraints(field: DataField) -> dict[str, Any]:
    """What Table Schema can say of a field. Its patterns have the syntax of XML Schema, which matches whole texts."""
    constraints: dict[str, Any] = {"required": True}
    if field.words:
        constraints["enum"] = field.words
    if field.min_length:
        constraints["minLength"] = field.min_length
    if field.pattern and not field.is_date:
        constraints["pattern"] = field.pattern.removeprefix("^").removesuffix("$")
    return constraints
