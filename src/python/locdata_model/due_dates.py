"""Due dates: the days by which reports are due, computed from their deadlines in codes."""

import datetime as dt
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from locdata_model.record import Record
from locdata_model.reports import DeadlineShift, Filers, ReportForm, ReportFrequency, ReportId, ReportKind
from locdata_model.responses import Response
from locdata_model.scalars import CountryCode, IsoDate, LastChecked, ReportEnglish, ReportLocal, WebUrl
from locdata_model.vocabulary import Evidence, Verification

WINDOW_MONTHS = 13
"""The number of months from the day of the build for which due dates are computed."""

DueDateId = Annotated[
    str,
    Meta(
        pattern="^[a-z]+(-[a-z]+)*-[a-z]{2}-[1-9][0-9]*-[a-z]+(-[a-z]+)*-[0-9]{4}-[0-9]{2}(-[0-9]{2})?(-[1-9][0-9]*)?$",
        description="Id: report, frequency, end of the period and, from the second class of filers on, a number",
        examples=["vat-reporting-es-1-quarterly-2026-12"],
    ),
]


class DueDate(Record, frozen=True, kw_only=True):
    """A day by which a report is due, for one period and one class of filers."""

    id: DueDateId
    country: CountryCode
    report: ReportId
    kind: ReportKind
    form: ReportForm
    report_local: ReportLocal
    report_en: ReportEnglish
    frequency: ReportFrequency
    filers: Filers
    period_start: Annotated[IsoDate, Meta(description="First day of the period that the report is for")]
    period_end: Annotated[IsoDate, Meta(description="Last day of that period")]
    date: Annotated[
        IsoDate, Meta(description="Day by which it is due; the first one, if that depends on the tax number")
    ]
    last_date: Annotated[
        IsoDate | None, Meta(description="The last such day, by the tax number; null: one day for all")
    ]
    rule_date: Annotated[
        IsoDate, Meta(description="Day by the rule, before it moves from a weekend or a public holiday")
    ]
    shift: DeadlineShift
    may_move: Annotated[
        bool, Meta(description="Whether it may move: it is no working day, and no source says what follows")
    ]
    url: Annotated[WebUrl, Meta(description="The report on the page of all reports")]
    source_url: Annotated[WebUrl, Meta(description="First source of the deadline; the report has all of its sources")]
    evidence: Evidence
    verification: Verification
    last_checked: LastChecked


class DueDatesResponse(Response[tuple[DueDate, ...]], frozen=True, kw_only=True):
    """Response with the due dates of all countries, or of one."""


def due_date_order(due_date: DueDate) -> tuple[dt.date, str]:
    """Return the sort key of a due date: the day, then the id."""
    return due_date.date, due_date.id


def due_between(due_dates: Iterable[DueDate], first: dt.date, last: dt.date) -> tuple[DueDate, ...]:
    """Return the due dates between two days, both included, the earliest first.

    Where the day depends on the tax number, it is due on any day up to the last one.
    """
    found = (each for each in due_dates if each.date <= last and first <= (each.last_date or each.date))
    return tuple(sorted(found, key=due_date_order))
