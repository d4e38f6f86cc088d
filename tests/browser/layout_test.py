"""Charts and maps can be read at every width, and long texts make no page wider than a phone."""

import pytest
from playwright.sync_api import Page

from browser.kinds import TRACKED, proof
from browser.measuring import WIDTHS, overflow

LONG_VERDICT = "Yes, for public bodies only; issuing from 30 September 2029"
"""As long as the longest verdict."""

LETTERS = """
drawing => [...drawing.querySelectorAll("text")].map((text) => {
  const { left, top, right, bottom } = text.getBoundingClientRect();
  const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  return { text: text.textContent, size, left, top, right, bottom };
})
"""


def test_chart_labels_are_readable_and_do_not_overlap_or_overflow(page: Page) -> None:
    page.goto("/timeline/")
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
    ("path", "parts", "text"),
    [
        (TRACKED, ".badge", LONG_VERDICT),
        pytest.param("/countries/", ".badge", LONG_VERDICT, marks=proof),
        pytest.param("/timeline/", ".badge", LONG_VERDICT, marks=proof),
        (TRACKED, ".answers .source a", "page.action?originalId=" + "0" * 40),
    ],
)
def test_a_long_text_makes_no_page_wider_than_a_phone(page: Page, path: str, parts: str, text: str) -> None:
    page.goto(path)
    assert page.locator(parts).count() > 0
    page.locator(parts).evaluate_all("(parts, text) => parts.forEach((part) => part.textContent = text)", text)

    assert overflow(page, min(WIDTHS)) == 0
