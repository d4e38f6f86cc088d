"""The markers, sources and dates of a record agree with each other and with its text."""

from pathlib import Path
from typing import Any

import pytest

from support.dataset import COUNTRY, ERP, Files, fact, faults, obligation, provenance, source, support, whole


def with_provenance(**fields: object) -> Files:
    """The whole set with other fields in the provenance of one fact."""
    files = whole()
    files[COUNTRY]["facts"]["vat"]["provenance"] |= fields
    return files


@pytest.mark.parametrize("evidence", ["fetched", "search-extract"])
@pytest.mark.parametrize("verification", ["official", "secondary"])
def test_source_may_have_any_marker_but_unverified(tmp_path: Path, evidence: str, verification: str) -> None:
    assert faults(tmp_path, with_provenance(evidence=evidence, verification=verification)) == []


def test_record_without_a_source_is_unverified(tmp_path: Path) -> None:
    assert faults(tmp_path, with_provenance(source_urls=[], evidence="unverified", verification="unverified")) == []


@pytest.mark.parametrize("marker", ["evidence", "verification"])
def test_unverified_record_with_a_source_is_refused(tmp_path: Path, marker: str) -> None:
    assert faults(tmp_path, with_provenance(**{marker: "unverified"})) == [
        (
            f"data/countries/fr.json: $.facts.vat.provenance.{marker}: must not be 'unverified' where there are sources "
            "[source-present]"
        )
    ]


@pytest.mark.parametrize(
    ("markers", "message"),
    [
        pytest.param(
            {"evidence": "fetched", "verification": "unverified"},
            "must hold a source where evidence is 'fetched', but is empty",
            id="evidence",
        ),
        pytest.param(
            {"evidence": "unverified", "verification": "secondary"},
            "must hold a source where verification is 'secondary', but is empty",
            id="verification",
        ),
    ],
)
def test_verified_record_without_a_source_is_refused(tmp_path: Path, markers: dict[str, str], message: str) -> None:
    assert faults(tmp_path, with_provenance(source_urls=[], **markers)) == [
        f"data/countries/fr.json: $.facts.vat.provenance.source_urls: {message} [source-missing]",
    ]


def test_each_marker_without_a_source_is_a_fault(tmp_path: Path) -> None:
    assert faults(tmp_path, with_provenance(source_urls=[])) == [
        (
            "data/countries/fr.json: $.facts.vat.provenance.source_urls: must hold a source where evidence is 'fetched', "
            "but is empty [source-missing]"
        ),
        (
            "data/countries/fr.json: $.facts.vat.provenance.source_urls: must hold a source where verification is "
            "'official', but is empty [source-missing]"
        ),
    ]


def test_record_without_a_rating_has_one_marker(tmp_path: Path) -> None:
    files = whole()
    files[ERP]["provenance"]["evidence"] = "unverified"

    assert faults(tmp_path, files) == [
        (
            "data/erps/erp_id_01.json: $.provenance.evidence: must not be 'unverified' where there are sources "
            "[source-present]"
        )
    ]


def test_source_of_a_report_support_is_not_unverified(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["reporting"][0]["erp_support"][0]["evidence"] = "unverified"

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.reporting[0].erp_support[0].evidence: must be 'fetched' or 'search-extract' where "
            "there are sources [source-present]"
        )
    ]


def test_source_given_twice_is_refused(tmp_path: Path) -> None:
    assert faults(tmp_path, with_provenance(source_urls=[source("a"), source("b"), source("a")])) == [
        (
            "data/countries/fr.json: $.facts.vat.provenance.source_urls[2]: must differ from the other entries, "
            "but 'https://tax.example/a' stands in entry 0 too [duplicate]"
        )
    ]


def test_source_of_a_report_support_given_twice_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["reporting"][0]["erp_support"][0]["source_urls"] = [source("a"), source("a")]

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.reporting[0].erp_support[0].source_urls[1]: must differ from the other entries, "
            "but 'https://tax.example/a' stands in entry 0 too [duplicate]"
        )
    ]


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("https://tax.example", id="host"),
        pytest.param("https://tax.example/", id="host and slash"),
        pytest.param("http://tax.example:8080/", id="host and port"),
    ],
)
def test_bare_host_is_no_source_of_a_fact(tmp_path: Path, url: str) -> None:
    assert faults(tmp_path, with_provenance(source_urls=[url])) == [
        (
            "data/countries/fr.json: $.facts.vat.provenance.source_urls: must hold a page that states the claim, "
            "but holds only a bare host [bare-host]"
        )
    ]


