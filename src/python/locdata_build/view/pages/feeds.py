"""The calendars of dated phases and the feeds that readers can subscribe to."""

from collections.abc import Iterable, Sequence

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Column, Group, Pair, Row, grouped_table, item_list, pair_list, paragraph, row
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import (
    ALL_COUNTRIES_CALENDAR,
    CHANGES_FEED,
    NEWS_FEED,
    Feed,
    countries_by_region,
    country_calendar,
    region_calendar,
)
from locdata_build.view.navigation import top_link
from locdata_build.view.page import Page, Section, section, top_page
from locdata_build.view.text import Link, Rich, Strong, rich
from locdata_build.view.words import counted
from locdata_model.phases import Phase
from locdata_model.urls import PageName, region_anchor


def page(context: SiteContext) -> Page:
    """Return the page: the feeds, how to subscribe, and every calendar with its next phase."""
    ahead = _after_today(context, context.published.phases)
    return Page(
        **top_page(PageName.FEEDS),
        lead=rich(
            f"{counted(len(ahead), 'dated phase')} after ",
            context.today,
            ". A calendar that you subscribe to stays current: when a phase is moved, its entry moves too.",
        ),
        blocks=(
            pair_list(
                Pair("Every dated phase, in all countries", _link(ALL_COUNTRIES_CALENDAR)),
                Pair("What each release changed (Atom)", _link(CHANGES_FEED)),
                Pair("Vendor news (Atom)", _link(NEWS_FEED)),
            ),
        ),
        sections=(_subscribing_section(), _calendars_section(context)),
        feeds=(ALL_COUNTRIES_CALENDAR, CHANGES_FEED, NEWS_FEED),
    )


def _link(feed: Feed) -> Rich:
    return rich(Link(feed.path, feed.path))


def _subscribing_section() -> Section:
    return section(
        "subscribing",
        "How to subscribe",
        paragraph(
            "Copy the URL of a calendar and subscribe to it. A file that you download and open is never updated."
        ),
        item_list(
            rich(Strong("Outlook"), ": Add calendar, then Subscribe from web."),
            rich(Strong("Google Calendar"), ": the plus sign at Other calendars, then From URL."),
            rich(Strong("Apple Calendar"), ": File, then New Calendar Subscription."),
        ),
        paragraph(
            "A phase that is withdrawn disappears from the calendar. Moved and withdrawn phases, with their dates, are "
            "listed in ",
            top_link(PageName.CHANGES),
            ".",
        ),
        paragraph(
            "The title of an entry says if its phase is only planned or voluntary. Calendars and feeds have the licence "
            "of the data files: ",
            top_link(PageName.LICENCE),
            ".",
        ),
    )


def _calendars_section(context: SiteContext) -> Section:
    table = grouped_table(
        "Calendars of regions and of countries",
        ("Calendar", "Next phase", Column("Phases ahead", is_number=True)),
        (_region(context, region, countries) for region, countries in countries_by_region(context).items()),
    )
    return section("calendars", "By region and country", table)


def _region(context: SiteContext, region: str, countries: Sequence[CountryRecords]) -> Group:
    ahead = {country.code: _after_today(context, country.phases) for country in countries}
    in_region = sorted((phase for phases in ahead.values() for phase in phases), key=lambda phase: phase.date)
    return Group(
        id=region_anchor(region),
        title=rich(region),
        rows=(
            _row(region_calendar(region), f"{region}, all countries", in_region),
            *(_row(country_calendar(country), country.name, ahead[country.code]) for country in countries),
        ),
    )


def _row(calendar: Feed, name: str, ahead: Sequence[Phase]) -> Row:
    return row(Link(name, calendar.path), ahead[0].date if ahead else "none", str(len(ahead)))


def _after_today(context: SiteContext, phases: Iterable[Phase]) -> list[Phase]:
    return [phase for phase in phases if phase.date > context.today]
