"""The schemas of tools: taken by the APIs of all common models, complete in themselves, and short in all."""

import datetime as dt
import re
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import UNSET, Meta, Struct, UnsetType

from locdata_mcp.server.tools import TOOLS, Tool, input_schema, output_schema
from locdata_model import estimated_tokens
from locdata_model.vocabulary import Vocabulary

MAX_TOKENS = 5_700
"""Maximum number of tokens of the schemas and descriptions of all tools, which each session needs."""

tools = pytest.mark.parametrize("tool", TOOLS, ids=[tool.name for tool in TOOLS])


class Colour(Vocabulary):
    """A colour.

    ``red``: as blood.
    """

    RED = "red"


class Part(Struct):
    """A part, as developers know it."""

    name: Annotated[str, Meta(max_length=9, description="What it is called")]


class Sample(Struct, forbid_unknown_fields=True):
    """A sample."""

    part: Part
    colour: Colour | None = None
    day: Annotated[dt.date | None, Meta(description="Which day")] = None
    parts: tuple[Part, ...] = ()
    of_day: Annotated[Colour | None, Meta(description="Colour of the day")] = None
    limit: int = 5
    text: str | UnsetType = UNSET


def test_schema_of_arguments_is_short() -> None:
    part = {
        "type": "object",
        "properties": {"name": {"description": "What it is called", "type": "string"}},
        "required": ["name"],
    }

    assert input_schema(Sample) == {
        "type": "object",
        "properties": {
            "part": part,
            "colour": {"description": "A colour. red: as blood.", "type": "string", "enum": ["red"]},
            "day": {"description": "YYYY-MM-DD. Which day", "type": "string"},
            "parts": {"type": "array", "items": part},
            "of_day": {"description": "Colour of the day", "type": "string", "enum": ["red"]},
            "limit": {"type": "integer", "default": 5},
            "text": {"type": "string"},
        },
        "required": ["part"],
    }


def test_schema_of_an_answer_allows_null() -> None:
    properties = output_schema(Sample)["properties"]

    assert properties["colour"] == {
        "description": "A colour. red: as blood.",
        "type": ["string", "null"],
        "enum": ["red", None],
    }
    assert properties["day"] == {"description": "Which day", "type": ["string", "null"], "format": "date"}


COMMON_KEYWORDS = frozenset(
    ["type", "description", "enum", "items", "minItems", "properties", "required", "minimum", "maximum", "default"],
)
"""The keywords in the schemas of arguments that the APIs of OpenAI, Anthropic and Google all take."""

COMMON_TYPES = {"array", "boolean", "integer", "number", "object", "string"}


def subschemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a schema and all schemas in it."""
    yield schema
    for each in [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]:
        yield from subschemas(each)


@tools
def test_every_common_model_takes_the_tool(tool: Tool) -> None:
    names = {tool.name, *(name for each in subschemas(tool.input_schema) for name in each.get("properties", ()))}

    assert {name for name in names if not re.fullmatch("[a-zA-Z_][a-zA-Z0-9_-]{0,63}", name)} == set()
    for schema in subschemas(tool.input_schema):
        assert {*schema} - COMMON_KEYWORDS == set()
        assert schema["type"] in COMMON_TYPES
        assert all(isinstance(word, str) for word in schema.get("enum", ()))
        assert schema.get("enum", ["a"]) != []


@tools
def test_schemas_have_no_references(tool: Tool) -> None:
    assert "$" not in str([tool.input_schema, tool.output_schema])


@tools
def test_every_argument_is_described(tool: Tool) -> None:
    said = {name for name, schema in tool.input_schema["properties"].items() if {"description", "enum"} & {*schema}}

    assert {*tool.input_schema["properties"]} - said <= {"limit"}


def test_tools_are_short_in_all() -> None:
    listed: list[Any] = [(tool.name, tool.description, tool.input_schema, tool.output_schema) for tool in TOOLS]

    assert estimated_tokens(msgspec.json.encode(listed)) <= MAX_TOKENS
