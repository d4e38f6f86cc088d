"""An exception takes the issue away that it is granted from, and one that is not needed is refused."""

from pathlib import Path
from typing import Any

import pytest

from data.citing import FACT, citing, granting, refusals, stating, strict_set, with_value
from locdata_build.data.errors import Issue, IssueCode
from locdata_build.data.exceptions import needed_exceptions
from support.dataset import COUNTRY, ERP, MISSING_REPORTS, Files, issues, load
from support.records import absent_report, exceptions, marked, report, source_id

SHARED = "https://sharing.example/doc"
PAGE, SECOND = "https://tax.example/vat", "https://tax.example/rates"
PHASE = "$.obligations.e_invoicing_b2b.phases[0]"
EXCEPTIONS, REFUSED_SOURCES = "exceptions.json", "refused_sources.json"


@pytest.mark.parametrize(
    ("files", "rule", "name"),
    [
        (citing(FACT, "https://tax.example/"), "landing-page", "facts/fr-currency"),
        (citing("$.reporting[0]", "https://vendor.example/vat"), "vendor-source", "reporting/vat-reporting-fr-1"),
        (citing(FACT, SHARED), "refused-source", f"sources/{source_id(SHARED)}"),
        (citing("$", SHARED, file=ERP), "refused-source", f"sources/{source_id(SHARED)}"),
        (stating(f"Euro. Cents[^{PAGE}][^{SECOND}]."), "uncited", "facts/fr-currency"),
        (stating("Euro[^https://law.example/act]."), "no-locator", "facts/fr-currency"),
        (stating("Rate 5[^https://firm.example/vat]."), "weak-source", "facts/fr-currency"),
        # A phase is excepted with its obligation.
        (
            with_value(COUNTRY, PHASE, what=f"All. Some[^{PAGE}][^{SECOND}]."),
            "uncited",
            "obligations/fr-e-invoicing-b2b",
        ),
    ],
)
def test_issue_of_a_claim_with_an_exception_is_taken_away(tmp_path: Path, files: Files, rule: str, name: str) -> None:
    (issue,) = refusals(tmp_path, files)

    assert issue[2] == rule
    assert refusals(tmp_path, files | {EXCEPTIONS: granting((rule, name))}) == []


@pytest.mark.parametrize("change", [{"reporting": [report(kind="other")]}, {"reporting": []}])
def test_exception_for_a_missing_report_names_the_country_and_the_kind(tmp_path: Path, change: dict[str, Any]) -> None:
    files = strict_set()
    files[COUNTRY] |= change

    assert (COUNTRY, "$.absent_reports['vat-return']", "missing-report") in refusals(tmp_path, files)
    assert refusals(tmp_path, files | {EXCEPTIONS: granting(("missing-report", "absent-reports/fr-vat-return"))}) == []


def test_reason_why_a_report_is_absent_may_be_excepted_as_other_claims_are(tmp_path: Path) -> None:
    files = citing("$.reporting[0]", "https://tax.example/return")
    files[COUNTRY]["absent_reports"] = {
        "saf-t": absent_report() | {"reason": marked("No law.", "https://tax.example/")}
    }

    assert refusals(tmp_path, files) == [(COUNTRY, "$.absent_reports['saf-t'].reason", "landing-page")]
    files[EXCEPTIONS] = granting(("landing-page", "absent-reports/fr-saf-t"))
    assert refusals(tmp_path, files) == []


def test_exception_for_a_report_is_refused_once_it_is_absent_for_a_reason(tmp_path: Path) -> None:
    files = strict_set()
    files[COUNTRY]["absent_reports"] = {"one-stop-shop": absent_report()}

    assert refusals(tmp_path, files) == [(EXCEPTIONS, "$.exceptions[0].claims[0]", "unneeded-exception")]


def test_exception_from_one_rule_is_none_from_another(tmp_path: Path) -> None:
    files = citing(FACT, "https://vendor.example/") | {EXCEPTIONS: granting(("vendor-source", "facts/fr-currency"))}

    assert refusals(tmp_path, files) == [(COUNTRY, f"{FACT}.value", "landing-page")]


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        pytest.param("vendor-source", "facts/fr-currency", id="claim that keeps the rule"),
        pytest.param("vendor-source", "facts/de-vat", id="claim that does not exist"),
        pytest.param("refused-source", "sources/spare", id="source that does not exist"),
    ],
)
def test_exception_that_is_not_needed_is_refused(tmp_path: Path, rule: str, name: str) -> None:
    assert issues(tmp_path, strict_set() | {EXCEPTIONS: granting((rule, name))}) == [
        (
            f"data/{EXCEPTIONS}: $.exceptions[1].claims[0]: must be left out: {name} keeps the rule {rule!r}, does not exist, "
            "or is listed already [unneeded-exception]"
        )
    ]


def test_claim_with_several_uncited_sentences_needs_one_exception(tmp_path: Path) -> None:
    files = stating(f"Euro. Cents. Coins[^{PAGE}][^{SECOND}].")

    assert len(refusals(tmp_path, files)) == 2
    assert refusals(tmp_path, files | {EXCEPTIONS: granting(("uncited", "facts/fr-currency"))}) == []


def test_claim_that_is_listed_for_two_reasons_is_refused(tmp_path: Path) -> None:
    files = strict_set()
    (granted,) = exceptions(("missing-report", MISSING_REPORTS[0]), reason="Old.")["exceptions"]
    files[EXCEPTIONS]["exceptions"].append(granted)

    assert refusals(tmp_path, files) == [(EXCEPTIONS, "$.exceptions[1].claims[0]", "unneeded-exception")]


@pytest.mark.parametrize(
    ("file", "content", "found"),
    [
        (COUNTRY, None, ("countries", "missing-folder")),
        (EXCEPTIONS, None, (EXCEPTIONS, "missing-file")),
        (REFUSED_SOURCES, None, (REFUSED_SOURCES, "missing-file")),
        *((file, b"{", (file, "not-json")) for file in (COUNTRY, EXCEPTIONS, REFUSED_SOURCES)),
        *((file, b"{}\n", (file, "missing-field")) for file in (COUNTRY, EXCEPTIONS, REFUSED_SOURCES)),
    ],
)
def test_broken_file_makes_no_exception_needless_and_none_missing(
    tmp_path: Path, file: str, content: bytes | None, found: tuple[str, str]
) -> None:
    files = citing("$", SHARED, file=ERP)
    files[EXCEPTIONS] = granting(("refused-source", f"sources/{source_id(SHARED)}"))
    del files[file]

    issues_found = refusals(tmp_path, files if content is None else files | {file: content})

    assert {(name, code) for name, _, code in issues_found} == {found}


def test_lists_of_exceptions_and_their_claims_are_sorted(tmp_path: Path) -> None:
    files = citing(FACT, "https://vendor.example/vat") | {EXCEPTIONS: granting(("vendor-source", "facts/fr-currency"))}
    files[EXCEPTIONS]["exceptions"][0]["claims"].reverse()
    files[EXCEPTIONS]["exceptions"].reverse()

    assert refusals(tmp_path, files) == [
        (EXCEPTIONS, "$.exceptions[1]", "list-order"),
        (EXCEPTIONS, "$.exceptions[1].claims[1]", "list-order"),
    ]


def test_rule_that_allows_exceptions_outside_claims_is_an_error_of_the_program(tmp_path: Path) -> None:
    (record,) = load(tmp_path).countries

    with pytest.raises(ValueError, match="must report its issues inside claims"):
        needed_exceptions([Issue(COUNTRY, "$.region", IssueCode.LANDING_PAGE, "")], {COUNTRY: record})
