"""The section of a country's page on sources: each source with the records that cite it, their markers and checks."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.provenance import Provenance
from locdata_build.source.citations import CitedSource
from locdata_build.view.blocks import Row, paragraph, row, table_of
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Section, section
from locdata_build.view.provenance import check_date, markers, source_name
from locdata_build.view.text import Break, Link, Rich, joined, rich
from locdata_build.view.words import OBLIGATIONS


class CitingRecord(Struct, frozen=True):
    """The label of a record of the country, and its provenance."""

    label: Rich
    provenance: Provenance


def sources_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section: the number of records without a source, then each source in the order of the page."""
    cited = tuple(citing_records(context, country))
    by_source: dict[str, tuple[CitedSource, list[CitingRecord]]] = {}
    for record in cited:
        for citation in record.provenance.citations:
            by_source.setdefault(citation.id, (citation.source, []))[1].append(record)
    without = sum(not record.provenance.citations for record in cited)
    intro = paragraph(f"Records without a source, marked unverified: {without} of {len(cited)}.")
    rows = (_row(context, source, citing) for source, citing in by_source.values())
    table = table_of("Sources", ("Source", "Records that cite it, with marker and date"), rows)
    return section("sources", "Sources", intro, *((table,) if by_source else ()))


def _row(context: SiteContext, source: CitedSource, citing: Iterable[CitingRecord]) -> Row:
    """Return the source with the records that cite it, grouped by marker and date."""
    labels: dict[Rich, list[Rich]] = {}
    for record in citing:
        provenance = record.provenance
        when = rich(f": {markers(provenance)}, ", *check_date(provenance, context.today))
        labels.setdefault(when, []).append(record.label)
    lines = ((*joined(", ", dict.fromkeys(names)), *when) for when, names in labels.items())
    return row(Link(source_name(source), source.url), joined(Break(), lines))


def citing_records(context: SiteContext, country: CountryRecords) -> Iterator[CitingRecord]:
    """Yield the records of the country in the order of its page."""
    for obligation in country.obligations:
        yield CitingRecord(rich(OBLIGATIONS[obligation.kind].label), obligation.provenance)
    if country.mandate:
        yield CitingRecord(rich("E-invoicing mandate"), country.mandate)
    for entry in (*country.topics, *country.localizations):
        yield CitingRecord(rich(entry.fact.label), entry.provenance)
    for report in country.reports:
        name = report.source.report_local
        yield CitingRecord(rich(name), report.provenance)
        for cell in report.support:
            yield CitingRecord(rich(name, " in ", context.erp(cell.source.erp).name), cell.provenance)
    yield from _of_erps(context, country)
    yield from (CitingRecord(rich(system.source.name), system.provenance) for system in country.local_erps)
    yield from (CitingRecord(rich(partner.source.name), partner.provenance) for partner in country.partners)


def _of_erps(context: SiteContext, country: CountryRecords) -> Iterator[CitingRecord]:
    for support in country.support:
        yield CitingRecord(rich("E-invoicing in ", context.erp(support.row.erp).name), support.provenance)
    for flag in country.partner_flags:
        label = rich("Localization of ", context.erp(flag.source.erp).name, " by others")
        yield CitingRecord(label, flag.provenance)
    for connector in context.published.connectors:
        if country.code in connector.source.countries_in_scope:
            label = rich(connector.source.provider, " for ", context.erp(connector.erp).name)
            yield CitingRecord(label, connector.provenance)
