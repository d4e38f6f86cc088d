"""Due dates follow from the codes of a deadline, from weekends and holidays, and from the day of the build."""

import datetime as dt
from typing import Any

import pytest

from locdata_build.data.countries import CountryFile
from locdata_build.derive.due_dates import DueDay, due_days, undated
from support.dataset import as_read
from support.published import derived
from support.records import country, report, tax_rule

TODAY = dt.date(2026, 11, 29)
REPORT = "vat-reporting-fr-1"
NEXT, PREVIOUS = "next-working-day", "previous-working-day"


def file(*deadlines: dict[str, Any], frequency: str = "monthly", code: str = "fr", **fields: Any) -> CountryFile:  # noqa: ANN401  # JSON
    """A country with a report of these deadlines, which move to the next working day."""
    coded = report(frequencies=[{"frequency": frequency}], deadlines=[*deadlines])
    return as_read(country(code) | {"reporting": [coded]} | fields, CountryFile)


def due(*deadlines: dict[str, Any], today: dt.date = TODAY, code: str = "fr", **fields: Any) -> tuple[DueDay, ...]:  # noqa: ANN401  # JSON
    """The days by which the report is due."""
    return due_days(file(*deadlines, code=code, **fields), today)[f"vat-reporting-{code}-1"]


def days(*deadlines: dict[str, Any], **fields: Any) -> list[str]:  # noqa: ANN401  # JSON
    """The days by which the report is due, each with the end of its period."""
    return [f"{each.period_end}: {each.date}" for each in due(*deadlines, **fields)]


def on(number: int, months: int = 1, **fields: object) -> dict[str, Any]:
    """A deadline on a day of a month."""
    return {"unit": "day-of-month", "months": months, "number": number, **fields}


@pytest.mark.parametrize(
    ("deadline", "first"),
    [
        pytest.param(on(20), "2026-11-30: 2026-12-21", id="a Sunday moves to Monday"),
        pytest.param(on(24), "2026-11-30: 2026-12-24", id="a working day stays"),
        pytest.param(on(25), "2026-11-30: 2026-12-28", id="a holiday before a weekend"),
        pytest.param(on(20, shift=PREVIOUS), "2026-11-30: 2026-12-18", id="the working day before"),
        pytest.param(on(20, shift="none"), "2026-11-30: 2026-12-20", id="it stays"),
        pytest.param(on(20, shift=None), "2026-11-30: 2026-12-20", id="it is not known whether it moves"),
        pytest.param({"unit": "last-day", "months": 1}, "2026-10-31: 2026-11-30", id="last day"),
        pytest.param({"unit": "working-day", "months": 1, "number": 10}, "2026-11-30: 2026-12-14", id="working day"),
        pytest.param({"unit": "last-working-day", "months": 2}, "2026-09-30: 2026-11-30", id="last working day"),
        pytest.param({"unit": "days", "number": 40}, "2026-10-31: 2026-12-10", id="days"),
        pytest.param({"unit": "working-days", "number": 4}, "2026-11-30: 2026-12-04", id="working days"),
        pytest.param(on(10, 2), "2026-10-31: 2026-12-10", id="two months later"),
        pytest.param(on(30, 0), "2026-11-30: 2026-11-30", id="in the period"),
        pytest.param(on(24, end_months=[12]), "2026-12-31: 2027-01-25", id="December alone"),
        pytest.param(on(24, since="2027-03-01"), "2027-03-31: 2027-04-26", id="periods from a day"),
    ],
)
def test_first_due_date_follows_from_the_rule(deadline: dict[str, Any], first: str) -> None:
    assert days(deadline)[0] == first


def test_thirteen_months_of_a_report_begin_with_the_day_of_the_build() -> None:
    found = days(on(24), today=dt.date(2026, 11, 24))

    assert (found[0], found[-1], len(found)) == ("2026-10-31: 2026-11-24", "2027-11-30: 2027-12-24", 14)
    assert days(on(24), today=dt.date(2026, 11, 25))[0] == "2026-11-30: 2026-12-24"


def test_february_of_a_leap_year_has_its_last_day() -> None:
    found = days({"unit": "last-day", "months": 1}, today=dt.date(2028, 1, 31))

    assert found[:2] == ["2027-12-31: 2028-01-31", "2028-01-31: 2028-02-29"]
    assert "2027-01-31: 2027-03-01" in days(on(30))


@pytest.mark.parametrize(
    ("frequency", "ends"),
    [
        ("two-monthly", ["10-31", "12-31", "02-28", "04-30", "06-30", "08-31", "10-31"]),
        ("quarterly", ["12-31", "03-31", "06-30", "09-30"]),
        ("four-monthly", ["12-31", "04-30", "08-31"]),
        ("half-yearly", ["12-31", "06-30"]),
        ("yearly", ["12-31"]),
        ("per-transaction", []),
        ("on-request", []),
    ],
)
def test_periods_are_those_of_the_calendar_year(frequency: str, ends: list[str]) -> None:
    found = due(on(30), frequency=frequency, today=dt.date(2026, 11, 30))

    assert [f"{each.period_end:%m-%d}" for each in found] == ends


