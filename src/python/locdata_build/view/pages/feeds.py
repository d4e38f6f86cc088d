"""The calendars of dated phases and the feeds that readers can subscribe to."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import (
    Column,
    Filter,
    Filters,
    Group,
    Option,
    Pair,
    Row,
    grouped_table,
    pair_list,
    row,
    table_of,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import (
    ALL_COUNTRIES_CALENDAR,
    CHANGES_FEED,
    EARLIER_CALENDAR,
    NEWS_FEED,
    NO_EVENT,
    UPCOMING_CALENDAR,
    YEARS_BEFORE,
    Feed,
    countries_by_region,
    country_feeds,
    erp_changes_feed,
    first_day,
    region_calendar,
    subscription,
    upcoming_phases,
    upcoming_region_calendar,
)
from locdata_build.view.navigation import country_filter, country_link, erp_link
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.prose import prose
from locdata_build.view.text import Aside, Break, Link, Rich, rich
from locdata_build.view.words import counted
from locdata_model.anchors import region_anchor
from locdata_model.due_dates import DueDate
from locdata_model.phases import Phase
from locdata_model.urls import PageName


def feeds_page(context: SiteContext) -> Page:
    """Return the page: the feeds, how to subscribe, and those of each region, country and product."""
    ahead = _after_today(context, context.published.phases)
    start = first_day(context, YEARS_BEFORE)
    by_country, by_product = Link("country", "#calendars"), Link("ERP product", "#products")
    text = prose(
        "feeds",
        phases=counted(len(ahead), "phase"),
        today=context.today,
        feeds=pair_list(
            Pair("Upcoming phases, in all countries", _calendar(context, UPCOMING_CALENDAR, ", by ", by_country)),
            Pair(
                f"Phases since {start.year}, in all countries",
                _calendar(context, ALL_COUNTRIES_CALENDAR, ", by ", by_country),
            ),
            Pair(f"Phases before {start.year}, in all countries", _calendar(context, EARLIER_CALENDAR)),
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
            (row(erp_link(erp), erp_changes_feed(erp).file_link) for erp in context.erps),
        ),
    )
    return Page(
        **top_page(PageName.FEEDS),
        lead=text.lead,
        blocks=text.blocks,
        sections=text.sections,
        feeds=(UPCOMING_CALENDAR, ALL_COUNTRIES_CALENDAR, EARLIER_CALENDAR, CHANGES_FEED, NEWS_FEED),
        scripts=(Script.CALENDAR,),
    )


def _calendar(context: SiteContext, feed: Feed, *more: Link | str) -> Rich:
    subscribe = subscription(context, feed, "Subscribe in a calendar app")
    return rich(subscribe, ", or take the file ", Link(feed.path, feed.path), *more)


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
    phases = sorted((phase for country in countries for phase in country.phases), key=lambda phase: phase.date)
    calendars = upcoming_region_calendar(region), region_calendar(region)
    return Group(
        id=region_anchor(region),
        title=rich(region),
        rows=(
            row(
                "All countries",
                *_calendars(context, calendars, phases),
                "by country",
                "by country",
                *_next(context, phases),
            ),
            *(_country(context, country) for country in countries),
        ),
    )


def _country(context: SiteContext, country: CountryRecords) -> Row:
    *calendars, changes = country_feeds(country)
    cells = _calendars(context, calendars, country.phases, country.due_dates)
    return row(country_link(country), *cells, changes.file_link, *_next(context, country.phases))


def _calendars(
    context: SiteContext, calendars: Iterable[Feed], phases: Sequence[Phase], due_dates: Sequence[DueDate] = ()
) -> Iterator[Rich]:
    """Yield the links to the calendars of a row: the file, and one that subscribes to it."""
    events = upcoming_phases(context, phases), phases, due_dates
    for feed, name, found in zip(calendars, ("upcoming", "every phase", "filings"), events, strict=False):
        subscribe = subscription(context, feed, f"subscribe: {name}")
        yield rich(feed.file_link, Break(), subscribe, *([] if found else [Aside(rich(NO_EVENT))]))


def _next(context: SiteContext, phases: Sequence[Phase]) -> tuple[dt.date | str, str]:
    """Return the date of the next phase, and the number of phases ahead."""
    ahead = _after_today(context, phases)
    return ahead[0].date if ahead else "none", str(len(ahead))


def _after_today(context: SiteContext, phases: Iterable[Phase]) -> list[Phase]:
    return [phase for phase in phases if phase.date > context.today]
