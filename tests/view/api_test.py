"""The pages of the API and of the data files are made from the OpenAPI document, and leave nothing of it out."""

import json
from pathlib import Path
from typing import Any

import pytest

from locdata_build.serialize.json_text import encode_json
from locdata_build.view.blocks import Items, Snippet, Table
from locdata_build.view.page import Page
from locdata_build.view.pages.api import api_page
from locdata_build.view.pages.data import data_page
from locdata_build.view.schemas import fields_table, type_words
from locdata_build.view.text import Code, Link, Rich, Words, rich
from locdata_model.data_files import BUNDLE_PATH, DATA_FILES, PACKAGE_PATH, SQLITE_PATH, DataFormat
from support.pages import (
    DOWNLOADS,
    blocks_of,
    load_pages,
    openapi_of,
    pairs_of,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)
from support.world import load_world

OpenApi = dict[str, Any]


@pytest.fixture(scope="module")
def openapi(tmp_path_factory: pytest.TempPathFactory) -> OpenApi:
    """The document as it is published."""
    document: OpenApi = json.loads(encode_json(openapi_of(load_world(tmp_path_factory.mktemp("data")))))
    return document


@pytest.fixture(scope="module")
def api(openapi: OpenApi) -> Page:
    return api_page(openapi)


@pytest.fixture
def data(tmp_path: Path) -> Page:
    return load_pages(tmp_path)["/data/"]


# API


def test_every_operation_has_a_section_below_its_tag(api: Page, openapi: OpenApi) -> None:
    operations = [methods["get"] for methods in openapi["paths"].values()]

    assert {section.title: [inner.id for inner in section.sections] for section in api.sections[:-1]} == {
        tag["name"]: [each["operationId"] for each in operations if tag["name"] in each["tags"]]
        for tag in openapi["tags"]
    }
    assert sum(len(section.sections) for section in api.sections[:-1]) == len(operations)


def test_every_schema_has_a_section_that_types_link_to(api: Page, openapi: OpenApi) -> None:
    assert [section.id for section in section_of(api, "schemas").sections] == [
        f"schema-{name}" for name in openapi["components"]["schemas"]
    ]


def test_the_fields_of_a_schema_stand_in_a_table(api: Page, openapi: OpenApi) -> None:
    schema = openapi["components"]["schemas"]["Licence"]
    _, table = section_of(api, "schema-Licence").blocks

    assert table == fields_table("Licence", schema, {})
    assert [row.cells[0] for row in rows_of(fields_table("Licence", schema, {}))] == [
        rich(Code(name)) for name in ("name", "url", "commercial_licence", "commercial_contact", "attribution")
    ]


def test_the_words_of_a_vocabulary_stand_in_a_list(api: Page) -> None:
    _, words = section_of(api, "schema-Verification").blocks

    assert words == Items((rich(Code("official")), rich(Code("secondary")), rich(Code("unverified"))), columns=True)


def test_an_operation_tells_path_type_and_an_address_to_open(api: Page) -> None:
    assert pairs_of(*section_of(api, "getCountry").blocks) == {
        "Path": rich(Code("GET /api/v1/countries/{code}.json")),
        "code": rich("Lower-case ISO 3166-1 alpha-2 country code: one of 1"),
        "Open": rich(Link("/api/v1/countries/fr.json", "/api/v1/countries/fr.json")),
        "Answer": rich(Link("CountryResponse", "#schema-CountryResponse"), ", ", Code("application/json")),
        "Schema": rich(Link("/api/schemas/v1/country.schema.json", "/api/schemas/v1/country.schema.json")),
    }


def test_every_operation_shows_the_example_of_the_document(api: Page, openapi: OpenApi) -> None:
    shown = {section.id: section.blocks[-1] for outer in api.sections for section in outer.sections}
    examples = {
        methods["get"]["operationId"]: content["example"]
        for methods in openapi["paths"].values()
        for content in methods["get"]["responses"]["200"]["content"].values()
    }

    assert {
        name: snippet.text if snippet.language == "csv" else json.loads(snippet.text)
        for name, snippet in shown.items()
        if isinstance(snippet, Snippet)
    } == examples


def test_the_first_call_is_one_to_the_index(api: Page) -> None:
    (call, *_) = (block for block in blocks_of(api) if isinstance(block, Snippet))

    assert call.text == "curl https://data.example/api/v1/index.json"


def test_backticks_of_the_document_are_shown_as_code(api: Page) -> None:
    assert [text for text in texts_of(api.blocks) if "`" in text] == []
    assert any(Code("null") in block.content for block in api.blocks if hasattr(block, "content"))


def test_the_page_leads_to_the_document(api: Page) -> None:
    assert api.data == ("/api/openapi.json",)


