"""The page ``/filings/``: the due dates of all countries in the next 30 and 90 days."""

import datetime as dt
from collections.abc import Sequence
from itertools import groupby

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.view.blocks import Column, Filters, Group, Row, grouped_table, row
from locdata_build.view.components.due_dates import DAYS, DAYS_FILTER, days_facet, due_in_words, period_in_words
from locdata_build.view.components.report_overview import KIND_FILTER, kinds_of_report, report_name
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_link, country_path
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.prose import line
from locdata_build.view.words import counted
from locdata_model.due_dates import DueDate, due_between
from locdata_model.endpoints import DUE_DATES
from locdata_model.urls import PageName
from locdata_model.vocabulary import ClaimKind

COLUMNS = ("Due", Column("Country", is_plain=True), Column("Report", is_plain=True), "For")


def filings_page(context: SiteContext) -> Page:
    """Return the page: a row for each due date of the next 90 days."""
    last = context.today + dt.timedelta(days=DAYS[-1])
    found = due_between(context.published.due_dates, context.today, last)
    rows = tuple(_row(context, [*each]) for _, each in groupby(found, lambda each: (each.report, due_in_words(each))))
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
            Filters(filters, len(rows), has_words=True, has_dates=True, file_name="filings.csv"),
            grouped_table("Due dates", COLUMNS, (Group(rows=rows),), is_dense=True),
        ),
        data=(DUE_DATES.path,),
        last_checked=max((each.last_checked for each in found), default=None),
        scripts=(Script.FILTER, Script.RELATIVE_DAYS),
    )


def _row(context: SiteContext, due_dates: Sequence[DueDate]) -> Row:
    """Return the row of a report on a day, with each period and class of filers for which it is due."""
    due_date, country = due_dates[0], context.country(due_dates[0].country)
    report = context.claim(ClaimKind.REPORT, due_date.report)
    path = country_path(country, due_date.report)
    return row(
        due_in_words(due_date),
        country_link(country),
        report_name(due_date.report_en, due_date.report_local, path, country=country.name),
        "; ".join(map(_period, due_dates)),
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
