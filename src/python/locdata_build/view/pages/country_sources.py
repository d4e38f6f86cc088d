"""The section of a country's page on sources: each source with the records that cite it, their markers and checks."""

import datetime as dt
from collections.abc import Iterable, Iterator

from msgspec import Struct

from locdata_build.derive.countries import CountryRecords
from locdata_build.source.records import Provenance, Report, ReportSupport
from locdata_build.view.blocks import Row, paragraph, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Section, section
from locdata_build.view.provenance import check_date, markers
from locdata_build.view.text import Break, Link, Rich, joined, rich
from locdata_build.view.words import OBLIGATIONS


class Citation(Struct, frozen=True):
    """The label of a record of the country, and its provenance."""

    label: Rich
    provenance: Provenance


def sources_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section: the number of records without a source, then each source in the order of the page."""
    cited = tuple(citations(context, country))
    by_url: dict[str, list[Citation]] = {}
    for citation in cited:
        for url in citation.provenance.source_urls:
            by_url.setdefault(url, []).append(citation)
    without = sum(not citation.provenance.source_urls for citation in cited)
    intro = paragraph(f"Records without a source, marked unverified: {without} of {len(cited)}.")
    rows = (_row(context, url, citing) for url, citing in by_url.items())
    table = table_of("Sources", ("Source", "Records that cite it, with marker and date"), rows)
    return section("sources", "Sources", intro, *((table,) if by_url else ()))


def _row(context: SiteContext, url: str, citing: Iterable[Citation]) -> Row:
    """Return the source with the records that cite it, grouped by marker and date."""
    labels: dict[tuple[str, dt.date], list[Rich]] = {}
    for citation in citing:
        provenance = citation.provenance
        labels.setdefault((markers(provenance), provenance.last_checked), []).append(citation.label)
    lines = (
        rich(*joined(", ", dict.fromkeys(names)), f": {marker}, ", *check_date(last_checked, context.today))
        for (marker, last_checked), names in labels.items()
    )
    return row(Link(url, url), joined(Break(), lines))


def citations(context: SiteContext, country: CountryRecords) -> Iterator[Citation]:
    """Yield the records of the country in the order of its page."""
    source = country.source
    for kind, words in OBLIGATIONS.items():
        yield Citation(rich(words.label), getattr(source.obligations, kind.value).provenance)
    if source.e_invoicing:
        yield Citation(rich("E-invoicing mandate"), source.e_invoicing.mandate.provenance)
    for entry in (*country.topics, *country.localizations):
        yield Citation(rich(entry.fact.label), entry.provenance)
    for report in source.reporting:
        yield Citation(rich(report.report_local), report.provenance)
        yield from (
            Citation(rich(report.report_local, " in ", context.erp(cell.erp).name), _provenance(report, cell))
            for cell in report.erp_support
        )
    yield from _erp_citations(context, country)
    yield from (Citation(rich(system.name), system.provenance) for system in source.local_erps)
    yield from (Citation(rich(partner.name), partner.provenance) for partner in source.partners)


def _erp_citations(context: SiteContext, country: CountryRecords) -> Iterator[Citation]:
    for support in country.source.e_invoicing.erp_support if country.source.e_invoicing else ():
        yield Citation(rich("E-invoicing in ", context.erp(support.erp).name), support.provenance)
    for flag in country.source.partner_flags:
        yield Citation(rich("Localization of ", context.erp(flag.erp).name, " by others"), flag.provenance)
    for connector in context.dataset.connectors:
        if country.code in connector.countries_in_scope:
            yield Citation(rich(connector.provider, " for ", context.erp(connector.erp).name), connector.provenance)


def _provenance(report: Report, cell: ReportSupport) -> Provenance:
    """Return the provenance of a product's support for a report; the support was checked together with the report."""
    return Provenance(source_urls=cell.source_urls, evidence=cell.evidence, last_checked=report.provenance.last_checked)