def test_periods_of_other_years_end_in_their_own_months() -> None:
    (found,) = due(on(28, end_months=[6]), frequency="yearly")

    assert (found.period_start, found.period_end) == (dt.date(2026, 7, 1), dt.date(2027, 6, 30))
    assert due(on(28, end_months=[]), frequency="yearly") == ()


def test_thirds_of_a_month_are_periods() -> None:
    found = due({"unit": "days", "number": 10}, frequency="ten-days", tax_rules=[])

    assert [f"{each.period_start:%d} {each.period_end}: {each.date}" for each in found[:3]] == [
        *("11 2026-11-20: 2026-11-30", "21 2026-11-30: 2026-12-10", "01 2026-12-10: 2026-12-20")
    ]
    assert found[0].id == f"{REPORT}-ten-days-2026-11-20"


def test_by_the_tax_number_it_is_due_from_the_first_to_the_last_of_successive_working_days() -> None:
    found, *_ = due(on(18, digit_days=[0, 4]), code="ar", today=dt.date(2026, 1, 1))

    assert (found.rule_date, found.date, found.last_date) == (
        *(dt.date(2026, 1, 18), dt.date(2026, 1, 19), dt.date(2026, 1, 23)),
    )
    assert due(on(18, digit_days=[0, 4]), code="ar", today=dt.date(2026, 1, 23))[0] == found


@pytest.mark.parametrize(("code", "date"), [("fr", "2026-10-05"), ("sa", "2026-10-04"), ("ae", "2026-10-05")])
def test_weekend_is_that_of_the_country(code: str, date: str) -> None:
    # 3 October 2026 is a Saturday.
    assert str(due(on(3), code=code, today=dt.date(2026, 10, 1))[0].date) == date


@pytest.mark.parametrize(
    ("code", "day", "date"),
    [
        pytest.param("se", dt.date(2026, 6, 19), "2026-06-22", id="the eve of Midsummer"),
        pytest.param("jp", dt.date(2026, 12, 31), "2027-01-04", id="the turn of the year"),
        pytest.param("id", dt.date(2026, 12, 24), "2026-12-28", id="collective leave"),
    ],
)
def test_days_off_beside_public_holidays_count_where_the_law_says_so(code: str, day: dt.date, date: str) -> None:
    assert str(due(on(day.day), code=code, today=day)[0].date) == date


def test_rule_of_the_country_counts_on_its_days() -> None:
    rules = [tax_rule(until="2026-12-31"), tax_rule("later", since="2027-01-01", shift=PREVIOUS)]
    found = days(on(20), tax_rules=rules)

    # 20 December 2026 and 20 February 2027 are at a weekend.
    assert {"2026-11-30: 2026-12-21", "2027-01-31: 2027-02-19"} <= {*found}


def test_day_off_without_a_rule_may_move() -> None:
    found = due(on(20), tax_rules=[])

    assert [each.may_move for each in found[:3]] == [True, False, True]
    assert {each.shift for each in found} == {None}
    assert not any(each.may_move for each in due(on(20)))


def test_classes_of_filers_have_due_dates_of_their_own() -> None:
    found = due(on(15, filers="on paper"), on(23, filers="online"))
    first, second = (each for each in found if each.period_end == dt.date(2026, 11, 30))

    assert (first.filers, first.id) == ("on paper", f"{REPORT}-monthly-2026-11")
    assert (second.filers, second.id) == ("online", f"{REPORT}-monthly-2026-11-2")


def test_due_date_has_the_source_of_its_deadline() -> None:
    due_dates = derived(file(on(24)), TODAY).due_dates

    assert {each.source_url for each in due_dates} == {"https://tax.example/return"}
    assert {each.report for each in due_dates} == {REPORT}
    assert [each.date for each in due_dates] == sorted(each.date for each in due_dates)


def test_report_has_its_next_due_date_or_the_reason_why_there_is_none() -> None:
    (dated,), (without,) = (
        derived(each, TODAY).reports for each in (file(on(24)), file(on(24), frequency="per-transaction"))
    )

    assert (dated.record.next_due, dated.record.undated) == (dt.date(2026, 12, 24), None)
    assert (without.record.next_due, without.record.undated) == (None, "event")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"frequencies": [{"frequency": "on-request"}], "deadlines": [{"unit": "days", "number": 3}]}, "event"),
        ({"frequencies": [{"frequency": "daily"}], "deadlines": []}, "event"),
        ({"frequencies": [], "deadlines": [on(24)]}, "no-rule"),
        ({"frequencies": [{"frequency": "monthly"}], "deadlines": []}, "no-rule"),
        ({"frequencies": [{"frequency": "yearly"}], "deadlines": [on(24, end_months=[])]}, "own-periods"),
        ({"frequencies": [{"frequency": "yearly"}], "deadlines": [on(24, since="2030-01-01")]}, "later"),
    ],
)
def test_report_without_due_dates_says_why(fields: dict[str, Any], reason: str) -> None:
    read = as_read(country() | {"reporting": [report(**fields)]}, CountryFile)

    assert undated(read.reporting[0], due_days(read, TODAY)[REPORT]) == reason
