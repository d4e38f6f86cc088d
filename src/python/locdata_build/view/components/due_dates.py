"""Due dates in words: the day, the period, the filers, and why a report has none."""

import datetime as dt

from locdata_build.data.dates_in_words import MONTHS, weekday_in_words
from locdata_build.view.blocks import Filter, Option
from locdata_build.view.report_words import REPORT_FREQUENCIES
from locdata_build.view.text import Aside, Day, rich
from locdata_build.view.words import capitalized
from locdata_model.due_dates import DueDate
from locdata_model.reports import ReportFrequency

DAYS = (30, 90)
"""The numbers of days ahead among which readers choose."""

DAYS_FILTER = Filter("days", "Due within", tuple(Option(str(days), f"{days} days") for days in DAYS))


MAY_MOVE = "a day off; whether it moves is not known"
"""The remark on a day of which no source says whether it moves."""


def days_facet(day: dt.date | None, today: dt.date) -> tuple[str, ...]:
    """Return the options of the filter by days ahead that select a day."""
    return tuple(str(days) for days in DAYS if day and (day - today).days <= days)


def next_day(date: dt.date) -> Day:
    """Return the day on which something is due, with its weekday, and how far it is ahead."""
    return Day(date, is_relative=True, has_weekday=True)


def due_remarks(due_date: DueDate) -> tuple[Aside, ...]:
    """Return the remarks on a day: that the tax number decides, or that it may move."""
    last = [f"to {weekday_in_words(due_date.last_date)}, by the tax number"] if due_date.last_date else []
    found = (*last, *([MAY_MOVE] if due_date.may_move else []))
    return tuple(map(Aside, map(rich, found)))


def remarks(due_date: DueDate) -> list[str]:
    """Return the remarks on a day: that it was moved, or that it may move."""
    if due_date.may_move:
        return [MAY_MOVE]
    is_moved = due_date.last_date is None and due_date.rule_date != due_date.date
    return [f"moved from {weekday_in_words(due_date.rule_date)}"] if is_moved else []


def period_in_words(due_date: DueDate) -> str:
    """Return the period: ``November 2026``, ``October to December 2026``, ``1 to 10 November 2026``."""
    start, end = due_date.period_start, due_date.period_end
    month = f"{MONTHS[end.month - 1]} {end.year}"
    if due_date.frequency is ReportFrequency.TEN_DAYS:
        return f"{start.day} to {end.day} {month}"
    if (start.year, start.month) == (end.year, end.month):
        return month
    if start.month == 1 and end.month == len(MONTHS):
        return str(end.year)
    return f"{MONTHS[start.month - 1]}{'' if start.year == end.year else f' {start.year}'} to {month}"


def whom_in_words(due_date: DueDate) -> str:
    """Return the frequency with the class of filers: ``Quarterly: turnover up to EUR 100,000``."""
    label = capitalized(REPORT_FREQUENCIES[due_date.frequency].label)
    return f"{label}: {due_date.filers}" if due_date.filers else label
