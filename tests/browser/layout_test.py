"""Every page fits its window, does not move while it loads, and shows first what readers ask first."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from browser.kinds import CHARTED, KINDS, TRACKED, UNTRACKED, country_pages
from browser.measuring import DESK, PHONE, WIDTHS, answers_in_view, layout_shift, overflow
from locdata_build.derive.verdicts import VerdictForm

WITH_QUERIES = (
    "/e-invoicing/?erp=erp_id_01",
    "/e-invoicing/?erp=erp_id_01#aq-erp_id_01",
    "/timeline/?kind=saft",
    "/countries/?region=south",
)

LETTERS = """
drawing => [...drawing.querySelectorAll("text")].map((text) => {
  const { left, top, right, bottom } = text.getBoundingClientRect();
  const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  return { text: text.textContent, size, left, top, right, bottom };
})
"""
each_chart = pytest.mark.parametrize("path", ["/timeline/", CHARTED], ids=["timeline", "country"])


def test_no_page_is_ever_wider_than_its_window(page: Page) -> None:
    found = {}
    for path in KINDS.values():
        page.goto(path)
        found[path] = {width: overflow(page, width) for width in WIDTHS}

    assert found == dict.fromkeys(KINDS.values(), dict.fromkeys(WIDTHS, 0))


@pytest.mark.parametrize("width", [360, 1440])
def test_no_page_moves_while_it_loads(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    found = {}
    for path in (*KINDS.values(), *WITH_QUERIES):
        # From another page: a change of the fragment alone would load nothing.
        page.goto("about:blank")
        page.goto(path)
        found[path] = layout_shift(page)

    assert {path: shift for path, shift in found.items() if shift} == {}


def test_first_answers_of_a_country_are_visible_without_scrolling(page: Page, site: Path) -> None:
    for path in country_pages(site):
        page.goto(path)
        counts = []
        for size in (DESK, PHONE):
            page.set_viewport_size(size)
            counts.append(answers_in_view(page))

        assert (path, counts[0] >= 3, counts[1] >= 1) == (path, True, True)


@pytest.mark.parametrize("path", [TRACKED, UNTRACKED], ids=["tracked", "untracked"])
def test_first_answer_of_a_country_has_a_verdict_and_a_source(page: Page, path: str) -> None:
    page.goto(path)
    first = page.locator(".answers > div").first

    assert first.locator(".verdict .badge").is_visible()
    assert first.locator(".source a[rel~=external]").is_visible()


@each_chart
def test_letters_of_a_chart_are_large_enough_and_neither_overlap_nor_stick_out(page: Page, path: str) -> None:
    page.goto(path)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        drawing = page.locator(".chart svg")
        letters = drawing.evaluate(LETTERS)
        box = drawing.evaluate("drawing => drawing.getBoundingClientRect().toJSON()")

        assert letters != []
        assert [letter for letter in letters if not 8.95 <= letter["size"] <= 18] == []
        assert [
            (one["text"], other["text"])
            for number, one in enumerate(letters)
            for other in letters[:number]
            if one["left"] < other["right"] and other["left"] < one["right"]
            if one["top"] + 3 < other["bottom"] and other["top"] + 3 < one["bottom"]
        ] == []
        # The box of a letter has room above and below what is drawn.
        assert [
            letter
            for letter in letters
            if letter["left"] < box["left"] - 1
            or letter["right"] > box["right"] + 1
            or letter["top"] < box["top"] - 2
            or letter["bottom"] > box["bottom"] + 4
        ] == []


@pytest.mark.parametrize("path", [TRACKED, "/countries/", "/timeline/"], ids=["country", "countries", "timeline"])
def test_a_long_verdict_makes_no_page_wider_than_a_phone(page: Page, path: str) -> None:
    page.goto(path)
    longest = max((form.words for form in VerdictForm), key=len)
    page.locator(".badge").evaluate_all(
        "(badges, words) => badges.forEach((badge) => badge.textContent = words)", longest
    )

    assert overflow(page, PHONE["width"]) == 0


def test_tiles_of_the_maps_are_large_enough_for_a_finger(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/")
    tiles = page.locator(".tile").filter(visible=True)
    sizes = tiles.evaluate_all("tiles => tiles.map((tile) => tile.getBoundingClientRect().toJSON())")

    assert sizes != []
    assert min(min(size["width"], size["height"]) for size in sizes) >= 24


def test_a_long_source_of_an_answer_makes_no_page_wider_than_a_phone(page: Page) -> None:
    page.goto(TRACKED)
    sources = page.locator(".answers .source a")
    assert sources.count() > 0
    sources.evaluate_all(
        "(links, words) => links.forEach((link) => link.textContent = words)", "page.action?originalId=" + "0" * 40
    )

    assert overflow(page, min(WIDTHS)) == 0
