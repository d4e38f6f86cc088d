"""Reports in a table: what is due, when, how, and which ERP products make it."""

from collections.abc import Iterable

from locdata_build.source.files import CountryFile
from locdata_build.source.records import Report
from locdata_build.view.blocks import Column, Group, Row, Table
from locdata_build.view.evidence import source_line, source_list
from locdata_build.view.places import country_link, country_path, erp_anchor, numbered_reports
from locdata_build.view.text import Badge, Break, Link, Rich, Words, joined, rich
from locdata_build.view.words import REPORTING_SUPPORT, REPORTING_TOPICS
from locdata_build.view.world import World
from locdata_model.vocabulary import ReportingSupport, ReportingTopic

COLUMNS = ("Report", "How often", "Due", "How it is filed", "ERP products", "Source")


def reports_table(
    world: World, countries: Iterable[CountryFile], topic: ReportingTopic, *, by_country: bool = False
) -> Table | None:
    """The reports on ``topic``, one group for each country, named where they are several; None for none."""
    groups = tuple(
        Group(rows=rows, title=rich(country_link(country, topic)) if by_country else ())
        for country in countries
        if (rows := _rows(world, country, topic))
    )
    if not groups:
        return None
    return Table(
        caption=REPORTING_TOPICS[topic],
        columns=tuple(map(Column, COLUMNS)),
        groups=groups,
    )


def support_in_report(support: ReportingSupport) -> Badge:
    """How a product makes a report."""
    return Badge(support.value, REPORTING_SUPPORT[support])


def _rows(world: World, country: CountryFile, topic: ReportingTopic) -> tuple[Row, ...]:
    return tuple(
        _row(world, country, anchor, report) for anchor, report in numbered_reports(country) if report.topic is topic
    )


def _row(world: World, country: CountryFile, anchor: str, report: Report) -> Row:
    english = (Break(), Words(report.report_en)) if report.report_en != report.report_local else ()
    notes = (Break(), Words(f"Notes: {report.notes}")) if report.notes else ()
    return Row(
        id=anchor,
        cells=(
            rich(report.report_local, *english),
            rich(report.frequency),
            rich(report.deadline),
            rich(report.channel_format, *notes),
            _support(world, country, report),
            (*source_line(report.provenance, world.today), *_vendor_sources(report)),
        ),
        facets={"country": (country.code,), "erp": tuple(cell.erp for cell in report.erp_support)},
    )


def _vendor_sources(report: Report) -> Rich:
    """The pages that tell which products make the report."""
    urls = tuple(dict.fromkeys(url for cell in report.erp_support for url in cell.source_urls))
    links = source_list(urls)
    return (*rich(Break(), "ERP products: "), *links) if links else ()


def _support(world: World, country: CountryFile, report: Report) -> Rich:
    """The products by their support. A product that is not listed is unknown, and the count of those says so."""
    lines = []
    for support in ReportingSupport:
        erps = sorted(cell.erp for cell in report.erp_support if cell.support is support)
        links = [(Link(world.erp(erp).name, f"{country_path(country)}#{erp_anchor(erp)}"),) for erp in erps]
        if links:
            lines.append((support_in_report(support), Words(" "), *joined(", ", links)))
    unlisted = len(world.erps) - len(report.erp_support)
    if unlisted:
        lines.append(rich(support_in_report(ReportingSupport.UNKNOWN), f" {unlisted} of {len(world.erps)}"))
    return joined(Break(), lines)
