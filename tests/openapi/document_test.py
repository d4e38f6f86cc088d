"""The OpenAPI document of a small dataset: what a client generator and a reader rely on."""

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from built.specification import DATA_FILES, INDEXED
from locdata_build.derive.published import derive
from locdata_build.render.openapi import build_openapi
from locdata_build.render.responses import api_responses
from locdata_build.serialize.json_text import encode_json
from locdata_model.endpoints import OPENAPI_PATH
from support.dataset import load, whole
from support.world import render_files

Document = dict[str, Any]

SPONSOR = {
    "id": "sponsor",
    "name": "Sponsor",
    "scope": "all pages",
    "tagline": "We pay.",
    "description": "A firm.",
    "url": "https://sponsor.example",
    "start": "2026-01-01",
    "end": None,
    "sponsored": True,
}
TOMBSTONE = {
    "part": "path",
    "name": "/data/former.csv",
    "since": "1.2.3",
    "reason": "Nobody read it.",
    "replaced_by": None,
}
RELEASE = {"version": "1.2.3", "released_at": "2026-11-21T00:00:00Z", "contract": [], "changes": []}
API_PATHS = [path for path in INDEXED if path != OPENAPI_PATH]
DATA_PATHS = list(DATA_FILES)
PATHS = [*API_PATHS, *DATA_PATHS]


def built(folder: Path) -> Document:
    """The document of the small dataset, with what it lacks, so that every list has an item."""
    files = whole() | {"releases/1.2.3.json": {"$schema": "../schema/release.schema.json", "release": RELEASE}}
    files["sponsors.json"]["sponsors"] = [SPONSOR]
    files["tombstones.json"]["tombstones"] = [TOMBSTONE]
    document: Document = json.loads(render_files(folder, files)[OPENAPI_PATH])
    return document


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """The document of the small dataset."""
    return built(tmp_path_factory.mktemp("data"))


def objects(value: object) -> Iterator[dict[str, Any]]:
    """Every object in a value, itself included."""
    if isinstance(value, dict):
        yield value
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for member in members:
        yield from objects(member)


def operations(document: Document) -> list[dict[str, Any]]:
    """Every operation."""
    return [operation for methods in document["paths"].values() for operation in methods.values()]


def content(document: Document, path: str) -> dict[str, Any]:
    """What an operation answers with: media type, schema and example."""
    (found,) = document["paths"][path]["get"]["responses"]["200"]["content"].values()
    answer: dict[str, Any] = found
    return answer


def schemas_of_objects(document: Document) -> dict[str, Any]:
    """The component schemas that are no vocabularies."""
    return {name: schema for name, schema in document["components"]["schemas"].items() if schema["type"] == "object"}


def complaints(document: Document, schema: dict[str, Any], value: object) -> list[str]:
    """What is wrong with a value by a schema of the document."""
    validator = Draft202012Validator({**document, **schema}, format_checker=Draft202012Validator.FORMAT_CHECKER)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


def test_version_is_3_1(document: Document) -> None:
    assert next(iter(document)) == "openapi"
    assert re.fullmatch(r"3\.1\.\d+", document["openapi"])


def test_info_is_what_the_site_file_says(document: Document) -> None:
    info = document["info"]

    assert {name: value for name, value in info.items() if name != "description"} == {
        "title": "Service",
        "summary": "Reference data.",
        "version": "1.2.3",
        "contact": {"name": "Service", "url": "https://data.example", "email": "contact@data.example"},
        "license": {"name": "CC BY-NC 4.0", "identifier": "CC-BY-NC-4.0"},
    }
    for promise in (
        "The API is licensed under CC BY-NC 4.0, the data files under CC BY 4.0.",
        "Attribution: Service (data.example).",
        "not tax or legal advice",
        "`null` means unknown",
    ):
        assert promise in info["description"]


def test_server_is_the_base_url(document: Document) -> None:
    assert document["servers"] == [{"url": "https://data.example", "description": "The published site"}]


def test_no_key_is_needed(document: Document) -> None:
    assert document["security"] == []
    assert "securitySchemes" not in document["components"]
    assert [operation for operation in operations(document) if "security" in operation] == []


def test_paths_are_those_of_the_specification(document: Document) -> None:
    assert list(document["paths"]) == PATHS


