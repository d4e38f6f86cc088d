"""Readers ask by when a report is due in the month after its period; the coded rules of its deadline answer."""

import datetime as dt
from calendar import monthrange
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.data.reports import SourceReport
from locdata_build.derive.deadlines import DueBy, due_by
from locdata_model.reports import DeadlineUnit
from support import records
from support.records import DAY

DAYS_OF_OPTIONS = {DueBy.DAY_10: 10, DueBy.DAY_15: 15, DueBy.DAY_20: 20, DueBy.DAY_25: 25, DueBy.MONTH_END: 31}
FROM_20 = ["day-20", "day-25", "month-end"]


def report(*deadlines: dict[str, Any], frequencies: tuple[str, ...] = ("monthly",)) -> SourceReport:
    """A report with these rules."""
    coded = [{"frequency": each} for each in frequencies]
    read = {"sources": ["calendar"], "checked": DAY}
    record = records.report(frequencies=coded, deadlines=[*deadlines], erp_support=[], provenance=read)
    return msgspec.convert(record, SourceReport, strict=False)


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


def test_a_report_without_a_rule_has_an_option_of_its_own() -> None:
    assert due_by(report()) == (DueBy.NOT_RECORDED,)


@pytest.mark.parametrize("frequency", ["per-transaction", "on-request"])
def test_days_after_a_transaction_or_a_request_are_not_days_of_the_following_month(frequency: str) -> None:
    days, dated = {"unit": "days", "number": 4}, {"unit": "day-of-month", "months": 1, "number": 20}

    assert due_by(report(days, frequencies=(frequency,))) == (DueBy.EVENT,)
    assert due_by(report(days | {"frequency": frequency}, frequencies=(frequency, "monthly"))) == (DueBy.EVENT,)
    assert [*due_by(report(dated, frequencies=(frequency,)))] == FROM_20


def test_days_that_count_from_transactions_and_from_periods_match_both() -> None:
    days = {"unit": "days", "number": 4}

    assert due_by(report(days, frequencies=("per-transaction", "monthly"))) == (*DAYS_OF_OPTIONS, DueBy.EVENT)
    assert due_by(report(days, frequencies=())) == (*DAYS_OF_OPTIONS,)


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
