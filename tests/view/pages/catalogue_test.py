"""All pages: their paths, anchors, links, data and feeds."""

from collections import Counter
from collections.abc import Mapping

import pytest

from locdata_build.view.navigation import REPORT_AN_ERROR
from locdata_build.view.page import Page, Script
from locdata_build.view.text import Day
from locdata_model.urls import TOP_PAGES
from support.dataset import COUNTRY, whole
from support.pages import anchors_of, links_of, load_pages, parts_of, section_of
from support.records import country, report, sponsor
from support.reference_pages import REFERENCE_PAGES, RELEASE_PAGES, UNLISTED_PAGES


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Page]:
    """The pages of a tracked country and one outside the matrix, with reports on both topics and a sponsor."""
    files = whole()
    files[COUNTRY]["reporting"] = [
        report(topic, number, report_local=f"Report {number}")
        for topic, number in [("vat-reporting", 1), ("vat-reporting", 2), ("saf-t", 1)]
    ]
    files["countries/no.json"] = country("no", "Norway") | {"e_invoicing": None}
    files["sponsors.json"]["sponsors"] = [sponsor()]
    return load_pages(tmp_path_factory.mktemp("data"), files)


def test_every_page_is_at_its_path(pages: Mapping[str, Page]) -> None:
    products = ["/erp/erp_id_01/", "/erp/erp_id_02/", *RELEASE_PAGES]

    assert sorted(pages) == sorted(
        ["/", *UNLISTED_PAGES, "/france/", "/norway/", *products, *REFERENCE_PAGES, *(name.path for name in TOP_PAGES)]
    )
    assert [path for path, page in pages.items() if page.path != path] == []


def test_no_page_has_the_same_anchor_twice(pages: Mapping[str, Page]) -> None:
    counts = {path: Counter(anchors_of(page)) for path, page in pages.items()}

    assert [(path, anchor) for path, count in counts.items() for anchor in count if count[anchor] > 1] == []


def test_every_link_within_the_site_leads_to_a_page_and_an_anchor_of_it(pages: Mapping[str, Page]) -> None:
    targets = {path: {"", *anchors_of(page)} for path, page in pages.items()}
    links = [(path, link) for path, page in pages.items() for link in links_of(page) if not link.is_external]
    parts = [(path, link.href.partition("#")) for path, link in links]
    # The path of a page ends with a slash; any other is that of another file.
    to_pages = [
        (target or path, anchor) for path, (target, _, anchor) in parts if target in ("", *targets) or target[-1] == "/"
    ]

    assert len(to_pages) > 100
    assert [(target, anchor) for target, anchor in to_pages if anchor not in targets[target]] == []


def test_every_listed_page_can_be_reached_from_the_home_page(pages: Mapping[str, Page]) -> None:
    links = {path: {link.href.partition("#")[0] for link in links_of(page)} for path, page in pages.items()}
    reached, ahead = set[str](), {"/"}
    while ahead:
        reached |= ahead
        ahead = {href for path in ahead for href in links[path] if href in pages} - reached

    assert reached == {path for path, page in pages.items() if page.is_listed}


def test_the_link_in_every_footer_leads_to_how_to_report_an_error(pages: Mapping[str, Page]) -> None:
    path, _, anchor = REPORT_AN_ERROR.href.partition("#")

    assert section_of(pages[path], anchor).title == "How to report an error"


def test_sponsored_content_is_only_on_the_page_of_sponsors_and_in_the_example_of_its_endpoint(
    pages: Mapping[str, Page],
) -> None:
    endpoints = pages["/api/service/"].sections

    assert {path for path, page in pages.items() if "sponsor.example" in str(page)} == {"/api/service/", "/sponsors/"}
    assert [section.title for section in endpoints if "sponsor.example" in str(section)] == ["Sponsors"]


@pytest.mark.parametrize(
    ("path", "feeds"),
    [
        ("/feeds/", "upcoming.ics all.ics earlier.ics changes.atom news.atom"),
        ("/timeline/", "upcoming.ics all.ics"),
        ("/france/", "upcoming/countries/fr.ics countries/fr.ics filings/countries/fr.ics changes/fr.atom"),
        ("/erp/erp_id_01/", "changes/erp_id_01.atom"),
        ("/news/", "news.atom"),
        ("/changes/", "changes.atom"),
        ("/recent/", "changes.atom news.atom"),
        ("/countries/", ""),
    ],
)
def test_a_page_names_the_feeds_that_announce_its_changes(pages: Mapping[str, Page], path: str, feeds: str) -> None:
    assert [feed.path for feed in pages[path].feeds] == [f"/feeds/{name}" for name in feeds.split()]


def test_every_page_with_a_relative_day_loads_the_script_that_computes_it(pages: Mapping[str, Page]) -> None:
    relative = [path for path, page in pages.items() if any(day.is_relative for day in parts_of(page, Day))]

    assert "/timeline/" in relative
    assert [path for path in relative if Script.RELATIVE_DAYS not in pages[path].scripts] == []
