"""A deviation from the shape of a file is told in words: where, what must hold, and what is there instead."""

from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator

from locdata_build.check.deviations import ALTERNATIVES, DESCRIPTIONS
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.files import FILE_KINDS, FileKind
from support.dataset import COUNTRY, faults, whole

SPONSOR = {
    "id": "sponsor",
    "name": "Sponsor",
    "scope": "Country pages",
    "tagline": "Short.",
    "description": "Longer.",
    "url": "https://sponsor.example/",
    "start": "2026-01-01",
    "end": None,
    "sponsored": True,
}


@pytest.mark.parametrize(
    ("field", "path"),
    [
        ("$schema", "$['$schema']"),
        ("code", "$.code"),
        ("e_invoicing", "$.e_invoicing"),
        ("partner_flags", "$.partner_flags"),
    ],
)
def test_missing_field_is_named(tmp_path: Path, field: str, path: str) -> None:
    files = whole()
    del files[COUNTRY][field]

    assert faults(tmp_path, files) == [
        f"data/countries/fr.json: {path}: must be present, but is missing [missing-field]"
    ]


def test_missing_field_at_depth_is_named(tmp_path: Path) -> None:
    files = whole()
    del files[COUNTRY]["reporting"][0]["erp_support"][0]["evidence"]

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.reporting[0].erp_support[0].evidence: must be present, but is missing "
            "[missing-field]"
        )
    ]


def test_every_missing_field_is_named_once(tmp_path: Path) -> None:
    assert faults(tmp_path, {**whole(), "sponsors.json": {}}) == [
        "data/sponsors.json: $['$schema']: must be present, but is missing [missing-field]",
        "data/sponsors.json: $.notice: must be present, but is missing [missing-field]",
        "data/sponsors.json: $.sponsors: must be present, but is missing [missing-field]",
    ]


def test_unknown_field_that_resembles_a_known_one_is_answered_with_that(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["facts"]["tax_authorty"] = files[COUNTRY]["facts"]["tax_authority"]

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.facts.tax_authorty: must not be here: it is no known field "
            "(did you mean 'tax_authority'?) [unknown-field]"
        )
    ]


def test_unknown_field_that_resembles_none_is_answered_with_all(tmp_path: Path) -> None:
    files = whole()
    files["sponsors.json"]["comment"] = "A comment."

    assert faults(tmp_path, files) == [
        (
            "data/sponsors.json: $.comment: must not be here: it is no known field "
            "(known here: $schema, notice, sponsors) [unknown-field]"
        )
    ]


def test_every_unknown_field_is_named(tmp_path: Path) -> None:
    files = whole()
    files["sponsors.json"] |= {"note": 1, "sponsor": 2}

    assert faults(tmp_path, files) == [
        "data/sponsors.json: $.note: must not be here: it is no known field (did you mean 'notice'?) [unknown-field]",
        (
            "data/sponsors.json: $.sponsor: must not be here: it is no known field (did you mean 'sponsors'?) "
            "[unknown-field]"
        ),
    ]


