"""Every published JSON file and every source file has one schema, which stands alone, explains itself and holds for the file."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from built.specification import Values
from locdata_build.delivery.media_types import NO_ANSWER_PATH
from locdata_build.source.editor_schema import editor_schemas
from locdata_build.source.files import FILE_KINDS, FileKind
from locdata_model.data_files import DATA_FILES, PACKAGE_PATH, DataFormat
from locdata_model.endpoints import ENDPOINTS, OPENAPI_PATH
from locdata_model.schema_paths import SCHEMAS_FOLDER, schema_path_for, source_schema_path

Schema = Mapping[str, Any]

DATA = Path("data_src")
FORMATS = Draft202012Validator.FORMAT_CHECKER
OWN_KEYS = ("$id", "$comment", "title", "description")
"""What a published schema of a source file says beyond the one for editors."""

DESCRIPTIONS = {OPENAPI_PATH, PACKAGE_PATH, NO_ANSWER_PATH}
"""What describes the site, or says that something is missing, in a format for which others have made the schema."""

TEMPLATES = [*(spec.path for spec in ENDPOINTS), *(spec.path(DataFormat.JSON) for spec in DATA_FILES)]
"""The path of each operation that answers with JSON."""


@pytest.fixture(scope="module")
def schemas(values: Values) -> Mapping[str, Schema]:
    """Every published schema by its path."""
    return {path: value for path, value in values.items() if path.startswith(f"{SCHEMAS_FOLDER}/")}


@pytest.fixture(scope="module")
def files(values: Values, schemas: Mapping[str, Schema]) -> Values:
    """Every JSON file with data, by its path."""
    return {path: value for path, value in values.items() if path not in schemas and path not in DESCRIPTIONS}


def source_path(kind: FileKind) -> str:
    """The path of the published schema of a kind of source file."""
    return source_schema_path(PurePosixPath(kind.schema).name)


def complaints(schema: Schema, named: Mapping[str, object]) -> list[str]:
    """What is wrong with values, by the name of each."""
    validator = Draft202012Validator(schema, format_checker=FORMATS)
    return [
        f"{name}: {error.json_path}: {error.message}"
        for name, value in named.items()
        for error in validator.iter_errors(value)
    ]


def objects(value: object) -> Iterator[Mapping[str, Any]]:
    """Every object in a value, itself included."""
    if isinstance(value, dict):
        yield value
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for member in members:
        yield from objects(member)


def says_nothing(property_: Schema, definitions: Mapping[str, Schema]) -> bool:
    """Whether neither a property nor what it refers to has a description."""
    referred = definitions.get(property_.get("$ref", "").removeprefix("#/$defs/"), {})
    return not (property_.get("description") or referred.get("description"))


def test_every_published_json_file_has_a_schema_and_every_schema_describes_something(
    files: Values, schemas: Mapping[str, Schema]
) -> None:
    used = {path: schema_path_for(path) for path in files}

    assert files != {}
    assert {*used.values(), *map(source_path, FILE_KINDS)} == set(schemas)


def test_no_two_operations_or_kinds_of_source_file_share_a_schema(schemas: Mapping[str, Schema]) -> None:
    named = [*map(schema_path_for, TEMPLATES), *map(source_path, FILE_KINDS)]

    assert sorted(map(str, named)) == sorted(schemas)


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_published_file_is_valid_by_its_schema(
    template: str, files: Values, schemas: Mapping[str, Schema]
) -> None:
    path = str(schema_path_for(template))
    described = {name: value for name, value in files.items() if schema_path_for(name) == path}

    assert described != {}
    assert complaints(schemas[path], described) == []


@pytest.mark.parametrize("kind", FILE_KINDS, ids=lambda kind: kind.path)
def test_every_source_file_is_valid_by_its_schema(kind: FileKind, schemas: Mapping[str, Schema]) -> None:
    sources = {file.name: json.loads(file.read_bytes()) for file in DATA.glob(kind.path)}

    assert sources != {} or kind.is_optional
    assert complaints(schemas[source_path(kind)], sources) == []


def test_every_schema_is_one_of_json_schema_2020_12(schemas: Mapping[str, Schema]) -> None:
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)

    assert {schema["$schema"] for schema in schemas.values()} == {"https://json-schema.org/draft/2020-12/schema"}


def test_the_id_of_a_schema_is_its_own_address(schemas: Mapping[str, Schema], values: Values) -> None:
    base_url = values["/api/v1/index.json"]["meta"]["openapi"].removesuffix(OPENAPI_PATH)

    assert {path: schema["$id"] for path, schema in schemas.items()} == {path: f"{base_url}{path}" for path in schemas}


def test_every_schema_stands_alone(schemas: Mapping[str, Schema]) -> None:
    for schema in schemas.values():
        used = {found["$ref"] for found in objects(schema) if "$ref" in found}

        assert used == {f"#/$defs/{name}" for name in schema["$defs"]}


def test_every_schema_has_a_title_a_description_and_the_licence_of_what_it_describes(
    schemas: Mapping[str, Schema],
) -> None:
    api, data = (
        f"What it describes is licensed under {name}, https://creativecommons.org/licenses/{text}/4.0/"
        for name, text in (("CC BY-NC 4.0", "by-nc"), ("CC BY 4.0", "by"))
    )

    assert [path for path, schema in schemas.items() if not (schema["title"] and schema["description"])] == []
    assert {path: schema["$comment"] for path, schema in schemas.items()} == {
        path: api if path.startswith("/api/schemas/v1/") else data for path in schemas
    }


def test_every_property_at_any_depth_is_described(schemas: Mapping[str, Schema]) -> None:
    silent = [
        f"{path}: {name}"
        for path, schema in schemas.items()
        for found in objects(schema)
        for name, property_ in found.get("properties", {}).items()
        if says_nothing(property_, schema["$defs"])
    ]

    assert silent == []


def test_every_definition_names_its_type(schemas: Mapping[str, Schema]) -> None:
    nameless = [
        f"{path}: {name}"
        for path, schema in schemas.items()
        for name, definition in schema["$defs"].items()
        if definition["type"] not in {"object", "string"} or definition["title"] != name
    ]

    assert nameless == []


def test_schemas_of_the_api_and_of_the_data_say_what_the_openapi_document_says(
    schemas: Mapping[str, Schema], values: Values
) -> None:
    components = json.loads(
        json.dumps(values[OPENAPI_PATH]["components"]["schemas"]).replace("#/components/schemas/", "#/$defs/")
    )
    own = [schemas[str(schema_path_for(template))]["$defs"] for template in TEMPLATES]

    assert {name for definitions in own for name in definitions} == set(components)
    assert [name for definitions in own for name in definitions if definitions[name] != components[name]] == []


def test_the_openapi_document_links_each_schema(schemas: Mapping[str, Schema], values: Values) -> None:
    links = {
        path: methods["get"]["externalDocs"]["url"]
        for path, methods in values[OPENAPI_PATH]["paths"].items()
        if "externalDocs" in methods["get"]
    }

    assert links == {template: schemas[str(schema_path_for(template))]["$id"] for template in TEMPLATES}


def test_published_schemas_of_source_files_are_those_of_editors(schemas: Mapping[str, Schema]) -> None:
    for_editors = editor_schemas()

    for kind in FILE_KINDS:
        published = schemas[source_path(kind)]

        assert {key: part for key, part in published.items() if key not in OWN_KEYS} == json.loads(
            for_editors[kind.schema]
        )
