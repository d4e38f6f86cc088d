"""The page ``/filings/``: the due dates of all countries in the next 30 and 90 days."""

import datetime as dt

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.view.blocks import Column, Filter, Filters, Option, Row, row, table_of
from locdata_build.view.components.due_dates import (
    DAYS,
    DAYS_FILTER,
    days_facet,
    due_in_words,
    period_in_words,
    whom_in_words,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_link, country_path
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.prose import line
from locdata_build.view.report_words import REPORT_KINDS
from locdata_build.view.text import Aside, Link, rich
from locdata_build.view.words import counted
from locdata_model.due_dates import DueDate, due_between
from locdata_model.endpoints import DUE_DATES
from locdata_model.urls import PageName


def filings_page(context: SiteContext) -> Page:
    """Return the page: a row for each due date of the next 90 days."""
    last = context.today + dt.timedelta(days=DAYS[-1])
    found = due_between(context.published.due_dates, context.today, last)
    filters = (
        country_filter(context),
        DAYS_FILTER,
        Filter("kind", "Kind", tuple(Option(kind.value, words.label) for kind, words in REPORT_KINDS.items())),
    )
    return Page(
        **top_page(PageName.FILINGS),
        lead=line(
            f"{counted(len(found), 'due date')} from {{today}} to {day_in_words(last)}, computed from the deadlines of the reports and "
            "from the weekends and public holidays of each country. [How they are computed, and what they leave out]"
            "(/methodology/#due-dates). All of the next 13 months: </api/v1/due-dates.json>. As calendars: {feeds}.",
            today=context.today,
        ),
        blocks=(
            Filters(filters, len(found), has_words=True, has_dates=True, file_name="filings.csv"),
            table_of(
                "Due dates",
                (Column("Due"), Column("Country", is_plain=True), Column("Report", is_plain=True), "For", "Filers"),
                (_row(context, each) for each in found),
            ),
        ),
        data=(DUE_DATES.path,),
        last_checked=max((each.last_checked for each in found), default=None),
        scripts=(Script.FILTER, Script.RELATIVE_DAYS),
    )


def _row(context: SiteContext, due_date: DueDate) -> Row:
    country = context.country(due_date.country)
    english = [Aside(rich(due_date.report_en))] if due_date.report_en != due_date.report_local else []
    return row(
        due_in_words(due_date),
        country_link(country),
        rich(Link(due_date.report_local, country_path(country, due_date.report), subject=country.name), *english),
        period_in_words(due_date),
        whom_in_words(due_date),
        facets={
            "country": (due_date.country,),
            "kind": (due_date.kind.value,),
            "days": days_facet(due_date.date, context.today),
            "date": (due_date.date.isoformat(),),
        },
    )
