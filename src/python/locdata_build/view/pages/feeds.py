"""The page of what can be subscribed to: calendars of dated steps, and feeds."""

from collections.abc import Sequence

from locdata_build.source.files import CountryFile
from locdata_build.source.page_names import PageName
from locdata_build.source.slugs import page_slug
from locdata_build.view.blocks import Column, Group, Items, Pair, Pairs, Paragraph, Row, Table
from locdata_build.view.dates import Step, steps_by_date
from locdata_build.view.feeds import (
    CALENDAR_OF_ALL,
    CHANGES_FEED,
    NEWS_FEED,
    Feed,
    calendar_of_country,
    calendar_of_region,
    countries_by_region,
)
from locdata_build.view.page import Page, Section
from locdata_build.view.places import TOP_PAGES, top_link, top_path
from locdata_build.view.text import Link, Rich, Strong, rich
from locdata_build.view.words import counted
from locdata_build.view.world import World


def feeds_page(world: World) -> Page:
    """Every calendar with the number of steps ahead, every feed, and how to subscribe."""
    top = TOP_PAGES[PageName.FEEDS]
    ahead = _ahead(world, world.countries)
    return Page(
        path=top_path(PageName.FEEDS),
        title=top.label,
        description=top.text,
        lead=rich(
            f"{counted(len(ahead), 'dated step lies', 'dated steps lie')} ahead of ",
            world.today,
            ". A calendar that you subscribe to follows them: when a step moves, its entry moves along.",
        ),
        blocks=(
            Pairs(
                (
                    Pair("Every dated step, in all countries", _address(CALENDAR_OF_ALL)),
                    Pair("What each release changed (Atom)", _address(CHANGES_FEED)),
                    Pair("Vendor news (Atom)", _address(NEWS_FEED)),
                )
            ),
        ),
        sections=(_subscribing_section(), _calendars_section(world)),
        feeds=(CALENDAR_OF_ALL, CHANGES_FEED, NEWS_FEED),
    )


def _address(feed: Feed) -> Rich:
    return rich(Link(feed.path, feed.path))


def _subscribing_section() -> Section:
    return Section(
        id="subscribing",
        title="How to subscribe",
        blocks=(
            Paragraph(
                rich("Copy the address of a calendar and add it by URL. A file that is opened instead stays as it is.")
            ),
            Items(
                (
                    rich(Strong("Outlook"), ": Add calendar, then Subscribe from web."),
                    rich(Strong("Google Calendar"), ": the plus sign at Other calendars, then From URL."),
                    rich(Strong("Apple Calendar"), ": File, then New Calendar Subscription."),
                )
            ),
            Paragraph(
                rich(
                    "A step that is withdrawn goes from the calendar. What moved or went, and from which day to which, stands in ",
                    top_link(PageName.CHANGES),
                    ".",
                )
            ),
            Paragraph(
                rich(
                    "A step of a plan or of a voluntary scheme says so in its title. The licence is that of the data files: ",
                    top_link(PageName.LICENCE),
                    ".",
                )
            ),
        ),
    )


def _calendars_section(world: World) -> Section:
    table = Table(
        caption="Calendars of regions and of countries",
        columns=(Column("Calendar"), Column("Next step"), Column("Steps ahead", is_number=True)),
        groups=tuple(_region(world, *of_region) for of_region in countries_by_region(world).items()),
    )
    return Section(id="calendars", title="By region and country", blocks=(table,))


def _region(world: World, region: str, countries: Sequence[CountryFile]) -> Group:
    whole = _row(calendar_of_region(region), f"{region}, all countries", _ahead(world, countries))
    return Group(
        id=f"region-{page_slug(region)}",
        title=rich(region),
        rows=(
            whole,
            *(_row(calendar_of_country(country), country.name, _ahead(world, (country,))) for country in countries),
        ),
    )


def _row(calendar: Feed, name: str, ahead: Sequence[Step]) -> Row:
    return Row(
        cells=(
            rich(Link(name, calendar.path)),
            rich(ahead[0].phase.date if ahead else "none"),
            rich(str(len(ahead))),
        )
    )


def _ahead(world: World, countries: Sequence[CountryFile]) -> tuple[Step, ...]:
    """The steps to come, the next first."""
    return tuple(step for step in steps_by_date(countries) if not step.is_past(world.today))
