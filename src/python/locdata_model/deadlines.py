"""Days by which reports are due, from the coded rules of their deadlines."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from locdata_model.reports import CodedDeadline, DeadlineUnit, Report, ReportFrequency


class DueBy(StrEnum):
    """Time by which a report is due.

    ``day-10`` to ``month-end``: by that day of the month after the period, or earlier. ``later``: after that month. ``event``: a
    number of days after a transaction, a request or a period that is shorter than a month. ``not-recorded``: no rule is recorded.
    """

    DAY_10 = "day-10"
    DAY_15 = "day-15"
    DAY_20 = "day-20"
    DAY_25 = "day-25"
    MONTH_END = "month-end"
    LATER = "later"
    EVENT = "event"
    NOT_RECORDED = "not-recorded"


WITHOUT_PERIOD = frozenset({ReportFrequency.PER_TRANSACTION, ReportFrequency.ON_REQUEST})
"""The frequencies without a period: days count from the transaction or from the request."""

WITHOUT_MONTH = WITHOUT_PERIOD | {ReportFrequency.DAILY, ReportFrequency.TEN_DAYS}
"""The frequencies whose days do not count from the end of a month."""

_COUNTED_FROM_END = frozenset({DeadlineUnit.DAYS, DeadlineUnit.WORKING_DAYS})

_LAST_DAY, _MIN_MONTH_DAYS = 31, 28
_LATER = 10_000

_DAYS: Mapping[DueBy, int] = {
    DueBy.DAY_10: 10,
    DueBy.DAY_15: 15,
    DueBy.DAY_20: 20,
    DueBy.DAY_25: 25,
    DueBy.MONTH_END: _LAST_DAY,
}

_CALENDAR_ORDER = sorted(ReportFrequency, key=lambda frequency: frequency in WITHOUT_PERIOD)
"""Frequencies with a period from the highest to the lowest, then those without."""


def due_by(report: Report) -> tuple[DueBy, ...]:
    """Return the options that match one of the deadlines of a report. A report due by the 10th is due by the 15th as well."""
    found = {option for day in _latest_days(report) for option in _options(day)}
    return tuple(option for option in DueBy if option in found) or (DueBy.NOT_RECORDED,)


def is_due_by(report: Report, day: int, *, frequency: ReportFrequency | None = None) -> bool:
    """Return whether a report is due by a day of the month after its period, or earlier.

    31 is the last day of every month. With ``frequency``, only the deadlines for that frequency count.
    """
    return any(latest is not None and latest <= day for latest in _latest_days(report, frequency))


def calendar_place(report: Report) -> tuple[int, int]:
    """Return the place of a report in a filing calendar, as a sort key: by its highest frequency, then by its earliest deadline.

    Reports without a period come after those with one, and reports without a coded frequency come last.
    """
    frequencies = [_CALENDAR_ORDER.index(each.frequency) for each in report.frequencies if each.frequency.is_known]
    days = [_days_after_period(deadline) for deadline in report.deadlines]
    return min(frequencies, default=len(_CALENDAR_ORDER)), min(days, default=_LATER)


def _days_after_period(deadline: CodedDeadline) -> int:
    """Return about how many days after its period a report is due, with months of 31 days."""
    number = deadline.number or _LAST_DAY
    return number if deadline.months is None else (deadline.months - 1) * _LAST_DAY + number


def _options(latest: int | None) -> Iterator[DueBy]:
    if latest is None:
        yield DueBy.EVENT
    elif latest == _LATER:
        yield DueBy.LATER
    else:
        yield from (option for option, day in _DAYS.items() if latest <= day)


def _latest_days(report: Report, frequency: ReportFrequency | None = None) -> Iterator[int | None]:
    """Yield the latest day of the month after the period for each deadline, and None for each that counts from an event."""
    coded = {frequency} if frequency else {each.frequency for each in report.frequencies}
    for deadline in report.deadlines:
        if not deadline.unit.is_known or (frequency and deadline.frequency not in (None, frequency)):
            continue
        frequencies = {deadline.frequency} if deadline.frequency else coded
        if deadline.unit not in _COUNTED_FROM_END or not frequencies or frequencies - WITHOUT_MONTH:
            yield _latest_day(deadline)
        if deadline.unit in _COUNTED_FROM_END and frequencies & WITHOUT_MONTH:
            yield None


def _latest_day(deadline: CodedDeadline) -> int:
    """Return the latest day of the month after the period on which a deadline may fall.

    It is 0 if the deadline falls before that month, and ``_LATER`` if it may fall after it.
    """
    number = deadline.number or _LAST_DAY
    if deadline.unit in _COUNTED_FROM_END:
        day = number if deadline.unit is DeadlineUnit.DAYS else _latest_calendar_day(number)
        return day if day <= _MIN_MONTH_DAYS else _LATER
    if deadline.months != 1:
        return _LATER if deadline.months else 0
    return min(_latest_calendar_day(number), _LAST_DAY) if deadline.unit is DeadlineUnit.WORKING_DAY else number


def _latest_calendar_day(working_days: int) -> int:
    """Return the day of the month by which so many working days have passed, in a month that begins on a Saturday.

    Public holidays are not counted.
    """
    weekends = -(-working_days // 5)
    return working_days + 2 * weekends
