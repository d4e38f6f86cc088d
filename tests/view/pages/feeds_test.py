"""The page of calendars and feeds links to each of them, and pages name those that announce their changes."""

import pytest

from locdata_build.view.feeds import ALL_COUNTRIES_CALENDAR, CHANGES_FEED, NEWS_FEED, UPCOMING_CALENDAR, Feed
from locdata_build.view.page import Page
from locdata_build.view.text import rich
from locdata_model.media_types import ATOM, CALENDAR
from support.pages import links_of, load_page, load_pages, minimal_files

FRANCE = (
    Feed("/feeds/upcoming/countries/fr.ics", CALENDAR, "Upcoming e-invoicing and reporting dates: France"),
    Feed("/feeds/countries/fr.ics", CALENDAR, "E-invoicing and reporting dates: France"),
    Feed("/feeds/changes/fr.atom", ATOM, "Changes of the data: France"),
)
PRODUCT = Feed("/feeds/changes/erp_id_01.atom", ATOM, "Changes of the data: Product 1")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    return load_pages(tmp_path_factory.mktemp("data"))


def test_a_site_without_phases_has_all_calendars(tmp_path_factory: pytest.TempPathFactory) -> None:
    page = load_page(tmp_path_factory.mktemp("data"), "/feeds/", minimal_files())

    assert page.lead[0] == rich("0 dated phases after ")[0]
    assert [link.href for link in links_of(page) if link.href.endswith(".ics")] == [
        "/feeds/upcoming.ics",
        "/feeds/all.ics",
        "/feeds/upcoming/regions/region-1.ics",
        "/feeds/regions/region-1.ics",
        "/feeds/upcoming/countries/fr.ics",
        "/feeds/countries/fr.ics",
    ]


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
