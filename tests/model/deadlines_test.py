"""The coded rules of a report answer by which day of the month after its period it is due."""

import datetime as dt
from calendar import monthrange
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_model import CodedDeadline, DeadlineUnit, DueBy, Report, ReportFrequency, due_by, is_due_by
from locdata_model.deadlines import calendar_place

DAYS_OF_OPTIONS = {DueBy.DAY_10: 10, DueBy.DAY_15: 15, DueBy.DAY_20: 20, DueBy.DAY_25: 25, DueBy.MONTH_END: 31}
REPORT: Mapping[str, Any] = dict.fromkeys(Report.__struct_fields__, "Any text") | {
    "id": "vat-reporting-fr-1",
    "country": "fr",
    "number": 1,
    "aliases": [],
    "next_due": None,
    "undated": None,
    "erp_support": [],
    "statements": [],
    "url": "https://data.example/reporting/#vat-reporting-fr-1",
    "source_urls": ["https://tax.example/vat"],
    "last_checked": dt.date(2026, 11, 20),
}
FROM_20 = ["day-20", "day-25", "month-end"]


def report(*deadlines: dict[str, Any], frequencies: tuple[str, ...] = ("monthly",)) -> Report:
    """A report with these rules."""
    rule = dict.fromkeys(CodedDeadline.__struct_fields__)
    coded = [{"frequency": each, "filers": None} for each in frequencies]
    rules = [rule | each for each in deadlines]
    return msgspec.convert({**REPORT, "frequencies": coded, "deadlines": rules}, Report)


@pytest.mark.parametrize(
    ("deadline", "options"),
    [
        pytest.param({"unit": "day-of-month", "months": 1, "number": 20}, FROM_20, id="the 20th"),
        pytest.param({"unit": "day-of-month", "months": 1, "number": 21}, FROM_20[1:], id="the 21st"),
        pytest.param({"unit": "day-of-month", "months": 1, "number": 30}, ["month-end"], id="the 30th"),
        pytest.param({"unit": "last-day", "months": 1}, ["month-end"], id="last day"),
        pytest.param({"unit": "last-working-day", "months": 1}, ["month-end"], id="last working day"),
        pytest.param({"unit": "day-of-month", "months": 2, "number": 7}, ["later"], id="the month after the next"),
        pytest.param({"unit": "last-day", "months": 2}, ["later"], id="end of the month after the next"),
        pytest.param({"unit": "last-day", "months": 0}, ["day-10", "day-15", *FROM_20], id="in the period"),
        pytest.param({"unit": "days", "number": 28}, ["month-end"], id="28 days"),
        pytest.param({"unit": "days", "number": 29}, ["later"], id="29 days, which February may not have"),
        pytest.param({"unit": "working-day", "months": 1, "number": 10}, ["day-15", *FROM_20], id="10th working day"),
        pytest.param({"unit": "working-day", "months": 1, "number": 20}, ["month-end"], id="20th working day"),
        pytest.param({"unit": "working-days", "number": 5}, ["day-10", "day-15", *FROM_20], id="5 working days"),
        pytest.param({"unit": "working-days", "number": 20}, ["month-end"], id="20 working days"),
        pytest.param({"unit": "working-days", "number": 21}, ["later"], id="21 working days"),
    ],
)
def test_a_rule_matches_each_day_by_which_it_always_falls(deadline: dict[str, Any], options: list[str]) -> None:
    assert [*due_by(report(deadline))] == options


def test_a_report_with_several_rules_matches_by_any_of_them() -> None:
    monthly = {"unit": "day-of-month", "months": 1, "number": 25, "frequency": "monthly"}
    yearly = {"unit": "last-day", "months": 3, "frequency": "yearly"}

    assert due_by(report(monthly, yearly)) == (DueBy.DAY_25, DueBy.MONTH_END, DueBy.LATER)


def test_a_report_without_a_rule_has_its_own_option() -> None:
    assert due_by(report()) == (DueBy.NOT_RECORDED,)


@pytest.mark.parametrize("frequency", ["per-transaction", "on-request", "daily", "ten-days"])
def test_days_after_an_event_or_a_period_below_a_month_are_not_days_of_the_following_month(frequency: str) -> None:
    days, dated = {"unit": "days", "number": 4}, {"unit": "day-of-month", "months": 1, "number": 20}

    assert due_by(report(days, frequencies=(frequency,))) == (DueBy.EVENT,)
    assert due_by(report(days | {"frequency": frequency}, frequencies=(frequency, "monthly"))) == (DueBy.EVENT,)
    assert [*due_by(report(dated, frequencies=(frequency,)))] == FROM_20
    assert not is_due_by(report(days, frequencies=(frequency,)), 31)


