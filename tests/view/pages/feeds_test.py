"""The page of calendars and feeds links to each of them, and pages name those that announce their changes."""

import datetime as dt

import pytest

from locdata_build.view.feeds import ALL_COUNTRIES_CALENDAR, CHANGES_FEED, NEWS_FEED, UPCOMING_CALENDAR, Feed
from locdata_build.view.page import Page
from locdata_build.view.text import Link, Rich, rich
from locdata_model.media_types import ATOM, CALENDAR
from support.dataset import whole
from support.pages import (
    empty_country,
    links_of,
    load_pages,
    minimal_files,
    pairs_of,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)
from support.records import country

FRANCE = (
    Feed("/feeds/upcoming/countries/fr.ics", CALENDAR, "Upcoming e-invoicing and reporting dates: France"),
    Feed("/feeds/countries/fr.ics", CALENDAR, "E-invoicing and reporting dates: France"),
    Feed("/feeds/changes/fr.atom", ATOM, "Changes of the data: France"),
)
PRODUCT = Feed("/feeds/changes/erp_id_01.atom", ATOM, "Changes of the data: Product 1")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    """The pages of two countries with phases and one without, in two regions of three."""
    files = whole()
    files["site.json"]["regions"] = ["Region 2", "Région 3", "Region 1"]
    files["countries/no.json"] = country("no", "Norway") | {"region": "Region 2"}
    files["countries/al.json"] = country("al", "Albania") | empty_country() | {"region": "Region 2"}
    return load_pages(tmp_path_factory.mktemp("data"), files)


@pytest.fixture
def page(pages: dict[str, Page]) -> Page:
    return pages["/feeds/"]


def test_the_upcoming_calendar_the_calendar_of_all_phases_and_the_feeds_come_first(page: Page) -> None:
    by_country, by_product = (", by ", Link("country", "#calendars")), Link("ERP product", "#products")

    assert list(pairs_of(*page.blocks).items()) == [
        ("Upcoming phases, in all countries", rich(Link("/feeds/upcoming.ics", "/feeds/upcoming.ics"), *by_country)),
        ("Every dated phase, in all countries", rich(Link("/feeds/all.ics", "/feeds/all.ics"), *by_country)),
        (
            "What each release changed (Atom)",
            rich(Link("/feeds/changes.atom", "/feeds/changes.atom"), *by_country, " and ", by_product),
        ),
        ("Vendor news (Atom)", rich(Link("/feeds/news.atom", "/feeds/news.atom"))),
    ]
    assert page.lead[:2] == rich("4 dated phases after ", dt.date(2026, 11, 21))


def test_the_page_says_how_upcoming_calendars_differ(page: Page) -> None:
    assert "begin with 2026, the year of this build" in texts_of(page.blocks[1])[0]


def test_feeds_of_countries_are_sorted_by_name_below_their_region(page: Page) -> None:
    table, _ = tables_of(page)
    new_year = rich(dt.date(2027, 1, 1))

    def files(*names: str) -> list[Rich]:
        return [rich(Link(name, f"/feeds/{name}")) for name in names]

    def of_country(code: str) -> list[Rich]:
        return files(f"upcoming/countries/{code}.ics", f"countries/{code}.ics", f"changes/{code}.atom")

    def of_region(slug: str) -> list[Rich]:
        calendars = files(f"upcoming/regions/{slug}.ics", f"regions/{slug}.ics")
        return [rich("All countries"), *calendars, rich("by country")]

    assert {texts_of(group.title)[0]: [[*row.cells] for row in group.rows] for group in table.groups} == {
        "Region 2": [
            [*of_region("region-2"), new_year, rich("2")],
            [rich(Link("Albania", "/albania/")), *of_country("al"), rich("none"), rich("0")],
            [rich(Link("Norway", "/norway/")), *of_country("no"), new_year, rich("2")],
        ],
        "Region 1": [
            [*of_region("region-1"), new_year, rich("2")],
            [rich(Link("France", "/france/")), *of_country("fr"), new_year, rich("2")],
        ],
    }
    assert [group.id for group in table.groups] == ["region-region-2", "region-region-1"]


def test_each_product_has_its_feed_of_changes(page: Page) -> None:
    _, table = tables_of(page)

    assert [row.cells for row in rows_of(table)] == [
        (
            rich(Link(f"Product {number}", f"/erp/erp_id_0{number}/")),
            rich(Link(f"changes/erp_id_0{number}.atom", f"/feeds/changes/erp_id_0{number}.atom")),
        )
        for number in (1, 2)
    ]


def test_a_site_without_phases_has_all_calendars(tmp_path_factory: pytest.TempPathFactory) -> None:
    page = load_pages(tmp_path_factory.mktemp("data"), minimal_files())["/feeds/"]

    assert page.lead[0] == rich("0 dated phases after ")[0]
    assert [link.href for link in links_of(page) if link.href.endswith(".ics")] == [
        "/feeds/upcoming.ics",
        "/feeds/all.ics",
        "/feeds/upcoming/regions/region-1.ics",
        "/feeds/regions/region-1.ics",
        "/feeds/upcoming/countries/fr.ics",
        "/feeds/countries/fr.ics",
    ]


def test_the_page_explains_how_to_subscribe_in_common_programs(page: Page) -> None:
    words = " ".join(texts_of(section_of(page, "subscribing")))

    assert [name for name in ("Outlook", "Google Calendar", "Apple Calendar") if name not in words] == []


@pytest.mark.parametrize(
    ("path", "feeds"),
    [
        ("/feeds/", (UPCOMING_CALENDAR, ALL_COUNTRIES_CALENDAR, CHANGES_FEED, NEWS_FEED)),
        ("/timeline/", (UPCOMING_CALENDAR, ALL_COUNTRIES_CALENDAR)),
        ("/france/", FRANCE),
        ("/erp/erp_id_01/", (PRODUCT,)),
        ("/news/", (NEWS_FEED,)),
        ("/changes/", (CHANGES_FEED,)),
        ("/recent/", (CHANGES_FEED, NEWS_FEED)),
        ("/countries/", ()),
    ],
)
def test_a_page_names_the_feeds_that_announce_its_changes(
    pages: dict[str, Page], path: str, feeds: tuple[Feed, ...]
) -> None:
    assert pages[path].feeds == feeds