def test_misspelt_field_is_both_unknown_and_missing(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["nmae"] = files[COUNTRY].pop("name")

    assert faults(tmp_path, files) == [
        "data/countries/fr.json: $.name: must be present, but is missing [missing-field]",
        "data/countries/fr.json: $.nmae: must not be here: it is no known field (did you mean 'name'?) [unknown-field]",
    ]


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        pytest.param(b"null", "null", id="null"),
        pytest.param(b"true", "true", id="true"),
        pytest.param(b"20", "20", id="number"),
        pytest.param(b"2.50", "2.5", id="number with a fraction"),
        pytest.param(b"[]", "[]", id="empty list"),
        pytest.param(b'["France"]', "a list", id="list"),
        pytest.param(b"{}", "{}", id="empty object"),
        pytest.param(b'{"en": "France"}', "an object", id="object"),
        pytest.param(b"9" * 100, "9" * 80 + "...", id="long number"),
        pytest.param(b"1e999", "Infinity", id="number out of range"),
    ],
)
def test_value_that_is_no_text_is_shown(tmp_path: Path, raw: bytes, shown: str) -> None:
    files = whole()
    files[COUNTRY] = encode_json(files[COUNTRY]).replace(b'"name": "France"', b'"name": ' + raw)

    assert faults(tmp_path, files) == [
        f"data/countries/fr.json: $.name: must be a string, but is {shown} [wrong-type]",
    ]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        pytest.param("facts", [], "must be an object, but is []", id="list for an object"),
        pytest.param("facts", None, "must be an object, but is null", id="null for an object"),
        pytest.param("partners", {}, "must be a list, but is {}", id="object for a list"),
        pytest.param("partners", "Größe", 'must be a list, but is "Größe"', id="text for a list"),
        pytest.param("partners", "x" * 100, f'must be a list, but is "{"x" * 79}...', id="long text for a list"),
        pytest.param("e_invoicing", "none", 'must be an object, but is "none"', id="text for an object or null"),
        pytest.param("e_invoicing", [], "must be an object, but is []", id="list for an object or null"),
    ],
)
def test_value_of_another_type_is_refused(tmp_path: Path, field: str, value: object, message: str) -> None:
    files = whole()
    files[COUNTRY][field] = value

    assert faults(tmp_path, files) == [f"data/countries/fr.json: $.{field}: {message} [wrong-type]"]


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"null", "null"),
        (b"[]", "[]"),
        (b"[{}]", "a list"),
        (b'"France"', '"France"'),
        (b"0", "0"),
        (b"false", "false"),
    ],
)
def test_file_that_is_no_object_is_refused(tmp_path: Path, raw: bytes, shown: str) -> None:
    assert faults(tmp_path, {**whole(), COUNTRY: raw}) == [
        f"data/countries/fr.json: $: must be an object, but is {shown} [wrong-type]",
    ]


def test_word_outside_its_vocabulary_is_answered_with_the_vocabulary(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["obligations"]["saft"]["status"] = "In force"

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.obligations.saft.status: must be one of "
            '"enacted", "in_force", "none", "planned", "unknown", "voluntary", but is "In force" [unknown-word]'
        )
    ]


def test_value_of_another_type_is_no_word_of_a_vocabulary(tmp_path: Path) -> None:
    files = whole()
    files["connectors.json"]["connectors"][0]["connector_type"] = None

    assert faults(tmp_path, files) == [
        (
            "data/connectors.json: $.connectors[0].connector_type: must be one of "
            '"certified connector", "partner-built", "vendor-branded", but is null [unknown-word]'
        )
    ]


@pytest.mark.parametrize(("value", "shown"), [(False, "false"), (1, "1"), ("true", '"true"')])
def test_sponsor_that_is_not_marked_as_sponsored_is_refused(tmp_path: Path, value: object, shown: str) -> None:
    files = whole()
    files["sponsors.json"]["sponsors"] = [{**SPONSOR, "sponsored": value}]

    assert faults(tmp_path, files) == [
        f"data/sponsors.json: $.sponsors[0].sponsored: must be true, but is {shown} [unknown-word]",
    ]


def test_file_that_names_the_schema_of_another_kind_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["$schema"] = "../schema/erp.schema.json"

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $['$schema']: must be \"../schema/country.schema.json\", "
            'but is "../schema/erp.schema.json" [unknown-word]'
        )
    ]


def test_empty_text_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["facts"]["vat"]["value"] = ""

    assert faults(tmp_path, files) == ["data/countries/fr.json: $.facts.vat.value: must not be empty, but is [empty]"]


def test_list_that_may_not_be_empty_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["reporting"][0]["erp_support"][0]["source_urls"] = []

    assert faults(tmp_path, files) == [
        "data/countries/fr.json: $.reporting[0].erp_support[0].source_urls: must not be empty, but is [empty]",
    ]


def test_text_longer_than_its_limit_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["mandate"]["short_label"] = "ß" * 81

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.e_invoicing.mandate.short_label: must have at most 80 characters, but has 81 "
            "[too-long]"
        )
    ]


