"""Every ERP product and country that a record names is defined by a file, and its dates can be."""

from pathlib import Path
from typing import Any

import pytest

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


def country_lists() -> list[Any]:
    """The lists of a country whose entries name an ERP product."""
    return [
        pytest.param("erp_localizations", id="localization"),
        pytest.param("partners", id="partner"),
        pytest.param("partner_flags", id="partner flag"),
    ]


@pytest.mark.parametrize("field", country_lists())
def test_unknown_erp_in_a_country_is_refused(tmp_path: Path, field: str) -> None:
    files = whole()
    files[COUNTRY][field][0]["erp"] = "erp_id_03"

    assert faults(tmp_path, files) == [
        (
            f"data/countries/fr.json: $.{field}[0].erp: must be an ERP product that has a file, "
            "but is 'erp_id_03' (did you mean 'erp_id_02'?) [unknown-erp]"
        )
    ]


def test_unknown_erp_in_a_report_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["reporting"][0]["erp_support"][0]["erp"] = "erp_key_01"

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.reporting[0].erp_support[0].erp: must be an ERP product that has a file, "
            "but is 'erp_key_01' (did you mean 'erp_id_01'?) [unknown-erp]"
        )
    ]


def test_unknown_erp_in_the_matrix_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["erp_support"].append(
        {**files[COUNTRY]["e_invoicing"]["erp_support"][0], "erp": "erp_id_03"}
    )

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.e_invoicing.erp_support[2].erp: must be an ERP product that has a file, "
            "but is 'erp_id_03' (did you mean 'erp_id_02'?) [unknown-erp]"
        )
    ]


def test_unknown_erp_of_a_connector_is_refused(tmp_path: Path) -> None:
    files = whole()
    files["connectors.json"]["connectors"][0]["erp"] = "erp_id_03"

    assert faults(tmp_path, files) == [
        (
            "data/connectors.json: $.connectors[0].erp: must be an ERP product that has a file, "
            "but is 'erp_id_03' (did you mean 'erp_id_02'?) [unknown-erp]"
        )
    ]


def test_unknown_erp_of_a_news_item_is_refused(tmp_path: Path) -> None:
    files = whole()
    files["news.json"]["news"][0]["erps"] = ["erp_id_02", "erp_id_03"]

    assert faults(tmp_path, files) == [
        (
            "data/news.json: $.news[0].erps[1]: must be an ERP product that has a file, "
            "but is 'erp_id_03' (did you mean 'erp_id_02'?) [unknown-erp]"
        )
    ]


def test_news_item_may_concern_no_erp(tmp_path: Path) -> None:
    files = whole()
    files["news.json"]["news"][0]["erps"] = []

    assert faults(tmp_path, files) == []


def test_unknown_country_of_a_connector_is_refused(tmp_path: Path) -> None:
    files = whole()
    files["connectors.json"]["connectors"][0]["countries_in_scope"] = ["de", "fr", "gb"]

    assert faults(tmp_path, files) == [
        (
            "data/connectors.json: $.connectors[0].countries_in_scope[0]: must be a country that has a file, "
            "but is 'de' [unknown-country]"
        ),
        (
            "data/connectors.json: $.connectors[0].countries_in_scope[2]: must be a country that has a file, "
            "but is 'gb' [unknown-country]"
        ),
    ]


def test_connector_may_cover_no_country_in_scope(tmp_path: Path) -> None:
    files = whole()
    files["connectors.json"]["connectors"][0]["countries_in_scope"] = []

    assert faults(tmp_path, files) == []


def test_news_dated_after_the_build_is_refused(tmp_path: Path) -> None:
    files = whole()
    files["news.json"]["news"][0]["date"] = "2026-11-22"

    assert faults(tmp_path, files) == [
        (
            "data/news.json: $.news[0].date: must not lie after the build's date 2026-11-21, but is 2026-11-22 "
            "[future-date]"
        )
    ]


def test_news_first_seen_after_the_build_is_refused(tmp_path: Path) -> None:
    files = whole()
    files["news.json"]["news"][0]["first_seen"] = "2026-11-21T00:00:01Z"

    assert faults(tmp_path, files) == [
        (
            "data/news.json: $.news[0].first_seen: must not lie after the build's time 2026-11-21T00:00:00Z, but does "
            "[future-date]"
        )
    ]


def test_news_of_the_build_s_own_time_is_no_fault(tmp_path: Path) -> None:
    files = whole()
    files["news.json"]["news"][0] |= {"date": "2026-11-21", "first_seen": "2026-11-21T00:00:00Z"}

    assert faults(tmp_path, files) == []


def test_erp_is_named_once_in_a_news_item(tmp_path: Path) -> None:
    files = whole()
    files["news.json"]["news"][0]["erps"] = ["erp_id_01", "erp_id_02", "erp_id_01"]

    assert faults(tmp_path, files) == [
        (
            "data/news.json: $.news[0].erps[2]: must differ from the other entries, "
            "but 'erp_id_01' stands in entry 0 too [duplicate]"
        )
    ]


def test_country_is_named_once_in_a_connector(tmp_path: Path) -> None:
    files = whole()
    files["connectors.json"]["connectors"][0]["countries_in_scope"] = ["fr", "fr"]

    assert faults(tmp_path, files) == [
        (
            "data/connectors.json: $.connectors[0].countries_in_scope[1]: must differ from the other entries, "
            "but 'fr' stands in entry 0 too [duplicate]"
        )
    ]


def test_placement_that_ends_before_it_starts_is_refused(tmp_path: Path) -> None:
    files = whole()
    files["sponsors.json"]["sponsors"] = [{**SPONSOR, "start": "2026-01-02", "end": "2026-01-01"}]

    assert faults(tmp_path, files) == [
        (
            "data/sponsors.json: $.sponsors[0].end: must not lie before the start 2026-01-02, but is 2026-01-01 "
            "[date-order]"
        )
    ]


@pytest.mark.parametrize(
    "end",
    [
        pytest.param("2026-01-01", id="one day"),
        pytest.param("2099-12-31", id="end in the future"),
        pytest.param(None, id="open end"),
    ],
)
def test_placement_may_end_from_the_day_of_its_start(tmp_path: Path, end: str | None) -> None:
    files = whole()
    files["sponsors.json"]["sponsors"] = [{**SPONSOR, "end": end}]

    assert faults(tmp_path, files) == []


def test_connector_names_countries_of_the_matrix_alone(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"] = None

    assert faults(tmp_path, files) == [
        (
            "data/connectors.json: $.connectors[0].countries_in_scope[0]: must be a country of the matrix, "
            "but 'fr' is none [unknown-country]"
        )
    ]
