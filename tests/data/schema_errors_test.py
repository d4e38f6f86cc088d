"""A value that deviates from the type of its file is described: where it is, what is allowed, and what is there."""

from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator

from locdata_build.data.files import FILE_KINDS, FileKind
from locdata_build.data.schema_errors import MESSAGES
from locdata_model.reports import ReportKind
from locdata_model.serialization import encode_json
from support.dataset import COUNTRY, ERP, Files, changed, issues, value_at, whole
from support.records import absent_report, cited, source_record

URL = "Absolute http or https URL, such as https://example.org/page"
SITE_PATH = "Path relative to the base URL of the site, to be appended to it, such as /api/v1/countries/fr.json"
KINDS = ", ".join(f'"{kind}"' for kind in sorted(ReportKind))
STATUSES = '"enacted", "in_force", "none", "planned", "unknown", "voluntary"'
VERSION = "Semantic version, such as 1.0.0"
CODE = "Lower-case ISO 3166-1 alpha-2 country code, such as fr"
SUPPORT = "$.reporting[0].erp_support[0]"
PREFIX = "Prefix of the country in numbers of the European Union; null: none, such as EL"
DIGIT_DAYS = "$.reporting[0].deadlines[0].digit_days"


def without(file: str, path: str, name: str) -> Files:
    """The whole set without a field."""
    files = whole()
    del value_at(files[file], path)[name]
    return files


@pytest.mark.parametrize(
    ("path", "name", "shown"), [("$", "$schema", "$['$schema']"), (SUPPORT, "support", f"{SUPPORT}.support")]
)
def test_missing_field_is_named(tmp_path: Path, path: str, name: str, shown: str) -> None:
    assert issues(tmp_path, without(COUNTRY, path, name)) == [
        f"data/countries/fr.json: {shown}: must be present [missing-field]"
    ]


@pytest.mark.parametrize(
    ("name", "hint"), [("note", "did you mean 'notice'?"), ("comment", "known fields: $schema, notice, sponsors")]
)
def test_unknown_field_is_named_with_known_ones(tmp_path: Path, name: str, hint: str) -> None:
    assert issues(tmp_path, changed("sponsors.json", f"$.{name}", 1)) == [
        f"data/sponsors.json: $.{name}: must not be here: unknown field ({hint}) [unknown-field]"
    ]


def test_all_deviations_of_a_file_are_reported_once(tmp_path: Path) -> None:
    files = without(COUNTRY, "$", "region")
    del files[COUNTRY]["name"]
    files[COUNTRY] |= {"code": 250, "nmae": "France"}
    files[COUNTRY]["facts"]["vat"]["value"] = ""
    files[COUNTRY]["partners"][0]["phone"] = "1"

    assert sorted(issue.split(": ")[1] + issue[issue.rindex(" ") :] for issue in issues(tmp_path, files)) == [
        "$.code [wrong-type]",
        "$.facts.vat.value [empty]",
        "$.name [missing-field]",
        "$.nmae [unknown-field]",
        "$.partners[0].phone [unknown-field]",
        "$.region [missing-field]",
    ]


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (b"null", "null"),
        (b"2.50", "2.5"),
        (b'["France"]', "a list"),
        (b'{"en": "France"}', "an object"),
        pytest.param(b"9" * 100, "9" * 80 + "...", id="long number"),
    ],
)
def test_value_of_another_type_is_shown(tmp_path: Path, raw: bytes, shown: str) -> None:
    files = whole()
    files[COUNTRY] = encode_json(cited(files[COUNTRY])).replace(b'"name": "France"', b'"name": ' + raw)

    assert issues(tmp_path, files) == [f"data/countries/fr.json: $.name: must be a string, got {shown} [wrong-type]"]


FIRST_COUNTRY, SEEN, DATE_OF_NEWS = "$.connectors[0].countries_in_scope[0]", "$.news[0].first_seen", "$.news[0].date"


