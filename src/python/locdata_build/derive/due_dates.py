"""Due days of reports, from the codes of their deadlines and from the weekends and public holidays of the country.

Holidays of regions, and days off that a tax authority gives itself, are not known here.
"""

import calendar
import datetime as dt
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import holidays
from msgspec import UNSET, Struct

from locdata_build.data.countries import CountryFile
from locdata_build.data.reports import SourceDeadline, SourceReport
from locdata_build.data.tax_rules import SourceTaxRule
from locdata_model.anchors import report_anchor
from locdata_model.due_dates import WINDOW_MONTHS
from locdata_model.reports import WITHOUT_PERIOD, DeadlineUnit, ReportFrequency, Shift, Undated
from locdata_model.tax_rules import TaxRuleKind

ONE_DAY = dt.timedelta(days=1)

MONTHS_OF: Mapping[ReportFrequency, int] = {
    ReportFrequency.MONTHLY: 1,
    ReportFrequency.TWO_MONTHLY: 2,
    ReportFrequency.QUARTERLY: 3,
    ReportFrequency.FOUR_MONTHLY: 4,
    ReportFrequency.HALF_YEARLY: 6,
    ReportFrequency.YEARLY: 12,
}
"""The number of months in a period of each frequency. Other periods are shorter, or there is none."""

OTHER_DAYS_OFF: Mapping[str, str] = {
    "ca": holidays.GOVERNMENT,  # federal holidays, such as Boxing Day
    "cl": holidays.BANK,  # 31 December
    "id": holidays.GOVERNMENT,  # collective leave
    "jp": holidays.BANK,  # the days around the new year
    "kr": holidays.BANK,  # Labour Day
    "se": holidays.DE_FACTO,  # the eves of holidays
}
"""A category of holidays that counts beside public ones, where the rule of a country says so."""


class DueDay(Struct, frozen=True, kw_only=True):
    """A day by which a report is due: the fields of a due date that do not follow from its report."""

    id: str
    report: str
    frequency: ReportFrequency
    filers: str | None
    period_start: dt.date
    period_end: dt.date
    date: dt.date
    last_date: dt.date | None
    rule_date: dt.date
    shift: Shift | None
    may_move: bool


DueDays = Mapping[str, tuple[DueDay, ...]]
"""The days by which each report of a country is due, by the id of the report."""


def due_days(country: CountryFile, today: dt.date) -> DueDays:
    """Return the days by which the reports of a country are due, from ``today`` for thirteen months."""
    days_off, last = _DaysOff(country.code, today), _same_day(today, WINDOW_MONTHS)
    shifts = shift_rules(country)
    names = {report_anchor(report.topic, country.code, report.number): report for report in country.reporting}
    return {
        name: tuple(
            each
            for each in _due_days(name, report, shifts, days_off, today)
            if today <= (each.last_date or each.date) and each.date <= last
        )
        for name, report in names.items()
    }


def _due_days(
    name: str, report: SourceReport, shifts: Sequence[SourceTaxRule], days_off: "_DaysOff", today: dt.date
) -> Iterator[DueDay]:
    for coded in report.frequencies:
        seen: dict[_Period, int] = {}
        for deadline in report.deadlines:
            if deadline.frequency not in (None, coded.frequency):
                continue
            for period in _periods(coded.frequency, deadline, today):
                seen[period] = number = seen.get(period, 0) + 1
                day = _rule_date(deadline, period.end, days_off)
                shift = shift_of(deadline, day, shifts)
                moved = days_off.moved(day, shift)
                first, last = deadline.digit_days or (0, 0)
                yield DueDay(
                    id=_id(name, coded.frequency, period, number),
                    report=name,
                    frequency=coded.frequency,
                    filers=deadline.filers or coded.filers,
                    period_start=period.start,
                    period_end=period.end,
                    date=days_off.later(moved, first),
                    last_date=days_off.later(moved, last) if deadline.digit_days else None,
                    rule_date=day,
                    shift=shift,
                    may_move=shift is None and day in days_off,
                )


# Periods


class _Period(Struct, frozen=True):
    start: dt.date
    end: dt.date


def _id(report: str, frequency: ReportFrequency, period: _Period, number: int) -> str:
    day = str(period.end) if frequency is ReportFrequency.TEN_DAYS else str(period.end)[:7]
    return f"{report}-{frequency}-{day}{f'-{number}' if number > 1 else ''}"


