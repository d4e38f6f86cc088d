"""VAT and tax reports and SAF-T files: what is due, when, how it is filed, and which ERP products support it."""

from collections.abc import Iterable, Iterator
from functools import partial

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.reports import DerivedReport
from locdata_build.source.reports import SourceReport
from locdata_build.view.blocks import Filters, Row, Table, grouped_table, row
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_groups, erp_filter, erp_in_country_link
from locdata_build.view.page import Page, Script, section, top_page
from locdata_build.view.provenance import newest_check, source_line, source_lines
from locdata_build.view.text import Break, Details, Rich, Words, joined, links_by_badge, rich
from locdata_build.view.words import counted, report_support_badge
from locdata_model.data_files import REPORTING_FILE, DataFormat
from locdata_model.urls import PageName
from locdata_model.vocabulary import REPORTING_TOPIC_LABELS, ReportingSupport, ReportingTopic

COLUMNS = ("Report", "How often", "Due", "How it is filed", "ERP products", "Source")


def page(context: SiteContext) -> Page:
    """Return the page of all reports, with a section for each topic and a group for each country."""
    countries = [country for country in context.countries if country.reports]
    found = {topic: reports_table(context, countries, topic, by_country=True) for topic in ReportingTopic}
    tables = {topic: table for topic, table in found.items() if table.row_count}
    row_count = sum(table.row_count for table in tables.values())
    counts = (f"{REPORTING_TOPIC_LABELS[topic]}: {table.row_count}" for topic, table in tables.items())
    return Page(
        **top_page(PageName.REPORTING, "VAT reporting and SAF-T"),
        lead=rich(
            f"{'; '.join(counts) or 'No report is recorded'}. What is due, when, how it is filed, and which ERP products "
            "support it."
        ),
        blocks=(Filters((country_filter(countries), erp_filter(context)), row_count),),
        sections=tuple(section(topic, REPORTING_TOPIC_LABELS[topic], table) for topic, table in tables.items()),
        data=(REPORTING_FILE.path(DataFormat.JSON),),
        last_checked=newest_check(country.source.reporting for country in countries),
        scripts=(Script.FILTER,),
    )


def reports_table(
    context: SiteContext, countries: Iterable[CountryRecords], topic: ReportingTopic, *, by_country: bool = False
) -> Table:
    """Return the reports on ``topic`` with a group for each country, titled if ``by_country``."""
    groups = country_groups(countries, partial(_rows, context, topic), topic if by_country else "")
    return grouped_table(REPORTING_TOPIC_LABELS[topic], COLUMNS, groups)


def _rows(context: SiteContext, topic: ReportingTopic, country: CountryRecords) -> Iterator[Row]:
    return (_row(context, country, report) for report in country.reports if report.source.topic is topic)


def _row(context: SiteContext, country: CountryRecords, derived: DerivedReport) -> Row:
    report = derived.source
    english = (Break(), Words(report.report_en)) if report.report_en != report.report_local else ()
    notes = (Break(), *rich("Notes: ", report.notes)) if report.notes else ()
    return row(
        rich(report.report_local, *english),
        report.frequency,
        report.deadline,
        rich(report.channel_format, *notes),
        _support(context, country, report),
        (*source_line(derived.provenance, context.today), *_vendor_sources(derived)),
        anchor=derived.anchor,
        facets={"country": (country.code,), "erp": tuple(cell.erp for cell in report.erp_support)},
    )


def _support(context: SiteContext, country: CountryRecords, report: SourceReport) -> Rich:
    """Return the ERP products by support, then the number of products whose support is unknown."""
    links = links_by_badge(
        (report_support_badge(support), erp_in_country_link(context.erp(erp), country))
        for support in ReportingSupport
        for erp in sorted(cell.erp for cell in report.erp_support if cell.support is support)
    )
    unlisted = len(context.erps) - len(report.erp_support)
    unknown = rich(report_support_badge(ReportingSupport.UNKNOWN), f" {unlisted} of {len(context.erps)}")
    return joined(Break(), filter(None, (links, unknown if unlisted else ())))


def _vendor_sources(report: DerivedReport) -> Rich:
    """Return the sources of the products' support, folded away."""
    lines = source_lines(report.support_citations)
    return (Details(f"ERP products: {counted(len(lines), 'source')}", joined(Break(), lines)),) if lines else ()
