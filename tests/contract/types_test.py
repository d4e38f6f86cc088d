"""A type is a line that changes exactly where a client must change."""

from typing import Any

import msgspec
import pytest

from locdata_build.contract.types import Schema, types_of, words_of


def schemas(**values: dict[str, Any]) -> dict[str, Schema]:
    """The component schemas of a document."""
    return msgspec.convert(values, dict[str, Schema])


def typed(member: dict[str, Any], **schema: object) -> str:
    """How the type of a field with this schema is told."""
    return types_of(schemas(T={"properties": {"f": member}, **schema}))["T"]["f"]


@pytest.mark.parametrize(
    ("member", "signature"),
    [
        pytest.param({"type": "string"}, "string", id="plain"),
        pytest.param({"type": "string", "format": "date"}, "string (date)", id="format"),
        pytest.param({"$ref": "#/components/schemas/Fact"}, "Fact", id="reference"),
        pytest.param({"type": "array", "items": {"type": "integer"}}, "list of integer", id="list"),
        pytest.param({"anyOf": [{"type": "string"}, {"type": "null"}]}, "null | string", id="nullable"),
        pytest.param({"anyOf": [{"type": "null"}, {"type": "string"}]}, "null | string", id="nullable, other order"),
        pytest.param(
            {"anyOf": [{"type": "null"}, {"items": {"$ref": "#/components/schemas/Fact"}}]},
            "list of Fact | null",
            id="list or null",
        ),
        pytest.param({}, "any", id="anything"),
    ],
)
def test_type_of_a_field_is_told_in_a_line(member: dict[str, Any], signature: str) -> None:
    assert typed(member, required=["f"]) == signature


def test_field_that_may_be_missing_is_marked() -> None:
    assert typed({"type": "string"}) == typed({"type": "string"}, required=["g"]) == "string?"


@pytest.mark.parametrize("said", ["description", "examples", "pattern", "title"])
def test_what_explains_a_field_is_no_part_of_its_type(said: str) -> None:
    assert typed({"type": "string", said: "a"}, required=["f"]) == typed({"type": "string"}, required=["f"])


def test_vocabulary_has_no_fields() -> None:
    assert types_of(schemas(Word={"type": "string", "enum": ["a"]})) == {}


def test_words_are_sorted_and_told_by_the_name_of_the_vocabulary() -> None:
    assert words_of(schemas(Word={"enum": ["b", "a"]})) == {"Word": ("a", "b")}


def test_words_of_a_single_field_have_the_name_of_the_field() -> None:
    fields = {"f": {"enum": [True]}, "g": {"type": "string"}}

    assert words_of(schemas(T={"properties": fields})) == {"T.f": ("True",)}