def _periods(frequency: ReportFrequency, deadline: SourceDeadline, today: dt.date) -> Iterator[_Period]:
    """Yield the periods that a deadline is for, among those that may be due in the window."""
    # Months from the one in which a period ends to that in which it is due. A move may lead to the month before or after.
    number = deadline.number or 1
    least, most = (number // 31, number // 20 + 1) if deadline.months is None else (deadline.months, deadline.months)
    for offset in range(-most - 1, WINDOW_MONTHS + 2 - least):
        for period in _periods_that_end_in(_same_day(today.replace(day=1), offset), frequency, deadline.end_months):
            if (deadline.since or period.start) <= period.start and period.end <= (deadline.until or period.end):
                yield period


@lru_cache(maxsize=4096)
def _periods_that_end_in(
    month: dt.date, frequency: ReportFrequency, end_months: tuple[int, ...] | None
) -> tuple[_Period, ...]:
    """Return the periods that end in a month, which is given by its first day."""
    last = _last_day(month)
    if frequency is ReportFrequency.TEN_DAYS:
        thirds = ((1, 10), (11, 20), (21, last.day))
        return tuple(_Period(month.replace(day=start), month.replace(day=end)) for start, end in thirds)
    length = MONTHS_OF.get(frequency)
    if length is None or month.month not in (range(length, 13, length) if end_months is None else end_months):
        return ()
    return (_Period(_same_day(month, 1 - length), last),)


@lru_cache(maxsize=4096)
def _same_day(day: dt.date, months: int) -> dt.date:
    """Return the same day some months later or earlier, or the last day of that month if it is shorter."""
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _last_day(day: dt.date) -> dt.date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


# Days


class _DaysOff:
    """The days of a country that are no working days, in the window and two months around it.

    Those of the library are slow to look up.
    """

    def __init__(self, code: str, today: dt.date) -> None:
        first, last = _same_day(today, -2), _same_day(today, WINDOW_MONTHS + 2)
        years = range(first.year, last.year + 1)
        categories = {holidays.PUBLIC, OTHER_DAYS_OFF.get(code, holidays.PUBLIC)}
        with warnings.catch_warnings():
            # The library knows the holidays of some countries for ten years only.
            warnings.simplefilter("ignore")
            known = holidays.country_holidays(code.upper(), years=years, categories=categories)
        self._holidays, self._weekend, self._workdays = {*known}, known.weekend, known.weekend_workdays

    def __contains__(self, day: dt.date) -> bool:
        """Return whether a day is no working day. Some countries work on certain days of a weekend."""
        is_weekend = day.weekday() in self._weekend
        return day not in self._workdays if is_weekend else day in self._holidays

    def later(self, day: dt.date, working_days: int) -> dt.date:
        """Return the day that is some working days later, or earlier if the number is negative."""
        step = ONE_DAY if working_days > 0 else -ONE_DAY
        for _ in range(abs(working_days)):
            day += step
            while day in self:
                day += step
        return day

    def moved(self, day: dt.date, shift: Shift | None) -> dt.date:
        """Return the day to which a deadline moves, if its day is no working day."""
        if shift in {None, Shift.NONE} or day not in self:
            return day
        return self.later(day, 1 if shift is Shift.NEXT_WORKING_DAY else -1)


def _rule_date(deadline: SourceDeadline, end: dt.date, days_off: _DaysOff) -> dt.date:
    """Return the day by which a report for a period is due by the rule, which may be a day off."""
    number = deadline.number or 1
    month = _same_day(end.replace(day=1), deadline.months or 0)
    match deadline.unit:
        case DeadlineUnit.DAY_OF_MONTH:
            return month.replace(day=min(number, _last_day(month).day))
        case DeadlineUnit.LAST_DAY:
            return _last_day(month)
        case DeadlineUnit.WORKING_DAY:
            return days_off.later(month - ONE_DAY, number)
        case DeadlineUnit.LAST_WORKING_DAY:
            return days_off.later(_last_day(month) + ONE_DAY, -1)
        case DeadlineUnit.DAYS:
            return end + number * ONE_DAY
        case DeadlineUnit.WORKING_DAYS:
            return days_off.later(end, number)


def shift_rules(country: CountryFile) -> Sequence[SourceTaxRule]:
    """Return the tax rules of a country on where its deadlines move."""
    return [rule for rule in country.tax_rules if rule.kind is TaxRuleKind.DEADLINE_SHIFT]


def shift_of(deadline: SourceDeadline, day: dt.date, shifts: Iterable[SourceTaxRule]) -> Shift | None:
    """Return where a deadline moves: as it says itself, else as the rule of its country on shifts that applies on a day."""
    if deadline.shift is not UNSET:
        return deadline.shift
    return next((rule.shift for rule in shifts if rule.applies_on(day)), None)


# Reports without due dates


def undated(report: SourceReport, days: Sequence[DueDay]) -> Undated | None:
    """Return why a report with these due days has none; None if it has one."""
    if days:
        return None
    frequencies = {each.frequency for each in report.frequencies}
    is_periodic = not frequencies <= {*WITHOUT_PERIOD, ReportFrequency.DAILY}
    if frequencies and not is_periodic:
        return Undated.EVENT
    if not report.deadlines or not is_periodic:
        return Undated.NO_RULE
    return Undated.OWN_PERIODS if all(each.end_months == () for each in report.deadlines) else Undated.LATER
