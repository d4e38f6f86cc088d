"""What is derived from a small dataset: records, counts, order."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from locdata_build.derive.filters import matches, toggle_coverage
from locdata_build.derive.published import Published, derive
from locdata_build.source.slugs import page_slug
from locdata_model.toggles import ToggleCount, Toggles
from locdata_model.vocabulary import FilterName, Topic
from support.dataset import COUNTRY, country, load, provenance, whole


@pytest.fixture
def published(tmp_path: Path) -> Published:
    """The small dataset, derived."""
    return derive(load(tmp_path))


def test_a_country_has_its_topics_then_localizations_then_e_invoicing_support(published: Published) -> None:
    assert [fact.id for fact in published.countries[0].facts] == [
        "fr-currency",
        "fr-vat",
        "fr-e-invoicing",
        "fr-periodic-reporting",
        "fr-eu-vida",
        "fr-statutory-accounts",
        "fr-tax-authority",
        "fr-erp-localization-erp_id_01",
        "fr-e-invoicing-erp-support-erp_id_01",
        "fr-e-invoicing-erp-support-erp_id_02",
    ]


def test_only_the_e_invoicing_fact_says_whether_it_is_mandatory_and_from_when(published: Published) -> None:
    told = {fact.id: (fact.mandatory, fact.effective_date) for fact in published.countries[0].facts}

    assert told.pop("fr-e-invoicing") == (True, dt.date(2026, 1, 1))
    assert set(told.values()) == {(None, None)}


def test_only_e_invoicing_support_has_details(published: Published) -> None:
    with_details = [fact.topic for fact in published.countries[0].facts if fact.details]

    assert with_details == [Topic.E_INVOICING_ERP_SUPPORT, Topic.E_INVOICING_ERP_SUPPORT]


def test_a_fact_without_a_source_is_unverified_and_has_no_source_url(published: Published) -> None:
    fact = published.countries[0].facts[5]

    assert (fact.status, fact.verification, fact.source_url, fact.source_urls) == ("unverified", "unverified", None, ())


def test_counts_say_how_much_there_is(published: Published) -> None:
    counts = published.countries[0].counts

    assert (counts.facts, counts.facts_verified, counts.erp_matrix_cells) == (10, 8, 2)
    assert (counts.local_erps, counts.partners, counts.partner_flags) == (1, 1, 1)


def test_an_erp_product_gathers_what_countries_and_connectors_say_of_it(published: Published) -> None:
    first, second = published.erps

    assert [fact.id for fact in first.e_invoicing_support] == ["fr-e-invoicing-erp-support-erp_id_01"]
    assert [fact.id for fact in first.other_facts] == ["fr-erp-localization-erp_id_01"]
    assert [provider.provider for provider in first.providers] == ["Provider"]
    assert [flag.id for flag in second.partner_flags] == ["fr-erp_id_02"]
    assert (first.counts.partners, second.counts.partners) == (1, 0)


def test_a_country_outside_the_matrix_has_no_cells(tmp_path: Path) -> None:
    files = whole() | {"countries/no.json": country("no", "Norway") | {"e_invoicing": None}}
    published = derive(load(tmp_path, files))

    assert [detail.counts.erp_matrix_cells for detail in published.countries] == [2, 0]
    assert {record.country_code for record in published.data_files["matrix"]} == {"fr"}  # type: ignore[attr-defined]  # every data file has its own type


def test_countries_stand_by_code_and_partners_by_product_then_name(tmp_path: Path) -> None:
    files = whole() | {"countries/at.json": country("at", "Austria")}
    partner = files[COUNTRY]["partners"][0]
    files[COUNTRY]["partners"] = [
        {**partner, "erp": erp, "slug": name.lower(), "name": name}
        for erp, name in [("erp_id_02", "Alpha"), ("erp_id_01", "beta"), ("erp_id_01", "Alpha")]
    ]
    published = derive(load(tmp_path, files))

    assert [detail.code for detail in published.countries] == ["at", "fr"]
    assert [partner.id for partner in published.countries[1].partners] == [
        "fr-erp_id_01-alpha",
        "fr-erp_id_01-beta",
        "fr-erp_id_02-alpha",
    ]


def test_news_stands_newest_first_and_undated_items_last(tmp_path: Path) -> None:
    files = whole()
    item = files["news.json"]["news"][0]
    dates = {"n1": "2026-01-01", "n2": None, "n10": "2026-05-01", "n9": "2026-05-01"}
    files["news.json"]["news"] = [
        {**item, "id": id_, "url": f"https://vendor.example/{id_}", "date": date} for id_, date in dates.items()
    ]

    assert [item.id for item in derive(load(tmp_path, files)).news] == ["n10", "n9", "n1", "n2"]


def test_reports_of_a_topic_keep_the_order_of_the_file(tmp_path: Path) -> None:
    files = whole()
    report = files[COUNTRY]["reporting"][0]
    files[COUNTRY]["reporting"] = [
        {**report, "topic": topic, "report_local": name}
        for topic, name in [("saf-t", "z"), ("vat-reporting", "y"), ("saf-t", "a"), ("vat-reporting", "b")]
    ]
    records: Any = derive(load(tmp_path, files)).data_files["reporting"]

    assert [record.report_local for record in records] == ["y", "b", "z", "a"]


def test_a_product_without_a_word_on_a_report_is_unknown(published: Published) -> None:
    record: Any = published.data_files["reporting"][0]

    assert (record.erp_key_01, record.erp_key_02) == ("native", "unknown")


def test_lists_in_a_cell_are_joined_by_one_space(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["facts"]["vat"]["provenance"] = provenance("https://a.example/x", "https://b.example/y")
    records: Any = derive(load(tmp_path, files)).data_files["countries"]

    assert records[1].source == "https://a.example/x https://b.example/y"


def answers(*values: bool | None) -> Toggles:
    """Toggles in the order of the specification."""
    return Toggles(**dict(zip(Toggles.__struct_fields__, values, strict=True)))


@pytest.mark.parametrize(
    ("toggles", "expected"),
    [
        pytest.param(answers(False, False, False, False, False, False), [], id="nothing"),
        pytest.param(
            answers(True, True, True, True, True, True),
            [
                "e-invoicing-mandatory",
                "e-invoicing-mandatory-b2b",
                "e-invoicing-b2b-in-force",
                "e-invoicing-mandatory-b2g",
                "real-time-reporting",
                "saft-required",
            ],
            id="everything",
        ),
        pytest.param(answers(None, None, None, None, None, None), ["toggles-unknown"], id="unknown"),
        pytest.param(
            answers(None, None, True, False, False, False),
            ["e-invoicing-mandatory", "e-invoicing-mandatory-b2g", "toggles-unknown"],
            id="b2g alone",
        ),
        pytest.param(answers(False, False, False, False, False, None), ["toggles-unknown"], id="one is unknown"),
    ],
)
def test_a_filter_holds_the_countries_whose_toggles_match(toggles: Toggles, expected: list[str]) -> None:
    assert [name.value for name in FilterName if matches(name, toggles)] == expected


def test_coverage_counts_each_answer() -> None:
    coverage = toggle_coverage(
        [answers(True, False, None, True, True, None), answers(True, None, None, False, True, None)]
    )

    assert coverage.e_invoicing_mandatory_b2b == ToggleCount(yes=2, no=0, unknown=0)
    assert coverage.e_invoicing_b2b_in_force == ToggleCount(yes=0, no=1, unknown=1)
    assert coverage.real_time_reporting == ToggleCount(yes=1, no=1, unknown=0)
    assert coverage.audit_file_on_request == ToggleCount(yes=0, no=0, unknown=2)


@pytest.mark.parametrize(
    ("name", "slug"),
    [("United Kingdom", "united-kingdom"), ("Türkiye", "turkiye"), ("Côte d'Ivoire", "cote-d-ivoire"), ("日本", "")],
)
def test_the_address_of_a_page_is_the_ascii_name_with_hyphens(name: str, slug: str) -> None:
    assert page_slug(name) == slug
