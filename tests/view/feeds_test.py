"""The page of the calendars and feeds leads to each of them, and pages name those that tell what becomes new on them."""

import datetime as dt
from pathlib import Path

import pytest

from locdata_build.view.feeds import CALENDAR_OF_ALL, CHANGES_FEED, NEWS_FEED, Feed, FeedType
from locdata_build.view.page import Page
from locdata_build.view.text import Link, rich
from support.dataset import Files, country, whole
from support.pages import links_of, load_pages, nothing_known, pairs_of, section_of, small_world, tables_of, texts_of

FRANCE = Feed("/feeds/countries/fr.ics", FeedType.CALENDAR, "E-invoicing and reporting dates: France")


def two_regions() -> Files:
    """Two countries with steps and one without, in two regions of three."""
    files = whole()
    files["site.json"]["regions"] = ["Region 2", "Région 3", "Region 1"]
    files["countries/no.json"] = country("no", "Norway") | {"region": "Region 2"}
    files["countries/al.json"] = country("al", "Albania") | nothing_known() | {"region": "Region 2"}
    return files


@pytest.fixture
def pages(tmp_path: Path) -> dict[str, Page]:
    """The pages of three countries."""
    return load_pages(tmp_path, two_regions())


def test_the_page_leads_first_to_the_calendar_of_all_and_to_the_feeds(pages: dict[str, Page]) -> None:
    assert pairs_of(*pages["/feeds/"].blocks) == {
        "Every dated step, in all countries": rich(Link("/feeds/all.ics", "/feeds/all.ics")),
        "What each release changed (Atom)": rich(Link("/feeds/changes.atom", "/feeds/changes.atom")),
        "Vendor news (Atom)": rich(Link("/feeds/news.atom", "/feeds/news.atom")),
    }


def test_the_page_says_how_many_steps_lie_ahead(pages: dict[str, Page]) -> None:
    assert pages["/feeds/"].lead[:2] == rich("4 dated steps lie ahead of ", dt.date(2026, 11, 21))


def test_calendars_of_countries_stand_by_name_under_their_region_in_the_order_of_the_site(
    pages: dict[str, Page],
) -> None:
    (table,) = tables_of(pages["/feeds/"])
    new_year = rich(dt.date(2027, 1, 1))

    assert {texts_of(group.title)[0]: [row.cells for row in group.rows] for group in table.groups} == {
        "Region 2": [
            (rich(Link("Region 2, all countries", "/feeds/regions/region-2.ics")), new_year, rich("2")),
            (rich(Link("Albania", "/feeds/countries/al.ics")), rich("none"), rich("0")),
            (rich(Link("Norway", "/feeds/countries/no.ics")), new_year, rich("2")),
        ],
        "Region 1": [
            (rich(Link("Region 1, all countries", "/feeds/regions/region-1.ics")), new_year, rich("2")),
            (rich(Link("France", "/feeds/countries/fr.ics")), new_year, rich("2")),
        ],
    }
    assert [group.id for group in table.groups] == ["region-region-2", "region-region-1"]


def test_a_site_without_steps_has_its_calendars_all_the_same(tmp_path: Path) -> None:
    page = load_pages(tmp_path, small_world())["/feeds/"]
    calendars = [link.href for link in links_of(page) if link.href.endswith(".ics")]

    assert page.lead[0] == rich("0 dated steps lie ahead of ")[0]
    assert calendars == ["/feeds/all.ics", "/feeds/regions/region-1.ics", "/feeds/countries/fr.ics"]


def test_the_page_tells_how_to_subscribe_in_the_usual_programs(pages: dict[str, Page]) -> None:
    words = " ".join(texts_of(section_of(pages["/feeds/"], "subscribing")))

    assert [name for name in ("Outlook", "Google Calendar", "Apple Calendar") if name not in words] == []


@pytest.mark.parametrize(
    ("path", "feeds"),
    [
        ("/feeds/", (CALENDAR_OF_ALL, CHANGES_FEED, NEWS_FEED)),
        ("/timeline/", (CALENDAR_OF_ALL,)),
        ("/france/", (FRANCE,)),
        ("/news/", (NEWS_FEED,)),
        ("/changes/", (CHANGES_FEED,)),
        ("/countries/", ()),
    ],
)
def test_a_page_names_the_feeds_that_tell_what_becomes_new_on_it(
    pages: dict[str, Page], path: str, feeds: tuple[Feed, ...]
) -> None:
    assert pages[path].feeds == feeds


@pytest.mark.parametrize(("path", "name", "code"), [("/france/", "France", "fr"), ("/albania/", "Albania", "al")])
def test_a_country_has_its_calendar_beneath_its_steps_even_where_there_is_none(
    pages: dict[str, Page], path: str, name: str, code: str
) -> None:
    links = links_of(section_of(pages[path], "phases").blocks[-1])

    assert links == [
        Link(f"dates of {name}", f"/feeds/countries/{code}.ics"),
        Link("Calendars and feeds", "/feeds/"),
    ]


def test_the_timeline_leads_to_the_calendars(pages: dict[str, Page]) -> None:
    assert "/feeds/" in [link.href for link in links_of(pages["/timeline/"].lead)]
