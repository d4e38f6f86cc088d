"""The page of all countries with their answers side by side."""

from locdata_build.derive.filters import TOGGLE_NAMES
from locdata_build.source.files import CountryFile
from locdata_build.source.page_names import PageName
from locdata_build.source.slugs import page_slug
from locdata_build.view.blocks import Column, Filter, Filters, Group, Option, Row, Table
from locdata_build.view.filters import region_filter
from locdata_build.view.newest_check import newest_check
from locdata_build.view.page import Page, Script
from locdata_build.view.places import TOP_PAGES, country_link, top_link, top_path
from locdata_build.view.text import rich
from locdata_build.view.words import TOGGLE_LABELS, counted, toggle_badge
from locdata_build.view.world import World
from locdata_model.endpoints import COUNTRIES


def countries_page(world: World) -> Page:
    """One row for each country, one column for each toggle."""
    top = TOP_PAGES[PageName.COUNTRIES]
    values = tuple(Option(page_slug(badge.text), badge.text) for badge in map(toggle_badge, (True, False, None)))
    filters = (
        region_filter(world),
        *(Filter(page_slug(name), TOGGLE_LABELS[name], values) for name in TOGGLE_NAMES),
    )
    table = Table(
        caption="Countries and their answers",
        columns=(
            Column("Country"),
            *(Column(TOGGLE_LABELS[name]) for name in TOGGLE_NAMES),
            Column("Facts verified", is_number=True),
        ),
        groups=(Group(rows=tuple(_row(world, country) for country in world.countries)),),
        is_compact=True,
    )
    return Page(
        path=top_path(PageName.COUNTRIES),
        title=top.label,
        description=top.text,
        lead=rich(
            f"{counted(table.row_count, 'country', 'countries')}. Answers as of ",
            world.today,
            ". Unknown means that no clear source was found: nothing is guessed. What each answer means: ",
            top_link(PageName.METHODOLOGY),
            ".",
        ),
        blocks=(Filters(filters, table.row_count), table),
        data=(COUNTRIES.path,),
        last_checked=newest_check(
            (country.obligations, country.facts, country.erp_localizations) for country in world.countries
        ),
        scripts=(Script.FILTER,),
    )


def _row(world: World, country: CountryFile) -> Row:
    detail = world.detail(country.code)
    badges = {name: toggle_badge(getattr(detail.toggles, name)) for name in TOGGLE_NAMES}
    return Row(
        id=country.code,
        cells=(
            rich(country_link(country)),
            *(rich(badge) for badge in badges.values()),
            rich(f"{detail.counts.facts_verified} of {detail.counts.facts}"),
        ),
        facets={
            "region": (page_slug(country.region),),
            **{page_slug(name): (page_slug(badge.text),) for name, badge in badges.items()},
        },
    )
