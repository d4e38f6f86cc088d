"""What can be subscribed to, and where it lies: calendars of dated steps, and feeds of changes and of news."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from locdata_build.source.files import CountryFile
from locdata_build.source.page_names import PageName
from locdata_build.source.slugs import page_slug
from locdata_build.view.world import World


class FeedType(StrEnum):
    """The media types of what can be subscribed to."""

    CALENDAR = "text/calendar"
    ATOM = "application/atom+xml"


class Feed(Struct, frozen=True):
    """A file to subscribe to: its path, which never changes, its media type, and its title in lists of subscriptions."""

    path: str
    media_type: FeedType
    title: str


def _feed(name: str, media_type: FeedType, title: str) -> Feed:
    return Feed(f"/{PageName.FEEDS}/{name}", media_type, title)


def _calendar(name: str, place: str) -> Feed:
    return _feed(f"{name}.ics", FeedType.CALENDAR, f"E-invoicing and reporting dates: {place}")


CALENDAR_OF_ALL = _calendar("all", "all countries")
CHANGES_FEED = _feed("changes.atom", FeedType.ATOM, "Changes of the data")
NEWS_FEED = _feed("news.atom", FeedType.ATOM, "Vendor news on localization")


def calendar_of_region(region: str) -> Feed:
    """The calendar of the countries of a region."""
    return _calendar(f"regions/{page_slug(region)}", region)


def calendar_of_country(country: CountryFile) -> Feed:
    """The calendar of a country."""
    return _calendar(f"countries/{country.code}", country.name)


def countries_by_region(world: World) -> Mapping[str, tuple[CountryFile, ...]]:
    """The countries of each region that has any, by name; the regions in the order of the site."""
    of_region = {
        region: tuple(country for country in world.countries if country.region == region)
        for region in world.site.regions
    }
    return {region: countries for region, countries in of_region.items() if countries}