def test_every_path_can_only_be_read(document: Document) -> None:
    assert {path: list(methods) for path, methods in document["paths"].items()} == {path: ["get"] for path in PATHS}
    assert [operation for operation in operations(document) if "requestBody" in operation] == []


def test_operation_ids_are_unique_and_names_in_any_language(document: Document) -> None:
    ids = Counter(operation["operationId"] for operation in operations(document))

    assert {id_: count for id_, count in ids.items() if count > 1} == {}
    assert [id_ for id_ in ids if not re.fullmatch(r"[a-z][A-Za-z]*", id_)] == []


def test_every_operation_is_explained(document: Document) -> None:
    unexplained = [
        operation["operationId"]
        for operation in operations(document)
        if not (operation["summary"] and operation["description"].endswith("."))
    ]

    assert unexplained == []


def test_tags_that_are_used_are_declared(document: Document) -> None:
    used = {tag for operation in operations(document) for tag in operation["tags"]}

    assert used == {tag["name"] for tag in document["tags"]}
    assert {path: methods["get"]["tags"] for path, methods in document["paths"].items()} == {
        **{path: ["API"] for path in API_PATHS},
        **{path: ["Data files"] for path in DATA_PATHS},
    }


def test_tags_name_the_licence_of_what_they_hold(document: Document) -> None:
    assert {tag["name"]: tag["description"].split(". ", 1)[1] for tag in document["tags"]} == {
        "API": "CC BY-NC 4.0.",
        "Data files": "CC BY 4.0.",
    }


def test_every_operation_says_what_happens_where_there_is_no_file(document: Document) -> None:
    said = {path: list(methods["get"]["responses"]) for path, methods in document["paths"].items()}

    assert said == {path: ["200", "404"] for path in PATHS}


def test_media_type_is_that_of_the_ending(document: Document) -> None:
    found = {path: list(methods["get"]["responses"]["200"]["content"]) for path, methods in document["paths"].items()}

    assert found == {path: ["text/csv" if path.endswith(".csv") else "application/json"] for path in PATHS}


def test_parameters_are_the_names_in_the_path_and_list_what_is_built(document: Document) -> None:
    declared = {
        path: [(p["name"], p["in"], p["required"], p["schema"]) for p in methods["get"].get("parameters", [])]
        for path, methods in document["paths"].items()
    }
    filters = [
        "e-invoicing-mandatory",
        "e-invoicing-mandatory-b2b",
        "e-invoicing-b2b-in-force",
        "e-invoicing-mandatory-b2g",
        "real-time-reporting",
        "saft-required",
        "toggles-unknown",
    ]

    assert {path: found for path, found in declared.items() if found} == {
        "/api/v1/countries/{code}.json": [("code", "path", True, {"type": "string", "enum": ["fr"]})],
        "/api/v1/erps/{id}.json": [("id", "path", True, {"type": "string", "enum": ["erp_id_01", "erp_id_02"]})],
        "/api/v1/filters/{name}.json": [("name", "path", True, {"type": "string", "enum": filters})],
    }


def test_parameter_values_are_the_files_that_are_built(tmp_path: Path) -> None:
    published = derive(load(tmp_path))
    responses = api_responses(published)
    paths = build_openapi(published, responses)["paths"]
    named = {
        path.replace(f"{{{parameter['name']}}}", value)
        for path, methods in paths.items()
        for parameter in methods["get"].get("parameters", [])
        for value in parameter["schema"]["enum"]
    }

    assert named == set(responses) - set(paths)


@pytest.mark.parametrize("path", PATHS)
def test_example_is_valid(path: str, document: Document) -> None:
    answer = content(document, path)

    assert complaints(document, answer["schema"], answer["example"]) == []


@pytest.mark.parametrize("path", PATHS)
def test_example_shows_an_item(path: str, document: Document) -> None:
    example = content(document, path)["example"]
    shown = example["data"] if path in API_PATHS else example.splitlines()[1:] if path.endswith(".csv") else example

    assert len([shown] if isinstance(shown, dict) else shown) == 1


