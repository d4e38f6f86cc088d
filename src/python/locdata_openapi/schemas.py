"""JSON Schema documents that stand alone: one for each response and each data file, at an address of its own."""

from collections.abc import Sequence

from msgspec import Struct

from locdata_model.data_files import DataFileSpec
from locdata_model.endpoints import EndpointSpec
from locdata_model.json_schema import Schema, self_contained_schema
from locdata_model.schema_paths import data_schema_path, response_schema_path


class SchemaSite(Struct, frozen=True, kw_only=True):
    """Where schemas are published, and the licences of what they describe."""

    base_url: str
    api_licence: str
    data_licence: str


def response_schema(spec: EndpointSpec, site: SchemaSite) -> Schema:
    """The schema of an endpoint's response."""
    return schema_document(
        self_contained_schema(spec.response),
        url=f"{site.base_url}{response_schema_path(spec)}",
        title=spec.summary,
        description=spec.description,
        licence=site.api_licence,
    )


def data_schema(spec: DataFileSpec, erp_keys: Sequence[str], site: SchemaSite) -> Schema:
    """The schema of a data file in its JSON form; ``erp_keys`` names the columns of the ERP products."""
    record = spec.record_type(tuple(erp_keys))
    return schema_document(
        self_contained_schema(tuple[record, ...]),  # type: ignore[valid-type]  # made at run time
        url=f"{site.base_url}{data_schema_path(spec)}",
        title=spec.summary,
        description=spec.description,
        licence=site.data_licence,
    )


def schema_document(schema: Schema, *, url: str, title: str, description: str, licence: str) -> Schema:
    """A self-contained schema as the document at ``url``, which says what it describes and under which licence."""
    return {
        "$schema": schema["$schema"],
        "$id": url,
        "$comment": f"What it describes is licensed under {licence}",
        "title": title,
        "description": description,
        **schema,
    }
