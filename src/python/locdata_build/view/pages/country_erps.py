"""The section of a country's page on ERP products: everything that is recorded about each of them in the country."""

import datetime as dt
from collections.abc import Iterator

from locdata_build.derive.countries import CountryRecords, DerivedPartnerFlag, ErpInCountry
from locdata_build.derive.erps import DerivedConnector
from locdata_build.derive.facts import SupportFact, TopicFact
from locdata_build.source.files import ErpFile
from locdata_build.view.blocks import Pair, Pairs, paragraph
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import erp_link, matrix_link
from locdata_build.view.page import Section, section
from locdata_build.view.provenance import source_aside, source_lines
from locdata_build.view.text import Break, Link, Rich, joined, links_by_badge, rich
from locdata_build.view.words import report_support_badge, sentence, support_badge
from locdata_model.anchors import CountryAnchor, country_anchor, erp_anchor
from locdata_model.vocabulary import SupportType


def support_by_type(context: SiteContext, country: CountryRecords) -> Rich:
    """Return the ERP products by type of e-invoicing support, each linked to its subsection."""
    return links_by_badge(
        (support_badge(support_type), _erp_link(context.erp(support.row.erp)))
        for support_type in SupportType
        for support in country.support
        if support.row.support_type is support_type
    )


def localized_erps(context: SiteContext, country: CountryRecords) -> Rich:
    """Return the ERP products about which something is recorded, for a country outside the matrix."""
    records = {erp.id: country.of_erp(erp.id) for erp in context.erps}
    erps = [erp for erp in context.erps if records[erp.id].localization or records[erp.id].reports]
    outside = "Support for e-invoicing is not recorded for this country. "
    if not erps:
        return rich(f"{outside}Nothing else is recorded about the products.")
    links = joined(", ", ((_erp_link(erp),) for erp in erps))
    return (*rich(f"{outside}Localization or reports are recorded for "), *links, *rich("."))


def _erp_link(erp: ErpFile) -> Link:
    return Link(erp.name, f"#{erp_anchor(erp.id)}")


def erp_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section, with a subsection for each ERP product even if nothing is recorded about it."""
    return section(CountryAnchor.ERP, "ERP products", sections=(_erp(context, country, erp) for erp in context.erps))


def _erp(context: SiteContext, country: CountryRecords, erp: ErpFile) -> Section:
    pairs = tuple(_pairs(context, country, erp))
    return section(erp_anchor(erp.id), erp.name, Pairs(pairs) if pairs else paragraph("Nothing is recorded."))


def _pairs(context: SiteContext, country: CountryRecords, erp: ErpFile) -> Iterator[Pair]:
    records, today = country.of_erp(erp.id), context.today
    if records.support:
        yield Pair("E-invoicing", _support(context, country, erp, records.support))
    if localization := records.localization:
        yield Pair("Localization", localization_line(localization, today))
    if records.reports:
        yield Pair("Reports", joined(Break(), _reports(records)))
    if records.partner_flag:
        yield Pair("Localized by others", partner_flag_line(records.partner_flag, today))
    connectors = tuple(
        _connector(context, connector)
        for connector in context.connectors_by_erp.get(erp.id, ())
        if country.code in connector.source.countries_in_scope
    )
    if connectors:
        yield Pair("Providers", joined(Break(), connectors))
    if records.partners:
        names = joined(", ", (rich(partner.record.name) for partner in records.partners))
        yield Pair("Partners", rich(*names, ": see ", Link("Partners", f"#{CountryAnchor.PARTNERS}"), "."))


def localization_line(localization: TopicFact, today: dt.date) -> Rich:
    """Return what a product's own localization for a country is, with its source."""
    return rich(localization.fact.value, source_aside(localization.provenance, today))


def partner_flag_line(flag: DerivedPartnerFlag, today: dt.date) -> Rich:
    """Return whether others localize a product for a country, with the source."""
    return rich(flag.record.flag, ". ", flag.record.note, source_aside(flag.provenance, today))


def _support(context: SiteContext, country: CountryRecords, erp: ErpFile, support: SupportFact) -> Rich:
    """Return the support type with its providers, notes and source, and links to the matrix and to other countries."""
    row = support.row
    return rich(
        support_badge(row.support_type),
        *((" Providers: ", sentence(row.vendors)) if row.vendors else ()),
        *((" ", row.notes) if row.notes else ()),
        " ",
        matrix_link("Row of the matrix", country, erp.id),
        ", ",
        Link("other countries", erp_link(erp, country_anchor(country.code)).href),
        ".",
        source_aside(support.provenance, context.today),
    )


def _connector(context: SiteContext, derived: DerivedConnector) -> Rich:
    """Return the connector with its kind, direction and source."""
    connector = derived.source
    return rich(
        connector.provider,
        f": {connector.connector_type}, built by ",
        connector.built_by,
        ". ",
        sentence(connector.direction),
        source_aside(derived.provenance, context.today),
    )


def _reports(records: ErpInCountry) -> Iterator[Rich]:
    for report, cell in records.reports:
        name = Link(report.source.report_local, f"#{report.anchor}")
        notes = (sentence(cell.source.notes), " ") if cell.source.notes else ()
        sources = joined("; ", source_lines(cell.provenance.citations))
        yield (*rich(report_support_badge(cell.source.support), " ", name, ": ", *notes), *sources)
