"""VAT and tax reports and SAF-T files: what is due, when, how it is filed, and which ERP products support it."""

from collections.abc import Iterable, Iterator
from functools import partial

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.deadlines import due_by
from locdata_build.derive.reports import DerivedReport
from locdata_build.source.reports import SourceReport
from locdata_build.view.blocks import Filter, Filters, Option, Paragraph, Row, Table, grouped_table, paragraph, row
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_groups, erp_filter, erp_in_country_link
from locdata_build.view.page import Page, Script, section, top_page
from locdata_build.view.provenance import newest_check, source_line, source_lines
from locdata_build.view.report_words import DUE_BY, REPORT_FREQUENCIES, REPORT_KINDS
from locdata_build.view.text import Aside, Break, Details, Link, Rich, Words, joined, links_by_badge, rich
from locdata_build.view.words import counted, report_support_badge, sentence
from locdata_model.anchors import PageAnchor
from locdata_model.data_files import REPORTING_FILE, DataFormat
from locdata_model.endpoints import REPORTS
from locdata_model.urls import PageName
from locdata_model.vocabulary import REPORTING_TOPIC_LABELS, ReportingSupport, ReportingTopic

COLUMNS = ("Report", "How often", "Due", "How it is filed", "ERP products", "Source")

NOT_RECORDED = "not-recorded"
"""The option of the filter by frequency for reports without a coded one."""


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
        blocks=(Filters(_filters(context, countries), row_count), _explanation()),
        sections=tuple(section(topic, REPORTING_TOPIC_LABELS[topic], table) for topic, table in tables.items()),
        data=(REPORTING_FILE.path(DataFormat.JSON),),
        last_checked=newest_check(country.source.reporting for country in countries),
        scripts=(Script.FILTER,),
    )


def _filters(context: SiteContext, countries: Iterable[CountryRecords]) -> tuple[Filter, ...]:
    kinds = (Option(kind.value, words.label) for kind, words in REPORT_KINDS.items())
    frequencies = (Option(frequency.value, words.label) for frequency, words in REPORT_FREQUENCIES.items())
    return (
        country_filter(countries),
        Filter("kind", "Kind", tuple(kinds)),
        Filter("frequency", "How often", (*frequencies, Option(NOT_RECORDED, "not recorded"))),
        Filter("due", "Due in the following month", tuple(Option(due.value, label) for due, label in DUE_BY.items())),
        erp_filter(context),
    )


def _explanation() -> Paragraph:
    """Return how the filters match, and where missing reports are named."""
    return paragraph(
        "A report with several frequencies or deadlines matches if one of them does. ",
        Link("How deadlines are counted, and what the kinds mean", f"{PageName.METHODOLOGY.path}#{PageAnchor.REPORTS}"),
        ". The page of each country names the reports that are not recorded yet. Frequencies and deadlines as codes: ",
        Link(REPORTS.path, REPORTS.path),
        ".",
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
    notes = (Break(), *rich("Notes: ", report.notes)) if report.notes else ()
    return row(
        _name(report),
        report.frequency,
        report.deadline,
        rich(report.channel_format, *notes),
        _support(context, country, report),
        (*source_line(derived.provenance, context.today), *_vendor_sources(derived)),
        anchor=derived.anchor,
        facets={
            "country": (country.code,),
            "kind": (report.kind.value,),
            "frequency": tuple(each.frequency.value for each in report.frequencies) or (NOT_RECORDED,),
            "due": tuple(due.value for due in due_by(report)),
            "erp": tuple(cell.erp for cell in report.erp_support),
        },
    )


def _name(report: SourceReport) -> Rich:
    """Return the local and the English name, the kind and the form, and what else the report is called."""
    english = (Break(), Words(report.report_en)) if report.report_en != report.report_local else ()
    form = ("; form: ", report.form) if report.form else ()
    kind = Aside(rich("Kind: ", REPORT_KINDS[report.kind].label, *form))
    also = Aside((Words("Also: "), *joined("; ", map(rich, report.aliases))))
    return rich(report.report_local, *english, kind, *((also,) if report.aliases else ()))


def _support(context: SiteContext, country: CountryRecords, report: SourceReport) -> Rich:
    """Return the ERP products by support, then notes on them, then the number of products whose support is unknown."""
    links = links_by_badge(
        (report_support_badge(support), erp_in_country_link(context.erp(erp), country))
        for support in ReportingSupport
        for erp in sorted(cell.erp for cell in report.erp_support if cell.support is support)
    )
    notes = (
        rich(context.erp(cell.erp).name, ": ", sentence(cell.notes))
        for cell in sorted(report.erp_support, key=lambda cell: cell.erp)
        if cell.notes
    )
    unlisted = len(context.erps) - len(report.erp_support)
    unknown = rich(report_support_badge(ReportingSupport.UNKNOWN), f" {unlisted} of {len(context.erps)}")
    return joined(Break(), filter(None, (links, *notes, unknown if unlisted else ())))


def _vendor_sources(report: DerivedReport) -> Rich:
    """Return the sources of the products' support, folded away."""
    lines = source_lines(report.support_citations)
    return (Details(f"ERP products: {counted(len(lines), 'source')}", joined(Break(), lines)),) if lines else ()
