"""The pages about the data explain every word, what may change, and how the data may be used."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

from locdata_build.derive.verdicts import VerdictForm
from locdata_build.view.page import Page
from locdata_build.view.words import STATUSES
from locdata_model.reports import DeadlineUnit, ReportFrequency, ReportKind
from locdata_model.toggles import TOGGLES
from locdata_model.vocabulary import (
    BoundParty,
    Certainty,
    ConnectorType,
    Evidence,
    ObligationStatus,
    PhaseState,
    ReportingMode,
    Requirement,
    SourceKind,
    SupportType,
    Verification,
)
from support.dataset import changed
from support.pages import load_page, pairs_of, rows_of, section_of, tables_of, texts_of
from support.records import audit


@pytest.fixture
def methodology(pages: Mapping[str, Page]) -> Page:
    return pages["/methodology/"]


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("status", ObligationStatus),
        ("phases", [*PhaseState, *Certainty, *Requirement]),
        ("bound", BoundParty),
        ("modes", ReportingMode),
        ("verification", Verification),
        ("evidence", Evidence),
        ("sources", SourceKind),
        ("support", SupportType),
        ("connectors", ConnectorType),
        ("reports", [*ReportKind, *ReportFrequency, *DeadlineUnit]),
        ("toggles", ["Yes", "No", "Unknown", *TOGGLES]),
    ],
)
def test_every_word_and_every_toggle_is_explained(methodology: Page, section: str, words: Collection[str]) -> None:
    assert {*words} <= {*texts_of(section_of(methodology, section).blocks)}


def test_the_page_has_figures_on_claims_and_sources(methodology: Page) -> None:
    pairs = pairs_of(*section_of(methodology, "figures").blocks)
    figures = {term: "".join(texts_of(content)) for term, content in pairs.items()}

    assert figures == {
        "Claims": "33, each with a source: 26 official (read in full: 26), 4 secondary (read in full: 4), 3 unverified",
        "Statements": "39; 0 share a list of sources with the rest of their claim",
        "Facts and obligations of countries": "10 of 12 name an official page first",
        "Obligations": "1 of 5 are unknown",
        "E-invoicing by product and country": "1 of 2 are unknown",
        "Sources": "22, listed by kind: Sources/sources/",
    }


def test_every_audit_is_listed_with_the_latest_first(tmp_path: Path) -> None:
    audits = [audit("A", right_in_the_end=None), audit("B", imprecise=1002)]
    page = load_page(tmp_path, "/methodology/", changed("audits.json", "$.audits", audits))
    (table,) = tables_of(section_of(page, "audits"))

    assert [["".join(texts_of(cell)) for cell in row.cells] for row in rows_of(table)] == [
        ["B. First reading, ", "claims", "1,010", "6", "1,002", "1", "0", "1", "9"],
        ["A. First reading, ", "claims", "10", "6", "2", "1", "0", "1", "not counted"],
    ]


def results_of(folder: Path, audits: list[dict[str, Any]]) -> dict[str, str]:
    """What the page says of all audits together, by what they drew."""
    page = load_page(folder, "/methodology/", changed("audits.json", "$.audits", audits))
    pairs = pairs_of(*section_of(page, "audits").blocks)
    return {term: "".join(texts_of(content)) for term, content in pairs.items()}


def test_audits_of_each_unit_are_added_up_apart_with_the_result_after_correction_first(tmp_path: Path) -> None:
    uncorrected = audit("A", unit="statements", right_in_the_end=None)
    corrected = audit("B", unit="statements", right=36, not_compared=1001, right_in_the_end=1039)

    assert results_of(tmp_path, [uncorrected, corrected]) == {
        "Single statements": (
            "after correction, 1,039 of 1,040 were right, in the audits that compared them again. "
            "At first, 42 of the 48 that could be compared were right (88 %), 4 imprecise, 2 outdated and 0 wrong; "
            "1,002 could not be compared."
        ),
        "Whole claims": "none has been compared yet.",
        "Rates, thresholds and formats": "none has been compared yet.",
    }


def test_the_page_says_so_if_no_audit_compared_claims_again_after_a_correction(tmp_path: Path) -> None:
    results = results_of(tmp_path, [audit(right_in_the_end=None)])

    assert results["Whole claims"].startswith("none has been compared again after a correction. At first, 6 of the 9 ")


def test_without_an_audit_the_page_says_so(tmp_path: Path) -> None:
    page = load_page(tmp_path, "/methodology/", changed("audits.json", "$.audits", []))

    assert texts_of(section_of(page, "audits"))[-1] == "No audit is recorded."


def test_every_form_of_verdict_is_explained_word_for_word(methodology: Page) -> None:
    rows = rows_of(*tables_of(section_of(methodology, "verdicts")))
    words = [texts_of(row.cells[0])[0] for row in rows]

    assert [(texts_of(row.cells[1]), texts_of(row.cells[2])) for row in rows] == [
        ([STATUSES[form.status].label], [form.meaning]) for form in VerdictForm
    ]
    assert [word for word in words if "{" in word] == []
    assert {
        "Yes, since (day)",
        "Yes, receiving only; issuing from (later day)",
        "Yes, for public bodies only",
        "Yes, within (number) days",
        "Enacted, no start date",
        "Planned for (year)",
    } <= {*words}