@pytest.mark.parametrize("path", [path for path in PATHS if path.endswith(".json")])
def test_example_with_a_stray_field_is_not_valid(path: str, document: Document) -> None:
    answer = content(document, path)
    flawed = copy.deepcopy(answer["example"])
    item = flawed["data"] if path in API_PATHS else flawed
    (item if isinstance(item, dict) else item[0])["stray"] = True
    found = complaints(document, answer["schema"], flawed)

    assert [message.split(": ", 1)[1] for message in found] == [
        "Additional properties are not allowed ('stray' was unexpected)"
    ]


def test_every_component_is_a_json_schema_that_explains_itself(document: Document) -> None:
    schemas = document["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)

    assert list(schemas) == sorted(schemas)
    assert [name for name, schema in schemas.items() if schema["title"] != name or not schema["description"]] == []


def test_every_object_lists_its_fields_requires_them_and_allows_no_other(document: Document) -> None:
    optional = {
        name: set(schema["properties"]) - set(schema["required"])
        for name, schema in schemas_of_objects(document).items()
        if set(schema["properties"]) != set(schema["required"])
    }

    assert optional == {"Fact": {"details"}}
    assert [name for name, schema in schemas_of_objects(document).items() if schema["additionalProperties"]] == []


def test_every_reference_leads_to_a_component_and_every_component_is_used(document: Document) -> None:
    used = {found["$ref"] for found in objects(document) if "$ref" in found}

    assert used == {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}


def test_every_vocabulary_is_an_enumeration_of_strings(document: Document) -> None:
    words = {name: schema for name, schema in document["components"]["schemas"].items() if "enum" in schema}

    assert sorted(words) == [
        "ChangeCause",
        "ChangeKind",
        "ConnectorType",
        "ContractPart",
        "Evidence",
        "ObligationKind",
        "ObligationStatus",
        "ReportingSupport",
        "ReportingTopic",
        "Status",
        "SupportType",
        "Topic",
        "Verification",
    ]
    assert {schema["type"] for schema in words.values()} == {"string"}


def test_reporting_records_have_the_columns_of_the_registry(document: Document) -> None:
    fields = list(document["components"]["schemas"]["ReportingRecord"]["properties"])

    assert fields[11:16] == ["status", "erp_key_01", "erp_key_02", "erp_sources", "notes"]


@pytest.mark.parametrize(
    ("component", "fields"),
    [
        ("Toggles", None),
        ("Fact", ["erp", "mandatory", "effective_date", "source_url"]),
        ("LocalErp", ["source_url"]),
        ("PartnerFlag", ["source_url"]),
        ("Partner", []),
        ("NewsItem", ["date"]),
        ("Sponsor", ["end"]),
        ("Endpoint", ["count"]),
        ("Phase", []),
        ("Flip", ["before", "after"]),
        ("Release", []),
        ("Change", ["country", "field", "before", "after", "phase"]),
        ("ContractChange", ["before", "after"]),
        ("Tombstone", ["replaced_by"]),
        ("Country", []),
        ("Erp", []),
        ("Provider", []),
        ("Meta", []),
    ],
)
def test_fields_that_may_be_null_say_so(component: str, fields: list[str] | None, document: Document) -> None:
    properties = document["components"]["schemas"][component]["properties"]
    nullable = [name for name, schema in properties.items() if {"type": "null"} in schema.get("anyOf", [])]

    assert nullable == (list(properties) if fields is None else fields)


def test_document_is_a_function_of_the_data(tmp_path: Path) -> None:
    first, second = built(tmp_path / "first"), built(tmp_path / "second")

    assert encode_json(first) == encode_json(second)


def test_document_is_made_anew_and_shares_nothing(tmp_path: Path) -> None:
    published = derive(load(tmp_path))
    responses = api_responses(published)
    before = build_openapi(published, responses)
    text = encode_json(before)
    before["info"].clear()
    before["components"]["schemas"]["Fact"]["properties"].clear()
    before["paths"]["/api/v1/facts.json"]["get"]["responses"].clear()

    assert encode_json(build_openapi(published, responses)) == text


def test_document_follows_the_data(tmp_path: Path) -> None:
    files = whole()
    files["site.json"] |= {"version": "2.0.0", "title": "Other", "base_url": "https://other.example/sub"}
    published = derive(load(tmp_path, files))
    document = build_openapi(published, api_responses(published))

    assert (document["info"]["version"], document["info"]["title"]) == ("2.0.0", "Other")
    assert document["servers"][0]["url"] == "https://other.example/sub"
    assert list(document["paths"]) == PATHS
