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


@pytest.mark.parametrize(
    ("name", "accepted", "refused", "message"),
    [
        ("right_in_the_end", 6, 5, "must be from 6, those right at first, to 10, but is 5 [wrong-value]"),
        ("right_in_the_end", 10, 11, "must be from 6, those right at first, to 10, but is 11 [wrong-value]"),
        (
            "date",
            "2026-11-21",
            "2026-11-22",
            "must not be after the date of the build, 2026-11-21, but is 2026-11-22 [future-date]",
        ),
    ],
)
def test_figure_or_date_beyond_its_limit_is_refused(
    tmp_path: Path, name: str, accepted: object, refused: object, message: str
) -> None:
    assert issues(tmp_path, changed(AUDITS, f"$.audits[0].{name}", accepted)) == []
    assert issues(tmp_path, changed(AUDITS, f"$.audits[0].{name}", refused)) == [
        f"data/{AUDITS}: $.audits[0].{name}: {message}"
    ]
