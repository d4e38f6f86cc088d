"""JSON Schemas made from types, in one dialect and with what msgspec leaves out."""

from collections.abc import Mapping
from typing import Any

import msgspec

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def self_contained_schema(kind: Any) -> Schema:  # noqa: ANN401  # any type that holds records
    """The schema of a type, with those of all the records and vocabularies in it below ``$defs``."""
    schema = msgspec.json.schema(kind)
    return {"$schema": DIALECT, **schema, "$defs": named_schemas(schema["$defs"])}


def named_schemas(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """Schemas by name, sorted; with the type of a vocabulary's words, which client generators want, and texts in one line."""
    return {
        name: {**_in_one_line(schemas[name]), "type": schemas[name].get("type", "string")} for name in sorted(schemas)
    }


def _in_one_line(schema: Schema) -> Schema:
    """The schema, in whose description no line break of a docstring is left."""
    return {**schema, "description": " ".join(schema["description"].split())}
