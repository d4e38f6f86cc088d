"""The JSON Schemas of the model's types, as components of the OpenAPI document and as separate documents."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from locdata_model.data_files import DATA_FILES, DataFileSpec
from locdata_model.endpoint_spec import PARAMETER_TYPES, EndpointSpec, PathParameter
from locdata_model.endpoints import ENDPOINTS
from locdata_model.json_schema import COMPONENTS, Schema, SchemaForm, named_schemas, self_contained_schema
from locdata_model.responses import Problem


def reference(name: str) -> dict[str, str]:
    """Return a reference to a component schema."""
    return {"$ref": f"{COMPONENTS}{name}"}


@cache
def component_schemas(erp_keys: tuple[str, ...]) -> dict[str, Any]:
    """Return the strict schemas of all responses, all records of data files, ``Problem`` and all types in them, sorted by name.

    ``erp_keys`` are the columns of the ERP products in the reporting records, in their order. The result is cached, so
    callers must not change it.
    """
    types = [*(spec.response for spec in ENDPOINTS), *(spec.record_type(erp_keys) for spec in DATA_FILES), Problem]
    _, components = msgspec.json.schema_components(types, ref_template=f"{COMPONENTS}{{name}}")
    return named_schemas(components)


def parameter_description(parameter: PathParameter) -> str:
    """Return the description of the type of a path parameter."""
    description: str = msgspec.json.schema(PARAMETER_TYPES[parameter])["description"]
    return description


def parameter_schema(parameter: PathParameter, values: Sequence[str], form: SchemaForm) -> Schema:
    """Return the schema of a path parameter with these ``values``; in the open form they are examples, as others may follow."""
    if form is SchemaForm.STRICT:
        return {"type": "string", "enum": list(values)}
    pattern = msgspec.json.schema(PARAMETER_TYPES[parameter])["pattern"]
    return {"type": "string", "pattern": pattern, "examples": list(values)}


class SchemaSite(Struct, frozen=True, kw_only=True):
    """The base URL of the schemas, and the licences of the described data."""

    base_url: str
    api_licence: str
    data_licence: str


def response_schema(spec: EndpointSpec, site: SchemaSite, form: SchemaForm) -> Schema:
    """Return the schema of the response of an endpoint, as a document."""
    return schema_document(
        form.of(self_contained_schema(spec.response)),
        url=f"{site.base_url}{form.path(spec.schema_path)}",
        title=spec.summary,
        description=spec.description,
        licence=site.api_licence,
    )


def data_schema(spec: DataFileSpec, erp_keys: Sequence[str], site: SchemaSite, form: SchemaForm) -> Schema:
    """Return the schema of a data file in JSON, as a document. ``erp_keys`` are the columns of the ERP products."""
    record = spec.record_type(tuple(erp_keys))
    return schema_document(
        form.of(self_contained_schema(tuple[record, ...])),  # type: ignore[valid-type]  # a type made at run time
        url=f"{site.base_url}{form.path(spec.schema_path)}",
        title=spec.summary,
        description=spec.description,
        licence=site.data_licence,
    )


def schema_document(schema: Schema, *, url: str, title: str, description: str, licence: str) -> Schema:
    """Return a self-contained schema as the document at ``url``, with a title, a description and a licence."""
    return {
        "$schema": schema["$schema"],
        "$id": url,
        "$comment": f"What it describes is licensed under {licence}",
        "title": title,
        "description": description,
        **schema,
    }
