"""Charts and maps can be read at every width, and long texts make no page wider than a phone."""

import pytest
from playwright.sync_api import Page

from browser.kinds import CHARTED, TRACKED, UNTRACKED, proof
from browser.measuring import PHONE, WIDTHS, overflow

LONG_VERDICT = "Yes, for public bodies only; issuing from 30 September 2029"
"""As long as the longest verdict."""

LETTERS = """
drawing => [...drawing.querySelectorAll("text")].map((text) => {
  const { left, top, right, bottom } = text.getBoundingClientRect();
  const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  return { text: text.textContent, size, left, top, right, bottom };
})
"""


@pytest.mark.parametrize("path", [TRACKED, pytest.param(UNTRACKED, marks=proof)])
def test_first_answer_of_a_country_has_a_verdict_and_a_source(page: Page, path: str) -> None:
    page.goto(path)
    first = page.locator(".answers > div").first

    assert first.locator(".verdict .badge").is_visible()
    assert first.locator(".source a[rel~=external]").is_visible()


@pytest.mark.parametrize("path", ["/timeline/", pytest.param(CHARTED, marks=proof)])
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


@pytest.mark.parametrize(
    "path", [TRACKED, pytest.param("/countries/", marks=proof), pytest.param("/timeline/", marks=proof)]
)
def test_a_long_verdict_makes_no_page_wider_than_a_phone(page: Page, path: str) -> None:
    page.goto(path)
    assert page.locator(".badge").count() > 0
    page.locator(".badge").evaluate_all(
        "(badges, words) => badges.forEach((badge) => badge.textContent = words)", LONG_VERDICT
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
