"""The markers, sources and texts of a record agree with each other."""

from pathlib import Path

import pytest

from support.dataset import COUNTRY, ERP, Files, changed, issues, obligation, provenance, source, support, whole

HOST = "https://tax.example/"


def with_provenance(**fields: object) -> Files:
    """The whole set with other fields in the provenance of one fact."""
    files = whole()
    files[COUNTRY]["facts"]["vat"]["provenance"] |= fields
    return files


@pytest.mark.parametrize("evidence", ["fetched", "search-extract"])
@pytest.mark.parametrize("verification", ["official", "secondary"])
def test_record_with_a_source_may_have_any_other_marker(tmp_path: Path, evidence: str, verification: str) -> None:
    assert issues(tmp_path, with_provenance(evidence=evidence, verification=verification)) == []


def test_record_without_a_source_is_unverified(tmp_path: Path) -> None:
    assert issues(tmp_path, with_provenance(source_urls=[], evidence="unverified", verification="unverified")) == []


@pytest.mark.parametrize(
    ("file", "path"),
    [
        pytest.param(COUNTRY, "$.facts.vat.provenance.evidence", id="evidence"),
        pytest.param(COUNTRY, "$.facts.vat.provenance.verification", id="verification"),
        pytest.param(ERP, "$.provenance.evidence", id="evidence without verification"),
        pytest.param(COUNTRY, "$.reporting[0].erp_support[0].evidence", id="support of a report"),
    ],
)
def test_unverified_record_with_a_source_is_refused(tmp_path: Path, file: str, path: str) -> None:
    assert issues(tmp_path, changed(file, path, "unverified")) == [
        f"data/{file}: {path}: must not be 'unverified' where there are sources [source-present]"
    ]


@pytest.mark.parametrize(
    ("evidence", "verification", "claims"),
    [
        ("fetched", "unverified", ["evidence is 'fetched'"]),
        ("unverified", "secondary", ["verification is 'secondary'"]),
        ("fetched", "official", ["evidence is 'fetched'", "verification is 'official'"]),
    ],
)
def test_verified_record_without_a_source_is_refused(
    tmp_path: Path, evidence: str, verification: str, claims: list[str]
) -> None:
    files = with_provenance(source_urls=[], evidence=evidence, verification=verification)

    assert issues(tmp_path, files) == [
        (
            f"data/countries/fr.json: $.facts.vat.provenance.source_urls: must have a source where {claim}, but is empty "
            "[source-missing]"
        )
        for claim in claims
    ]


@pytest.mark.parametrize("status", ["in_force", "enacted", "planned", "voluntary", "none"])
def test_known_obligation_without_a_source_is_refused(tmp_path: Path, status: str) -> None:
    unverified = {**obligation(status), "provenance": provenance()}

    assert issues(tmp_path, changed(COUNTRY, "$.obligations.saft", unverified)) == [
        (
            f"data/countries/fr.json: $.obligations.saft.status: must be 'unknown' without a source, but is {status!r} "
            "[source-missing]"
        )
    ]


def test_unknown_obligation_may_have_a_source(tmp_path: Path) -> None:
    unknown = {**obligation("unknown"), "summary": "The law leaves it open.", "provenance": provenance(source("law"))}

    assert issues(tmp_path, changed(COUNTRY, "$.obligations.saft", unknown)) == []


@pytest.mark.parametrize("support_type", ["native", "via provider", "roadmap", "not supported"])
def test_known_support_without_a_source_is_refused(tmp_path: Path, support_type: str) -> None:
    entries = [
        support("erp_id_01", support_type),
        {**support("erp_id_02", support_type), "provenance": provenance()},
    ]

    assert issues(tmp_path, changed(COUNTRY, "$.e_invoicing.erp_support", entries)) == [
        (
            "data/countries/fr.json: $.e_invoicing.erp_support[1].provenance: must have a source where the support type is "
            f"{support_type!r} [support-marker]"
        )
    ]


def test_unknown_support_with_a_source_is_refused(tmp_path: Path) -> None:
    path = "$.e_invoicing.erp_support[1].provenance"

    assert issues(tmp_path, changed(COUNTRY, path, provenance(source("support")))) == [
        (
            f"data/countries/fr.json: {path}: must have no source where the support type is 'unknown/unverified' "
            "[support-marker]"
        )
    ]


@pytest.mark.parametrize("url", ["https://tax.example", HOST, "http://tax.example:8080/"])
def test_host_is_no_source_of_a_fact(tmp_path: Path, url: str) -> None:
    (issue,) = issues(tmp_path, with_provenance(source_urls=[url]))

    assert issue.endswith("must have a page that states the claim, not only the URL of a host [bare-host]")


@pytest.mark.parametrize(
    "urls",
    [
        pytest.param(["https://tax.example/vat"], id="path"),
        pytest.param(["https://tax.example/?page=vat"], id="query"),
        pytest.param(["https://tax.example/#vat"], id="fragment"),
        pytest.param(["https://tax.example?vat"], id="query without a slash"),
        pytest.param([HOST, "https://tax.example/vat"], id="host beside a page"),
    ],
)
def test_page_is_a_source_of_a_fact(tmp_path: Path, urls: list[str]) -> None:
    assert issues(tmp_path, with_provenance(source_urls=urls)) == []


@pytest.mark.parametrize(
    ("path", "is_rated"),
    [
        pytest.param("$.facts.currency", True, id="fact"),
        pytest.param("$.obligations.saft", True, id="obligation"),
        pytest.param("$.e_invoicing.mandate", True, id="mandate"),
        pytest.param("$.reporting[0]", False, id="report"),
    ],
)
def test_host_is_no_source_of_law_or_dates(tmp_path: Path, path: str, is_rated: bool) -> None:
    assert issues(tmp_path, changed(COUNTRY, f"{path}.provenance", provenance(HOST, rated=is_rated))) == [
        (
            f"data/countries/fr.json: {path}.provenance.source_urls: must have a page that states the claim, "
            "not only the URL of a host [bare-host]"
        )
    ]


@pytest.mark.parametrize(
    ("file", "path", "is_rated"),
    [
        (ERP, "$.provenance", False),
        (COUNTRY, "$.erp_localizations[0].provenance", True),
        (COUNTRY, "$.local_erps[0].provenance", True),
        (COUNTRY, "$.partners[0].provenance", False),
        (COUNTRY, "$.partner_flags[0].provenance", True),
        (COUNTRY, "$.e_invoicing.erp_support[0].provenance", True),
        ("connectors.json", "$.connectors[0].provenance", True),
    ],
)
def test_host_is_a_source_of_what_states_no_law(tmp_path: Path, file: str, path: str, is_rated: bool) -> None:
    assert issues(tmp_path, changed(file, path, provenance(HOST, rated=is_rated))) == []


@pytest.mark.parametrize(
    "path",
    [
        "$.facts.vat.value",
        "$.obligations.saft.summary",
        "$.e_invoicing.mandate.mandate",
        "$.erp_localizations[0].value",
    ],
)
def test_not_known_with_a_source_is_refused(tmp_path: Path, path: str) -> None:
    assert issues(tmp_path, changed(COUNTRY, path, "Not known.")) == [
        f"data/countries/fr.json: {path}: must say what the sources say, but is 'Not known.' [not-known]"
    ]
