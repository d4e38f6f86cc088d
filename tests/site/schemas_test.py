"""Every JSON file and source file has one published schema, which is self-contained, described, and accepts it."""

import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from locdata_build.data.files import FILE_KINDS, FileKind, editor_schema
from locdata_model.json_schema import SchemaForm, schema_path_for
from locdata_model.serialization import encode_json
from locdata_model.urls import (
    API_NOT_FOUND_PATH,
    OPENAPI_PATH,
    PACKAGE_PATH,
    SCHEMAS_FOLDER,
    SEARCH_INDEX_PATH,
    PageName,
    source_schema_path,
)
from support.response_types import TEMPLATES, decoder_of, paths_by_template
from support.site import DATA, Files, Sources, Values
from support.values import objects

Schema = dict[str, Any]

HEAD = ("$id", "$comment", "title", "description")
"""The keywords that published schemas of source files have, in addition to those for editors."""

STANDARD_FORMATS = {*(form.path(OPENAPI_PATH) for form in SchemaForm), PACKAGE_PATH, API_NOT_FOUND_PATH}
"""The JSON files in a standard format, which has its own schema."""

FOR_PAGES = (SEARCH_INDEX_PATH, PageName.SEARCH.path)
"""The file and the folder of the JSON files that only the pages of the site read, whose format may change."""


@pytest.fixture(scope="module")
def schemas(values: Values) -> Mapping[str, Schema]:
    """Every published schema by path."""
    folders = tuple(form.path(SCHEMAS_FOLDER) for form in SchemaForm)
    return {path: value for path, value in values.items() if path.startswith(folders)}


def source_path(kind: FileKind) -> str:
    """Return the path of the published schema of a kind of source file."""
    return source_schema_path(PurePosixPath(kind.schema).name)


def errors(schema: Schema, named: Mapping[str, object]) -> list[str]:
    """Return the errors of values, given by name."""
    validator = Draft202012Validator(dict(schema), validate_formats=True, ignore_unknown_formats=False)
    return [
        f"{name}: {error.instance_path}: {error.message}"
        for name, value in named.items()
        for error in validator.iter_errors(value)
    ]


def test_every_json_file_has_a_schema(values: Values, schemas: Mapping[str, Schema]) -> None:
    described = schemas.keys() | STANDARD_FORMATS
    paths = {path for path in values.keys() - described if not path.startswith(FOR_PAGES)}

    assert {path for path in paths if schema_path_for(path) not in schemas} == set(), (
        "publish a schema for a new file, or name it in STANDARD_FORMATS in tests/site/schemas_test.py"
    )


def test_every_schema_describes_one_kind_of_file(schemas: Mapping[str, Schema]) -> None:
    described = {form.path(str(schema_path_for(template))) for form in SchemaForm for template in TEMPLATES}

    assert sorted([*described, *map(source_path, FILE_KINDS)]) == sorted(schemas)


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_file_is_accepted_by_both_forms_of_its_schema(
    template: str, values: Values, schemas: Mapping[str, Schema]
) -> None:
    path = str(schema_path_for(template))
    described = {name: value for name, value in values.items() if schema_path_for(name) == path}

    assert described != {}
    assert [errors(schemas[form.path(path)], described) for form in SchemaForm] == [[]] * len(SchemaForm)


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_file_decodes_to_records_that_encode_to_the_same_bytes(
    template: str, contents: Files, sources: Sources
) -> None:
    paths, decode_file = paths_by_template(contents)[template], decoder_of(sources, template)

    assert [path for path in paths if encode_json(decode_file(contents[path])) != contents[path]] == []


@pytest.mark.parametrize("kind", FILE_KINDS, ids=lambda kind: kind.path)
def test_every_source_file_is_accepted_by_the_schema_that_editors_use(
    kind: FileKind, schemas: Mapping[str, Schema]
) -> None:
    published = schemas[source_path(kind)]
    sources = {file.name: json.loads(file.read_bytes()) for file in Path(DATA).glob(kind.path)}

    assert {key: part for key, part in published.items() if key not in HEAD} == json.loads(
        encode_json(editor_schema(kind))
    )
    assert errors(published, sources) == []
    assert sources != {} or kind.is_optional


def test_every_schema_is_one_of_json_schema_2020_12(schemas: Mapping[str, Schema]) -> None:
    for schema in schemas.values():
        meta.validate(dict(schema))

    assert {schema["$schema"] for schema in schemas.values()} == {"https://json-schema.org/draft/2020-12/schema"}


def test_the_id_of_a_schema_is_its_url(schemas: Mapping[str, Schema], base_url: str) -> None:
    assert [path for path, schema in schemas.items() if schema["$id"] != f"{base_url}{path}"] == []


def test_every_schema_is_self_contained(schemas: Mapping[str, Schema]) -> None:
    for schema in schemas.values():
        used = {found["$ref"] for found in objects(schema) if "$ref" in found}

        assert used == {f"#/$defs/{name}" for name in schema["$defs"]}


def test_no_text_has_both_a_format_and_a_pattern(schemas: Mapping[str, Schema], values: Values) -> None:
    """Client generators give a text with a format a type of its own, and a pattern of that type does not compile."""
    documents = [*schemas.values(), *(values[form.path(OPENAPI_PATH)] for form in SchemaForm)]
    texts = [found for document in documents for found in objects(document) if found.keys() >= {"type", "format"}]

    assert {text["format"] for text in texts} == {"date", "date-time", "uri"}
    assert [text for text in texts if "pattern" in text] == []


def test_only_texts_have_words(schemas: Mapping[str, Schema], values: Values) -> None:
    """In C#, an enumeration of booleans does not compile."""
    documents = [*schemas.values(), *(values[form.path(OPENAPI_PATH)] for form in SchemaForm)]
    words = [found for document in documents for found in objects(document) if isinstance(found.get("enum"), list)]

    assert {type(word) for each in words for word in each["enum"]} == {str}


def test_every_property_and_every_definition_is_described(schemas: Mapping[str, Schema]) -> None:
    for schema in schemas.values():
        definitions = {f"#/$defs/{name}": definition for name, definition in schema["$defs"].items()}
        properties = [member for found in objects(schema) for member in found.get("properties", {}).values()]

        assert [definition for definition in definitions.values() if not definition["description"]] == []
        assert [
            member for member in properties if not member.get("description") and member.get("$ref") not in definitions
        ] == []


@pytest.mark.parametrize("form", SchemaForm)
def test_schemas_agree_with_the_openapi_document_which_links_to_them(
    form: SchemaForm, schemas: Mapping[str, Schema], values: Values
) -> None:
    document = json.loads(json.dumps(values[form.path(OPENAPI_PATH)]).replace("#/components/schemas/", "#/$defs/"))
    components = document["components"]["schemas"]
    own = {template: schemas[form.path(str(schema_path_for(template)))] for template in TEMPLATES}

    assert {name for schema in own.values() for name in schema["$defs"]} == {*components} - {"Problem"}
    for template, schema in own.items():
        operation = document["paths"][template]["get"]
        response = operation["responses"]["200"]["content"]["application/json"]["schema"]

        assert {key: part for key, part in schema.items() if key not in {*HEAD, "$schema", "$defs"}} == response
        assert {name: components[name] for name in schema["$defs"]} == schema["$defs"]
        assert operation["externalDocs"]["url"] == schema["$id"]