def test_days_that_count_from_transactions_and_from_periods_match_both() -> None:
    days = {"unit": "days", "number": 4}

    assert due_by(report(days, frequencies=("per-transaction", "monthly"))) == (*DAYS_OF_OPTIONS, DueBy.EVENT)
    assert due_by(report(days, frequencies=())) == (*DAYS_OF_OPTIONS,)


@pytest.mark.parametrize(
    ("rule", "day"),
    [
        pytest.param({"unit": "day-of-month", "months": 1, "number": 24}, 24, id="the 24th"),
        pytest.param({"unit": "working-day", "months": 1, "number": 10}, 14, id="10th working day"),
        pytest.param({"unit": "last-working-day", "months": 1}, 31, id="last working day"),
        pytest.param({"unit": "last-day", "months": 1}, 31, id="last day"),
    ],
)
def test_a_report_is_due_by_its_latest_day_and_by_no_day_before(rule: dict[str, Any], day: int) -> None:
    assert is_due_by(report(rule), day)
    assert not is_due_by(report(rule), day - 1)


def test_only_the_rules_for_a_frequency_count_if_it_is_asked_for() -> None:
    monthly = {"unit": "day-of-month", "months": 1, "number": 20, "frequency": "monthly"}
    both = report(monthly, {"unit": "last-day", "months": 1}, frequencies=("monthly", "quarterly"))

    assert is_due_by(both, 20, frequency=ReportFrequency.MONTHLY)
    assert not is_due_by(both, 20, frequency=ReportFrequency.QUARTERLY)
    assert is_due_by(both, 31, frequency=ReportFrequency.QUARTERLY)


def test_days_of_a_rule_for_every_frequency_count_as_those_of_the_one_that_is_asked_for() -> None:
    both = report({"unit": "days", "number": 4}, frequencies=("per-transaction", "monthly"))

    assert is_due_by(both, 10, frequency=ReportFrequency.MONTHLY)
    assert not is_due_by(both, 10, frequency=ReportFrequency.PER_TRANSACTION)


def test_units_and_frequencies_of_a_later_version_are_read_as_not_recorded() -> None:
    later = report({"unit": "moon", "months": 1, "number": 4}, frequencies=("weekly",))

    assert due_by(later) == (DueBy.NOT_RECORDED,)
    assert calendar_place(later)[0] == calendar_place(report(frequencies=()))[0]


MONTHS = st.dates(dt.date(2000, 1, 1), dt.date(2040, 11, 30)).map(lambda day: day.replace(day=1))
NUMBERS = {
    DeadlineUnit.DAY_OF_MONTH: st.integers(1, 31),
    DeadlineUnit.WORKING_DAY: st.integers(1, 20),
    DeadlineUnit.DAYS: st.integers(1, 60),
    DeadlineUnit.WORKING_DAYS: st.integers(1, 40),
}
RULES = st.one_of(
    *(
        st.fixed_dictionaries(
            {
                "unit": st.just(unit.value),
                "months": st.just(None)
                if unit in {DeadlineUnit.DAYS, DeadlineUnit.WORKING_DAYS}
                else st.integers(0, 3),
                "number": NUMBERS.get(unit, st.none()),
            }
        )
        for unit in DeadlineUnit
    )
)


def date_of(rule: dict[str, Any], month: dt.date) -> dt.date:
    """The date that a rule gives for the period of a month, where Saturdays and Sundays are the only holidays."""
    start = after(month, 1 if rule["months"] is None else rule["months"])
    unit, number = DeadlineUnit(rule["unit"]), int(rule["number"] or 0)
    days = [start + dt.timedelta(days=count) for count in range(monthrange(start.year, start.month)[1])]
    working = [day for count in range(80) if (day := start + dt.timedelta(days=count)).weekday() < 5]
    match unit:
        case DeadlineUnit.DAY_OF_MONTH:
            return days[min(number, len(days)) - 1]
        case DeadlineUnit.LAST_DAY:
            return days[-1]
        case DeadlineUnit.LAST_WORKING_DAY:
            return [day for day in days if day.weekday() < 5][-1]
        case DeadlineUnit.DAYS:
            return start + dt.timedelta(days=number - 1)
        case _:
            return working[number - 1]


def after(month: dt.date, months: int) -> dt.date:
    """The first day of a later month."""
    years, index = divmod(month.month - 1 + months, 12)
    return dt.date(month.year + years, index + 1, 1)


@given(rule=RULES, month=MONTHS)
def test_no_rule_gives_a_date_after_the_days_that_it_matches(rule: dict[str, Any], month: dt.date) -> None:
    following = after(month, 1)
    length = monthrange(following.year, following.month)[1]

    for option in due_by(report(rule)):
        if option in DAYS_OF_OPTIONS:
            assert date_of(rule, month) <= following.replace(day=min(DAYS_OF_OPTIONS[option], length))
