"""The calendars of dated phases and the feeds that readers can subscribe to."""

from collections.abc import Iterator, Sequence

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import (
    Column,
    Filter,
    Filters,
    Group,
    Option,
    Pair,
    Row,
    Table,
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
from locdata_build.view.navigation import country_link, country_picker, erp_link
from locdata_build.view.page import Page, Script, top_page
from locdata_build.view.prose import prose
from locdata_build.view.text import Aside, Code, Inline, Link, Rich, rich
from locdata_build.view.words import capitalized, counted
from locdata_model.anchors import region_anchor
from locdata_model.urls import PageName


def feeds_page(context: SiteContext) -> Page:
    """Return the page: the feeds, how to subscribe, and those of each region, country and product."""
    ahead = [phase for phase in context.published.phases if phase.date > context.today]
    start = first_day(context, YEARS_BEFORE)
    text = prose(
        "feeds",
        phases=counted(len(ahead), "phase"),
        today=context.today,
        feeds=pair_list(
            Pair("Upcoming phases", _calendar(context, UPCOMING_CALENDAR)),
            Pair(f"Phases since {start.year}", _calendar(context, ALL_COUNTRIES_CALENDAR)),
            Pair(f"Phases before {start.year}", _calendar(context, EARLIER_CALENDAR)),
            Pair("Changes (Atom)", rich(Link(context.site.url(CHANGES_FEED.path), CHANGES_FEED.path))),
            Pair("News (Atom)", rich(Link(context.site.url(NEWS_FEED.path), NEWS_FEED.path))),
        ),
        year=str(context.today.year),
        choice=_choice(context),
        calendars=grouped_table(
            "Calendars of upcoming phases",
            ("Country", Column("Calendar", is_short=True), Column("URL to copy", is_plain=True)),
            (_region(context, region, countries) for region, countries in countries_by_region(context).items()),
        ),
        others=_others(context),
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


def _calendar(context: SiteContext, feed: Feed) -> Rich:
    """Return a link that subscribes to a calendar, and its URL."""
    return rich(subscription(context, feed, "Subscribe"), " ", Code(context.site.url(feed.path)))


def _choice(context: SiteContext) -> Filters:
    """Return the choice of countries, of which a script makes one calendar."""
    dates = Filter("dates", "Dates", (Option("upcoming", "Upcoming only"), Option("filings", "Due dates of reports")))
    return Filters(
        (country_picker(context), dates),
        file_name="dates.ics",
        label="Choose countries",
        reset="Remove all",
        download="Download the calendar",
    )


def _region(context: SiteContext, region: str, countries: Sequence[CountryRecords]) -> Group:
    """Return the upcoming calendars of a region and of its countries."""
    phases = [phase for country in countries for phase in country.phases]
    return Group(
        id=region_anchor(region),
        title=rich(region),
        rows=(
            _row(context, "All countries", upcoming_region_calendar(region), upcoming_phases(context, phases)),
            *(
                _row(
                    context, country_link(country), country_feeds(country)[0], upcoming_phases(context, country.phases)
                )
                for country in countries
            ),
        ),
    )


def _row(context: SiteContext, name: Inline | str, feed: Feed, events: Sequence[object]) -> Row:
    subscribe = subscription(context, feed, "Subscribe")
    return row(name, rich(subscribe, *_if_empty(events)), Code(context.site.url(feed.path)))


def _if_empty(events: Sequence[object]) -> Iterator[Aside]:
    if not events:
        yield Aside(rich(capitalized(NO_EVENT)))


def _others(context: SiteContext) -> Table:
    """Return the other calendars and feeds of regions and countries, folded away."""
    groups = (
        Group(
            title=rich(region),
            rows=(
                row("All countries", "by country", Link("every phase", region_calendar(region).path), "by country"),
                *(_other_feeds(context, country) for country in countries),
            ),
        )
        for region, countries in countries_by_region(context).items()
    )
    title = "Due dates of reports, every phase, and changes"
    return grouped_table(title, ("Country", "Due dates of reports", "Every phase", "Changes"), groups, fold=title)


def _other_feeds(context: SiteContext, country: CountryRecords) -> Row:
    _, every_phase, filings, changes = country_feeds(country)
    due_dates = subscription(context, filings, "Subscribe"), " or take the ", Link("file", filings.path)
    return row(
        country_link(country),
        rich(*due_dates, *_if_empty(country.due_dates)),
        rich(Link("every phase", every_phase.path), *_if_empty(country.phases)),
        Link("changes", changes.path),
    )
