"""The records of a country are derived from its source file: their ids, order, provenance and counts."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from locdata_build.data.formats import FORMAT
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.published import derive
from locdata_model.vocabulary import COUNTRY_TOPIC_LABELS, Status, Topic
from support.dataset import COUNTRY, Files, load, whole
from support.records import country, fact, format_record, obligation, report


def records(folder: Path, changes: dict[str, Any] | None = None) -> CountryRecords:
    """The records of the country of the small dataset, with changes to the fields of its file."""
    files: Files = whole()
    files[COUNTRY] |= changes or {}
    return derive(load(folder, files)).records[0]


@pytest.fixture
def france(tmp_path: Path) -> CountryRecords:
    """The records of the country of the small dataset."""
    return records(tmp_path)


def test_facts_are_on_topics_then_on_localizations_then_on_e_invoicing_support(france: CountryRecords) -> None:
    topics = [fact.topic for fact in france.detail.facts]

    assert topics == [*COUNTRY_TOPIC_LABELS, Topic.ERP_LOCALIZATION, *[Topic.E_INVOICING_ERP_SUPPORT] * 2]
    assert [fact.id for fact in france.detail.facts][-3:] == [
        "fr-erp-localization-erp_id_01",
        "fr-e-invoicing-erp-support-erp_id_01",
        "fr-e-invoicing-erp-support-erp_id_02",
    ]


def test_only_the_fact_on_e_invoicing_is_mandatory_from_a_date(france: CountryRecords) -> None:
    found = {fact.id: (fact.mandatory, fact.effective_date) for fact in france.detail.facts}

    assert found.pop("fr-e-invoicing") == (True, dt.date(2026, 1, 1))
    assert set(found.values()) == {(None, None)}


def test_sources_are_published_in_both_forms(tmp_path: Path) -> None:
    urls = ("https://a.example/x", "https://b.example/y")
    facts = country()["facts"] | {"vat": fact("20%.", *urls)}
    published = derive(load(tmp_path, whole() | {COUNTRY: country() | {"facts": facts}}))
    (vat,) = (claim.record for claim in published.records[0].topics if claim.record.topic is Topic.VAT)
    rows: Any = published.data_files["countries"]
    (row,) = (row for row in rows if row.fact == vat.label)

    assert (vat.source_url, vat.source_urls, row.source) == (urls[0], urls, " ".join(urls))


def test_counts_are_those_of_the_records(france: CountryRecords) -> None:
    counts, facts = france.detail.counts, france.detail.facts
    unverified = [fact for fact in facts if fact.status is Status.UNVERIFIED]

    assert (counts.facts, counts.facts_verified) == (len(facts), len(facts) - len(unverified))
    assert unverified != []
    assert counts.erp_matrix_cells == 2
    assert (counts.local_erps, counts.partners, counts.partner_flags) == (1, 1, 1)


def test_reports_are_published_by_topic_and_number_and_keep_their_number(tmp_path: Path) -> None:
    given = [("saf-t", 4), ("vat-reporting", 10), ("saf-t", 1), ("vat-reporting", 3)]
    made = [report(topic, number, report_local=f"{topic} {number}") for topic, number in given]
    reports = records(tmp_path, {"reporting": made}).reports

    assert [(each.record.id, each.record.report_local) for each in reports] == [
        ("vat-reporting-fr-3", "vat-reporting 3"),
        ("vat-reporting-fr-10", "vat-reporting 10"),
        ("saf-t-fr-1", "saf-t 1"),
        ("saf-t-fr-4", "saf-t 4"),
    ]


def test_support_of_a_product_that_a_report_does_not_name_is_unknown(tmp_path: Path) -> None:
    row: Any = derive(load(tmp_path)).data_files["reporting"][0]

    assert (row.erp_key_01, row.erp_key_02, row.erp_sources) == ("native", "unknown", "https://vendor.example/vat")


def test_partners_are_sorted_by_product_then_name(tmp_path: Path) -> None:
    partner = country()["partners"][0]
    names = [("erp_id_02", "Alpha"), ("erp_id_01", "beta"), ("erp_id_01", "Alpha")]
    partners = [partner | {"erp": erp, "slug": name.lower(), "name": name} for erp, name in names]

    assert [each.id for each in records(tmp_path, {"partners": partners}).detail.partners] == [
        "fr-erp_id_01-alpha",
        "fr-erp_id_01-beta",
        "fr-erp_id_02-alpha",
    ]


def test_records_can_be_looked_up_by_product(france: CountryRecords) -> None:
    first, second, other = map(france.of_erp, ("erp_id_01", "erp_id_02", "erp_id_03"))

    assert (first.support, first.localization) == (france.support[0], france.localizations[0])
    assert (first.reports, first.partners) == ([(france.reports[0], france.reports[0].parts[0])], [france.partners[0]])
    assert (second.partner_flag, second.localization, second.partners) == (france.partner_flags[0], None, [])
    assert (other.support, other.reports) == (None, [])


def test_obligation_lists_its_formats_and_format_its_obligations(tmp_path: Path) -> None:
    formats = [format_record("xml", flows=["b2b", "b2c", "saf-t"]), format_record("ubl", flows=["b2b", "b2g"])]
    obligations = country()["obligations"] | {"real_time_reporting": obligation("none")}
    found = records(tmp_path, {"formats": formats, "obligations": obligations})

    assert {claim.record.obligation: claim.record.formats for claim in found.obligations} == {
        "e_invoicing_b2b": ("fr-ubl", "fr-xml"),
        "e_invoicing_b2g": ("fr-ubl",),
        "real_time_reporting": (),
        "saft": ("fr-xml",),
        "audit_file": (),
    }
    assert {claim.id: claim.record.obligations for claim in found.index.of_kind(FORMAT)} == {
        "fr-ubl": ("fr-e-invoicing-b2b", "fr-e-invoicing-b2g"),
        "fr-xml": ("fr-e-invoicing-b2b", "fr-saft"),
    }
