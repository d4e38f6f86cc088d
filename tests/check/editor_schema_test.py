"""The schemas that editors use are those of the types, and refuse what the builder refuses."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from locdata_build.check.shape import convert
from locdata_build.source.editor_schema import editor_schemas
from locdata_build.source.files import CONNECTORS, COUNTRIES, ERPS, NEWS, SITE, SPONSORS, FileKind
from support.dataset import COUNTRY, ERP, whole

DATA = Path("data_src")
KINDS = {
    "site.json": SITE,
    ERP: ERPS,
    COUNTRY: COUNTRIES,
    "connectors.json": CONNECTORS,
    "news.json": NEWS,
    "sponsors.json": SPONSORS,
}
"""The kind of a source file by its place."""


def validator(kind: FileKind) -> Draft202012Validator:
    """What an editor checks a file with: it knows what a date is, like most."""
    return Draft202012Validator(json.loads((DATA / kind.schema).read_bytes()), format_checker=FormatChecker(["date"]))


def test_schemas_beside_the_data_are_those_of_the_types() -> None:
    schemas = {f"schema/{file.name}": file.read_bytes() for file in (DATA / "schema").glob("*.json")}

    assert schemas == editor_schemas(), "the command 'format' rewrites them"


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_schema_is_a_schema(kind: FileKind) -> None:
    schema = json.loads((DATA / kind.schema).read_bytes())

    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("place", KINDS)
def test_file_names_the_schema_that_lies_there(place: str) -> None:
    named = (DATA / place).parent / whole()[place]["$schema"]

    assert named.resolve() == (DATA / KINDS[place].schema).resolve()


@pytest.mark.parametrize("place", KINDS)
def test_schema_takes_what_the_builder_takes(place: str) -> None:
    value = whole()[place]

    assert convert(value, KINDS[place].type, place)[1] == []
    assert [*validator(KINDS[place]).iter_errors(value)] == []


@pytest.mark.parametrize("place", KINDS)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("{", '{"comment": "", ', id="unknown field"),
        pytest.param('"$schema"', '"schema"', id="missing field"),
        pytest.param("schema.json", "yaml", id="another schema"),
    ],
)
def test_schema_refuses_what_the_builder_refuses_in_any_file(place: str, old: str, new: str) -> None:
    value = json.loads(json.dumps(whole()[place]).replace(old, new, 1))

    assert convert(value, KINDS[place].type, place)[0] is None
    assert not validator(KINDS[place]).is_valid(value)


@pytest.mark.parametrize(
    ("place", "old", "new"),
    [
        pytest.param(COUNTRY, '"France"', "33", id="wrong type"),
        pytest.param(COUNTRY, '"France"', "null", id="null"),
        pytest.param(COUNTRY, '"France"', '""', id="empty text"),
        pytest.param(COUNTRY, '"fr"', '"FR"', id="upper-case code"),
        pytest.param(COUNTRY, '"official"', '"offical"', id="word outside its vocabulary"),
        pytest.param(COUNTRY, '"vat": {', '"vta": {', id="misspelt fact"),
        pytest.param(COUNTRY, '"2026-11-20"', '"2026-11-31"', id="day that does not exist"),
        pytest.param(COUNTRY, '"2026-11-20"', '"20.11.2026"', id="date of another form"),
        pytest.param(COUNTRY, '"B2B in force"', f'"{"x" * 81}"', id="text too long"),
        pytest.param(COUNTRY, '["https://vendor.example/vat"]', "[]", id="empty list"),
        pytest.param(COUNTRY, '"column": ', '"column": 10', id="tile beside the map"),
        pytest.param(COUNTRY, '"erp_id_01"', '"ERP 1"', id="id of another form"),
        pytest.param(ERP, '"erp_key_01"', '"erp-key-01"', id="key of another form"),
        pytest.param(ERP, '"https://vendor.example/"', '"vendor.example"', id="address without a scheme"),
        pytest.param("site.json", '"1.2.3"', '"1.2"', id="version of two parts"),
        pytest.param("site.json", "00:00:00Z", "00:00:00", id="stamp without a zone"),
        pytest.param("site.json", '"contact@data.example"', '"contact"', id="email address without a host"),
        pytest.param("site.json", '"/licence/"', '"licence"', id="path that does not begin at the root"),
        pytest.param("news.json", '"n1"', '"1"', id="number for the id of a news item"),
        pytest.param("sponsors.json", '"sponsors": []', '"sponsors": null', id="null for a list"),
    ],
)
def test_schema_refuses_what_the_builder_refuses(place: str, old: str, new: str) -> None:
    value = json.loads(json.dumps(whole()[place]).replace(old, new, 1))

    assert convert(value, KINDS[place].type, place)[0] is None
    assert not validator(KINDS[place]).is_valid(value)
