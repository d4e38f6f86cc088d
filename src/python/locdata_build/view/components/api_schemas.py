"""Types of the OpenAPI document: their fields, their names in words, and links to their files."""

from collections.abc import Mapping
from typing import Any

from locdata_build.view.blocks import Column, Table, row, table_of
from locdata_build.view.text import Code, Link, Rich, joined, rich
from locdata_model.anchors import schema_anchor
from locdata_model.json_schema import SchemaForm, component_name
from locdata_model.urls import api_page_path

Schema = Mapping[str, Any]

FIELDS_PATH = api_page_path("fields")
"""The page with every type of the API."""


def fields_table(name: str, schema: Schema, components: Mapping[str, Schema], *, fold: str = "") -> Table:
    """Return the fields of a schema, folded away under the label ``fold`` if there is one."""
    required = schema.get("required", ())
    rows = (
        row(
            Code(field),
            (*type_words(member), *(() if field in required else rich(", optional"))),
            _meaning(member, components),
        )
        for field, member in schema["properties"].items()
    )
    return table_of(f"Fields of {name}", ("Field", "Type", Column("Meaning", is_plain=True)), rows, fold=fold)


def _meaning(member: Schema, components: Mapping[str, Schema]) -> Rich:
    """Return the description of a field, or else of the component that it refers to."""
    described = member if "description" in member else components.get(component_name(member), {})
    return schema_prose(described.get("description", ""))


def schema_prose(description: str) -> Rich:
    """Return a description of the OpenAPI document, in which double backticks enclose code."""
    parts = description.split("``")
    return rich(*(Code(part) if index % 2 else part for index, part in enumerate(parts)))


def type_words(schema: Schema) -> Rich:
    """Return a type in words, such as ``array of Fact`` or ``string or null``."""
    if "$ref" in schema:
        name = component_name(schema)
        return rich(Link(name, f"{FIELDS_PATH}#{schema_anchor(name)}"))
    if "anyOf" in schema:
        return joined(" or ", (type_words(member) for member in schema["anyOf"]))
    if "items" in schema:
        return (*rich("array of "), *type_words(schema["items"]))
    if "enum" in schema:
        return joined(" or ", (rich(Code(str(word))) for word in schema["enum"]))
    kind = str(schema.get("type", "any"))
    return rich(f"{kind} ({schema['format']})" if "format" in schema else kind)


def description_forms(path: str) -> Rich:
    """Return links to the open and the strict form of a description."""
    return rich(Link(path, path), ", ", Link(SchemaForm.STRICT, SchemaForm.STRICT.path(path)))
