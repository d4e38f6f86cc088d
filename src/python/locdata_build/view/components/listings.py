"""Tables of connectors, local ERP systems and partners."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from locdata_build.data.products import SourceConnector
from locdata_build.derive.claims import Claim
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.erps import ConnectorClaim
from locdata_build.view.blocks import (
    Column,
    Items,
    ListLayout,
    Paragraph,
    Row,
    Table,
    grouped_table,
    item_list,
    paragraph,
    row,
    table_of,
    table_or_message,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_groups, country_link, erp_in_country_link, erp_link
from locdata_build.view.notes import cited_text, first_source
from locdata_build.view.text import Link, Rich, Strong, joined, rich
from locdata_build.view.words import NO_INFORMATION
from locdata_model.anchors import CountryAnchor, local_erp_anchor, partner_anchor
from locdata_model.urls import slugify

# Connectors


def connectors_table(context: SiteContext, connectors: Sequence[ConnectorClaim]) -> Table | Paragraph:
    """Return a table of connectors in the given order, or a message if there are none."""
    columns = ("Provider", "ERP product", "Countries and networks", "Notes", "Direction", "Kind")
    table = table_of("Connectors", columns, (_connector_row(context, connector) for connector in connectors))
    return table_or_message(table, "No connector is recorded.")


def _connector_row(context: SiteContext, derived: ConnectorClaim) -> Row:
    connector = derived.source
    return row(
        connector.provider,
        erp_link(context.erp(connector.erp)),
        _countries(context, connector),
        rich(connector.notes, " ", *first_source(derived)),
        connector.direction,
        rich(f"{connector.connector_type}, built by ", connector.built_by),
        facets={
            "erp": (connector.erp,),
            "country": connector.countries_in_scope,
            "type": (slugify(connector.connector_type),),
        },
    )


def _countries(context: SiteContext, connector: SourceConnector) -> Rich:
    """Return the countries as the source names them, followed by links to those of the matrix that it lists."""
    countries = [context.country(code) for code in connector.countries_in_scope]
    links = joined(", ", ((country_link(country, CountryAnchor.ERP),) for country in countries))
    words = connector.countries_covered.rstrip(".")
    if words == ", ".join(country.name for country in countries):
        return links
    return (*rich(words), *((*rich(". Linked: "), *links) if links else ()))


# Local ERP systems and partners: tables of all countries, and lists of one


def local_erps_table(context: SiteContext, countries: Sequence[CountryRecords]) -> Table:
    """Return the local systems, grouped below links to their countries."""

    def rows_of(country: CountryRecords) -> Iterator[Row]:
        for system in country.local_erps:
            record = system.record
            yield row(
                Link(record.name, record.website),
                record.segment,
                _sourced(context, system, "description"),
                anchor=local_erp_anchor(record.id),
                facets={"country": (country.code,)},
            )

    columns = ("System", Column("For whom", is_plain=True), Column("What it is", is_plain=True))
    groups = country_groups(countries, rows_of, CountryAnchor.LOCAL_ERPS)
    return grouped_table("Local ERP and accounting systems", columns, groups)


def local_erps_list(context: SiteContext, country: CountryRecords) -> Items | Paragraph:
    """Return the local systems of a country with notes."""
    items = []
    for system in country.local_erps:
        record = system.record
        link = Link(record.name, record.website, id=local_erp_anchor(record.id))
        items.append(rich(link, " (", record.segment, "): ", *cited_text(context, system, "description")))
    return item_list(*items, layout=ListLayout.TEXTS) if items else paragraph(NO_INFORMATION)


def partners_table(context: SiteContext, countries: Sequence[CountryRecords]) -> Table:
    """Return the partners, grouped below links to their countries."""

    def rows_of(country: CountryRecords) -> Iterator[Row]:
        for partner in sorted(country.partners, key=context.product_place):
            record = partner.record
            yield row(
                record.name,
                erp_in_country_link(context.erp(record.erp), country),
                record.partner_type,
                rich(*_sourced(context, partner, "summary"), " Listed in: ", record.source_kind, "."),
                anchor=partner_anchor(record.id),
                facets={"country": (country.code,), "erp": (record.erp,)},
            )

    columns = (
        "Partner",
        Column("ERP product", is_plain=True),
        Column("Kind", is_plain=True),
        Column("What it does", is_plain=True),
    )
    return grouped_table("Partners", columns, country_groups(countries, rows_of, CountryAnchor.PARTNERS))


def partners_list(context: SiteContext, country: CountryRecords) -> Items | Paragraph:
    """Return the partners of a country with notes."""
    items = []
    for partner in sorted(country.partners, key=context.product_place):
        record = partner.record
        product = replace(erp_in_country_link(context.erp(record.erp), country), id=partner_anchor(record.id))
        text = cited_text(context, partner, "summary")
        items.append(rich(Strong(record.name), ", ", record.partner_type, " for ", product, ": ", *text))
    return item_list(*items, layout=ListLayout.TEXTS) if items else paragraph(NO_INFORMATION)


def _sourced(context: SiteContext, claim: Claim[Any, Any], field: str) -> Rich:
    """Return a text with its first source."""
    return rich(*cited_text(context, claim, field, has_notes=False), " ", *first_source(claim))