def test_text_as_long_as_its_limit_is_no_fault(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["mandate"]["short_label"] = "ß" * 80

    assert faults(tmp_path, files) == []


@pytest.mark.parametrize("field", ["column", "row"])
@pytest.mark.parametrize(
    ("value", "message"),
    [
        pytest.param(0, "must be at least 1, but is 0 [wrong-value]", id="too low"),
        pytest.param(13, "must be at most 12, but is 13 [wrong-value]", id="too high"),
        pytest.param(1.5, "must be a whole number, but is 1.5 [wrong-type]", id="fraction"),
        pytest.param(13.5, "must be a whole number, but is 13.5 [wrong-type]", id="fraction, and too high"),
        pytest.param("1", 'must be a whole number, but is "1" [wrong-type]', id="text"),
    ],
)
def test_place_that_the_map_does_not_have_is_refused(tmp_path: Path, field: str, value: object, message: str) -> None:
    files = whole()
    files[COUNTRY]["map_tile"][field] = value

    assert faults(tmp_path, files) == [f"data/countries/fr.json: $.map_tile.{field}: {message}"]


@pytest.mark.parametrize("number", [1, 12])
def test_place_at_the_edge_of_the_map_is_no_fault(tmp_path: Path, number: int) -> None:
    files = whole()
    files[COUNTRY]["map_tile"] = {"column": number, "row": number}

    assert faults(tmp_path, files) == []


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        pytest.param("version", "1.0", "Semantic version, such as 1.0.0", id="version of two parts"),
        pytest.param("version", "01.0.0", "Semantic version, such as 1.0.0", id="version with a leading zero"),
        pytest.param("version", "1.0.0-rc1", "Semantic version, such as 1.0.0", id="version before a release"),
        pytest.param(
            "base_url",
            "data.example",
            "Absolute http or https URL, such as https://example.org/page",
            id="address without a scheme",
        ),
        pytest.param(
            "base_url",
            "ftp://data.example",
            "Absolute http or https URL, such as https://example.org/page",
            id="address of another scheme",
        ),
        pytest.param(
            "base_url",
            "https://data example",
            "Absolute http or https URL, such as https://example.org/page",
            id="address with a blank",
        ),
        pytest.param(
            "base_url",
            "https://",
            "Absolute http or https URL, such as https://example.org/page",
            id="address without a host",
        ),
        pytest.param(
            "base_url",
            "https://user@data.example",
            "Absolute http or https URL, such as https://example.org/page",
            id="address with a user",
        ),
        pytest.param("contact", "contact", "Email address", id="email address without a host"),
        pytest.param(
            "commercial_licence",
            "licence",
            "Path relative to the base URL of the site, such as /api/v1/countries/fr.json",
            id="path that does not begin at the root",
        ),
        pytest.param(
            "generated_at",
            "2026-11-21",
            "UTC timestamp, ISO 8601, YYYY-MM-DDThh:mm:ssZ, such as 2026-11-21T00:00:00Z",
            id="stamp without a time",
        ),
        pytest.param(
            "generated_at",
            "2026-11-21T00:00:00+01:00",
            "UTC timestamp, ISO 8601, YYYY-MM-DDThh:mm:ssZ, such as 2026-11-21T00:00:00Z",
            id="stamp of another zone",
        ),
        pytest.param(
            "generated_at",
            "2026-11-21T00:00:00.5Z",
            "UTC timestamp, ISO 8601, YYYY-MM-DDThh:mm:ssZ, such as 2026-11-21T00:00:00Z",
            id="stamp with a fraction of a second",
        ),
        pytest.param(
            "generated_at",
            "yesterday",
            "UTC timestamp, ISO 8601, YYYY-MM-DDThh:mm:ssZ, such as 2026-11-21T00:00:00Z",
            id="stamp that is no time either",
        ),
    ],
)
def test_text_that_misses_its_pattern_is_refused(tmp_path: Path, field: str, value: str, what: str) -> None:
    files = whole()
    files["site.json"][field] = value

    assert faults(tmp_path, files) == [f'data/site.json: $.{field}: must be: {what}; but is "{value}" [wrong-pattern]']


