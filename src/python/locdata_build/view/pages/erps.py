"""The pages of the ERP products: the list, and each product country by country."""

from collections.abc import Iterator

from locdata_build.derive.notes import by_name
from locdata_build.source.files import CountryFile, ErpFile
from locdata_build.source.page_names import PageName
from locdata_build.source.records import ErpSupport
from locdata_build.source.slugs import page_slug
from locdata_build.view.blocks import Column, Filters, Group, Pair, Pairs, Row, Table, nothing
from locdata_build.view.evidence import source_note
from locdata_build.view.filters import region_filter, support_filter, support_option
from locdata_build.view.newest_check import newest_check
from locdata_build.view.page import Page, Script, Section
from locdata_build.view.pages.connectors import connectors_table
from locdata_build.view.places import (
    TOP_PAGES,
    country_link,
    erp_anchor,
    erp_link,
    erp_path,
    matrix_anchor,
    top_link,
    top_path,
)
from locdata_build.view.text import Break, Link, Rich, Words, joined, rich
from locdata_build.view.words import counted, support_badge
from locdata_build.view.world import World
from locdata_model.endpoints import ERP, ERPS
from locdata_model.record import Record
from locdata_model.vocabulary import ReportingSupport, SupportType


def erps_page(world: World) -> Page:
    """The list of ERP products, with how many tracked countries they support and how."""
    top = TOP_PAGES[PageName.ERP]
    return Page(
        path=top_path(PageName.ERP),
        title=top.label,
        description=top.text,
        lead=rich(f"{counted(len(world.erps), 'product')}, sorted by id; no place can be bought."),
        blocks=(
            Table(
                caption="ERP products",
                columns=tuple(map(Column, ("Product", "Vendor", "Kind", "E-invoicing support (countries)"))),
                groups=(Group(rows=tuple(_product_row(world, erp) for erp in world.erps)),),
            ),
        ),
        data=(ERPS.path,),
        last_checked=newest_check((world.erps, [_support_cells(country) for country in world.countries])),
    )


def _product_row(world: World, erp: ErpFile) -> Row:
    return Row(
        id=erp_anchor(erp.id),
        cells=(rich(erp_link(erp)), rich(erp.vendor), rich(erp.category), _support_counts(world, erp)),
    )


def _support_counts(world: World, erp: ErpFile) -> Rich:
    """How many tracked countries have each type of support."""
    types = [support for country in world.countries if (support := _support_type(world, country, erp))]
    lines = (rich(support_badge(each), f" {types.count(each)}") for each in SupportType if each in types)
    return joined(Break(), lines) or rich("No country is tracked.")


def _support_by_country(world: World, erp: ErpFile) -> Rich:
    """The tracked countries by the type of their support, each with a link to its row."""
    lines = []
    for support in SupportType:
        countries = [country for country in world.countries if _support_type(world, country, erp) is support]
        links = joined(", ", ((Link(country.name, f"#{country.code}"),) for country in countries))
        if links:
            lines.append((support_badge(support), Words(" "), *links))
    return joined(Break(), lines) or rich("No country is tracked.")


def _support_type(world: World, country: CountryFile, erp: ErpFile) -> SupportType | None:
    return next((cell.support_type for cell in world.of_product(_support_cells(country), erp)), None)


def _support_cells(country: CountryFile) -> tuple[ErpSupport, ...]:
    return country.e_invoicing.erp_support if country.e_invoicing else ()


def erp_page(world: World, erp: ErpFile) -> Page:
    """A product: what it is, one row for each country, and the providers that it can be connected to."""
    connectors = world.of_product(world.dataset.connectors, erp)
    title = "Providers that it can be connected to"
    rows = tuple(_country_row(world, country, erp) for country in world.countries)
    countries = Table(
        caption=f"{erp.name} by country",
        columns=tuple(map(Column, ("Country", "E-invoicing", "Localization", "Reports", "Partners"))),
        groups=(Group(rows=rows),),
    )
    return Page(
        path=erp_path(erp),
        title=erp.name,
        subject="e-invoicing and localization by country",
        description=f"{erp.name} country by country: e-invoicing support, localization, reports, providers and partners.",
        lead=rich(erp.profile),
        blocks=(
            Pairs(
                (
                    Pair("Vendor", rich(erp.vendor)),
                    Pair("Website", rich(Link(erp.website, erp.website), source_note(erp.provenance, world.today))),
                    Pair("E-invoicing", _support_by_country(world, erp)),
                )
            ),
        ),
        sections=(
            Section(
                id="by-country",
                title="Country by country",
                blocks=(Filters((region_filter(world), support_filter()), len(rows)), countries),
            ),
            Section(
                id="providers",
                title=title,
                blocks=(connectors_table(world, connectors),) if connectors else nothing("None is recorded."),
            ),
        ),
        crumbs=(top_link(PageName.ERP),),
        data=(ERP.path_for(erp.id),),
        last_checked=newest_check((erp, connectors, *(_records(world, country, erp) for country in world.countries))),
        scripts=(Script.FILTER,),
    )


def _records(world: World, country: CountryFile, erp: ErpFile) -> Iterator[Record]:
    """What is recorded of the product in the country. Its support of a report is checked with the report."""
    yield from world.of_product(_support_cells(country), erp)
    yield from world.of_product(country.erp_localizations, erp)
    yield from world.of_product(country.partners, erp)
    yield from world.of_product(country.partner_flags, erp)
    yield from (made.report for made in world.reports_of(country, erp))


def _country_row(world: World, country: CountryFile, erp: ErpFile) -> Row:
    support = _support_type(world, country, erp)
    return Row(
        id=country.code,
        cells=(
            rich(country_link(country, erp_anchor(erp.id))),
            _e_invoicing(country, erp, support),
            _localization(world, country, erp),
            _reports(world, country, erp),
            rich(_partners(world, country, erp)),
        ),
        facets={
            "region": (page_slug(country.region),),
            "support": (support_option(support),) if support else (),
        },
    )


def _e_invoicing(country: CountryFile, erp: ErpFile, support: SupportType | None) -> Rich:
    if support is None:
        return rich("Not tracked.")
    row = Link("Notes and source", f"{top_path(PageName.E_INVOICING)}#{matrix_anchor(country.code, erp.id)}")
    return rich(support_badge(support), " ", row)


def _localization(world: World, country: CountryFile, erp: ErpFile) -> Rich:
    """What is recorded of the product in the country, and what others add to it."""
    return joined(Break(), _localization_lines(world, country, erp)) or rich("Nothing is recorded.")


def _localization_lines(world: World, country: CountryFile, erp: ErpFile) -> Iterator[Rich]:
    for note in world.of_product(country.erp_localizations, erp):
        yield rich(note.value, source_note(note.provenance, world.today))
    for flag in world.of_product(country.partner_flags, erp):
        yield rich(f"{flag.flag}. {flag.note}", source_note(flag.provenance, world.today))


def _reports(world: World, country: CountryFile, erp: ErpFile) -> Rich:
    cells = [made.cell.support for made in world.reports_of(country, erp)]
    made = {support: cells.count(support) for support in ReportingSupport if cells.count(support)}
    if not made:
        return rich("None is recorded.")
    return rich(", ".join(f"{count} {support}" for support, count in made.items()), f" of {len(country.reporting)}")


def _partners(world: World, country: CountryFile, erp: ErpFile) -> str:
    partners = by_name(world.of_product(country.partners, erp))
    return ", ".join(note.name for note in partners) or "None is recorded."
