"""JSON Schemas of types, in one dialect and with the keywords that msgspec leaves out."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any

import msgspec

from locdata_model.data_files import DataFormat, data_file_for
from locdata_model.endpoints import endpoint_for
from locdata_model.urls import strict_path

DIALECT = "https://json-schema.org/draft/2020-12/schema"

COMPONENTS = "#/components/schemas/"
"""The place of the schemas in the OpenAPI document that others refer to by name."""

Schema = dict[str, Any]


class SchemaForm(StrEnum):
    """A form in which schemas, and what is made from them, are published.

    ``open``: objects may have other fields, and vocabularies other words, as in files of a later version of the API.
    ``strict``: neither; this is what the files of this version conform to.
    """

    OPEN = "open"
    STRICT = "strict"

    def of(self, schema: Schema) -> Schema:
        """Return this form of a strict schema."""
        return open_schema(schema) if self is SchemaForm.OPEN else schema

    def path(self, path: str) -> str:
        """Return the path of this form of a description, given that of the open form."""
        return path if self is SchemaForm.OPEN else strict_path(path)


@cache
def self_contained_schema(kind: Any) -> Schema:  # noqa: ANN401  # any type that holds records
    """Return the strict schema of a type, with those of all records and vocabularies in it below ``$defs``.

    The result is cached, so callers must not change it.
    """
    schema = msgspec.json.schema(kind)
    return {"$schema": DIALECT, **schema, "$defs": named_schemas(schema["$defs"])}


def named_schemas(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return schemas by name, sorted, in the strict form, with descriptions on one line.

    A vocabulary gets the type of its words, which msgspec leaves out and client generators need.
    """
    closed = _without_unsupported(without_other_fields(schemas))
    return {
        name: {
            **closed[name],
            "description": " ".join(schemas[name]["description"].split()),
            "type": schemas[name].get("type", "string"),
        }
        for name in sorted(schemas)
    }


def without_other_fields(schemas: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return schemas by name, in which no object may have a field that its schema does not name."""
    return {
        name: {**schema, "additionalProperties": False} if "properties" in schema else schema
        for name, schema in schemas.items()
    }


def _without_unsupported(schema: Any) -> Any:  # noqa: ANN401  # JSON
    """Return a schema without keywords for which client generators write code that does not compile.

    These are the pattern of a text with a format, which gets a type that has no patterns, and the words of a boolean.
    """
    if isinstance(schema, list):
        return [*map(_without_unsupported, schema)]
    if not isinstance(schema, dict):
        return schema
    unsupported = {"pattern"} if isinstance(schema.get("format"), str) else set()
    if schema.get("type") == "boolean":
        unsupported.add("enum")
    return {keyword: _without_unsupported(value) for keyword, value in schema.items() if keyword not in unsupported}


def open_schema(schema: Schema) -> Schema:
    """Return the open form of a strict schema: objects may have other fields, and vocabularies other words.

    A file of a later version of the API conforms to the open form of this version.
    """
    opened: Schema = {
        keyword: _open_value(keyword, value)
        for keyword, value in schema.items()
        if not (keyword == "additionalProperties" and value is False)
    }
    if opened.get("type") != "string" or "enum" not in opened:
        return opened
    # Client generators name the enumeration after its title, and number the names that occur twice.
    title = {"title": f"Known{opened['title']}"} if "title" in opened else {}
    words = {**title, "type": "string", "enum": opened.pop("enum")}
    other = {keyword: opened.pop(keyword) for keyword in ("type", "pattern") if keyword in opened}
    return {**opened, "anyOf": [words, other]}


def _open_value(keyword: str, value: Any) -> Any:  # noqa: ANN401  # the value of any keyword
    match keyword:
        case "items":
            return open_schema(value)
        case "anyOf":
            return [*map(open_schema, value)]
        case "$defs" | "properties":
            return {name: open_schema(member) for name, member in value.items()}
        case _:
            return value


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
