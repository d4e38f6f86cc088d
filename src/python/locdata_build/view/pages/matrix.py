"""The e-invoicing matrix: one row for each tracked country and ERP product, in one group for each country."""

from collections.abc import Sequence

from locdata_build.derive.notes import derive_support
from locdata_build.source.files import CountryFile, ErpFile
from locdata_build.source.page_names import PageName
from locdata_build.source.records import ErpSupport, Mandate
from locdata_build.view.blocks import Column, Filters, Group, Pair, Row, Table
from locdata_build.view.evidence import source_line
from locdata_build.view.filters import country_filter, erp_filter, support_filter, support_option
from locdata_build.view.newest_check import newest_check
from locdata_build.view.obligations import tell_obligations
from locdata_build.view.page import Page, Script, Section
from locdata_build.view.places import (
    TOP_PAGES,
    country_link,
    country_path,
    erp_anchor,
    matrix_anchor,
    top_link,
    top_path,
)
from locdata_build.view.text import Link, rich
from locdata_build.view.words import SUPPORT_TYPES, counted, support_badge
from locdata_build.view.world import World
from locdata_model.data_files import MATRIX_FILE, DataFormat

COLUMNS = ("ERP product", "Support", "Providers", "Notes", "Source")


def matrix_page(world: World) -> Page:
    """The page of the matrix."""
    tracked = [country for country in world.countries if country.e_invoicing]
    top = TOP_PAGES[PageName.E_INVOICING]
    table = Table(
        caption="E-invoicing by country and ERP product",
        columns=tuple(map(Column, COLUMNS)),
        groups=tuple(_group(world, country, country.e_invoicing.mandate) for country in tracked if country.e_invoicing),
    )
    filters = (country_filter(tracked), erp_filter(world.erps), support_filter())
    return Page(
        path=top_path(PageName.E_INVOICING),
        title="E-invoicing: mandates and ERP support",
        description=top.text,
        lead=rich(
            f"{counted(len(tracked), 'country', 'countries')} and {counted(len(world.erps), 'ERP product')}: "
            f"{table.row_count} rows, each with its source. The duties of all other countries: ",
            top_link(PageName.COUNTRIES),
            ".",
        ),
        sections=(
            Section(id="overview", title="In a word", blocks=(_overview(world, tracked),)),
            Section(id="rows", title="Row by row", blocks=(Filters(filters, table.row_count), table)),
        ),
        data=(MATRIX_FILE.path(DataFormat.JSON),),
        last_checked=newest_check((country.e_invoicing, country.obligations) for country in tracked),
        scripts=(Script.FILTER,),
    )


def _overview(world: World, countries: Sequence[CountryFile]) -> Table:
    """Every cell in a word, with a link to its row."""
    return Table(
        caption="Support in a word",
        columns=(Column("Country"), *(Column(erp.name) for erp in world.erps)),
        groups=(Group(rows=tuple(_overview_row(world, country) for country in countries)),),
        is_compact=True,
    )


def _overview_row(world: World, country: CountryFile) -> Row:
    cells = derive_support(country, world.erps)
    words = (
        rich(Link(SUPPORT_TYPES[cell.support_type].short, f"#{matrix_anchor(country.code, erp.id)}"))
        for _, erp, cell in cells
    )
    return Row(cells=(rich(Link(country.name, f"#{country.code}")), *words))


def _group(world: World, country: CountryFile, mandate: Mandate) -> Group:
    return Group(
        id=country.code,
        title=rich(country_link(country, "e-invoicing")),
        intro=_intro(world, country, mandate),
        rows=tuple(_row(world, country, erp, cell) for _, erp, cell in derive_support(country, world.erps)),
    )


def _intro(world: World, country: CountryFile, mandate: Mandate) -> tuple[Pair, ...]:
    duties = [
        told for told in tell_obligations(country.obligations, world.today) if told.kind.startswith("e_invoicing")
    ]
    return (
        *(Pair(told.words.label, rich(told.verdict, " ", *told.account)) for told in duties),
        Pair("Mandate", rich(mandate.mandate)),
        Pair("Dates", rich(mandate.deadlines)),
        Pair("Format", rich(mandate.format)),
        Pair("Source", source_line(mandate.provenance, world.today)),
    )


def _row(world: World, country: CountryFile, erp: ErpFile, cell: ErpSupport) -> Row:
    return Row(
        id=matrix_anchor(country.code, erp.id),
        cells=(
            rich(Link(erp.name, f"{country_path(country)}#{erp_anchor(erp.id)}")),
            rich(support_badge(cell.support_type)),
            rich(cell.vendors or "None named."),
            rich(cell.notes),
            source_line(cell.provenance, world.today),
        ),
        facets={"country": (country.code,), "erp": (erp.id,), "support": (support_option(cell.support_type),)},
    )
