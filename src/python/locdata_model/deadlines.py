"""The order of a filing calendar: reports by their frequencies, then by their coded deadlines."""

from locdata_model.reports import CodedDeadline, Report, ReportFrequency

WITHOUT_PERIOD = frozenset({ReportFrequency.PER_TRANSACTION, ReportFrequency.ON_REQUEST})
"""The frequencies without a period: days count from the transaction or from the request."""

_MONTH_DAYS = 31
_LATER = 10_000

_CALENDAR_ORDER = sorted(ReportFrequency, key=lambda frequency: frequency in WITHOUT_PERIOD)
"""Frequencies with a period from the highest to the lowest, then those without."""


def calendar_place(report: Report) -> tuple[int, int]:
    """Return the place of a report in a filing calendar, as a sort key: by its highest frequency, then by its earliest deadline.

    Reports without a period come after those with one, and reports without a coded frequency come last.
    """
    frequencies = [_CALENDAR_ORDER.index(each.frequency) for each in report.frequencies if each.frequency.is_known]
    days = [_days_after_period(deadline) for deadline in report.deadlines]
    return min(frequencies, default=len(_CALENDAR_ORDER)), min(days, default=_LATER)


def _days_after_period(deadline: CodedDeadline) -> int:
    """Return about how many days after its period a report is due, with months of 31 days."""
    number = deadline.number or _MONTH_DAYS
    return number if deadline.months is None else (deadline.months - 1) * _MONTH_DAYS + number
