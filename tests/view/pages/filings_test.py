"""The page of filings has what is due in the next 90 days, and every report its next due date."""

from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Group, Row
from support.dataset import COUNTRY, Files, whole
from support.pages import load_page, markdown, tables_of
from support.records import report

DAY_20 = {"unit": "day-of-month", "months": 1, "number": 20}


def with_report(**fields: object) -> Files:
    """The source files, where the country has one report with these fields."""
    files = whole()
    files[COUNTRY] |= {"reporting": [report(**fields)]}
    return files


def groups(folder: Path, **fields: Any) -> tuple[Group, ...]:  # noqa: ANN401  # JSON
    """The days of the page of filings. The site is built on 21 November 2026."""
    tables = tables_of(load_page(folder, "/filings/", with_report(deadline="Day 20", **fields)))
    return tuple(group for table in tables for group in table.groups)


def rows(folder: Path, **fields: Any) -> tuple[Row, ...]:  # noqa: ANN401  # JSON
    """The rows of all days."""
    return tuple(row for group in groups(folder, **fields) for row in group.rows)


def test_groups_are_the_days_of_the_next_90_with_what_is_due_on_each(tmp_path: Path) -> None:
    first, second = groups(tmp_path, deadlines=[DAY_20])

    assert markdown(first.title) == "Monday 21 December 2026"
    assert [[*map(markdown, row.cells)] for row in first.rows] == [
        ["[VAT return](/france/#vat-reporting-fr-1), Déclaration", "France", "November 2026"]
    ]
    assert markdown(second.title) == "Wednesday 20 January 2027"


def test_filters_choose_country_kind_days_and_dates(tmp_path: Path) -> None:
    first, second = rows(tmp_path, deadlines=[DAY_20])

    assert first.facets == {"country": ("fr",), "kind": ("vat-return",), "days": ("30", "90"), "date": ("2026-12-21",)}
    assert second.facets["days"] == ("90",)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"deadlines": [DAY_20 | {"shift": None}]},
            "November 2026 – a day off; whether it moves is not known",
        ),
        (
            {"deadlines": [DAY_20 | {"digit_days": [0, 4]}]},
            "October 2026 – to Thursday 26 November 2026, by the tax number",
        ),
    ],
    ids=["may move", "tax number"],
)
def test_row_says_what_is_to_be_known_about_the_day(tmp_path: Path, fields: dict[str, Any], words: str) -> None:
    assert markdown(rows(tmp_path, **fields)[0].cells[2]) == words


def test_periods_and_filers_of_a_report_with_the_same_day_share_a_row(tmp_path: Path) -> None:
    fields = {
        "frequency": "Monthly or quarterly",
        "frequencies": [{"frequency": "monthly"}, {"frequency": "quarterly"}],
    }
    deadlines = [DAY_20 | {"frequency": "monthly", "filers": "large"}, DAY_20 | {"frequency": "quarterly"}]
    found = rows(tmp_path, **fields, deadlines=deadlines)

    assert [markdown(row.cells[2]) for row in found] == [
        "November 2026 (large)",
        "December 2026 (large); October to December 2026",
    ]


@pytest.mark.parametrize(
    ("frequency", "period"),
    [("quarterly", "October to December 2026"), ("yearly", "2026"), ("two-monthly", "November to December 2026")],
)
def test_period_is_named_by_its_months(tmp_path: Path, frequency: str, period: str) -> None:
    words = {"quarterly": "Quarterly", "yearly": "Yearly", "two-monthly": "Every two months"}
    fields = {"frequency": words[frequency], "frequencies": [{"frequency": frequency}], "deadlines": [DAY_20]}

    assert markdown(rows(tmp_path, **fields)[0].cells[2]) == period
