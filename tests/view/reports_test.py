"""Reports have their place in a filing calendar by their frequencies, then by their deadlines."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from locdata_build.view.components.reports import calendar_place
from locdata_model import CodedDeadline, Report

REPORT: Mapping[str, Any] = dict.fromkeys(Report.__struct_fields__, "Any text") | {
    "id": "vat-reporting-fr-1",
    "country": "fr",
    "number": 1,
    "aliases": [],
    "also_kinds": [],
    "next_due": None,
    "undated": "no-rule",
    "erp_support": [],
    "statements": [],
    "url": "https://data.example/reporting/#vat-reporting-fr-1",
    "source_urls": ["https://tax.example/vat"],
    "last_checked": dt.date(2026, 11, 20),
}
MONTHLY, YEARLY = {"frequencies": ("monthly",)}, {"frequencies": ("yearly",)}
THE_20TH: dict[str, Any] = {"unit": "day-of-month", "months": 1, "number": 20}


def report(*deadlines: dict[str, Any], frequencies: tuple[str, ...] = ("monthly",)) -> Report:
    """A report with these rules."""
    coded = [{"frequency": each, "filers": None} for each in frequencies]
    rules = [dict.fromkeys(CodedDeadline.__struct_fields__) | each for each in deadlines]
    return msgspec.convert({**REPORT, "frequencies": coded, "deadlines": rules}, Report)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        pytest.param(report(THE_20TH), report({"unit": "last-day", "months": 1}), id="day of the month"),
        pytest.param(report({"unit": "last-day", "months": 1}), report(THE_20TH | {"months": 2}), id="month"),
        pytest.param(report({"unit": "days", "number": 5}), report(THE_20TH), id="days"),
        pytest.param(report(THE_20TH | {"months": 3}), report(THE_20TH, **YEARLY), id="frequency"),
        pytest.param(report(THE_20TH), report(), id="no rule"),
        pytest.param(report(THE_20TH, **YEARLY), report(frequencies=("per-transaction",)), id="no period"),
        pytest.param(report(frequencies=("on-request",)), report(frequencies=()), id="no frequency"),
    ],
)
def test_reports_are_in_the_order_of_a_calendar(earlier: Report, later: Report) -> None:
    assert calendar_place(earlier) < calendar_place(later)


def test_a_report_has_the_place_of_its_highest_frequency_and_its_earliest_deadline() -> None:
    several = report(THE_20TH | {"months": 3}, THE_20TH, frequencies=("yearly", "monthly"))

    assert calendar_place(several) == calendar_place(report(THE_20TH, **MONTHLY))
