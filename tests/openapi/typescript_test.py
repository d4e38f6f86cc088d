"""TypeScript declarations of small documents. That they hold for the built site is for tests/built/typescript_test.py."""

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from locdata_openapi.typescript import typescript_declarations

TEXT = {"type": "string"}
HEADER = """\
/**
 * Service 1.2.3: types of the answers of the API and of the data files.
 *
 * Made from the OpenAPI description. What the types describe is licensed under CC BY-NC 4.0; the types themselves are code.
 * @license MIT
 */
"""


def document(*, paths: dict[str, Any] | None = None, schemas: dict[str, Any] | None = None) -> dict[str, Any]:
    """A document with these answers by path and these component schemas."""
    answers = {
        path: {
            "get": {"description": "What it is.", "responses": {"200": {"content": {"any/type": {"schema": schema}}}}}
        }
        for path, schema in (paths or {}).items()
    }
    info = {
        "title": "Service",
        "version": "1.2.3",
        "license": {"name": "CC BY-NC 4.0", "identifier": "CC-BY-NC-4.0"},
    }
    return {"info": info, "paths": answers, "components": {"schemas": schemas or {}}}


def type_of(schema: dict[str, Any]) -> str:
    """The type that a component schema is given."""
    last = typescript_declarations(document(schemas={"It": {"description": "One.", **schema}})).splitlines()[-1]
    return last.removeprefix("export type It = ").removesuffix(";")


def members(required: Collection[str], fields: Mapping[str, Any]) -> list[str]:
    """The lines between the braces of an interface with these fields."""
    schema = {"description": "One.", "type": "object", "properties": fields, "required": [*required]}
    lines = typescript_declarations(document(schemas={"It": schema})).splitlines()
    return lines[lines.index("export interface It {") + 1 : -1]


def test_module_says_what_it_is_of_and_under_which_licence_before_all_else() -> None:
    assert (
        typescript_declarations(document())
        == f"""\
{HEADER}
/** The answer of each path. */
export interface Paths {{
}}

/** The answer of a path as it is requested, with a value in the place of its parameter. */
export type Answer<Path extends string> =
  Path extends keyof Paths ? Paths[Path]
  : never;
"""
    )


def test_paths_and_schemas_stand_in_the_order_of_the_document() -> None:
    paths = {
        "/b/{id}.json": {"$ref": "#/components/schemas/Thing"},
        "/a.csv": {"type": "string"},
    }
    schemas = {
        "Thing": {
            "description": "A thing.",
            "type": "object",
            "properties": {
                "id": {"description": "Its id", "type": "string"},
                "kind": {"$ref": "#/components/schemas/Kind"},
            },
            "required": ["id"],
        },
        "Kind": {"description": "Which kind.", "type": "string", "enum": ["one", "two words"]},
    }

    assert (
        typescript_declarations(document(paths=paths, schemas=schemas))
        == f"""\
{HEADER}
/** The answer of each path. */
export interface Paths {{
  /** What it is. */
  readonly "/b/{{id}}.json": Thing;
  /** What it is. */
  readonly "/a.csv": string;
}}

/** The answer of a path as it is requested, with a value in the place of its parameter. */
export type Answer<Path extends string> =
  Path extends keyof Paths ? Paths[Path]
  : Path extends `/b/${{string}}.json` ? Thing
  : never;

/** A thing. */
export interface Thing {{
  /** Its id */
  readonly id: string;
  readonly kind?: Kind;
}}

/** Which kind. */
export type Kind = "one" | "two words";
"""
    )


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "format": "date", "pattern": "^a$"}, "string"),
        ({"type": "integer", "minimum": 0}, "number"),
        ({"type": "number"}, "number"),
        ({"type": "boolean"}, "boolean"),
        ({"type": "null"}, "null"),
        ({"$ref": "#/components/schemas/Fact"}, "Fact"),
        ({"type": "boolean", "enum": [True]}, "true"),
        ({"type": "string", "enum": ['say "é"', "b"]}, '"say \\"é\\"" | "b"'),
        ({"anyOf": [{"$ref": "#/components/schemas/Fact"}, {"type": "null"}]}, "Fact | null"),
        ({"type": "array", "items": {"type": "string"}}, "ReadonlyArray<string>"),
        (
            {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
            "ReadonlyArray<string | null>",
        ),
    ],
)
def test_each_kind_of_schema_has_its_type(schema: dict[str, Any], expected: str) -> None:
    assert type_of(schema) == expected


@pytest.mark.parametrize(
    "schema", [{}, {"type": "array"}, {"type": "object"}, {"type": ["string", "null"]}, {"oneOf": [{"type": "string"}]}]
)
def test_kind_of_schema_that_the_document_does_not_use_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^no type of TypeScript is known for the schema \{"):
        type_of(schema)


def test_field_that_may_be_missing_is_optional() -> None:
    assert members(required={"b"}, fields={"a": TEXT, "b": TEXT}) == ["  readonly a?: string;", "  readonly b: string;"]


def test_name_that_is_no_identifier_stands_in_quotes() -> None:
    fields = {"true": TEXT, "a_1": TEXT, "1a": TEXT, "a-b": TEXT}

    assert members(required=fields, fields=fields) == [
        "  readonly true: string;",
        "  readonly a_1: string;",
        '  readonly "1a": string;',
        '  readonly "a-b": string;',
    ]


def test_description_cannot_end_its_comment_and_may_have_lines() -> None:
    text = "Up to */ and\n\nmore"

    assert members(required={"a"}, fields={"a": {**TEXT, "description": text}}) == [
        "  /**",
        "   * Up to *\\/ and",
        "   *",
        "   * more",
        "   */",
        "  readonly a: string;",
    ]
