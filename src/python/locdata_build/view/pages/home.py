"""The home page: the state of the world at a glance, what changes next, and the ways in."""

from locdata_build.source.page_names import PageName
from locdata_build.view.blocks import Card, Cards, Items, Paragraph, nothing
from locdata_build.view.dates import Standing, steps_by_date
from locdata_build.view.newest_check import newest_check
from locdata_build.view.page import Page, Script, Section
from locdata_build.view.pages.timeline import steps_table
from locdata_build.view.places import HOME, TOP_PAGES, country_link, top_link, top_path
from locdata_build.view.text import Rich, rich
from locdata_build.view.tile_map import tile_maps
from locdata_build.view.words import counted
from locdata_build.view.world import World

NEXT_STEPS = 8


def home_page(world: World) -> Page:
    """The home page."""
    countries = [(country, world.toggles(country.code)) for country in world.countries]
    return Page(
        path=HOME,
        title=f"E-invoicing, VAT reporting and SAF-T in {counted(len(world.countries), 'country', 'countries')}",
        description=world.site.description,
        lead=rich(world.site.description),
        sections=(
            Section(id="find", title="Find a country", blocks=(_countries(world),)),
            Section(id="map", title="The world at a glance", blocks=(tile_maps(countries),) if countries else ()),
            _next_section(world),
            Section(id="pages", title="Ways in", blocks=(_cards(),)),
        ),
        scripts=(Script.FORWARD,),
        moved_anchors=top_path(PageName.E_INVOICING),
        last_checked=newest_check(country.obligations for country in world.countries),
    )


def _countries(world: World) -> Items:
    return Items(tuple(rich(country_link(country)) for country in world.countries), columns=True)


def _next_section(world: World) -> Section:
    ahead = [step for step in steps_by_date(world.countries) if step.standing(world.today) is Standing.TO_COME]
    title = "What changes next"
    if not ahead:
        return Section(id="next", title=title, blocks=nothing("No enacted step with a recorded date lies ahead."))
    return Section(
        id="next",
        title=title,
        blocks=(steps_table(world, ahead[:NEXT_STEPS], has_anchors=False), Paragraph(_more(len(ahead)))),
    )


def _more(count: int) -> Rich:
    return rich(
        f"{counted(count, 'enacted step')} with a date in all, and those that are announced: ",
        top_link(PageName.TIMELINE),
        ".",
    )


def _cards() -> Cards:
    return Cards(tuple(Card(top_link(name), top.text) for name, top in TOP_PAGES.items()))
