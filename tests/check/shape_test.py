"""A file has the shape of its kind and becomes a record, or every deviation is told."""

import copy
from pathlib import Path

import pytest

from locdata_build.check.shape import convert
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.files import CountryFile, ErpFile, SponsorsFile
from support.dataset import COUNTRY, ERP, faults, whole


def test_file_of_the_right_shape_becomes_a_record() -> None:
    record, found = convert(whole()["sponsors.json"], SponsorsFile, "sponsors.json")

    assert found == []
    assert record == SponsorsFile(
        schema="schema/sponsors.schema.json", notice="Sponsored content is apart.", sponsors=()
    )


def test_file_of_another_shape_becomes_none(tmp_path: Path) -> None:
    files = whole()
    del files[ERP]["vendor"]

    record, found = convert(files[ERP], ErpFile, "erps/odoo.json")

    assert record is None
    assert [str(fault) for fault in found] == [
        "erps/odoo.json: $.vendor: must be present, but is missing [missing-field]",
    ]


def test_value_is_left_as_it_is() -> None:
    value = whole()[COUNTRY]
    before = copy.deepcopy(value)

    convert(value, CountryFile, "countries/fr.json")

    assert value == before


def test_whole_set_has_no_faults(tmp_path: Path) -> None:
    assert faults(tmp_path, whole()) == []


@pytest.mark.parametrize("field", ["erp_localizations", "reporting", "local_erps", "partners", "partner_flags"])
def test_list_of_a_country_may_be_empty(tmp_path: Path, field: str) -> None:
    files = whole()
    files[COUNTRY][field] = []

    assert faults(tmp_path, files) == []


def test_country_outside_the_matrix_has_null(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"] = None
    files["connectors.json"]["connectors"][0]["countries_in_scope"] = []

    assert faults(tmp_path, files) == []


def test_news_item_without_a_date_has_null(tmp_path: Path) -> None:
    files = whole()
    files["news.json"]["news"][0]["date"] = None

    assert faults(tmp_path, files) == []


def test_sponsor_is_no_fault(tmp_path: Path) -> None:
    files = whole()
    files["sponsors.json"]["sponsors"] = [
        {
            "id": "sponsor",
            "name": "Sponsor",
            "scope": "Country pages",
            "tagline": "Short.",
            "description": "Longer.",
            "url": "https://sponsor.example/",
            "start": "2027-01-01",
            "end": "2027-12-31",
            "sponsored": True,
        }
    ]

    assert faults(tmp_path, files) == []


def test_all_deviations_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    files = whole()
    del files[COUNTRY]["region"]
    files[COUNTRY]["code"] = 250
    files[COUNTRY]["facts"]["vat"]["value"] = ""
    files[COUNTRY]["obligations"]["saft"]["status"] = "no"
    files[COUNTRY]["partners"][0]["phone"] = "1"

    assert sorted(faults(tmp_path, files)) == [
        "data/countries/fr.json: $.code: must be a string, but is 250 [wrong-type]",
        "data/countries/fr.json: $.facts.vat.value: must not be empty, but is [empty]",
        (
            "data/countries/fr.json: $.obligations.saft.status: must be one of "
            '"enacted", "in_force", "none", "planned", "unknown", "voluntary", but is "no" [unknown-word]'
        ),
        (
            "data/countries/fr.json: $.partners[0].phone: must not be here: it is no known field "
            "(known here: erp, slug, name, partner_type, summary, source_kind, provenance) [unknown-field]"
        ),
        "data/countries/fr.json: $.region: must be present, but is missing [missing-field]",
    ]


@pytest.mark.parametrize(
    "stamp",
    [
        pytest.param("2026-02-30T00:00:00Z", id="day that does not exist"),
        pytest.param("2026-11-20T24:00:00Z", id="hour that does not exist"),
        pytest.param("2026-11-20T00:60:00Z", id="minute that does not exist"),
        pytest.param("2026-11-20T23:59:60Z", id="leap second"),
        pytest.param("0000-01-01T00:00:00Z", id="year that does not exist"),
    ],
)
def test_time_that_does_not_exist_is_refused(tmp_path: Path, stamp: str) -> None:
    files = whole()
    files["news.json"]["news"][0]["first_seen"] = stamp

    assert faults(tmp_path, files) == [
        f'data/news.json: $.news[0].first_seen: must be a date-time that exists, but is "{stamp}" [wrong-format]',
    ]


def test_value_as_deep_as_may_be_is_refused_where_it_stands(tmp_path: Path) -> None:
    files = whole()
    files[ERP] = encode_json(files[ERP]).replace(b'"fetched"', b"[" * 48 + b"1" + b"]" * 48)

    assert faults(tmp_path, files) == [
        (
            "data/erps/erp_id_01.json: $.provenance.evidence: must be one of "
            '"fetched", "search-extract", "unverified", but is a list [unknown-word]'
        )
    ]


def test_value_deeper_than_may_be_is_refused_by_its_depth(tmp_path: Path) -> None:
    files = whole()
    files[ERP] = encode_json(files[ERP]).replace(b'"fetched"', b"[" * 49 + b"1" + b"]" * 49)

    assert faults(tmp_path, files) == [
        (
            f"data/erps/erp_id_01.json: $.provenance.evidence{'[0]' * 48}: must be nested no more than 50 levels deep, "
            "but is [not-json]"
        )
    ]


def test_final_line_break_that_a_pattern_lets_pass_is_refused(tmp_path: Path) -> None:
    files = whole()
    files["connectors.json"]["connectors"][0]["erp"] = "erp_id_01\n"

    assert faults(tmp_path, files) == [
        (
            "data/connectors.json: $.connectors[0].erp: must hold no control or invisible character, "
            "but holds U+000A at character 9 [control-character]"
        ),
        "data/connectors.json: $.connectors[0]: `erp` must not end with a line break [wrong-value]",
    ]


def test_final_line_break_in_a_list_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["facts"]["vat"]["provenance"]["source_urls"] = ["https://tax.example/a\n"]

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.facts.vat.provenance.source_urls[0]: must hold no control or invisible character, "
            "but holds U+000A at character 21 [control-character]"
        ),
        "data/countries/fr.json: $.facts.vat.provenance: `source_urls` must not end with a line break [wrong-value]",
    ]


def test_final_line_break_at_the_top_of_a_file_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["code"] = "fr\n"

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.code: must hold no control or invisible character, "
            "but holds U+000A at character 2 [control-character]"
        ),
        "data/countries/fr.json: $: `code` must not end with a line break [wrong-value]",
    ]