# Types of fields


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        pytest.param({"type": "string"}, rich("string"), id="plain"),
        pytest.param({"type": "string", "format": "date"}, rich("string (date)"), id="format"),
        pytest.param({}, rich("any"), id="anything"),
        pytest.param({"enum": ["a", "b"]}, rich(Code("a"), " or ", Code("b")), id="words"),
        pytest.param({"$ref": "#/components/schemas/Fact"}, rich(Link("Fact", "#schema-Fact")), id="reference"),
        pytest.param(
            {"type": "array", "items": {"$ref": "#/components/schemas/Fact"}},
            rich("array of ", Link("Fact", "#schema-Fact")),
            id="array",
        ),
        pytest.param(
            {"anyOf": [{"type": "string"}, {"type": "null"}]}, rich("string", " or ", "null"), id="alternatives"
        ),
    ],
)
def test_a_type_is_told_in_words(schema: OpenApi, words: Rich) -> None:
    assert type_words(schema) == words


def test_a_type_links_to_the_page_that_explains_it() -> None:
    reference = {"$ref": "#/components/schemas/Fact"}

    assert type_words(reference, "/api/") == rich(Link("Fact", "/api/#schema-Fact"))


def test_a_field_that_may_be_left_out_says_so() -> None:
    schema = {
        "required": ["one"],
        "properties": {"one": {"type": "string", "description": "First"}, "two": {"type": "integer"}},
    }

    assert [row.cells for row in rows_of(fields_table("Pair", schema, {}))] == [
        (rich(Code("one")), rich("string"), rich("First")),
        (rich(Code("two")), (Words("integer"), Words(", optional")), rich("")),
    ]


def test_a_field_that_says_nothing_of_itself_means_what_it_refers_to() -> None:
    reference = {"$ref": "#/components/schemas/Status"}
    components = {"Status": {"description": "Whether a source was checked"}}
    schema = {"properties": {"status": reference, "old": {**reference, "description": "The status before"}}}

    assert [row.cells[2] for row in rows_of(fields_table("Pair", schema, components))] == [
        rich("Whether a source was checked"),
        rich("The status before"),
    ]


# Data files


def test_every_data_file_can_be_downloaded_in_every_format(data: Page) -> None:
    rows = rows_of(tables_of(data)[0])
    paths = [spec.path(data_format) for spec in DATA_FILES for data_format in DataFormat]

    assert [row.cells[0] for row in rows] == [rich(Link(path, path)) for path in paths]
    assert {row.cells[2:] for row in rows} == {(rich("1,234"), rich(Code("0" * 64)))}


def test_records_are_counted(data: Page) -> None:
    counts = [row.cells[1] for row in rows_of(tables_of(data)[0])]

    assert counts == [rich(count) for count in ("2", "2", "1", "1", "1", "1", "8", "8")]


@pytest.mark.parametrize("name", [spec.name for spec in DATA_FILES])
def test_every_field_of_a_data_file_is_told_in_the_order_of_its_columns(
    data: Page, openapi: OpenApi, name: str
) -> None:
    (spec,) = (spec for spec in DATA_FILES if spec.name == name)
    schema = openapi["components"]["schemas"][spec.record_type(("erp_key_01", "erp_key_02")).__name__]
    (table,) = (block for block in section_of(data, name).blocks if isinstance(block, Table))

    assert [row.cells[0] for row in rows_of(table)] == [rich(Code(field)) for field in schema["properties"]]


@pytest.mark.parametrize("name", [spec.name for spec in DATA_FILES])
def test_every_data_file_leads_to_its_schema(data: Page, name: str) -> None:
    path = f"/api/schemas/data/{name}.schema.json"

    assert pairs_of(*section_of(data, name).blocks) == {"Schema": rich(Link(path, path))}


def test_files_with_all_tables_can_be_downloaded(data: Page) -> None:
    rows = rows_of(tables_of(data)[1])

    assert [row.cells[0] for row in rows] == [
        rich(Link(path, path)) for path in (SQLITE_PATH, BUNDLE_PATH, PACKAGE_PATH)
    ]
    assert {row.cells[2:] for row in rows} == {(rich("1,234"), rich(Code("0" * 64)))}


def test_snippets_name_the_files_of_the_site(data: Page) -> None:
    snippets = [block.text for block in section_of(data, "read").blocks if isinstance(block, Snippet)]

    assert len(snippets) == 7
    assert [text for text in snippets if "https://data.example/data/" not in text] == []


def test_licence_and_origin_stand_on_top_of_the_data(data: Page) -> None:
    assert Link("CC BY 4.0", "https://licences.example/by") in data.lead
    assert "Name the origin: Service (data.example)." in "".join(texts_of(data.lead))


def test_the_page_of_the_data_needs_every_file(tmp_path: Path, openapi: OpenApi) -> None:
    world = load_world(tmp_path)

    with pytest.raises(KeyError):
        data_page(world, openapi, DOWNLOADS[1:])
