"""Audits are in order, not after the build, and their figures add up."""

from pathlib import Path

import pytest

from support.dataset import changed, issues
from support.records import audit

AUDITS = "audits.json"


def test_audits_are_sorted_by_date(tmp_path: Path) -> None:
    earlier, *later = audit("C", date="2026-11-19"), audit("B"), audit("A")

    assert issues(tmp_path, changed(AUDITS, "$.audits", [earlier, *later])) == []
    assert issues(tmp_path, changed(AUDITS, "$.audits", [*later, earlier])) == [
        "data/audits.json: $.audits[2]: must be sorted, but '2026-11-19' is after '2026-11-20' [list-order]"
    ]


def test_audit_that_is_listed_twice_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, changed(AUDITS, "$.audits", [audit(), audit()])) == [
        (
            "data/audits.json: $.audits[1]: must differ from the other entries, but '2026-11-20 All countries First reading' is "
            "also entry 0 [duplicate]"
        )
    ]


@pytest.mark.parametrize("found", [5, 11])
def test_claims_that_are_right_in_the_end_are_those_right_at_first_and_at_most_all(tmp_path: Path, found: int) -> None:
    assert issues(tmp_path, changed(AUDITS, "$.audits[0].right_in_the_end", found)) == [
        (
            f"data/audits.json: $.audits[0].right_in_the_end: must be from 6, those right at first, to 10, but is {found} "
            "[wrong-value]"
        )
    ]


@pytest.mark.parametrize("found", [6, 10, None])
def test_first_and_last_possible_figure_are_accepted(tmp_path: Path, found: int | None) -> None:
    assert issues(tmp_path, changed(AUDITS, "$.audits[0].right_in_the_end", found)) == []


def test_audit_after_the_build_is_refused(tmp_path: Path) -> None:
    assert issues(tmp_path, changed(AUDITS, "$.audits[0].date", "2026-11-22")) == [
        (
            "data/audits.json: $.audits[0].date: must not be after the date of the build, 2026-11-21, but is 2026-11-22 "
            "[future-date]"
        )
    ]
