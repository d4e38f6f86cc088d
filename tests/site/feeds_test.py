"""Calendars and feeds are valid and contain the records of the API."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import feedparser  # type: ignore[import-untyped]  # it has no types
import pytest
from vobject import readOne
from vobject.base import Component

from locdata_model.urls import (
    CALENDAR_PATH,
    CHANGES_FEED_PATH,
    EARLIER_CALENDAR_PATH,
    NEWS_FEED_PATH,
    UPCOMING_CALENDAR_PATH,
    changes_feed_path,
    country_calendar_path,
    filing_calendar_path,
    region_calendar_path,
    upcoming_country_calendar_path,
    upcoming_region_calendar_path,
)
from support.site import Files, Rows, Values
from support.site_pages import ParsedSite

Calendars = Mapping[str, Component]


@pytest.fixture(scope="module")
def feeds(responses: Values, country_pages: Mapping[str, str]) -> tuple[str, ...]:
    """The path of each Atom feed."""
    subjects = (*country_pages, *(erp["id"] for erp in responses["/api/v1/erps.json"]["data"]))
    return (CHANGES_FEED_PATH, NEWS_FEED_PATH, *map(changes_feed_path, subjects))


@pytest.fixture(scope="module")
def calendars(contents: Files) -> Calendars:
    """Each calendar by path."""
    return {path: readOne(content.decode()) for path, content in contents.items() if path.endswith(".ics")}


@pytest.fixture(scope="module")
def phases(responses: Values, details: Rows) -> Mapping[str, Rows]:
    """The phases of all countries, of each region and of each country, by the path of their calendar."""
    every: Rows = responses["/api/v1/phases.json"]["data"]
    regions = {country["code"]: country["region"] for country in details}
    start = f"{int(responses['/api/v1/index.json']['meta']['generated_at'][:4]) - 5}-01-01"
    return {
        CALENDAR_PATH: [phase for phase in every if phase["date"] >= start],
        EARLIER_CALENDAR_PATH: [phase for phase in every if phase["date"] < start],
        **{
            region_calendar_path(region): [phase for phase in every if regions[phase["country"]] == region]
            for region in regions.values()
        },
        **{country_calendar_path(code): [phase for phase in every if phase["country"] == code] for code in regions},
    }


@pytest.fixture(scope="module")
def upcoming(details: Rows) -> Sequence[str]:
    """The path of each calendar of upcoming phases."""
    regions = {country["region"] for country in details}
    of_countries = (upcoming_country_calendar_path(country["code"]) for country in details)
    return [UPCOMING_CALENDAR_PATH, *map(upcoming_region_calendar_path, regions), *of_countries]


def test_every_region_country_and_product_has_its_calendars_and_feeds(
    contents: Files, phases: Mapping[str, Rows], upcoming: Sequence[str], feeds: Sequence[str], details: Rows
) -> None:
    files = {path for path in contents if path.startswith("/feeds/")}
    filings = {filing_calendar_path(country["code"]) for country in details}

    assert files == {"/feeds/index.html", "/feeds/index.md", *phases, *upcoming, *filings, *feeds}, (
        "name a new feed in tests/site/feeds_test.py"
    )


def test_every_due_date_is_once_in_the_calendar_of_its_country(responses: Values, contents: Files) -> None:
    due_dates: Rows = responses["/api/v1/due-dates.json"]["data"]
    days = {(each["country"], each["date"], each["report"]) for each in due_dates}
    events = {code: contents[filing_calendar_path(code)].count(b"BEGIN:VEVENT") for code in {code for code, *_ in days}}

    assert events == Counter(code for code, *_ in days)


def test_every_phase_is_once_in_each_calendar_that_it_belongs_to(
    calendars: Calendars, phases: Mapping[str, Rows]
) -> None:
    for path, rows in phases.items():
        events = [component for component in calendars[path].components() if component.name == "VEVENT"]

        assert Counter((event.url.value, event.dtstart.value.isoformat()) for event in events) == {
            (phase["url"], phase["date"]): 1 for phase in rows
        }


def test_no_calendar_is_too_large_or_has_a_title_that_is_too_long(contents: Files, calendars: Calendars) -> None:
    titles = [event.summary.value for calendar in calendars.values() for event in calendar.components()]

    assert [path for path in calendars if len(contents[path]) >= 700_000] == []
    assert [title for title in titles if len(title) > 250] == []


def test_ids_of_calendars_and_events_are_different_uuids(calendars: Calendars) -> None:
    files = (calendars[path] for path in (CALENDAR_PATH, EARLIER_CALENDAR_PATH, UPCOMING_CALENDAR_PATH))
    events = [event.uid.value for calendar in files for event in calendar.components()]
    ids = [*events, *(calendar.uid.value for calendar in calendars.values())]

    assert len({*ids}) == len(ids)
    assert [id_ for id_ in ids if not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", id_)] == []


def test_calendars_are_valid_and_their_links_resolve(contents: Files, calendars: Calendars, parsed: ParsedSite) -> None:
    for path, calendar in calendars.items():
        calendar.validate(raiseException=True)
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


def test_page_of_the_feeds_links_to_each_of_them_or_subscribes_to_it(
    parsed: ParsedSite, calendars: Calendars, feeds: Sequence[str]
) -> None:
    urls = {f"{parsed.base_url}{path}" for path in (*calendars, *feeds)}
    links = parsed.page("/feeds/").content_links

    assert urls - {re.sub("^webcal:", "https:", link) for link in links} == set()
