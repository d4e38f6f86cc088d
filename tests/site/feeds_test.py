"""Calendars and feeds contain what the API contains, and programs that read such files can read them."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import feedparser  # type: ignore[import-untyped]  # it has no types
import pytest
from vobject import readOne
from vobject.base import Component

from locdata_build.view.words import OBLIGATIONS, sentence
from locdata_model.urls import (
    CALENDAR_PATH,
    CHANGES_FEED_PATH,
    NEWS_FEED_PATH,
    UPCOMING_CALENDAR_PATH,
    changes_feed_path,
    country_calendar_path,
    erp_page_path,
    region_calendar_path,
    upcoming_country_calendar_path,
    upcoming_region_calendar_path,
)
from locdata_model.vocabulary import ObligationKind
from support.site import Files, Rows, Values
from support.site_pages import ParsedSite

Calendars = Mapping[str, Component]


@pytest.fixture(scope="module")
def feeds(responses: Values, country_pages: Mapping[str, str]) -> tuple[str, ...]:
    """The path of each feed that is no calendar."""
    subjects = (*country_pages, *(erp["id"] for erp in responses["/api/v1/erps.json"]["data"]))
    return (CHANGES_FEED_PATH, NEWS_FEED_PATH, *map(changes_feed_path, subjects))


@pytest.fixture(scope="module")
def calendars(contents: Files) -> Calendars:
    """Each calendar by path."""
    return {path: readOne(content.decode()) for path, content in contents.items() if path.endswith(".ics")}


@pytest.fixture(scope="module")
def phases(responses: Values, details: Rows) -> Mapping[str, Rows]:
    """The phases that belong to each calendar of all phases, by its path."""
    every: Rows = responses["/api/v1/phases.json"]["data"]
    return by_calendar(every, details, CALENDAR_PATH, region_calendar_path, country_calendar_path)


@pytest.fixture(scope="module")
def upcoming(responses: Values, details: Rows) -> Mapping[str, Rows]:
    """The phases that belong to each upcoming calendar, by its path."""
    phases = responses["/api/v1/phases.json"]
    year = phases["meta"]["generated_at"][:4]
    rows = [phase for phase in phases["data"] if phase["date"] >= year]
    of_region, of_country = upcoming_region_calendar_path, upcoming_country_calendar_path
    return by_calendar(rows, details, UPCOMING_CALENDAR_PATH, of_region, of_country)


def by_calendar(
    phases: Rows,
    countries: Rows,
    all_countries: str,
    of_region: Callable[[str], str],
    of_country: Callable[[str], str],
) -> Mapping[str, Rows]:
    """The phases of all countries, of each region and of each country, by the path of the calendar."""
    regions = {country["code"]: country["region"] for country in countries}
    by_region = {
        region: [phase for phase in phases if regions[phase["country"]] == region] for region in regions.values()
    }
    by_country = {code: [phase for phase in phases if phase["country"] == code] for code in regions}
    return {
        all_countries: phases,
        **{of_region(region): rows for region, rows in by_region.items()},
        **{of_country(code): rows for code, rows in by_country.items()},
    }


def line_of(phase: Mapping[str, Any], names: Mapping[str, str]) -> tuple[str, str, str]:
    """The name of the country of a phase, its day, and its line in the description of an event."""
    label = OBLIGATIONS[ObligationKind(phase["obligation"])].label
    return names[phase["country"]], phase["date"], f"{label}: {sentence(phase['what'])}"


def events_of(calendar: Component) -> list[Component]:
    """The events of a valid calendar, which has a component."""
    calendar.validate(raiseException=True)
    components = [*calendar.components()]

    assert components != []
    return [component for component in components if component.name == "VEVENT"]


def test_there_are_calendars_of_all_countries_regions_and_countries_and_feeds_of_changes_and_news(
    contents: Files, phases: Mapping[str, Rows], upcoming: Mapping[str, Rows], feeds: Sequence[str]
) -> None:
    files = {path for path in contents if path.startswith("/feeds/")}

    assert files == {"/feeds/index.html", "/feeds/index.md", *phases, *upcoming, *feeds}, (
        "name a new feed in tests/site/feeds_test.py"
    )


def test_every_phase_is_once_in_each_calendar_that_it_belongs_to(
    calendars: Calendars, phases: Mapping[str, Rows]
) -> None:
    for path, rows in phases.items():
        events = events_of(calendars[path])

        assert Counter((event.url.value, event.dtstart.value.isoformat()) for event in events) == {
            (phase["url"], phase["date"]): 1 for phase in rows
        }


def test_every_phase_from_the_year_of_the_build_on_is_in_each_upcoming_calendar_that_it_belongs_to(
    calendars: Calendars, upcoming: Mapping[str, Rows], details: Rows
) -> None:
    names = {country["code"]: country["name"] for country in details}
    for path, rows in upcoming.items():
        found = {
            (event.categories.value[0], event.dtstart.value.isoformat(), line)
            for event in events_of(calendars[path])
            for line in event.description.value.split("\n")
        }

        assert [phase["id"] for phase in rows if line_of(phase, names) not in found] == []


def test_obligations_that_start_together_share_an_event_of_an_upcoming_calendar(
    calendars: Calendars, upcoming: Mapping[str, Rows]
) -> None:
    days = Counter((phase["country"], phase["date"]) for phase in upcoming[UPCOMING_CALENDAR_PATH])
    events = events_of(calendars[UPCOMING_CALENDAR_PATH])

    assert len(days) <= len(events) < sum(days.values())


def test_ids_of_calendars_and_events_are_different_uuids(calendars: Calendars) -> None:
    files = (calendars[CALENDAR_PATH], calendars[UPCOMING_CALENDAR_PATH])
    events = [event.uid.value for calendar in files for event in calendar.components()]
    ids = [*events, *(calendar.uid.value for calendar in calendars.values())]

    assert len({*ids}) == len(ids)
    assert [id_ for id_ in ids if not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", id_)] == []


def test_links_of_calendars_lead_to_a_file_and_an_anchor(
    contents: Files, calendars: Calendars, parsed: ParsedSite
) -> None:
    for path in calendars:
        unfolded = contents[path].replace(b"\r\n ", b"").decode()
        links = {*re.findall(rf"{parsed.base_url}[\w./#-]*", unfolded)}

        assert sorted(link for link in links if not parsed.leads_somewhere(link)) == []
        assert f"SOURCE;VALUE=URI:{parsed.base_url}{path}\r\n" in unfolded


def test_feeds_are_atom_without_errors_and_name_their_own_urls(
    feeds: Sequence[str], contents: Files, parsed: ParsedSite
) -> None:
    for path in feeds:
        feed = feedparser.parse(contents[path])
        stamps = re.findall(r"<(?:updated|published)>(.*?)</", contents[path].decode())
        ids = [feed.feed.id, *(entry.id for entry in feed.entries)]

        assert (feed.bozo, feed.version) == (False, "atom10")
        assert [link.href for link in feed.feed.links if link.rel == "self"] == [f"{parsed.base_url}{path}"]
        assert [stamp for stamp in stamps if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", stamp)] == []
        assert len({*ids}) == len(ids)
        assert feed.feed.updated == max((entry.updated for entry in feed.entries), default=feed.feed.updated)


def test_feed_of_a_country_or_product_has_the_releases_that_changed_it(
    feeds: Sequence[str], contents: Files, responses: Values
) -> None:
    releases = responses["/api/v1/changes.json"]["data"]
    _, _, *paths = feeds
    for path in paths:
        subject = path.rpartition("/")[2].removesuffix(".atom")
        feed = feedparser.parse(contents[path])
        # Support of a report may have changed too.
        changed = [
            release["version"]
            for release in releases
            if any(subject in (change["country"], change["erp"]) for change in release["changes"])
        ]

        assert [version for version in changed if version not in " ".join(entry.title for entry in feed.entries)] == []
        assert ("No release has changed" in feed.feed.subtitle) is (feed.entries == [])


def test_feed_of_the_news_has_every_news_item_in_its_order(contents: Files, responses: Values) -> None:
    entries = feedparser.parse(contents[NEWS_FEED_PATH]).entries

    assert [entry.link for entry in entries] == [item["url"] for item in responses["/api/v1/news.json"]["data"]]


def test_pages_name_their_feeds_with_media_types(
    parsed: ParsedSite, country_pages: Mapping[str, str], responses: Values
) -> None:
    erps = [erp["id"] for erp in responses["/api/v1/erps.json"]["data"]]
    named = {
        page.url.removeprefix(parsed.base_url): {link.attrib["href"]: link.attrib["type"] for link in links}
        for page in parsed.pages.values()
        if (links := [link for link in page.all("link") if link.attrib["href"].endswith((".ics", ".atom"))])
    }

    def links_to(*paths: str) -> dict[str, str]:
        return {path: "text/calendar" if path.endswith(".ics") else "application/atom+xml" for path in paths}

    def of_country(code: str) -> dict[str, str]:
        return links_to(upcoming_country_calendar_path(code), country_calendar_path(code), changes_feed_path(code))

    assert named == {
        **{path: of_country(code) for code, path in country_pages.items()},
        **{erp_page_path(erp): links_to(changes_feed_path(erp)) for erp in erps},
        "/timeline/": links_to(UPCOMING_CALENDAR_PATH, CALENDAR_PATH),
        "/changes/": links_to(CHANGES_FEED_PATH),
        "/news/": links_to(NEWS_FEED_PATH),
        "/recent/": links_to(CHANGES_FEED_PATH, NEWS_FEED_PATH),
        "/feeds/": links_to(UPCOMING_CALENDAR_PATH, CALENDAR_PATH, CHANGES_FEED_PATH, NEWS_FEED_PATH),
    }, "name a page with a new feed in tests/site/feeds_test.py"


def test_page_of_the_feeds_links_to_each_of_them(
    parsed: ParsedSite, calendars: Calendars, feeds: Sequence[str]
) -> None:
    urls = {f"{parsed.base_url}{path}" for path in (*calendars, *feeds)}

    assert urls - parsed.page("/feeds/").content_links == set()
