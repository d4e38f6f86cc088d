"""JSON Schemas of types, in one dialect and with what msgspec leaves out."""

from collections.abc import Mapping
from typing import Any

import msgspec

from locdata_model.data_files import DataFormat, data_file_for
from locdata_model.endpoints import endpoint_for

DIALECT = "https://json-schema.org/draft/2020-12/schema"

COMPONENTS = "#/components/schemas/"
"""Where the OpenAPI document has the schemas that others refer to by name."""

Schema = dict[str, Any]


def self_contained_schema(kind: Any) -> Schema:  # noqa: ANN401  # any type that holds records
    """Return the schema of a type, with those of all records and vocabularies in it below ``$defs``."""
    schema = msgspec.json.schema(kind)
    return {"$schema": DIALECT, **schema, "$defs": named_schemas(schema["$defs"])}


def named_schemas(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return schemas by name, sorted, with descriptions on one line.

    A vocabulary gets the type of its words, which msgspec leaves out and client generators need.
    """
    return {
        name: {
            **schemas[name],
            "description": " ".join(schemas[name]["description"].split()),
            "type": schemas[name].get("type", "string"),
        }
        for name in sorted(schemas)
    }


def component_name(schema: Mapping[str, Any]) -> str:
    """Return the name of the component that a schema refers to; an empty string if it refers to none."""
    name: str = schema.get("$ref", "").removeprefix(COMPONENTS)
    return name


def schema_path_for(path: str) -> str | None:
    """Return the path of the schema of the file or endpoint at ``path``; None if it has no schema."""
    if endpoint := endpoint_for(path):
        return endpoint.schema_path
    spec, data_format = data_file_for(path) or (None, None)
    return spec.schema_path if spec and data_format is DataFormat.JSON else None
