"""The types and words of the published schemas, each type in a line that tells what a client relies on."""

from collections.abc import Mapping
from typing import Any

Schemas = Mapping[str, Mapping[str, Any]]
"""The component schemas of an OpenAPI document by name."""

REFERENCE = "#/components/schemas/"


def types_of(schemas: Schemas) -> dict[str, dict[str, str]]:
    """The type of each field, by the name of the type that has it; a ``?`` at the end marks one that may be missing."""
    return {
        name: {
            field: f"{_signature(member)}{'' if field in schema.get('required', ()) else '?'}"
            for field, member in schema["properties"].items()
        }
        for name, schema in schemas.items()
        if "properties" in schema
    }


def words_of(schemas: Schemas) -> dict[str, tuple[str, ...]]:
    """The words of each vocabulary by its name; that of a single field has the name of the field."""
    words = {name: _words(schema) for name, schema in schemas.items() if "enum" in schema}
    inline = {
        f"{name}.{field}": _words(member)
        for name, schema in schemas.items()
        for field, member in schema.get("properties", {}).items()
        if "enum" in member
    }
    return words | inline


def _words(schema: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(sorted(map(str, schema["enum"])))


def _signature(schema: Mapping[str, Any]) -> str:
    """What a reader of the value must be ready for. Descriptions, examples and patterns are not part of it."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REFERENCE)
    if "anyOf" in schema:
        return " | ".join(sorted(map(_signature, schema["anyOf"])))
    if "items" in schema:
        return f"list of {_signature(schema['items'])}"
    kind = str(schema.get("type", "any"))
    return f"{kind} ({schema['format']})" if "format" in schema else kind
