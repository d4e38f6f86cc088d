"""The pages that list local ERP systems and partners, whose tables stand on the pages of countries as well."""

from collections.abc import Sequence

from locdata_build.derive.notes import local_erps_by_name, partners_by_name
from locdata_build.source.files import CountryFile
from locdata_build.source.page_names import PageName
from locdata_build.source.records import LocalErpNote, PartnerNote
from locdata_build.view.blocks import Column, Filters, Group, Row, Table
from locdata_build.view.evidence import source_line
from locdata_build.view.filters import country_filter, erp_filter
from locdata_build.view.newest_check import newest_check
from locdata_build.view.page import Page, Script
from locdata_build.view.places import TOP_PAGES, country_link, country_path, erp_anchor, top_path
from locdata_build.view.text import Link, rich
from locdata_build.view.words import counted
from locdata_build.view.world import World
from locdata_model.endpoints import LOCAL_ERPS, PARTNERS


def local_erps_page(world: World) -> Page:
    """Local and regional ERP and accounting systems, by country and name."""
    countries = [country for country in world.countries if country.local_erps]
    table = local_erps_table(world, countries, by_country=True)
    top = TOP_PAGES[PageName.LOCAL_ERPS]
    return Page(
        path=top_path(PageName.LOCAL_ERPS),
        title="Local ERP and accounting systems",
        description=top.text,
        lead=rich(
            f"{counted(table.row_count, 'system')} in {counted(len(countries), 'country', 'countries')}, by name."
        ),
        blocks=(Filters((country_filter(countries),), table.row_count), table),
        data=(LOCAL_ERPS.path,),
        last_checked=newest_check(country.local_erps for country in countries),
        scripts=(Script.FILTER,),
    )


def partners_page(world: World) -> Page:
    """Partners, by country, product and name."""
    countries = [country for country in world.countries if country.partners]
    table = partners_table(world, countries, by_country=True)
    top = TOP_PAGES[PageName.PARTNERS]
    return Page(
        path=top_path(PageName.PARTNERS),
        title=top.label,
        description=top.text,
        lead=rich(
            f"{counted(table.row_count, 'entry', 'entries')} in {counted(len(countries), 'country', 'countries')}. "
            "The order is alphabetical by country, ERP product and name; no place in it can be bought."
        ),
        blocks=(Filters((country_filter(countries), erp_filter(world.erps)), table.row_count), table),
        data=(PARTNERS.path,),
        last_checked=newest_check(country.partners for country in countries),
        scripts=(Script.FILTER,),
    )


def local_erps_table(world: World, countries: Sequence[CountryFile], *, by_country: bool = False) -> Table:
    """Local systems, one group for each country."""

    def row(country: CountryFile, note: LocalErpNote) -> Row:
        return Row(
            id=f"local-erp-{country.code}-{note.slug}",
            cells=(
                rich(Link(note.name, note.website)),
                rich(note.segment),
                rich(note.description),
                source_line(note.provenance, world.today),
            ),
            facets={"country": (country.code,)},
        )

    return Table(
        caption="Local ERP and accounting systems",
        columns=tuple(map(Column, ("System", "For whom", "What it is", "Source"))),
        groups=tuple(
            Group(
                title=rich(country_link(country, "local-erps")) if by_country else (),
                rows=tuple(row(country, note) for note in local_erps_by_name(country)),
            )
            for country in countries
        ),
    )


def partners_table(world: World, countries: Sequence[CountryFile], *, by_country: bool = False) -> Table:
    """Partners, one group for each country."""

    def row(country: CountryFile, note: PartnerNote) -> Row:
        erp = world.erp(note.erp)
        return Row(
            id=f"partner-{country.code}-{note.erp}-{note.slug}",
            cells=(
                rich(note.name),
                rich(Link(erp.name, f"{country_path(country)}#{erp_anchor(erp.id)}")),
                rich(note.partner_type),
                rich(f"{note.summary} Listed in: {note.source_kind}."),
                source_line(note.provenance, world.today),
            ),
            facets={"country": (country.code,), "erp": (note.erp,)},
        )

    return Table(
        caption="Partners",
        columns=tuple(map(Column, ("Partner", "ERP product", "Kind", "What it does", "Source"))),
        groups=tuple(
            Group(
                title=rich(country_link(country, "partners")) if by_country else (),
                rows=tuple(row(country, note) for note in partners_by_name(country)),
            )
            for country in countries
        ),
    )
