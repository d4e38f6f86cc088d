"""The e-invoicing providers that ERP products can be connected to."""

from collections.abc import Sequence

from locdata_build.data.products import SourceConnector
from locdata_build.derive.erps import ConnectorClaim
from locdata_build.view.blocks import Filter, Filters, Option, Paragraph, Row, Table, row, table_of, table_or_message
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_filter, country_link, erp_filter, erp_link
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.provenance import newest_check, source_line
from locdata_build.view.text import Link, Rich, joined, rich
from locdata_build.view.words import counted, sentence
from locdata_model.anchors import CountryAnchor, PageAnchor
from locdata_model.data_files import CONNECTORS_FILE, DataFormat
from locdata_model.urls import PageName, slugify
from locdata_model.vocabulary import ConnectorType


def page(context: SiteContext) -> Page:
    """Return the page of all connectors, sorted by provider and ERP product."""
    connectors = sorted(
        context.published.connectors, key=lambda connector: (connector.source.provider.casefold(), connector.source.erp)
    )
    return Page(
        **top_page(PageName.CONNECTORS, "E-invoicing connectors"),
        lead=rich(
            f"{counted(len(connectors), 'connector')} by provider. Of the countries that a source lists, those are linked "
            "for which support by products is recorded: ",
            Link(PageName.E_INVOICING.label, PageName.E_INVOICING.path),
            ". What the kinds mean: ",
            Link(PageName.METHODOLOGY.label, f"{PageName.METHODOLOGY.path}#{PageAnchor.CONNECTORS}"),
            ".",
        ),
        blocks=(_filters(context, connectors), connectors_table(context, connectors)),
        data=(CONNECTORS_FILE.path(DataFormat.JSON),),
        last_checked=newest_check(connectors),
        scripts=(Script.FILTER,),
    )


def _filters(context: SiteContext, connectors: Sequence[ConnectorClaim]) -> Filters:
    filters = (
        erp_filter(context),
        country_filter(context),
        Filter("type", "Kind", tuple(Option(slugify(kind), kind) for kind in ConnectorType)),
    )
    return Filters(filters, len(connectors), has_words=True, file_name="connectors.csv")


def connectors_table(context: SiteContext, connectors: Sequence[ConnectorClaim]) -> Table | Paragraph:
    """Return a table of connectors in the order given, or a message if there are none."""
    columns = ("Provider", "ERP product", "Countries and networks", "Notes", "Direction", "Kind", "Source")
    table = table_of("Connectors", columns, (_row(context, connector) for connector in connectors))
    return table_or_message(table, "No connector is recorded.")


def _row(context: SiteContext, derived: ConnectorClaim) -> Row:
    connector = derived.source
    return row(
        connector.provider,
        erp_link(context.erp(connector.erp)),
        _countries(context, connector),
        connector.notes,
        connector.direction,
        rich(f"{connector.connector_type}, built by ", connector.built_by),
        source_line(derived.provenance, context.today),
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
    if connector.countries_covered.rstrip(".") == ", ".join(country.name for country in countries):
        return links
    return (
        *rich(sentence(connector.countries_covered)),
        *((*rich(" Linked: "), *links, *rich(".")) if links else ()),
    )