@pytest.mark.parametrize(
    ("file", "path", "value", "message"),
    [
        (COUNTRY, "$.facts", [], "must be an object, got [] [wrong-type]"),
        (COUNTRY, "$.partners", "x" * 100, f'must be a list, got "{"x" * 79}... [wrong-type]'),
        pytest.param(COUNTRY, "$.e_invoicing", [], "must be an object, got [] [wrong-type]", id="object or null"),
        (COUNTRY, "$.reporting[0].number", 0, "must be at least 1, got 0 [wrong-value]"),
        (COUNTRY, "$.reporting[0].number", 1000, "must be at most 999, got 1000 [wrong-value]"),
        (COUNTRY, "$.obligations.saft.status", "In force", f'must be one of {STATUSES}, got "In force" [unknown-word]'),
        (COUNTRY, "$.absent_reports", {"excise": absent_report()}, f'must be one of {KINDS}, got "excise" [unknown-word]'),
        (COUNTRY, "$.facts.vat.value", "", "must not be empty [empty]"),
        ("exceptions.json", "$.exceptions[0].claims", [], "must not be empty [empty]"),
        (COUNTRY, "$.e_invoicing.mandate.short_label", "ß" * 81, "must have at most 80 characters, got 81 [too-long]"),
        (COUNTRY, DIGIT_DAYS, [4], "must have at least 2 entries, got 1 [wrong-value]"),
        (COUNTRY, DIGIT_DAYS, [0, 2, 4], "must have at most 2 entries, got 3 [wrong-value]"),
        (COUNTRY, "$.identifiers[0].prefix", "Fr", f'must be: {PREFIX}, got "Fr" [wrong-pattern]'),
        (
            "exceptions.json", "$.exceptions[0].claims[0]", "vat",
            'must be: Name of a claim: its kind and its id, such as facts/fr-vat, got "vat" [wrong-pattern]',
        ),
        (COUNTRY, "$.map_tile.row", 13.5, "must be a whole number, got 13.5 [wrong-type]"),
        ("site.json", "$.contact", "contact", 'must be: Email address, got "contact" [wrong-pattern]'),
        ("site.json", "$.commercial_licence", "licence", f'must be: {SITE_PATH}, got "licence" [wrong-pattern]'),
        *(
            (file, path, value, f'must be: {form}, got "{value}" [wrong-pattern]')
            for file, path, form, values in (
                ("site.json", "$.version", VERSION, ("1.0", "01.0.0")),
                ("erps/erp_id_01.json", "$.website", URL, ("a.example", "ftp://a.example", "https://u@a.example")),
                ("connectors.json", FIRST_COUNTRY, CODE, ("FR", "fra", "")),
            )
            for value in values
        ),
        *(
            ("news.json", DATE_OF_NEWS, date, f'must be a valid date, YYYY-MM-DD, got "{date}" [wrong-format]')
            for date in ("2026-02-30", "0000-01-01", "20261120", "20. 11. 2026", "2026-11-20T00:00:00Z")
        ),
        *(
            ("news.json", SEEN, time, f'must be a valid UTC timestamp, YYYY-MM-DDThh:mm:ssZ, got "{time}" [wrong-format]')
            for time in (
                *("2026-02-30T00:00:00Z", "2026-11-20T24:00:00Z", "2026-11-21", "2026-11-21T00:00:00+01:00"),
                "2026-11-21T00:00:00.5Z",
            )
        ),
    ],
)  # fmt: skip
def test_value_that_its_type_does_not_allow_is_refused(
    tmp_path: Path, file: str, path: str, value: object, message: str
) -> None:
    assert issues(tmp_path, changed(file, path, value)) == [f"data/{file}: {path}: {message}"]


@pytest.mark.parametrize(
    ("path", "value"), [("$.e_invoicing.mandate.short_label", "ß" * 80), ("$.map_tile", {"column": 12, "row": 12})]
)
def test_value_at_its_limit_is_accepted(tmp_path: Path, path: str, value: object) -> None:
    assert issues(tmp_path, changed(COUNTRY, path, value)) == []


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("$.code", "fr\n", "$: `code` must not end with a line break"),
        (
            "$.sources",
            {"law": source_record("https://tax.example/law") | {"url": "https://tax.example/law\n"}},
            "$.sources[...]: `url` must not end with a line break",
        ),
    ],
)
def test_final_line_break_that_a_pattern_accepts_is_refused(
    tmp_path: Path, path: str, value: object, message: str
) -> None:
    assert f"data/{COUNTRY}: {message} [wrong-value]" in issues(tmp_path, changed(COUNTRY, path, value))


@pytest.mark.parametrize(
    ("depth", "path", "code"), [(47, "", "unknown-word"), (48, "[0]" * 47, "not-json")], ids=["allowed", "too deep"]
)
def test_nested_value_is_refused_where_it_is(tmp_path: Path, depth: int, path: str, code: str) -> None:
    files = whole()
    files[ERP] = encode_json(cited(files[ERP])).replace(b'"fetched"', b"[" * depth + b"1" + b"]" * depth)

    (issue,) = issues(tmp_path, files)

    assert issue.startswith(f"data/erps/erp_id_01.json: $.sources['vendor-example-product'].evidence{path}: must ")
    assert issue.endswith(f"[{code}]")


def keywords(schema: object) -> set[str]:
    """The validating keywords of a JSON Schema and of all schemas in it, less those that only lead to others."""
    if isinstance(schema, list):
        return {keyword for member in schema for keyword in keywords(member)}
    if not isinstance(schema, dict):
        return set()
    named = [*schema.get("$defs", {}).values(), *schema.get("properties", {}).values()]
    inner = [*map(schema.get, ("items", "anyOf", "propertyNames", "additionalProperties")), *named]
    leading = {"$ref", "properties", "propertyNames", "items"}
    return ({*schema} & {*Draft202012Validator.VALIDATORS}) - leading | keywords(inner)


@pytest.mark.parametrize("kind", FILE_KINDS, ids=lambda kind: kind.path)
def test_every_keyword_of_the_schemas_has_a_message(kind: FileKind) -> None:
    assert keywords(msgspec.json.schema(kind.type)) <= {
        *(*MESSAGES, "anyOf", "required", "additionalProperties", "pattern")
    }
