"""The OpenAPI document of a small dataset has what a client generator and a reader rely on."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from locdata_build.derive.openapi import build_openapi
from locdata_build.derive.published import derive
from locdata_build.derive.responses import api_responses
from locdata_model.json_schema import SchemaForm
from locdata_model.phases import PHASE_YEARS
from locdata_model.serialization import encode_json
from locdata_model.toggles import FILTERS
from support import specification
from support.dataset import Files, load, whole
from support.records import sponsor
from support.specification import FROZEN
from support.values import objects

Document = dict[str, Any]

TOMBSTONE = {"part": "path", "name": "/data/a.csv", "since": "1.2.3", "reason": "Unused.", "replaced_by": None}
RELEASE = {"version": "1.2.3", "released_at": "2026-11-21T00:00:00Z", "contract": [], "changes": []}


def build(folder: Path, files: Files, form: SchemaForm = SchemaForm.STRICT) -> Document:
    """A form of the document of a dataset, as published."""
    published = derive(load(folder, files))
    document: Document = json.loads(encode_json(build_openapi(published, api_responses(published))[form]))
    return document


def full_dataset() -> Files:
    """The small dataset, with an item in every list."""
    files = whole() | {"releases/1.2.3.json": {"$schema": "../schema/release.schema.json", "release": RELEASE}}
    files["sponsors.json"]["sponsors"] = [sponsor()]
    files["tombstones.json"]["tombstones"] = [TOMBSTONE]
    return files


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """The strict document of the small dataset."""
    return build(tmp_path_factory.mktemp("data"), full_dataset())


@pytest.fixture(scope="module")
def open_document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """The open document of the small dataset."""
    return build(tmp_path_factory.mktemp("data"), full_dataset(), SchemaForm.OPEN)


def operations(document: Document) -> dict[str, dict[str, Any]]:
    """The operation of each path."""
    return {path: methods["get"] for path, methods in document["paths"].items()}


def contents(document: Document) -> dict[str, dict[str, Any]]:
    """The media type of the response of each path, with its schema and example."""
    return {path: operation["responses"]["200"]["content"] for path, operation in operations(document).items()}


def errors_in(document: Document, schema: dict[str, Any], value: object) -> list[str]:
    """The messages for a value that does not conform to a schema of the document."""
    validator = Draft202012Validator({**document, **schema}, format_checker=Draft202012Validator.FORMAT_CHECKER)
    return [error.message for error in validator.iter_errors(value)]


def test_service_is_described_with_its_licences(document: Document) -> None:
    info = document["info"]

    assert document["openapi"].startswith("3.1.")
    assert [server["url"] for server in document["servers"]] == ["https://data.example"]
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


def test_ids_of_operations_are_names_in_every_language(document: Document) -> None:
    ids = {path: operation["operationId"] for path, operation in operations(document).items()}

    assert ids["/data/vat-rates.csv"] == "getVatRatesCsv"
    assert [each for each in ids.values() if not re.fullmatch("[a-z]+([A-Z][a-z]+)+", each)] == []
    assert len({*ids.values()}) == len(ids)


def test_no_key_is_needed(document: Document) -> None:
    assert document["security"] == []
    assert "securitySchemes" not in document["components"]
    assert [path for path, operation in operations(document).items() if "security" in operation] == []


def test_paths_are_those_of_the_specification_and_can_only_be_read(document: Document) -> None:
    assert {*specification.ENDPOINTS, *specification.DATA_FILES} <= set(document["paths"]), FROZEN
    assert {path: list(methods) for path, methods in document["paths"].items() if list(methods) != ["get"]} == {}


def test_tags_separate_the_api_from_the_data_files_and_name_their_licences(document: Document) -> None:
    tags = {path: operation["tags"] for path, operation in operations(document).items()}

    assert {path for path, names in tags.items() if names == ["Data files"]} == {
        path for path in document["paths"] if not path.startswith("/api/")
    }
    assert {tag["name"]: tag["description"].rsplit(". ", 1)[1] for tag in document["tags"]} == {
        **{name: "CC BY-NC 4.0." for names in tags.values() for name in names},
        "Data files": "CC BY 4.0.",
    }


def test_parameters_are_described_and_list_their_values(document: Document) -> None:
    parameters = {
        path: operation["parameters"] for path, operation in operations(document).items() if "parameters" in operation
    }

    assert set(parameters) == {path for path in document["paths"] if "{" in path}
    assert [path for path, (parameter,) in parameters.items() if not parameter["description"]] == []
    assert [(each["name"], each["in"], each["required"], each["schema"]) for (each,) in parameters.values()] == [
        ("code", "path", True, {"type": "string", "enum": ["fr"]}),
        ("id", "path", True, {"type": "string", "enum": ["erp_id_01", "erp_id_02"]}),
        ("name", "path", True, {"type": "string", "enum": list(FILTERS)}),
        ("code", "path", True, {"type": "string", "enum": ["fr"]}),
        ("code", "path", True, {"type": "string", "enum": ["fr"]}),
        ("year", "path", True, {"type": "string", "enum": [*map(str, PHASE_YEARS)]}),
        *9 * [("code", "path", True, {"type": "string", "enum": ["fr"]})],
    ]


def test_every_parameter_has_an_example(document: Document, open_document: Document) -> None:
    for form in (document, open_document):
        examples = {
            parameter["name"]: parameter["example"]
            for operation in operations(form).values()
            for parameter in operation.get("parameters", ())
        }

        assert examples == {"code": "fr", "id": "erp_id_01", "name": next(iter(FILTERS)), "year": str(PHASE_YEARS[0])}


def test_missing_file_of_the_api_is_a_problem_or_a_page(document: Document) -> None:
    contents = {path: each["responses"]["404"].get("content", {}) for path, each in operations(document).items()}

    assert {path: [*content] for path, content in contents.items()} == {
        path: ["application/problem+json", "text/html"] if path.startswith("/api/") else [] for path in contents
    }
    problem = contents["/api/v1/index.json"]["application/problem+json"]["schema"]
    value = {"type": "about:blank", "title": "Not Found", "status": 404, "detail": "a", "index": "https://data.example"}
    assert errors_in(document, problem, value) == []


def test_open_form_has_the_values_of_parameters_as_examples(document: Document, open_document: Document) -> None:
    for path, operation in operations(document).items():
        for parameter, opened in zip(
            operation.get("parameters", ()), operations(open_document)[path].get("parameters", ()), strict=True
        ):
            schema = opened["schema"]

            assert schema == {"type": "string", "pattern": schema["pattern"], "examples": parameter["schema"]["enum"]}
            assert [value for value in schema["examples"] if errors_in(open_document, schema, value)] == []


def test_every_example_is_valid_and_shows_one_item(document: Document) -> None:
    for path, content in contents(document).items():
        ((media_type, body),) = content.items()
        example = body["example"]
        items = example["data"] if path.startswith("/api/") else example

        assert media_type == ("text/csv" if path.endswith(".csv") else "application/json"), path
        assert errors_in(document, body["schema"], example) == [], path
        assert media_type == "text/csv" or isinstance(items, dict) or len(items) == 1, path
        assert media_type != "text/csv" or len(example.splitlines()) == 2, path


def test_forms_differ_only_in_what_they_leave_open(document: Document, open_document: Document) -> None:
    """A word, a value of a parameter and a field may be unknown; the open form still lists those that are known."""
    strict_text, open_text = map(json.dumps, (document, open_document))
    words, open_words = (
        {json.dumps(found["enum"]) for found in objects(each["components"]) if "enum" in found}
        for each in (document, open_document)
    )

    assert [found for found in objects(open_document) if found.get("additionalProperties") is False] == []
    assert words == open_words
    assert strict_text.count("/api/strict/schemas/") == open_text.count("/api/schemas/") > 0
    assert "/api/strict/" not in open_text


def test_every_vocabulary_is_an_enumeration_of_strings(document: Document) -> None:
    words = {name: each for name, each in document["components"]["schemas"].items() if "enum" in each}

    assert words["ReportingSupport"]["enum"] == sorted(specification.REPORTING_SUPPORT), FROZEN
    assert {each["type"] for each in words.values()} == {"string"}


def test_known_words_of_a_vocabulary_have_a_title_of_their_own(open_document: Document) -> None:
    """Client generators name types by their titles. Two of one name would become ``Status`` and ``Status1``."""
    schemas = open_document["components"]["schemas"]
    titles = [found["title"] for found in objects(schemas) if isinstance(found.get("title"), str)]

    assert schemas["ObligationKind"]["anyOf"][0]["title"] == "KnownObligationKind"
    assert sorted(titles) == sorted({*titles})


def test_every_reference_leads_to_a_component_and_every_component_is_used(document: Document) -> None:
    used = {found["$ref"] for found in objects(document) if "$ref" in found}

    assert used == {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
