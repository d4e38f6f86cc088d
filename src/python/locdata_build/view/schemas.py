"""Fields of records in a table, read from the component schemas of the OpenAPI document."""

from collections.abc import Mapping
from typing import Any

from locdata_build.view.blocks import Column, Group, Row, Table
from locdata_build.view.text import Code, Link, Rich, joined, rich

Schema = Mapping[str, Any]

COMPONENTS = "#/components/schemas/"


def schema_anchor(name: str) -> str:
    """The anchor of a schema on the page of the API."""
    return f"schema-{name}"


def fields_table(name: str, schema: Schema, components: Mapping[str, Schema], where: str = "") -> Table:
    """A schema's fields. ``where`` is the page that explains the types, if it is not this one.

    A field that says nothing of itself means what the component says that it refers to.
    """
    required = schema.get("required", ())
    return Table(
        caption=f"Fields of {name}",
        columns=tuple(map(Column, ("Field", "Type", "Meaning"))),
        groups=(
            Group(
                rows=tuple(
                    Row(
                        cells=(
                            rich(Code(field)),
                            (*type_words(member, where), *(() if field in required else rich(", optional"))),
                            rich(_meaning(member, components)),
                        )
                    )
                    for field, member in schema["properties"].items()
                )
            ),
        ),
    )


def _meaning(member: Schema, components: Mapping[str, Schema]) -> str:
    described = member if "description" in member else components.get(_referred(member), {})
    text: str = described.get("description", "")
    return text


def _referred(schema: Schema) -> str:
    name: str = schema.get("$ref", "").removeprefix(COMPONENTS)
    return name


def type_words(schema: Schema, where: str = "") -> Rich:
    """A type in words: ``array of Fact``, ``string or null``."""
    if "$ref" in schema:
        name = _referred(schema)
        return rich(Link(name, f"{where}#{schema_anchor(name)}"))
    if "anyOf" in schema:
        return joined(" or ", (type_words(member, where) for member in schema["anyOf"]))
    if "items" in schema:
        return (*rich("array of "), *type_words(schema["items"], where))
    if "enum" in schema:
        return joined(" or ", (rich(Code(str(word))) for word in schema["enum"]))
    kind = str(schema.get("type", "any"))
    return rich(f"{kind} ({schema['format']})" if "format" in schema else kind)
