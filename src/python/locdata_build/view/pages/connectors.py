"""E-invoicing providers that an ERP product can be connected to."""

from collections.abc import Sequence

from locdata_build.source.page_names import PageName
from locdata_build.source.records import ConnectorNote
from locdata_build.source.slugs import page_slug
from locdata_build.view.blocks import Column, Filter, Filters, Group, Option, Row, Table, nothing
from locdata_build.view.evidence import source_line
from locdata_build.view.filters import country_filter, erp_filter
from locdata_build.view.newest_check import newest_check
from locdata_build.view.page import Page, Script
from locdata_build.view.places import TOP_PAGES, country_link, erp_link, top_path
from locdata_build.view.text import Rich, joined, rich
from locdata_build.view.words import counted, sentence
from locdata_build.view.world import World
from locdata_model.data_files import CONNECTORS_FILE, DataFormat
from locdata_model.vocabulary import ConnectorType


def connectors_page(world: World) -> Page:
    """Every connector, by provider and product."""
    connectors = sorted(world.dataset.connectors, key=lambda note: (note.provider.casefold(), note.erp))
    in_scope = {code for connector in connectors for code in connector.countries_in_scope}
    filters = (
        erp_filter(world.erps),
        country_filter(country for country in world.countries if country.code in in_scope),
        Filter("type", "Kind", tuple(Option(page_slug(kind), kind) for kind in ConnectorType)),
    )
    top = TOP_PAGES[PageName.CONNECTORS]
    return Page(
        path=top_path(PageName.CONNECTORS),
        title="E-invoicing connectors",
        description=top.text,
        lead=rich(
            f"{counted(len(connectors), 'connector')} by provider. Countries are named only where they are in the matrix "
            "and the source lists them."
        ),
        blocks=(
            Filters(filters, len(connectors)),
            *((connectors_table(world, connectors),) if connectors else nothing("None is recorded.")),
        ),
        data=(CONNECTORS_FILE.path(DataFormat.JSON),),
        last_checked=newest_check(connectors),
        scripts=(Script.FILTER,),
    )


def connectors_table(world: World, connectors: Sequence[ConnectorNote]) -> Table:
    """Connectors in the order given."""
    return Table(
        caption="Connectors",
        columns=tuple(map(Column, ("Provider", "ERP product", "Kind", "Direction", "Countries", "Notes", "Source"))),
        groups=(Group(rows=tuple(_row(world, connector) for connector in connectors)),),
    )


def _row(world: World, connector: ConnectorNote) -> Row:
    return Row(
        cells=(
            rich(connector.provider),
            rich(erp_link(world.erp(connector.erp))),
            rich(f"{connector.connector_type}, built by {connector.built_by}"),
            rich(connector.direction),
            _countries(world, connector),
            rich(connector.notes),
            source_line(connector.provenance, world.today),
        ),
        facets={
            "erp": (connector.erp,),
            "country": connector.countries_in_scope,
            "type": (page_slug(connector.connector_type),),
        },
    )


def _countries(world: World, connector: ConnectorNote) -> Rich:
    covered = rich(sentence(connector.countries_covered)) if connector.countries_covered else ()
    links = joined(", ", ((country_link(world.country(code), "erp"),) for code in connector.countries_in_scope))
    return (*covered, *((*rich(" In the matrix: "), *links, *rich(".")) if links else ()))
