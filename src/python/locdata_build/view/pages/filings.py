"""The page ``/filings/``: the due dates of all countries in the next 30 and 90 days."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.view.blocks import Column, Filters, Group, Row, Table, grouped_table, row
from locdata_build.view.components.due_dates import (
    DAYS,
    DAYS_FILTER,
    days_facet,
    due_remarks,
    next_day,
    period_in_words,
)
from locdata_build.view.components.report_overview import KIND_FILTER, kinds_of_report, report_name
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_path
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.prose import line
from locdata_build.view.text import rich
from locdata_build.view.words import counted
from locdata_model.due_dates import DueDate, due_between
from locdata_model.endpoints import DUE_DATES
from locdata_model.urls import PageName
from locdata_model.vocabulary import ClaimKind

COLUMNS = ("Report", Column("Country", is_plain=True), Column("For", is_plain=True))


def filings_page(context: SiteContext) -> Page:
    """Return the page: for each of the next 90 days, a row for each report that is due on it. Days after 30 are folded."""
    last = context.today + dt.timedelta(days=DAYS[-1])
    found = due_between(context.published.due_dates, context.today, last)
    soon = [due_date for due_date in found if (due_date.date - context.today).days <= DAYS[0]]
    tables = [
        table
        for table in (
            _table(context, f"Due within {DAYS[0]} days", soon),
            _table(context, f"Due in {DAYS[0] + 1} to {DAYS[-1]} days", found[len(soon) :], is_folded=True),
        )
        if table.groups
    ]
    filters = (country_filter(context), KIND_FILTER, DAYS_FILTER)
    return Page(
        **top_page(PageName.FILINGS),
        lead=line(
            f"{counted(len(found), 'due date')} from {{today}} to {day_in_words(last)}, computed from the deadlines of the reports and "
            "from the weekends and public holidays of each country. [How they are computed, and what they leave out]"
            "(/methodology/#due-dates). All of the next 13 months: </api/v1/due-dates.json>. As calendars: {feeds}.",
            today=context.today,
        ),
        blocks=(
            Filters(
                filters, sum(each.row_count for each in tables), has_words=True, has_dates=True, file_name="filings.csv"
            ),
            *tables,
        ),
        data=(DUE_DATES.path,),
        last_checked=max((each.last_checked for each in found), default=None),
        scripts=(Script.FILTER, Script.FOLD, Script.RELATIVE_DAYS),
    )


def _table(context: SiteContext, caption: str, due_dates: Sequence[DueDate], *, is_folded: bool = False) -> Table:
    fold = f"{caption}: {counted(len(due_dates), 'due date')}" if is_folded else ""
    return grouped_table(caption, COLUMNS, _groups(context, due_dates), is_dense=True, fold=fold)


def _groups(context: SiteContext, due_dates: Iterable[DueDate]) -> Iterator[Group]:
    """Yield the reports that are due on each day, with each period and class of filers for which they are."""
    for date, on_day in groupby(due_dates, lambda each: each.date):
        of_reports = groupby(on_day, lambda each: (each.report, due_remarks(each)))
        yield Group(rows=tuple(_row(context, [*each]) for _, each in of_reports), title=rich(next_day(date)))


def _row(context: SiteContext, due_dates: Sequence[DueDate]) -> Row:
    due_date, country = due_dates[0], context.country(due_dates[0].country)
    report = context.claim(ClaimKind.REPORT, due_date.report)
    path = country_path(country, due_date.report)
    return row(
        report_name(due_date.report_en, due_date.report_local, path, country=country.name),
        country.name,
        rich("; ".join(map(_period, due_dates)), *due_remarks(due_date)),
        facets={
            "country": (due_date.country,),
            "kind": kinds_of_report(report.source),
            "days": days_facet(due_date.date, context.today),
            "date": (due_date.date.isoformat(),),
        },
    )


def _period(due_date: DueDate) -> str:
    """Return the period of a due date, with the class of filers: ``October 2026 (turnover above EUR 100,000)``."""
    period = period_in_words(due_date)
    return f"{period} ({due_date.filers})" if due_date.filers else period
