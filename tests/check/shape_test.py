"""A file has the shape of its kind and becomes a record, or every deviation is told."""

import copy
from pathlib import Path

import pytest

from locdata_build.check.shape import convert
from locdata_build.read.parse import parse_json
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
        "data/news.json: $.news[0].first_seen: Invalid RFC3339 encoded datetime [wrong-value]",
    ]


@pytest.mark.xfail(reason="BUG: nesting that just fits the parser is too deep for what follows", raises=RecursionError)
def test_value_of_any_depth_that_can_be_parsed_is_refused() -> None:
    raw = encode_json(whole()[ERP])

    for depth in range(800, 1000):
        nested = raw.replace(b'"fetched"', b"[" * depth + b"]" * depth)
        value, _ = parse_json(nested, "erps/odoo.json")
        assert convert(value, ErpFile, "erps/odoo.json")[0] is None
