"""The calendars and feeds of the built site hold what the API says, and programs that read such files can read them."""

import re
from collections import Counter
from collections.abc import Mapping

import feedparser  # type: ignore[import-untyped]  # it has no types
import pytest
from vobject import readOne
from vobject.base import Component

from built.census import COUNTRIES
from built.pages import ParsedSite, read_site
from built.specification import Files, Table, Values

ATOM = ("/feeds/changes.atom", "/feeds/news.atom")


@pytest.fixture(scope="module")
def calendars(contents: Files) -> Mapping[str, Component]:
    """Each calendar by its path."""
    return {path: readOne(content.decode()) for path, content in contents.items() if path.endswith(".ics")}


@pytest.fixture(scope="module")
def parsed(contents: Files, values: Values) -> ParsedSite:
    """The parsed site."""
    return read_site(contents, values["/api/v1/index.json"]["meta"]["openapi"].removesuffix("/api/openapi.json"))


@pytest.fixture(scope="module")
def phases(responses: Values) -> Table:
    """Every dated step."""
    found: Table = responses["/api/v1/phases.json"]["data"]
    return found


def steps_in(calendar: Component) -> Counter[tuple[str, str]]:
    """How often each step stands in a calendar, by its address and its day."""
    events = [component for component in calendar.components() if component.name == "VEVENT"]
    return Counter((event.url.value, event.dtstart.value.isoformat()) for event in events)


def steps_of(phases: Table) -> Counter[tuple[str, str]]:
    """The same of the API's records."""
    return Counter((phase["url"], phase["date"]) for phase in phases)


def test_feeds_are_calendars_of_all_regions_and_countries_and_two_in_atom(contents: Files, details: Table) -> None:
    regions = {country["region"].lower().replace(" ", "-") for country in details}
    files = {path for path in contents if path.startswith("/feeds/")}

    assert len(details) == COUNTRIES
    assert files == {
        "/feeds/index.html",
        "/feeds/index.md",
        "/feeds/all.ics",
        *(f"/feeds/regions/{region}.ics" for region in regions),
        *(f"/feeds/countries/{country['code']}.ics" for country in details),
        *ATOM,
    }


def test_every_calendar_is_valid_and_holds_something(calendars: Mapping[str, Component]) -> None:
    for calendar in calendars.values():
        calendar.validate(raiseException=True)

    assert [path for path, calendar in calendars.items() if not [*calendar.components()]] == []


def test_every_step_stands_once_in_the_calendars_that_it_belongs_to(
    calendars: Mapping[str, Component], details: Table, phases: Table
) -> None:
    regions = {country["code"]: country["region"].lower().replace(" ", "-") for country in details}
    wanted = {
        "/feeds/all.ics": steps_of(phases),
        **{
            f"/feeds/regions/{region}.ics": steps_of([each for each in phases if regions[each["country"]] == region])
            for region in regions.values()
        },
        **{
            f"/feeds/countries/{code}.ics": steps_of([each for each in phases if each["country"] == code])
            for code in regions
        },
    }

    assert {path: steps_in(calendar) for path, calendar in calendars.items()} == wanted
    assert {*wanted["/feeds/all.ics"].values()} == {1}


def test_no_two_calendars_or_events_share_an_id(calendars: Mapping[str, Component]) -> None:
    events = [event.uid.value for event in calendars["/feeds/all.ics"].components()]
    ids = [*events, *(calendar.uid.value for calendar in calendars.values())]

    assert [id_ for id_, count in Counter(ids).items() if count > 1] == []
    assert [id_ for id_ in ids if not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", id_)] == []


def test_lines_of_calendars_are_as_rfc_5545_has_them(contents: Files, calendars: Mapping[str, Component]) -> None:
    for path in calendars:
        lines = contents[path].split(b"\r\n")

        assert lines.pop() == b""
        assert [line for line in lines if len(line) > 75 or b"\r" in line or b"\n" in line] == []
        # A line that began or ended within a character could not be decoded.
        assert "".join(line.decode() for line in lines).startswith("BEGIN:VCALENDAR")


def test_links_of_calendars_lead_to_a_file_and_an_anchor(contents: Files, parsed: ParsedSite) -> None:
    unfolded = {
        path: content.replace(b"\r\n ", b"").decode() for path, content in contents.items() if path.endswith(".ics")
    }
    links = {link for text in unfolded.values() for link in re.findall(rf"{parsed.base_url}[\w./#-]*", text)}

    assert sorted(link for link in links if not parsed.leads_somewhere(link)) == []
    assert [
        path for path, text in unfolded.items() if f"SOURCE;VALUE=URI:{parsed.base_url}{path}\r\n" not in text
    ] == []


@pytest.mark.parametrize("path", ATOM)
def test_atom_is_read_without_a_fault_and_names_its_own_address(path: str, contents: Files, parsed: ParsedSite) -> None:
    feed = feedparser.parse(contents[path])
    stamps = re.findall(r"<(?:updated|published)>(.*?)</", contents[path].decode())
    ids = [feed.feed.id, *(entry.id for entry in feed.entries)]

    assert (feed.bozo, feed.version) == (False, "atom10")
    assert [link.href for link in feed.feed.links if link.rel == "self"] == [f"{parsed.base_url}{path}"]
    assert [stamp for stamp in stamps if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", stamp)] == []
    assert len({*ids}) == len(ids)
    assert feed.feed.updated == max((entry.updated for entry in feed.entries), default=feed.feed.updated)


def test_every_news_item_has_an_entry_in_the_order_of_the_api(contents: Files, responses: Values) -> None:
    entries = feedparser.parse(contents["/feeds/news.atom"]).entries

    assert [entry.link for entry in entries] == [item["url"] for item in responses["/api/v1/news.json"]["data"]]


def test_pages_name_feeds_that_there_are_by_their_media_types(parsed: ParsedSite, details: Table) -> None:
    named = {
        page.address.removeprefix(parsed.base_url): {link.attrib["href"]: link.attrib["type"] for link in links}
        for page in parsed.pages.values()
        if (links := [link for link in page.all("link") if link.attrib["href"].endswith((".ics", ".atom"))])
    }

    assert named == {
        **{
            country["url"].removeprefix(parsed.base_url): {f"/feeds/countries/{country['code']}.ics": "text/calendar"}
            for country in details
        },
        "/timeline/": {"/feeds/all.ics": "text/calendar"},
        "/changes/": {"/feeds/changes.atom": "application/atom+xml"},
        "/news/": {"/feeds/news.atom": "application/atom+xml"},
        "/feeds/": {"/feeds/all.ics": "text/calendar", **dict.fromkeys(ATOM, "application/atom+xml")},
    }


def test_the_page_of_the_feeds_leads_to_each_of_them(parsed: ParsedSite, calendars: Mapping[str, Component]) -> None:
    links = parsed.page("/feeds/").links_of_what_is_said

    assert {f"{parsed.base_url}{path}" for path in (*calendars, *ATOM)} - links == set()
