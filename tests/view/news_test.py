"""News stands newest first; what is paid for is marked, and stands nowhere else."""

import datetime as dt
from pathlib import Path

import pytest

from locdata_build.view.blocks import Pairs
from locdata_build.view.page import Page, Section
from locdata_build.view.text import Link, Words, rich
from support.dataset import sponsor, whole
from support.pages import links_of, load_pages, rows_of, small_world, tables_of, texts_of

SPONSORED = "https://sponsor.example/"


@pytest.fixture
def news(tmp_path: Path) -> Page:
    """The page of several items."""
    files = whole()
    item = files["news.json"]["news"][0]
    dates = {"n1": "2026-01-01", "n2": None, "n3": "2026-05-01"}
    files["news.json"]["news"] = [
        {**item, "id": id_, "url": f"https://vendor.example/{id_}", "date": date} for id_, date in dates.items()
    ]
    return load_pages(tmp_path, files)["/news/"]


@pytest.fixture
def sponsored(tmp_path: Path) -> dict[str, Page]:
    """The pages of a site with two sponsors."""
    files = whole()
    later = sponsor() | {"id": "bbb", "name": "BBB", "end": "2026-12-31"}
    files["sponsors.json"]["sponsors"] = [later, sponsor()]
    return load_pages(tmp_path, files)


def test_news_stands_newest_first_and_undated_items_last(news: Page) -> None:
    assert [row.id for row in rows_of(*tables_of(news))] == ["n3", "n1", "n2"]


def test_an_item_is_told_by_title_date_product_and_source(news: Page) -> None:
    row = rows_of(*tables_of(news))[0]

    assert row.cells == (
        rich(Link("New format", "https://vendor.example/n3")),
        rich(dt.date(2026, 5, 1)),
        rich(Link("Product 1", "/erp/erp_id_01/")),
        rich(Link("vendor.example", "https://vendor.example")),
        rich(dt.date(2026, 11, 20)),
    )


def test_an_item_without_a_date_says_so(news: Page) -> None:
    assert rows_of(*tables_of(news))[-1].cells[1] == rich("Not dated by its publisher.")


def test_a_site_without_news_says_so(tmp_path: Path) -> None:
    page = load_pages(tmp_path, small_world())["/news/"]

    assert texts_of(page.blocks) == ["There is no news."]


def test_a_site_without_sponsors_says_so(tmp_path: Path) -> None:
    page = load_pages(tmp_path)["/sponsors/"]

    assert (texts_of(page.blocks), page.sections) == (["There are no sponsored placements."], ())


def test_the_notice_of_the_data_stands_above_the_sponsors(sponsored: dict[str, Page]) -> None:
    assert sponsored["/sponsors/"].lead == rich("Sponsored content is apart.")


def test_each_sponsor_is_marked_in_its_title_its_text_and_its_link(sponsored: dict[str, Page]) -> None:
    first = sponsored["/sponsors/"].sections[0]
    (pairs,) = first.blocks

    assert (first.id, first.title) == ("sponsor-aaa", "Sponsored: AAA")
    assert isinstance(pairs, Pairs)
    assert [(pair.term, pair.content) for pair in pairs.pairs] == [
        ("Sponsored", rich("First. A sponsor.")),
        ("Website", rich(Link(SPONSORED, SPONSORED, sponsored=True))),
        ("Where", rich("Sponsors page")),
        ("When", rich("1 January 2026, open")),
    ]


def test_a_placement_that_ends_tells_its_last_day(sponsored: dict[str, Page]) -> None:
    second = sponsored["/sponsors/"].sections[1]

    assert isinstance(second, Section)
    assert Words("1 January 2026 to 31 December 2026") in [
        part for block in second.blocks if isinstance(block, Pairs) for pair in block.pairs for part in pair.content
    ]


def test_sponsors_stand_in_the_order_of_their_ids(sponsored: dict[str, Page]) -> None:
    assert [section.id for section in sponsored["/sponsors/"].sections] == ["sponsor-aaa", "sponsor-bbb"]


def test_nothing_sponsored_stands_on_any_other_page(sponsored: dict[str, Page]) -> None:
    with_sponsors = [
        path
        for path, page in sponsored.items()
        if path not in ("/sponsors/", "/api/") and any("sponsor.example" in text for text in texts_of(page))
    ]

    assert with_sponsors == []


def test_the_api_shows_a_sponsor_only_in_the_answer_of_their_own_endpoint(sponsored: dict[str, Page]) -> None:
    shown = [
        (section.id, texts_of(section))
        for outer in sponsored["/api/"].sections
        for section in outer.sections
        if any("sponsor.example" in text for text in texts_of(section))
    ]

    assert [texts[1] for _, texts in shown] == ["Sponsors"]


def test_no_link_but_a_sponsor_s_is_marked_as_sponsored(sponsored: dict[str, Page]) -> None:
    marked = {link.href for page in sponsored.values() for link in links_of(page) if link.sponsored}

    assert marked == {SPONSORED}
