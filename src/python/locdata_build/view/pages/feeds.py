"""The calendars of dated phases and the feeds that readers can subscribe to."""

import datetime as dt
from collections.abc import Iterable, Sequence

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import (
    Column,
    Filter,
    Filters,
    Group,
    Option,
    Pair,
    grouped_table,
    pair_list,
    row,
    table_of,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import (
    ALL_COUNTRIES_CALENDAR,
    CHANGES_FEED,
    NEWS_FEED,
    UPCOMING_CALENDAR,
    Feed,
    countries_by_region,
    country_feeds,
    erp_changes_feed,
    region_calendar,
    upcoming_region_calendar,
)
from locdata_build.view.navigation import country_filter, country_link, erp_link
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.prose import prose
from locdata_build.view.text import Link, Rich, rich
from locdata_build.view.words import counted
from locdata_model.anchors import region_anchor
from locdata_model.phases import Phase
from locdata_model.urls import PageName


def feeds_page(context: SiteContext) -> Page:
    """Return the page: the feeds, how to subscribe, and those of each region, country and product."""
    ahead = _after_today(context, context.published.phases)
    by_country, by_product = Link("country", "#calendars"), Link("ERP product", "#products")
    text = prose(
        "feeds",
        phases=counted(len(ahead), "dated phase"),
        today=context.today,
        feeds=pair_list(
            Pair("Upcoming phases, in all countries", _link(UPCOMING_CALENDAR, ", by ", by_country)),
            Pair("Every dated phase, in all countries", _link(ALL_COUNTRIES_CALENDAR, ", by ", by_country)),
            Pair("What each release changed (Atom)", _link(CHANGES_FEED, ", by ", by_country, " and ", by_product)),
            Pair("Vendor news (Atom)", _link(NEWS_FEED)),
        ),
        year=str(context.today.year),
        choice=_choice(context),
        calendars=grouped_table(
            "Calendars of regions and of countries, and feeds of changes to countries",
            (
                "Country",
                "Upcoming",
                "Every phase",
                "Filings",
                "Changes",
                "Next phase",
                Column("Phases ahead", is_number=True),
            ),
            (_region(context, region, countries) for region, countries in countries_by_region(context).items()),
        ),
        products=table_of(
            "Feeds of changes to ERP products",
            ("Product", "Changes"),
            (row(erp_link(erp), _file_link(erp_changes_feed(erp))) for erp in context.erps),
        ),
    )
    return Page(
        **top_page(PageName.FEEDS),
        lead=text.lead,
        blocks=text.blocks,
        sections=text.sections,
        feeds=(UPCOMING_CALENDAR, ALL_COUNTRIES_CALENDAR, CHANGES_FEED, NEWS_FEED),
        scripts=(Script.CALENDAR,),
    )


def _link(feed: Feed, *more: Link | str) -> Rich:
    return rich(Link(feed.path, feed.path), *more)


def _choice(context: SiteContext) -> Filters:
    """Return the choice of countries, of which a script makes one calendar."""
    dates = Filter("dates", "Dates", (Option("upcoming", "Upcoming only"), Option("filings", "Due dates of reports")))
    return Filters(
        (country_filter(context, unchosen="None"), dates),
        file_name="dates.ics",
        label="Choose countries",
        reset="Remove all",
        download="Download the calendar",
    )


def _region(context: SiteContext, region: str, countries: Sequence[CountryRecords]) -> Group:
    ahead = {country.code: _after_today(context, country.phases) for country in countries}
    in_region = sorted((phase for phases in ahead.values() for phase in phases), key=lambda phase: phase.date)
    calendars = _file_link(upcoming_region_calendar(region)), _file_link(region_calendar(region))
    return Group(
        id=region_anchor(region),
        title=rich(region),
        rows=(
            row("All countries", *calendars, "by country", "by country", *_next(in_region)),
            *(
                row(country_link(country), *map(_file_link, country_feeds(country)), *_next(ahead[country.code]))
                for country in countries
            ),
        ),
    )


def _file_link(feed: Feed) -> Link:
    """Return a link to a feed, named by its path below the folder of all feeds."""
    return Link(feed.path.removeprefix(PageName.FEEDS.path), feed.path)


def _next(ahead: Sequence[Phase]) -> tuple[dt.date | str, str]:
    """Return the date of the next phase, and the number of phases ahead."""
    return ahead[0].date if ahead else "none", str(len(ahead))


def _after_today(context: SiteContext, phases: Iterable[Phase]) -> list[Phase]:
    return [phase for phase in phases if phase.date > context.today]
