"""TypeScript declarations of small OpenAPI documents."""

from typing import Any

import pytest

from locdata_openapi.typescript import typescript_declarations

TEXT = {"type": "string"}
HEADER = """\
/**
 * Service 1.2.3: types of the API responses and of the data files.
 *
 * Made from the OpenAPI description. What the types describe is licensed under CC BY-NC 4.0; the types themselves are code.
 * @license MIT
 */
"""


def document(*, paths: dict[str, Any] | None = None, schemas: dict[str, Any] | None = None) -> dict[str, Any]:
    """A document with these response schemas by path and these component schemas."""
    operations = {
        path: {
            "get": {"description": "What it is.", "responses": {"200": {"content": {"any/type": {"schema": schema}}}}}
        }
        for path, schema in (paths or {}).items()
    }
    info = {"title": "Service", "version": "1.2.3", "license": {"name": "CC BY-NC 4.0", "identifier": "CC-BY-NC-4.0"}}
    return {"info": info, "paths": operations, "components": {"schemas": schemas or {}}}


def type_of(schema: dict[str, Any]) -> str:
    """The type of a component schema."""
    last = typescript_declarations(document(schemas={"It": {"description": "One.", **schema}})).splitlines()[-1]
    return last.removeprefix("export type It = ").removesuffix(";")


def test_module_declares_the_paths_and_schemas_in_the_order_of_the_document() -> None:
    paths = {"/b/{id}.json": {"$ref": "#/components/schemas/Thing"}, "/a.csv": {"type": "string"}}
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
/** The response of each path. */
export interface Paths {{
  /** What it is. */
  readonly "/b/{{id}}.json": Thing;
  /** What it is. */
  readonly "/a.csv": string;
}}

/** The response of a path as it is requested, with a value in place of its parameter. */
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


def test_paths_in_the_folder_of_a_parameter_come_first_in_the_type_of_an_answer() -> None:
    thing, part = ({"$ref": f"#/components/schemas/{name}"} for name in ("Thing", "Part"))
    lines = typescript_declarations(document(paths={"/{id}.json": thing, "/{id}/part.json": part})).splitlines()

    assert [line for line in lines if line.startswith("  : Path")] == [
        "  : Path extends `/${string}/part.json` ? Part",
        "  : Path extends `/${string}.json` ? Thing",
    ]


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
        ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "ReadonlyArray<string | null>"),
    ],
)
def test_schema_has_its_type(schema: dict[str, Any], expected: str) -> None:
    assert type_of(schema) == expected


@pytest.mark.parametrize(
    "schema", [{}, {"type": "array"}, {"type": "object"}, {"type": ["string", "null"]}, {"oneOf": [{"type": "string"}]}]
)
def test_other_schema_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^cannot express the schema as a TypeScript type: \{"):
        type_of(schema)


def test_names_are_quoted_if_they_are_no_identifiers_and_a_description_cannot_end_its_comment() -> None:
    fields = {"true": TEXT, "a_1": TEXT, "1a": TEXT, "a-b": {**TEXT, "description": "Up to */ and\n\nmore"}}
    schema = {"description": "One.", "type": "object", "properties": fields, "required": ["true", "1a"]}
    lines = typescript_declarations(document(schemas={"It": schema})).splitlines()

    assert lines[lines.index("export interface It {") + 1 : -1] == [
        "  readonly true: string;",
        "  readonly a_1?: string;",
        '  readonly "1a": string;',
        "  /**",
        "   * Up to *\\/ and",
        "   *",
        "   * more",
        "   */",
        '  readonly "a-b"?: string;',
    ]
