"""JSON Schemas of types, in one dialect and with what msgspec leaves out."""

from collections.abc import Mapping
from typing import Any

import msgspec

from locdata_model.data_files import DATA_FILES, DataFormat
from locdata_model.endpoints import endpoint_for

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

_DATA_FILES = {spec.path(DataFormat.JSON): spec for spec in DATA_FILES}


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


def schema_path_for(path: str) -> str | None:
    """Return the path of the schema of the file or endpoint at ``path``; None if it has no schema."""
    spec = endpoint_for(path) or _DATA_FILES.get(path)
    return spec.schema_path if spec else None