@pytest.mark.parametrize(
    "urls",
    [
        pytest.param(["https://tax.example/vat"], id="path"),
        pytest.param(["https://tax.example/?page=vat"], id="query"),
        pytest.param(["https://tax.example/#vat"], id="fragment"),
        pytest.param(["https://tax.example?vat"], id="query without a slash"),
        pytest.param(["https://tax.example/", "https://tax.example/vat"], id="bare host beside a page"),
    ],
)
def test_page_is_a_source_of_a_fact(tmp_path: Path, urls: list[str]) -> None:
    assert faults(tmp_path, with_provenance(source_urls=urls)) == []


@pytest.mark.parametrize(
    ("owner", "path"),
    [
        pytest.param(whole()[COUNTRY]["facts"]["currency"], "facts.currency", id="fact"),
        pytest.param(whole()[COUNTRY]["obligations"]["saft"], "obligations.saft", id="obligation"),
        pytest.param(whole()[COUNTRY]["e_invoicing"]["mandate"], "e_invoicing.mandate", id="mandate"),
    ],
)
def test_bare_host_is_no_source_of_law(tmp_path: Path, owner: dict[str, Any], path: str) -> None:
    files = whole()
    group, name = path.split(".")
    files[COUNTRY][group][name] = {**owner, "provenance": provenance("https://tax.example/")}

    assert faults(tmp_path, files) == [
        (
            f"data/countries/fr.json: $.{path}.provenance.source_urls: must hold a page that states the claim, "
            "but holds only a bare host [bare-host]"
        )
    ]


def test_bare_host_is_no_source_of_a_report(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["reporting"][0]["provenance"] = provenance("https://tax.example/", rated=False)

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.reporting[0].provenance.source_urls: must hold a page that states the claim, "
            "but holds only a bare host [bare-host]"
        )
    ]


def test_bare_host_is_a_source_of_what_states_no_law(tmp_path: Path) -> None:
    files = whole()
    host = "https://vendor.example/"
    files[ERP]["provenance"] = provenance(host, rated=False)
    files[COUNTRY]["erp_localizations"][0]["provenance"] = provenance(host)
    files[COUNTRY]["local_erps"][0]["provenance"] = provenance(host)
    files[COUNTRY]["partners"][0]["provenance"] = provenance(host, rated=False)
    files[COUNTRY]["partner_flags"][0]["provenance"] = provenance(host)
    files[COUNTRY]["e_invoicing"]["erp_support"][0] = {**support("erp_id_01"), "provenance": provenance(host)}
    files["connectors.json"]["connectors"][0]["provenance"] = provenance(host)

    assert faults(tmp_path, files) == []


@pytest.mark.parametrize(
    ("group", "name", "record", "field"),
    [
        pytest.param("facts", "vat", fact("Not known."), "value", id="fact"),
        pytest.param(
            "obligations", "saft", {**obligation("none"), "summary": "Not known."}, "summary", id="obligation"
        ),
        pytest.param(
            "e_invoicing",
            "mandate",
            {**whole()[COUNTRY]["e_invoicing"]["mandate"], "mandate": "Not known."},
            "mandate",
            id="mandate",
        ),
    ],
)
def test_not_known_with_a_source_is_refused(
    tmp_path: Path, group: str, name: str, record: dict[str, Any], field: str
) -> None:
    files = whole()
    files[COUNTRY][group][name] = record

    assert faults(tmp_path, files) == [
        (
            f"data/countries/fr.json: $.{group}.{name}.{field}: must say what the sources say, but is 'Not known.' "
            "[not-known]"
        )
    ]


def test_localization_not_known_with_a_source_is_refused(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["erp_localizations"][0]["value"] = "Not known."

    assert faults(tmp_path, files) == [
        (
            "data/countries/fr.json: $.erp_localizations[0].value: must say what the sources say, but is 'Not known.' "
            "[not-known]"
        )
    ]


def test_date_after_the_build_is_refused(tmp_path: Path) -> None:
    assert faults(tmp_path, with_provenance(last_checked="2026-11-22")) == [
        (
            "data/countries/fr.json: $.facts.vat.provenance.last_checked: must not lie after the build's date 2026-11-21, "
            "but is 2026-11-22 [future-date]"
        )
    ]


def test_day_of_the_build_is_no_fault(tmp_path: Path) -> None:
    assert faults(tmp_path, with_provenance(last_checked="2026-11-21")) == []
