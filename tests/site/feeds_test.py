"""Calendars and feeds contain what the API contains, and programs that read such files can read them."""

import re
from collections import Counter
from collections.abc import Mapping

import feedparser  # type: ignore[import-untyped]  # it has no types
import pytest
from vobject import readOne
from vobject.base import Component

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
from support.site import Files, Rows, Values
from support.site_pages import ParsedSite

FEEDS = (CHANGES_FEED_PATH, NEWS_FEED_PATH)


@pytest.fixture(scope="module")
def calendars(contents: Files) -> Mapping[str, Component]:
    """Each calendar by path."""
    return {path: readOne(content.decode()) for path, content in contents.items() if path.endswith(".ics")}


@pytest.fixture(scope="module")
def phases(responses: Values, details: Rows) -> Mapping[str, Rows]:
    """The phases that belong to each calendar, by its path."""
    regions = {country["code"]: country["region"] for country in details}
    every: Rows = responses["/api/v1/phases.json"]["data"]
    by_region = {
        region: [phase for phase in every if regions[phase["country"]] == region] for region in regions.values()
    }
    by_country = {code: [phase for phase in every if phase["country"] == code] for code in regions}
    return {
        CALENDAR_PATH: every,
        **{region_calendar_path(region): rows for region, rows in by_region.items()},
        **{country_calendar_path(code): rows for code, rows in by_country.items()},
    }


def test_there_are_two_feeds_and_a_calendar_for_all_countries_each_region_and_each_country(
    contents: Files, phases: Mapping[str, Rows]
) -> None:
    files = {path for path in contents if path.startswith("/feeds/")}

    assert files == {"/feeds/index.html", "/feeds/index.md", *phases, *FEEDS}, (
        "name a new feed in tests/site/feeds_test.py"
    )


def test_every_phase_is_once_in_each_calendar_that_it_belongs_to(
    calendars: Mapping[str, Component], phases: Mapping[str, Rows]
) -> None:
    for path, calendar in calendars.items():
        events = [component for component in calendar.components() if component.name == "VEVENT"]
        calendar.validate(raiseException=True)

        assert [*calendar.components()] != []
        assert Counter((event.url.value, event.dtstart.value.isoformat()) for event in events) == {
            (phase["url"], phase["date"]): 1 for phase in phases[path]
        }


def test_ids_of_calendars_and_events_are_different_uuids(calendars: Mapping[str, Component]) -> None:
    events = [event.uid.value for event in calendars[CALENDAR_PATH].components()]
    ids = [*events, *(calendar.uid.value for calendar in calendars.values())]

    assert len({*ids}) == len(ids)
    assert [id_ for id_ in ids if not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", id_)] == []


def test_links_of_calendars_lead_to_a_file_and_an_anchor(
    contents: Files, calendars: Mapping[str, Component], parsed: ParsedSite
) -> None:
    for path in calendars:
        unfolded = contents[path].replace(b"\r\n ", b"").decode()
        links = {*re.findall(rf"{parsed.base_url}[\w./#-]*", unfolded)}

        assert sorted(link for link in links if not parsed.leads_somewhere(link)) == []
        assert f"SOURCE;VALUE=URI:{parsed.base_url}{path}\r\n" in unfolded


@pytest.mark.parametrize("path", FEEDS)
def test_feed_is_atom_without_errors_and_names_its_own_url(path: str, contents: Files, parsed: ParsedSite) -> None:
    feed = feedparser.parse(contents[path])
    stamps = re.findall(r"<(?:updated|published)>(.*?)</", contents[path].decode())
    ids = [feed.feed.id, *(entry.id for entry in feed.entries)]

    assert (feed.bozo, feed.version) == (False, "atom10")
    assert [link.href for link in feed.feed.links if link.rel == "self"] == [f"{parsed.base_url}{path}"]
    assert [stamp for stamp in stamps if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", stamp)] == []
    assert len({*ids}) == len(ids)
    assert feed.feed.updated == max((entry.updated for entry in feed.entries), default=feed.feed.updated)


def test_feed_of_the_news_has_every_news_item_in_its_order(contents: Files, responses: Values) -> None:
    entries = feedparser.parse(contents[NEWS_FEED_PATH]).entries

    assert [entry.link for entry in entries] == [item["url"] for item in responses["/api/v1/news.json"]["data"]]


def test_pages_name_their_feeds_with_media_types(parsed: ParsedSite, country_pages: Mapping[str, str]) -> None:
    named = {
        page.url.removeprefix(parsed.base_url): {link.attrib["href"]: link.attrib["type"] for link in links}
        for page in parsed.pages.values()
        if (links := [link for link in page.all("link") if link.attrib["href"].endswith((".ics", ".atom"))])
    }

    assert named == {
        **{path: {country_calendar_path(code): "text/calendar"} for code, path in country_pages.items()},
        "/timeline/": {CALENDAR_PATH: "text/calendar"},
        "/changes/": {CHANGES_FEED_PATH: "application/atom+xml"},
        "/news/": {NEWS_FEED_PATH: "application/atom+xml"},
        "/feeds/": {CALENDAR_PATH: "text/calendar", **dict.fromkeys(FEEDS, "application/atom+xml")},
    }, "name a page with a new feed in tests/site/feeds_test.py"


def test_page_of_the_feeds_links_to_each_of_them(parsed: ParsedSite, calendars: Mapping[str, Component]) -> None:
    urls = {f"{parsed.base_url}{path}" for path in (*calendars, *FEEDS)}

    assert urls - parsed.page("/feeds/").content_links == set()
