"""The pages of the API are made from the OpenAPI document and leave nothing of it out."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from locdata_build.view.blocks import Snippet
from locdata_build.view.components.api_schemas import FIELDS_PATH, fields_table, type_words
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page
from locdata_model.endpoint_spec import Tag
from locdata_model.json_schema import SchemaForm
from locdata_model.serialization import encode_json
from locdata_model.urls import api_page_path
from support.pages import links_of, markdown, pairs_of, rows_of, section_of

OpenApi = dict[str, Any]


@pytest.fixture
def operations(pages: Mapping[str, Page]) -> Mapping[str, Page]:
    """The page of each tag."""
    return {tag: pages[api_page_path(tag)] for tag in Tag}


@pytest.fixture(scope="module")
def openapi(context: SiteContext) -> OpenApi:
    """The strict document as it is published."""
    document: OpenApi = json.loads(encode_json(context.openapi[SchemaForm.STRICT]))
    return document


def test_every_operation_has_a_section_on_the_page_of_its_tag(operations: Mapping[str, Page], openapi: OpenApi) -> None:
    documented = [methods["get"] for methods in openapi["paths"].values()]

    assert {tag: [section.id for section in page.sections] for tag, page in operations.items()} == {
        tag["name"]: [each["operationId"] for each in documented if tag["name"] in each["tags"]]
        for tag in openapi["tags"]
    }


def test_the_first_page_begins_with_a_call_and_a_part_of_its_answer(
    pages: Mapping[str, Page], context: SiteContext
) -> None:
    call, answer, *_ = pages["/api/"].blocks
    assert isinstance(call, Snippet)
    assert isinstance(answer, Snippet)
    path = "/api/v1/" + call.text.partition("/api/v1/")[2]
    (shown,) = json.loads(answer.text)["data"]
    first = json.loads(encode_json(context.responses[path]))["data"][0]

    assert shown == {name: first[name][:1] if name == "source_urls" else first[name] for name in shown}


def test_every_operation_is_linked_from_the_first_page(pages: Mapping[str, Page], openapi: OpenApi) -> None:
    hrefs = {link.href.partition("#")[2] for link in links_of(pages["/api/"])}

    assert {methods["get"]["operationId"] for methods in openapi["paths"].values()} <= hrefs


def test_every_schema_has_a_section(pages: Mapping[str, Page], openapi: OpenApi) -> None:
    sections = section_of(pages[FIELDS_PATH], "schemas").sections

    assert [section.id for section in sections] == [f"schema-{name}" for name in openapi["components"]["schemas"]]


def test_an_operation_has_its_path_parameters_type_and_schema(operations: Mapping[str, Page]) -> None:
    pairs = pairs_of(*section_of(operations[Tag.COUNTRIES], "getCountry").blocks)
    schema = "schemas/v1/country.schema.json"

    assert {term: markdown(content) for term, content in pairs.items()} == {
        "Path": "`GET /api/v1/countries/{code}.json`",
        "code": "Lower-case ISO 3166-1 alpha-2 country code: one of 1",
        "Open": "</api/v1/countries/fr.json>",
        "Response": "[CountryResponse](/api/fields/#schema-CountryResponse), `application/json`",
        "Schema": f"</api/{schema}>, [strict](/api/strict/{schema})",
    }


def test_every_operation_has_the_example_of_the_document(operations: Mapping[str, Page], openapi: OpenApi) -> None:
    snippets = {section.id: section.blocks[-1] for page in operations.values() for section in page.sections}

    for methods in openapi["paths"].values():
        snippet = snippets[methods["get"]["operationId"]]
        (content,) = methods["get"]["responses"]["200"]["content"].values()
        assert isinstance(snippet, Snippet)
        assert content["example"] == (snippet.text if snippet.language == "csv" else json.loads(snippet.text))


# Fields and types


FACT = {"$ref": "#/components/schemas/Fact"}


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string"}, "string"),
        ({"type": "string", "format": "date"}, "string (date)"),
        ({}, "any"),
        ({"enum": ["a", "b"]}, "`a` or `b`"),
        (FACT, "[Fact](/api/fields/#schema-Fact)"),
        ({"type": "array", "items": FACT}, "array of [Fact](/api/fields/#schema-Fact)"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string or null"),
    ],
)
def test_a_type_is_written_in_words(schema: OpenApi, words: str) -> None:
    assert markdown(type_words(schema)) == words


def test_a_field_has_its_type_and_its_meaning_or_that_of_its_type() -> None:
    components = {"Fact": {"description": "What is known"}}
    fields = {
        "one": {"type": "string", "description": "It is ``null`` or ``day``"},
        "two": {"type": "integer"},
        "fact": FACT,
        "old": FACT | {"description": "The fact before"},
    }
    table = fields_table("Pair", {"required": ["one", "fact", "old"], "properties": fields}, components)

    assert [[*map(markdown, row.cells)] for row in rows_of(table)] == [
        ["`one`", "string", "It is `null` or `day`"],
        ["`two`", "integer, optional", ""],
        ["`fact`", "[Fact](/api/fields/#schema-Fact)", "What is known"],
        ["`old`", "[Fact](/api/fields/#schema-Fact)", "The fact before"],
    ]
