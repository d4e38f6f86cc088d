"""By when reports are due in the month after their period, from the coded rules of their deadlines."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from locdata_build.data.reports import SourceDeadline, SourceReport
from locdata_model.reports import DeadlineUnit, ReportFrequency


class DueBy(StrEnum):
    """By when a report is due.

    ``day-10`` to ``month-end``: by that day of the month after the period, or earlier. ``later``: after that month. ``event``: a
    number of days after a transaction or a request. ``not-recorded``: no rule is recorded.
    """

    DAY_10 = "day-10"
    DAY_15 = "day-15"
    DAY_20 = "day-20"
    DAY_25 = "day-25"
    MONTH_END = "month-end"
    LATER = "later"
    EVENT = "event"
    NOT_RECORDED = "not-recorded"


_LAST_DAY, _SHORTEST_MONTH = 31, 28
_NEVER = 10_000

_DAYS: Mapping[DueBy, int] = {
    DueBy.DAY_10: 10,
    DueBy.DAY_15: 15,
    DueBy.DAY_20: 20,
    DueBy.DAY_25: 25,
    DueBy.MONTH_END: _LAST_DAY,
}

_COUNTED_FROM_END = frozenset({DeadlineUnit.DAYS, DeadlineUnit.WORKING_DAYS})

EVENTS = frozenset({ReportFrequency.PER_TRANSACTION, ReportFrequency.ON_REQUEST})
"""The frequencies without a period: days count from the transaction or from the request."""

_CALENDAR_ORDER = sorted(ReportFrequency, key=lambda frequency: frequency in EVENTS)
"""Frequencies with a period from the highest to the lowest, then those without."""


def due_by(report: SourceReport) -> tuple[DueBy, ...]:
    """Return every answer that one of the rules of a report gives. A report due by the 10th is due by the 15th as well."""
    if not report.deadlines:
        return (DueBy.NOT_RECORDED,)
    found = {option for deadline in report.deadlines for option in _options(report, deadline)}
    return tuple(option for option in DueBy if option in found)


def calendar_place(report: SourceReport) -> tuple[int, int]:
    """Return the place of a report in a filing calendar, as a sort key: by its highest frequency, then by its earliest deadline.

    Reports without a period come after those with one, and what is not recorded comes last.
    """
    frequencies = [_CALENDAR_ORDER.index(each.frequency) for each in report.frequencies]
    days = [_days_after_period(deadline) for deadline in report.deadlines]
    return min(frequencies, default=len(_CALENDAR_ORDER)), min(days, default=_NEVER)


def _days_after_period(deadline: SourceDeadline) -> int:
    """Return about how many days after its period a report is due, with months of 31 days."""
    number = deadline.number or _LAST_DAY
    return number if deadline.months is None else (deadline.months - 1) * _LAST_DAY + number


def _options(report: SourceReport, deadline: SourceDeadline) -> Iterator[DueBy]:
    coded = {each.frequency for each in report.frequencies}
    frequencies = {deadline.frequency} if deadline.frequency else coded
    if deadline.unit in _COUNTED_FROM_END and frequencies & EVENTS:
        yield DueBy.EVENT
        if frequencies <= EVENTS:
            return
    latest = _latest_day(deadline)
    if latest is None:
        yield DueBy.LATER
    else:
        yield from (option for option, day in _DAYS.items() if latest <= day)


def _latest_day(deadline: SourceDeadline) -> int | None:
    """Return the latest day of the month after the period on which a deadline may fall.

    It is 0 if the deadline falls before that month, and None if it may fall after it.
    """
    number = deadline.number or _LAST_DAY
    if deadline.unit in _COUNTED_FROM_END:
        day = number if deadline.unit is DeadlineUnit.DAYS else _latest_calendar_day(number)
        return day if day <= _SHORTEST_MONTH else None
    if deadline.months != 1:
        return None if deadline.months else 0
    return min(_latest_calendar_day(number), _LAST_DAY) if deadline.unit is DeadlineUnit.WORKING_DAY else number


def _latest_calendar_day(working_days: int) -> int:
    """Return the day of the month by which so many working days have passed, in a month that begins on a Saturday.

    Public holidays are not counted.
    """
    weekends = -(-working_days // 5)
    return working_days + 2 * weekends
