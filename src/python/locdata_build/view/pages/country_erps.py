"""The section of a country's page on ERP products: a short row for each, whose name leads to everything recorded about it."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from locdata_build.data.products import ErpFile
from locdata_build.derive.countries import CountryRecords, ErpInCountry
from locdata_build.derive.erps import ConnectorClaim
from locdata_build.view.blocks import Paragraph, paragraph, row, table_of
from locdata_build.view.components.erp_support import (
    E_INVOICING_AND_LOCALIZATION,
    e_invoicing_and_localization,
    report_counts,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import erp_in_country_link
from locdata_build.view.notes import claim_note
from locdata_build.view.page import Section, section
from locdata_build.view.text import Break, Link, Rich, Words, joined, links_by_badge, rich
from locdata_build.view.words import NO_INFORMATION, counted, support_badge
from locdata_model.anchors import CountryAnchor, erp_anchor, partner_anchor
from locdata_model.vocabulary import SupportType

COLUMNS = (E_INVOICING_AND_LOCALIZATION, "Reports", "Providers and partners")
"""The columns of the table of products after their names. A column without any content is left out."""


def support_by_type(context: SiteContext, country: CountryRecords) -> Rich:
    """Return the ERP products by type of e-invoicing support, each linked to its row."""
    return links_by_badge(
        (support_badge(support_type), _erp_link(context.erp(support.source.erp)))
        for support_type in SupportType
        for support in sorted(country.support, key=context.product_place)
        if support.source.support_type is support_type
    )


def localized_erps(context: SiteContext, country: CountryRecords) -> Rich:
    """Return the ERP products about which something is recorded, for a country outside the matrix."""
    records = {erp.id: country.of_erp(erp.id) for erp in context.erps}
    erps = [erp for erp in context.erps if records[erp.id].localization or records[erp.id].reports]
    outside = "Support for e-invoicing is not recorded. "
    if not erps:
        return rich(f"{outside}{NO_INFORMATION}")
    return rich(f"{outside}Localization or reports are recorded for {counted(len(erps), 'product')}.")


def _erp_link(erp: ErpFile) -> Link:
    return Link(erp.name, f"#{erp_anchor(erp.id)}")


def erp_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section: a row for each ERP product about which something is recorded, then the names of all others."""
    cells = [(erp, tuple(_cells(context, country, erp))) for erp in context.erps]
    recorded = [(erp, contents) for erp, contents in cells if any(contents)]
    filled = [index for index in range(len(COLUMNS)) if any(contents[index] for _, contents in recorded)]
    rows = (
        row(erp_in_country_link(erp, country), *(contents[index] for index in filled), anchor=erp_anchor(erp.id))
        for erp, contents in recorded
    )
    table = table_of("ERP products", ("Product", *(COLUMNS[index] for index in filled)), rows)
    nothing = [erp for erp, contents in cells if not any(contents)]
    whole = paragraph("Each name leads to all details and sources.")
    blocks = (*((whole, table) if recorded else ()), *((_unrecorded(country, nothing),) if nothing else ()))
    return section(CountryAnchor.ERP, "ERP products", *blocks)


def _unrecorded(country: CountryRecords, erps: Iterable[ErpFile]) -> Paragraph:
    """Return the names of products in one line, each with its anchor: the anchors of all products are permanent."""
    links = (rich(replace(erp_in_country_link(erp, country), id=erp_anchor(erp.id))) for erp in erps)
    return paragraph("Nothing is recorded about ", *joined(", ", links), ".")


def _cells(context: SiteContext, country: CountryRecords, erp: ErpFile) -> Iterator[Rich]:
    """Yield the records of a product for each column; an empty line if there are none."""
    records = country.of_erp(erp.id)
    yield e_invoicing_and_localization(context, records, is_short=True)
    yield rich(report_counts(records)) if records.reports else ()
    of_erp = context.connectors_by_erp.get(erp.id, ())
    connectors = [each for each in of_erp if country.code in each.source.countries_in_scope]
    yield joined(Break(), filter(None, (_providers(connectors), _partners(records))))


def _providers(connectors: Sequence[ConnectorClaim]) -> Rich:
    """Return the names of the providers, each with a note on its first source."""
    return joined(", ", (rich(claim.source.provider, *claim_note(claim)) for claim in connectors))


def _partners(records: ErpInCountry) -> Rich:
    """Return the names of the partners, each linked to its row."""
    names = (rich(Link(partner.record.name, f"#{partner_anchor(partner.record.id)}")) for partner in records.partners)
    return (Words("Partners: "), *joined(", ", names)) if records.partners else ()
