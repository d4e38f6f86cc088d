"""Every page fits its window, stands still while it loads, and shows first what is asked first."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize

from browser.kinds import CHARTED, KINDS, TRACKED, UNTRACKED, each_kind, pages_of_countries
from browser.seeing import overhang, shift

DESK = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=360, height=800)
WIDTHS = (320, 360, 768, 1440)

_LETTERS = """
drawing => [...drawing.querySelectorAll("text")].map((text) => {
  const { left, top, right, bottom } = text.getBoundingClientRect();
  const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  return { text: text.textContent, size, left, top, right, bottom };
})
"""
_ANSWERS_IN_VIEW = """
answers => [...answers, null].findIndex((answer) =>
  !answer || [...answer.querySelectorAll("dt, .verdict:not(:empty), .rests a")].some((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < 0 || bottom > innerHeight;
  }))
"""


@each_kind
def test_a_page_is_never_wider_than_its_window(page: Page, path: str) -> None:
    page.goto(path)

    assert {width: overhang(page, width) for width in WIDTHS} == dict.fromkeys(WIDTHS, 0)


@pytest.mark.parametrize(
    "path",
    [
        *KINDS.values(),
        "/e-invoicing/?erp=odoo",
        "/e-invoicing/?erp=odoo#es-odoo",
        "/timeline/?kind=saft",
        "/countries/?region=asia",
    ],
)
def test_a_page_stands_still_while_it_loads(page: Page, path: str) -> None:
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        # From elsewhere, or a change of the fragment alone would load nothing.
        page.goto("about:blank")
        page.goto(path)

        assert shift(page) == 0


def test_the_first_answers_of_a_country_need_no_scrolling(page: Page, site: Path) -> None:
    in_view = {path: _answers_in_view(page, path) for path in pages_of_countries(site)}

    assert in_view != {}
    assert {path: counts for path, counts in in_view.items() if counts[0] < 3 or counts[1] < 1} == {}


@pytest.mark.parametrize("path", [TRACKED, UNTRACKED], ids=["tracked", "untracked"])
def test_the_first_answer_of_a_country_has_a_verdict_and_a_source(page: Page, path: str) -> None:
    page.goto(path)
    first = page.locator(".answers > div").first

    assert first.locator(".verdict .badge").is_visible()
    assert first.locator(".rests a[rel~=external]").is_visible()


@pytest.mark.parametrize("path", [KINDS["timeline"], CHARTED], ids=["timeline", "country"])
def test_letters_of_the_chart_are_large_enough_and_do_not_touch(page: Page, path: str) -> None:
    page.goto(path)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        letters = page.locator(".chart svg").evaluate(_LETTERS)

        assert letters != []
        assert [letter for letter in letters if not 8.95 <= letter["size"] <= 18] == []
        assert [
            (one["text"], other["text"])
            for n, one in enumerate(letters)
            for other in letters[:n]
            if one["left"] < other["right"] and other["left"] < one["right"]
            if one["top"] + 3 < other["bottom"] and other["top"] + 3 < one["bottom"]
        ] == []


@pytest.mark.parametrize("path", [KINDS["timeline"], CHARTED], ids=["timeline", "country"])
def test_the_chart_is_not_cut_off(page: Page, path: str) -> None:
    page.goto(path)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        drawing = page.locator(".chart svg")
        # What letters have above and below them is no part of what is drawn.
        box = drawing.evaluate("drawing => drawing.getBoundingClientRect().toJSON()")

        assert [
            letter
            for letter in drawing.evaluate(_LETTERS)
            if letter["left"] < box["left"] - 1
            or letter["right"] > box["right"] + 1
            or letter["top"] < box["top"] - 2
            or letter["bottom"] > box["bottom"] + 4
        ] == []


def test_tiles_of_the_maps_can_be_hit_with_a_finger(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/")
    sizes = (
        page.locator(".tile")
        .filter(visible=True)
        .evaluate_all(
            "tiles => tiles.map((tile) => { const { width, height } = tile.getBoundingClientRect(); return Math.min(width, height); })"
        )
    )

    assert sizes != []
    assert min(sizes) >= 24


def _answers_in_view(page: Page, path: str) -> list[int]:
    """How many answers are in view before any other, on a desk and on a phone.

    To an answer belong its question, its verdict, and the links to what it rests on.
    """
    page.goto(path)
    counts = []
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        counts.append(page.locator(".answers > div").evaluate_all(_ANSWERS_IN_VIEW))
    return counts