@pytest.mark.parametrize("code", ["FR", "fra", "f", "f1", ""])
def test_code_of_a_country_in_another_form_is_refused(tmp_path: Path, code: str) -> None:
    files = whole()
    files["connectors.json"]["connectors"][0]["countries_in_scope"] = [code]

    assert faults(tmp_path, files) == [
        (
            "data/connectors.json: $.connectors[0].countries_in_scope[0]: must be: Lower-case ISO 3166-1 alpha-2 country "
            f'code, such as fr; but is "{code}" [wrong-pattern]'
        )
    ]


@pytest.mark.parametrize("date", ["2026-02-30", "2025-02-29", "0000-01-01", "2026-13-01"])
def test_date_that_does_not_exist_is_refused(tmp_path: Path, date: str) -> None:
    files = whole()
    files[COUNTRY]["facts"]["vat"]["provenance"]["last_checked"] = date

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.facts.vat.provenance.last_checked: "
            f'must be a date that exists, but is "{date}" [wrong-format]'
        )
    ]


def test_date_that_may_be_null_is_refused_as_a_date(tmp_path: Path) -> None:
    files = whole()
    files["news.json"]["news"][0]["date"] = "2026-02-30"

    assert faults(tmp_path, files) == [
        'data/news.json: $.news[0].date: must be a date that exists, but is "2026-02-30" [wrong-format]',
    ]


@pytest.mark.parametrize("date", ["20. 11. 2026", "20261120", "2026-11", ""])
def test_date_in_another_form_is_told_once(tmp_path: Path, date: str) -> None:
    files = whole()
    files["news.json"]["news"][0]["date"] = date

    assert faults(tmp_path, files) == [
        f'data/news.json: $.news[0].date: must be: ISO 8601 calendar date, YYYY-MM-DD, such as 2026-11-21; but is "{date}" [wrong-pattern]',
    ]


def test_date_that_does_not_exist_is_told_beside_one_in_another_form(tmp_path: Path) -> None:
    files = whole()
    files["news.json"]["news"][0] |= {"date": "2026-02-30", "first_seen": "2026-11-20"}

    assert faults(tmp_path, files) == [
        'data/news.json: $.news[0].date: must be a date that exists, but is "2026-02-30" [wrong-format]',
        (
            "data/news.json: $.news[0].first_seen: must be: UTC timestamp, ISO 8601, YYYY-MM-DDThh:mm:ssZ, such as 2026-11-21T00:00:00Z; "
            'but is "2026-11-20" [wrong-pattern]'
        ),
    ]


def test_inside_of_what_may_be_null_is_told_in_full(tmp_path: Path) -> None:
    files = whole()
    del files[COUNTRY]["e_invoicing"]["mandate"]["scope"]
    files[COUNTRY]["e_invoicing"]["erp_support"][1]["vendors"] = None

    assert faults(tmp_path, files) == [
        "data/countries/fr.json: $.e_invoicing.mandate.scope: must be present, but is missing [missing-field]",
        "data/countries/fr.json: $.e_invoicing.erp_support[1].vendors: must be a string, but is null [wrong-type]",
    ]


def keywords(schema: object) -> set[str]:
    """The validating keywords of a JSON Schema and of all schemas in it, less those that only lead to others."""
    if isinstance(schema, list):
        return {keyword for member in schema for keyword in keywords(member)}
    if not isinstance(schema, dict):
        return set()
    named = [*schema.get("$defs", {}).values(), *schema.get("properties", {}).values()]
    inner = [schema.get("items"), schema.get("anyOf"), *named]
    return ({*schema} & {*Draft202012Validator.VALIDATORS}) - {"$ref", "properties", "items"} | keywords(inner)


@pytest.mark.parametrize("kind", FILE_KINDS, ids=lambda kind: kind.path)
def test_every_keyword_of_the_schemas_has_its_words(kind: FileKind) -> None:
    assert keywords(msgspec.json.schema(kind.type)) <= {*DESCRIPTIONS, ALTERNATIVES}
