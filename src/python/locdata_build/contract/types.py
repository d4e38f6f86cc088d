"""The types and words of the published schemas, each type in a line that tells what a client relies on."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

REFERENCE = "#/components/schemas/"


class Schema(Struct, frozen=True, kw_only=True, rename="camel"):
    """A JSON Schema, as far as a client relies on it. Descriptions, examples and patterns are not part of that."""

    reference: str = field(name="$ref", default="")
    any_of: tuple["Schema", ...] = ()
    items: "Schema | None" = None
    type: str = "any"
    format: str = ""
    enum: tuple[Any, ...] = ()
    properties: Mapping[str, "Schema"] = {}
    required: tuple[str, ...] = ()


Schemas = Mapping[str, Schema]
"""The component schemas of an OpenAPI document by name."""


def types_of(schemas: Schemas) -> dict[str, dict[str, str]]:
    """The type of each field, by the name of the type that has it; a ``?`` at the end marks one that may be missing."""
    return {
        name: {
            member: f"{_signature(inner)}{'' if member in schema.required else '?'}"
            for member, inner in schema.properties.items()
        }
        for name, schema in schemas.items()
        if not schema.enum
    }


def words_of(schemas: Schemas) -> dict[str, tuple[str, ...]]:
    """The words of each vocabulary by its name; that of a single field has the name of the field."""
    inline = {
        f"{name}.{member}": inner for name, schema in schemas.items() for member, inner in schema.properties.items()
    }
    return {name: tuple(sorted(map(str, schema.enum))) for name, schema in {**schemas, **inline}.items() if schema.enum}


def _signature(schema: Schema) -> str:
    """What a reader of the value must be ready for."""
    if schema.reference:
        return schema.reference.removeprefix(REFERENCE)
    if schema.any_of:
        return " | ".join(sorted(map(_signature, schema.any_of)))
    if schema.items:
        return f"list of {_signature(schema.items)}"
    return f"{schema.type} ({schema.format})" if schema.format else schema.type
