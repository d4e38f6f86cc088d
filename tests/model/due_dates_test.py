"""What is due between two days."""

import datetime as dt

import msgspec
import pytest

from locdata_model import DueDate, due_between


def due_date(identifier: int, date: str, last_date: str | None = None) -> DueDate:
    """Return a due date of a report."""
    report, urls = "vat-reporting-fr-1", {"url": "https://data.example/", "source_url": "https://tax.example/vat"}
    names = {
        "country": "fr",
        "report": report,
        "kind": "vat-return",
        "form": None,
        "report_local": "A",
        "report_en": "A",
    }
    period = {"frequency": "monthly", "filers": None, "period_start": date, "period_end": date}
    days = {"date": date, "last_date": last_date, "rule_date": date, "shift": None, "may_move": False}
    grades = {"evidence": "fetched", "verification": "official", "last_checked": "2026-11-20"}
    made = {"id": f"{report}-monthly-2026-{identifier:02}", **names, **period, **days, **urls, **grades}
    return msgspec.convert(made, DueDate)


DUE = (due_date(3, "2026-12-20"), due_date(2, "2026-12-18", "2026-12-22"), due_date(1, "2026-12-20"))


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        ("2026-12-18", "2026-12-20", [2, 1, 3]),
        ("2026-12-20", "2026-12-20", [2, 1, 3]),
        ("2026-12-21", "2026-12-31", [2]),
        ("2026-12-23", "2026-12-31", []),
        ("2026-12-01", "2026-12-17", []),
    ],
)
def test_what_is_due_between_two_days_is_in_the_order_of_the_days(first: str, last: str, found: list[int]) -> None:
    between = due_between(DUE, dt.date.fromisoformat(first), dt.date.fromisoformat(last))

    assert [int(each.id[-2:]) for each in between] == found
