"""Answers, with their sources, are at most three page loads from the home page.

Questions to the real data are in ``tests/site/reader_questions_test.py``.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from browser.kinds import first_of
from browser.measuring import DESK, ROWS, choose

MAX_LOADS = 3

SEARCHED = {"gamma": "/glossary/#term-gamma", "Eismehrwertsteuererklärung": "/antarctica/#vat-reporting-aq-1"}
"""The row to which the first result for some words leads."""

FILTERED = {
    "products that cover a country natively": ("E-invoicing", {"country": "aq", "support": "native"}),
    "connectors of a product": ("Connectors", {"erp": "erp_id_01"}),
    "VAT rates of two countries": ("VAT rates", {"country": ("aq", "bv")}),
}
"""By a question: a link of the home page, and what is chosen on the page to which it leads."""

OVERVIEWS = {
    "what a company files each month": ("Reporting", {"country": "aq", "frequency": "monthly"}),
    "what changes in a country": ("Timeline", {"country": "aq", "state": "upcoming"}),
}
"""The same for pages on which each row leads to the same row on the page of its country."""

IS_IN_REACH = """
links => links.some((link) => (link.checkVisibility() ? link : link.closest("details").firstElementChild).checkVisibility())
"""


class Reader:
    """Someone who starts at the home page. Each page that the browser loads after it is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.loads = -1
        page.on("request", self._count)
        page.goto("/")

    def _count(self, request: Request) -> None:
        self.loads += request.is_navigation_request()

    def open(self, link: Locator) -> None:
        """Follow a link, and wait until the scripts of its page have run."""
        with self.page.expect_navigation():
            link.click()

    def follow(self, name: str) -> None:
        """Follow the first link with the name that can be seen."""
        self.open(self.page.get_by_role("link", name=name, exact=True).filter(visible=True).first)


def assert_sourced(answer: Locator) -> None:
    """Fail unless the answer has a link to a source or a note, which may be in a fold with a visible summary."""
    assert answer.locator("a[rel=external][href^=http], sup > a").evaluate_all(IS_IN_REACH), answer.inner_text()


@pytest.fixture
def reader(page: Page) -> Iterator[Reader]:
    """A reader on the home page, who must have the answer after three page loads."""
    page.set_viewport_size(DESK)
    reader = Reader(page)
    yield reader
    assert 0 < reader.loads <= MAX_LOADS


@pytest.mark.parametrize(("words", "path"), first_of(SEARCHED.items()))
def test_search_leads_to_a_row_with_its_source(reader: Reader, words: str, path: str) -> None:
    reader.page.get_by_role("search").locator("input").fill(words)
    first = reader.page.get_by_role("listbox", name="Results").get_by_role("option").first
    expect(first).to_have_attribute("href", re.compile(f"{re.escape(path)}$"))
    reader.page.keyboard.press("ArrowDown")
    with reader.page.expect_navigation():
        reader.page.keyboard.press("Enter")
    expect(reader.page).to_have_url(re.compile(f"{re.escape(path)}$"))
    row = reader.page.locator(":target")

    expect(row).to_be_in_viewport()
    assert_sourced(row)


@pytest.mark.parametrize(("link", "choices"), first_of(FILTERED.values()), ids=FILTERED)
def test_filters_leave_rows_with_their_sources(reader: Reader, link: str, choices: dict[str, str | tuple[str]]) -> None:
    reader.follow(link)
    for name, values in choices.items():
        choose(reader.page, name, *([values] if isinstance(values, str) else values))
    rows = reader.page.locator(f".roomy {ROWS.removeprefix('main ')}").filter(visible=True).all()

    assert rows != []
    for row in rows:
        assert_sourced(row)


@pytest.mark.parametrize(("link", "choices"), first_of(OVERVIEWS.values()), ids=OVERVIEWS)
def test_filters_leave_rows_that_lead_to_their_sources(
    reader: Reader, link: str, choices: dict[str, str | tuple[str]]
) -> None:
    reader.follow(link)
    for name, values in choices.items():
        choose(reader.page, name, *([values] if isinstance(values, str) else values))
    reader.open(reader.page.locator(ROWS).filter(visible=True).first.get_by_role("link").first)

    assert_sourced(reader.page.locator(":target"))


def test_question_about_countries_leads_to_the_answer_of_each(reader: Reader) -> None:
    reader.follow("Countries")
    reader.open(reader.page.get_by_role("main").get_by_role("listitem").locator("a[href*='?']").first)
    reader.open(reader.page.locator("main tbody tr").filter(visible=True).get_by_role("link").first)

    further = reader.page.get_by_role("link", name="Notes and sources for each product")
    for answer in reader.page.locator(".answers > div").filter(has_not=further).all():
        assert_sourced(answer)


def test_compared_countries_show_their_sources(reader: Reader) -> None:
    reader.follow("Compare")
    choose(reader.page, "country", "aq", "gs")
    comparison = reader.page.get_by_role("region", name="Comparison")
    reader.page.get_by_label("Show details").check()
    expect(comparison.locator(".source").first).to_be_visible()
    question = comparison.locator("section").filter(has_text="Is e-invoicing between businesses mandatory").first
    expect(question.locator("dt")).to_have_text(["Antarctica", "South Georgia"])

    for answer in question.locator("dd").all():
        assert_sourced(answer)
