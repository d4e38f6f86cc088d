"""The pages of the API are made from the OpenAPI document and leave nothing of it out."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from locdata_build.view.blocks import Items, Snippet
from locdata_build.view.components.api_schemas import fields_table, type_words
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page
from locdata_build.view.pages.api import CLEARANCE_QUERY, api_page, fields_page, operations_page
from locdata_build.view.text import Code, Link, rich
from locdata_model.endpoint_spec import Tag
from locdata_model.json_schema import SchemaForm
from locdata_model.serialization import encode_json
from support.context import load_context
from support.pages import DATABASE, links_of, markdown, pairs_of, rows_of, section_of, tables_of, texts_of

OpenApi = dict[str, Any]

SERVER = "https://data.example"


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> SiteContext:
    return load_context(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def api(context: SiteContext) -> Page:
    return api_page(context, DATABASE)


@pytest.fixture(scope="module")
def operations(context: SiteContext) -> Mapping[str, Page]:
    """The page of each tag."""
    return {tag: operations_page(context, tag) for tag in Tag}


@pytest.fixture(scope="module")
def fields(context: SiteContext) -> Page:
    return fields_page(context)


@pytest.fixture(scope="module")
def openapi(context: SiteContext) -> OpenApi:
    """The strict document as it is published."""
    document: OpenApi = json.loads(encode_json(context.openapi[SchemaForm.STRICT]))
    return document


def test_the_page_begins_with_the_descriptions_and_the_file_of_the_whole_api(api: Page) -> None:
    pairs = pairs_of(*api.blocks)

    assert markdown(pairs["OpenAPI 3.1"]) == ("</api/openapi.json>, [strict](/api/strict/openapi.json)")
    assert markdown(pairs["Whole API (SQLite)"]) == "</api/v1/locdata.sqlite>"
    assert "curl https://data.example/api/v1/index.json" in texts_of(api.blocks)


def test_every_endpoint_is_listed_below_its_tag_with_a_link_to_its_section(api: Page, openapi: OpenApi) -> None:
    listed = {section.title: [row.cells for row in rows_of(*tables_of(section))] for section in api.sections[:-1]}
    pages = {tag["name"]: tag["externalDocs"]["url"].removeprefix(SERVER) for tag in openapi["tags"]}

    assert listed == {
        tag: [
            (rich(Code(path)), rich(Link(operation["summary"], f"{page}#{operation['operationId']}")))
            for path, methods in openapi["paths"].items()
            if tag in (operation := methods["get"])["tags"]
        ]
        for tag, page in pages.items()
    }
    assert sum(map(len, listed.values())) == len(openapi["paths"])


def test_every_operation_has_a_section_on_the_page_of_its_tag(operations: Mapping[str, Page], openapi: OpenApi) -> None:
    documented = [methods["get"] for methods in openapi["paths"].values()]

    assert {tag: [section.id for section in page.sections] for tag, page in operations.items()} == {
        tag["name"]: [each["operationId"] for each in documented if tag["name"] in each["tags"]]
        for tag in openapi["tags"]
    }


def test_the_page_of_a_tag_names_its_licence(operations: Mapping[str, Page]) -> None:
    assert {tag: links_of(page.lead)[0].href for tag, page in operations.items()} == {
        **dict.fromkeys(Tag, "https://licences.example/nc"),
        Tag.DATA_FILES: "https://licences.example/by",
    }


def test_every_schema_has_a_section(fields: Page, openapi: OpenApi) -> None:
    names = list(openapi["components"]["schemas"])

    assert [section.id for section in section_of(fields, "schemas").sections] == [f"schema-{name}" for name in names]
    assert links_of(section_of(fields, "types")) == [Link(name, f"#schema-{name}") for name in names]


def test_a_schema_has_a_table_of_its_fields(fields: Page) -> None:
    (table,) = tables_of(section_of(fields, "schema-Licence"))

    assert [row.cells[0] for row in rows_of(table)] == [
        rich(Code(name)) for name in ("name", "url", "commercial_licence", "commercial_contact", "attribution")
    ]


def test_a_vocabulary_has_a_list_of_its_words(fields: Page) -> None:
    _, words = section_of(fields, "schema-Verification").blocks

    assert words == Items((rich(Code("official")), rich(Code("secondary")), rich(Code("unverified"))), columns=True)


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


def test_the_text_of_the_document_has_its_code_as_code(api: Page) -> None:
    assert [text for text in texts_of(api.blocks) if "`" in text] == []
    assert any(Code("null") in block.content for block in api.blocks if hasattr(block, "content"))


def test_the_page_shows_the_database_with_its_size_its_tables_and_its_licence(api: Page) -> None:
    section = section_of(api, "database")
    (row,) = rows_of(*tables_of(section))

    assert {term: markdown(content) for term, content in pairs_of(*section.blocks).items()} == {
        "File": "</api/v1/locdata.sqlite>",
        "Bytes": "1,234",
        "SHA-256": f"`{'0' * 64}`",
    }
    assert [*map(markdown, row.cells)] == ["`countries`", "A country", "1,234"]
    assert links_of(section)[0].href == "https://licences.example/nc"
    assert CLEARANCE_QUERY in [block.text for block in section.blocks if isinstance(block, Snippet)]


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


def test_a_field_has_its_type_and_says_whether_it_is_optional() -> None:
    schema = {
        "required": ["one"],
        "properties": {"one": {"type": "string", "description": "First"}, "two": {"type": "integer"}},
    }

    assert [[*map(markdown, row.cells)] for row in rows_of(fields_table("Pair", schema, {}))] == [
        ["`one`", "string", "First"],
        ["`two`", "integer, optional", ""],
    ]


def test_a_description_has_its_code_as_code() -> None:
    schema = {"properties": {"one": {"type": "string", "description": "It is ``null`` or ``day``."}}}
    (field,) = rows_of(fields_table("Pair", schema, {}))

    assert markdown(field.cells[2]) == "It is `null` or `day`."


def test_a_field_without_a_description_has_that_of_its_type() -> None:
    reference = {"$ref": "#/components/schemas/Status"}
    components = {"Status": {"description": "Whether a source was checked"}}
    schema = {"properties": {"status": reference, "old": {**reference, "description": "The status before"}}}

    assert [markdown(row.cells[2]) for row in rows_of(fields_table("Pair", schema, components))] == [
        "Whether a source was checked",
        "The status before",
    ]
