"""Calendars of dated phases, and feeds of changes and of news.

A feed of changes is named by the code of a country or by the id of an ERP product. A check prevents conflicts between them.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from locdata_build.data.products import ErpFile
from locdata_build.derive.claims import group_by
from locdata_build.derive.countries import CountryRecords
from locdata_build.view.context import SiteContext
from locdata_build.view.text import Link
from locdata_model import urls
from locdata_model.media_types import ATOM, CALENDAR
from locdata_model.phases import Phase


class Feed(Struct, frozen=True):
    """A calendar or feed: its path, its media type, and its title in the reader's program."""

    path: str
    media_type: str
    title: str

    @property
    def link(self) -> Link:
        """A link to the file, named by its title."""
        return Link(self.title, self.path)

    @property
    def file_link(self) -> Link:
        """A link to the file, named by its path below the folder of all feeds."""
        return Link(self.path.removeprefix(urls.PageName.FEEDS.path), self.path)


def _calendar(path: str, scope: str) -> Feed:
    return Feed(path, CALENDAR, f"E-invoicing and reporting dates: {scope}")


def _upcoming_calendar(path: str, scope: str) -> Feed:
    return Feed(path, CALENDAR, f"Upcoming e-invoicing and reporting dates: {scope}")


ALL_COUNTRIES_CALENDAR = _calendar(urls.CALENDAR_PATH, "all countries")
EARLIER_CALENDAR = Feed(urls.EARLIER_CALENDAR_PATH, CALENDAR, "Earlier e-invoicing and reporting dates: all countries")
UPCOMING_CALENDAR = _upcoming_calendar(urls.UPCOMING_CALENDAR_PATH, "all countries")
CHANGES_FEED = Feed(urls.CHANGES_FEED_PATH, ATOM, "Changes to the data")
NEWS_FEED = Feed(urls.NEWS_FEED_PATH, ATOM, "Vendor news on localization")

YEARS_BEFORE = 5
"""Years before that of the build in the calendar of all countries, because Google Calendar ignores what is over 1 MB."""

NO_EVENT = "no dates at present"
"""The words beside a link to an empty calendar."""


def first_day(context: SiteContext, years_before: int = 0) -> dt.date:
    """Return the first day of the year of the build, or of a year before it."""
    return dt.date(context.today.year - years_before, 1, 1)


def upcoming_phases(context: SiteContext, phases: Iterable[Phase]) -> list[Phase]:
    """Return the phases in upcoming calendars: from the first day of the year of the build on."""
    start = first_day(context)
    return [phase for phase in phases if phase.date >= start]


def subscription(context: SiteContext, feed: Feed, text: str) -> Link:
    """Return a link that opens a calendar in a calendar app, which then looks for changes."""
    return Link(text, f"webcal:{context.site.url(feed.path).partition(':')[2]}")


def region_calendar(region: str) -> Feed:
    """Return the calendar of the countries of a region."""
    return _calendar(urls.region_calendar_path(region), region)


def country_calendar(country: CountryRecords) -> Feed:
    """Return the calendar of a country."""
    return _calendar(urls.country_calendar_path(country.code), country.name)


def upcoming_region_calendar(region: str) -> Feed:
    """Return the calendar of the countries of a region that begins with the year of the build."""
    return _upcoming_calendar(urls.upcoming_region_calendar_path(region), region)


def upcoming_country_calendar(country: CountryRecords) -> Feed:
    """Return the calendar of a country that begins with the year of the build."""
    return _upcoming_calendar(urls.upcoming_country_calendar_path(country.code), country.name)


def country_changes_feed(country: CountryRecords) -> Feed:
    """Return the feed of the changes to a country."""
    return _changes_feed(country.code, country.name)


def filing_calendar(country: CountryRecords) -> Feed:
    """Return the calendar of the due dates of a country's reports."""
    return Feed(urls.filing_calendar_path(country.code), CALENDAR, f"Due dates of tax reports: {country.name}")


def country_feeds(country: CountryRecords) -> tuple[Feed, Feed, Feed, Feed]:
    """Return the upcoming calendar of a country, its calendars of all phases and of due dates, and the feed of its changes."""
    calendars = upcoming_country_calendar(country), country_calendar(country), filing_calendar(country)
    return *calendars, country_changes_feed(country)


def erp_changes_feed(erp: ErpFile) -> Feed:
    """Return the feed of the changes to an ERP product."""
    return _changes_feed(erp.id, erp.name)


def _changes_feed(subject: str, name: str) -> Feed:
    return Feed(urls.changes_feed_path(subject), ATOM, f"{CHANGES_FEED.title}: {name}")


def countries_by_region(context: SiteContext) -> Mapping[str, Sequence[CountryRecords]]:
    """Return the countries of each region by name. Regions are in the order of the site; empty ones are left out."""
    by_region = group_by(context.countries, lambda country: country.region)
    return {region: by_region[region] for region in context.site.regions if region in by_region}
