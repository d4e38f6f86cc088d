"""The schemas of tools, in few words: a client puts them before its model in each session."""

from collections.abc import Mapping
from typing import Any

import msgspec

Schema = dict[str, Any]

NEEDLESS = ("title", "minLength", "maxLength", "maxItems")
"""What a model need not know: the names of types, and limits that no sensible argument reaches."""

_NULL = "null"


def input_schema(query: Any) -> Schema:  # noqa: ANN401  # any type
    """Return the JSON Schema of the arguments of a tool. One that may be null is described without it: it may be left out."""
    schema = output_schema(query)
    return {**schema, "properties": {name: _without_null(each) for name, each in schema["properties"].items()}}


def output_schema(answer: Any) -> Schema:  # noqa: ANN401  # any type
    """Return the JSON Schema of a Struct. The schemas that it refers to are in their places."""
    (reference,), definitions = msgspec.json.schema_components([answer])
    return _short(reference, definitions)


def _short(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Return a schema without what is needless, and without references."""
    short = {key: value for key, value in schema.items() if key not in NEEDLESS}
    if not short.get("default", True):
        del short["default"]
    if "$ref" in short:
        short = _resolved(short, definitions)
    if "anyOf" in short:
        short = _nullable(short, definitions)
    for key in ("items", "additionalProperties"):
        if isinstance(short.get(key), dict):
            short[key] = _short(short[key], definitions)
    if "properties" in short:
        short["properties"] = {name: _short(each, definitions) for name, each in short["properties"].items()}
    return short


def _resolved(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Return what a schema refers to, described by itself or by the vocabulary. What describes a Struct is for developers."""
    definition = dict(definitions[schema["$ref"].rpartition("/")[2]])
    description = definition.pop("description")
    if "enum" in definition:
        definition = {"description": " ".join(description.replace("``", "").split()), **definition}
    own = {key: value for key, value in schema.items() if key != "$ref"}
    return _short({**definition, **own}, definitions)


def _nullable(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Return the schema of a value or null in the form that has one type more, or one word more."""
    (value,) = [member for member in schema["anyOf"] if member != {"type": _NULL}]
    rest = {key: each for key, each in schema.items() if key != "anyOf"}
    short = _short({**value, **rest}, definitions)
    return {**short, "enum": [*short["enum"], None]} if "enum" in short else {**short, "type": [short["type"], _NULL]}


def _without_null(schema: Schema) -> Schema:
    """Return the schema of the values besides null."""
    if None in schema.get("enum", ()):
        return {**schema, "enum": [word for word in schema["enum"] if word is not None]}
    return {**schema, "type": schema["type"][0]} if isinstance(schema.get("type"), list) else schema
