"""The filing calendar: what is due in each country, how often, by when, how it is filed, and which ERP products support it."""

from collections.abc import Iterator, Sequence

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Filter, Filters, Group, ListLayout, Option, Paragraph, grouped_table, item_list
from locdata_build.view.components.due_dates import DAYS_FILTER
from locdata_build.view.components.reports import (
    NOT_RECORDED,
    OVERVIEW_COLUMNS,
    UNKNOWN,
    in_calendar_order,
    is_complete,
    list_pairs,
    report_rows,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_link, erp_filter
from locdata_build.view.page import Page, Script, Section, section, top_page
from locdata_build.view.prose import line
from locdata_build.view.provenance import newest_check
from locdata_build.view.report_words import REPORT_FREQUENCIES, REPORT_KINDS
from locdata_build.view.text import Link, rich
from locdata_build.view.words import counted, counted_countries
from locdata_model.anchors import PageAnchor, country_anchor
from locdata_model.data_files import REPORTING_FILE, DataFormat
from locdata_model.urls import PageName
from locdata_model.vocabulary import REPORTING_TOPIC_LABELS, ReportingTopic

EXPLANATION = (
    "A report with several frequencies matches if one of them does. A list is complete if it has each kind "
    "of report that is expected in the country; other reports may still be missing. "
    "[Which kinds are expected, and how deadlines are counted](/methodology/#reports). What is due in the next 90 days: {filings}. "
    "Frequencies and deadlines as codes: </api/v1/reports.json>."
)


def reporting_page(context: SiteContext) -> Page:
    """Return the page of all reports: a table with a group for each country, then where to find each topic in it."""
    countries = [country for country in context.countries if country.reports]
    table = grouped_table("Reports by country", OVERVIEW_COLUMNS, (_group(context, country) for country in countries))
    calendar = section(PageAnchor.CALENDAR, table.caption, table)
    frequencies = (Option(frequency.value, words.label) for frequency, words in REPORT_FREQUENCIES.items())
    filters = (
        country_filter(context),
        Filter("kind", "Kind", tuple(Option(kind.value, words.label) for kind, words in REPORT_KINDS.items())),
        Filter("frequency", "How often", (*frequencies, Option(NOT_RECORDED, UNKNOWN))),
        DAYS_FILTER,
        erp_filter(context),
    )
    return Page(
        **top_page(PageName.REPORTING, "Filing calendar: VAT reports and SAF-T"),
        lead=rich(
            f"{_summary(countries)}: what must be filed, how often, by when, and how many ERP products support it. "
            "The name of a report leads to how it is filed, notes, products and sources."
        ),
        blocks=(
            Filters(filters, table.row_count, has_words=True, file_name="reports.csv"),
            Paragraph(line(EXPLANATION)),
        ),
        sections=(calendar, *_topics(countries)) if countries else (),
        data=(REPORTING_FILE.path(DataFormat.JSON),),
        last_checked=newest_check(*(country.reports for country in countries)),
        scripts=(Script.FILTER,),
    )


def _summary(countries: Sequence[CountryRecords]) -> str:
    if not countries:
        return "No report is recorded"
    count = sum(len(country.reports) for country in countries)
    complete = sum(map(is_complete, countries))
    return f"{counted(count, 'report')} in {counted_countries(countries)}, {complete} of which have a complete list"


def _group(context: SiteContext, country: CountryRecords) -> Group:
    return Group(
        rows=report_rows(context, country, country.reports),
        id=country_anchor(country.code),
        title=rich(country_link(country, ReportingTopic.VAT_REPORTING)),
        intro=tuple(list_pairs(context, country)),
    )


def _topics(countries: Sequence[CountryRecords]) -> Iterator[Section]:
    """Yield a section for each topic, with a link for each country to the first of its reports on the topic in the table."""
    for topic in ReportingTopic:
        links = [
            rich(Link(country.name, f"#{reports[0].anchor}"), f" ({len(reports)})")
            for country in countries
            if (reports := [report for report in in_calendar_order(country.reports) if report.source.topic is topic])
        ]
        if links:
            title = f"{REPORTING_TOPIC_LABELS[topic]} by country"
            yield section(topic, title, item_list(*links, layout=ListLayout.COLUMNS))
