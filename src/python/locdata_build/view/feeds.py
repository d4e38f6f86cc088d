"""What readers can subscribe to: calendars of dated phases, and feeds of changes and of news."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.erps import group_by
from locdata_build.view.context import SiteContext
from locdata_model.media_types import ATOM, CALENDAR
from locdata_model.urls import (
    CALENDAR_PATH,
    CHANGES_FEED_PATH,
    NEWS_FEED_PATH,
    country_calendar_path,
    region_calendar_path,
)


class Feed(Struct, frozen=True):
    """A calendar or feed: its path, its media type, and its title in the reader's program."""

    path: str
    media_type: str
    title: str


def _calendar(path: str, scope: str) -> Feed:
    return Feed(path, CALENDAR, f"E-invoicing and reporting dates: {scope}")


ALL_COUNTRIES_CALENDAR = _calendar(CALENDAR_PATH, "all countries")
CHANGES_FEED = Feed(CHANGES_FEED_PATH, ATOM, "Changes of the data")
NEWS_FEED = Feed(NEWS_FEED_PATH, ATOM, "Vendor news on localization")


def region_calendar(region: str) -> Feed:
    """Return the calendar of the countries of a region."""
    return _calendar(region_calendar_path(region), region)


def country_calendar(country: CountryRecords) -> Feed:
    """Return the calendar of a country."""
    return _calendar(country_calendar_path(country.code), country.name)


def countries_by_region(context: SiteContext) -> Mapping[str, Sequence[CountryRecords]]:
    """Return the countries of each region by name. Regions are in the order of the site; empty ones are left out."""
    by_region = group_by(context.countries, lambda country: country.region)
    return {region: by_region[region] for region in context.site.regions if region in by_region}
