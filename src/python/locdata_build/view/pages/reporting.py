"""The filing calendar: what is due in each country, how often, by when and how it is filed."""

from collections.abc import Iterator, Sequence

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Filter, Filters, ListLayout, Option, Paragraph, grouped_table, item_list
from locdata_build.view.components.due_dates import DAYS_FILTER
from locdata_build.view.components.report_overview import COLUMNS, FREQUENCY_FILTER, KIND_FILTER, country_group
from locdata_build.view.components.reports import in_calendar_order, is_complete, is_on_topic
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, erp_filter
from locdata_build.view.page import Page, Script, Section, section, top_page
from locdata_build.view.prose import line
from locdata_build.view.provenance import newest_check
from locdata_build.view.text import Link, rich
from locdata_build.view.words import counted, counted_countries
from locdata_model.anchors import PageAnchor
from locdata_model.data_files import REPORTING_FILE, DataFormat
from locdata_model.urls import PageName
from locdata_model.vocabulary import REPORTING_TOPIC_LABELS, ReportingTopic

EXPLANATION = (
    "A report with several frequencies or kinds matches if one of them does. The filter by product finds the reports for which it "
    "does something: [what products do](/methodology/#report-support), [products by kind of report](/erp/#by-kind). "
    "[Which kinds are expected, and how deadlines are counted](/methodology/#reports). All due dates of the next 90 days: "
    "{filings}. Frequencies and deadlines as codes: </api/v1/reports.json>."
)

ORDER = Filter("sort", "Sort by", (Option("date", "Next due date"),), unchosen="Country")
"""The orders of the rows."""


def reporting_page(context: SiteContext) -> Page:
    """Return the page of all reports: a table with a group for each country, then where to find each topic in it."""
    countries = [country for country in context.countries if country.reports]
    groups = (country_group(context, country) for country in countries)
    table = grouped_table("Reports by country", COLUMNS, groups, is_dense=True)
    filters = (
        country_filter(context),
        KIND_FILTER,
        FREQUENCY_FILTER,
        DAYS_FILTER,
        erp_filter(context),
    )
    return Page(
        **top_page(PageName.REPORTING, "Filing calendar: VAT reports and SAF-T"),
        lead=rich(
            f"{_summary(countries)}: what must be filed, how often, when it is due next and how it is filed. "
            "The name of a report leads to its deadlines, ERP products and sources."
        ),
        blocks=(
            Filters(filters, table.row_count, has_words=True, order=ORDER, file_name="reports.csv"),
            Paragraph(line(EXPLANATION)),
        ),
        sections=(section(PageAnchor.CALENDAR, table.caption, table), *_topics(countries)) if countries else (),
        data=(REPORTING_FILE.path(DataFormat.JSON),),
        last_checked=newest_check(*(country.reports for country in countries)),
        scripts=(Script.FILTER,),
    )


def _summary(countries: Sequence[CountryRecords]) -> str:
    if not countries:
        return "No report is recorded"
    count = sum(len(country.reports) for country in countries)
    incomplete = len(countries) - sum(map(is_complete, countries))
    lists = f" (the lists of {incomplete} lack an expected kind)" if incomplete else ""
    return f"{counted(count, 'report')} in {counted_countries(countries)}{lists}"


def _topics(countries: Sequence[CountryRecords]) -> Iterator[Section]:
    """Yield a section for each topic, with a link for each country to the first of its reports on the topic in the table."""
    for topic in ReportingTopic:
        links = [
            rich(Link(country.name, f"#{reports[0].anchor}"), f" ({len(reports)})")
            for country in countries
            if (reports := [report for report in in_calendar_order(country.reports) if is_on_topic(report, topic)])
        ]
        if links:
            title = f"{REPORTING_TOPIC_LABELS[topic]} by country"
            yield section(topic, title, item_list(*links, layout=ListLayout.COLUMNS))
