"""Beside a date that something is due, pages state how far it is from the reader's day."""

import datetime as dt

import pytest
from playwright.sync_api import Page

FIRST = "main time[data-relative]"
MOVED = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve([]), 500);
})"""


@pytest.mark.parametrize(
    ("days", "words"),
    [
        (0, "today"),
        (1, "tomorrow"),
        (-1, "yesterday"),
        (60, "in 60 days"),
        (-60, "60 days ago"),
        (61, "in 2 months"),
        (730, "in 24 months"),
    ],
)
def test_words_beside_a_date_count_from_the_day_of_the_reader(page: Page, days: int, words: str) -> None:
    page.goto("/filings/")
    date = dt.date.fromisoformat(page.locator(FIRST).first.get_attribute("datetime") or "")
    page.clock.set_fixed_time(f"{date - dt.timedelta(days)}T12:00:00Z")
    page.reload()

    assert page.locator(f"{FIRST} + .relative").first.text_content() == words


def test_no_words_are_beside_a_date_of_more_than_two_years_ahead(page: Page) -> None:
    page.clock.set_fixed_time("2020-01-01T12:00:00Z")
    page.goto("/filings/")

    assert page.locator(FIRST).count() > 0
    assert page.locator(".relative").count() == 0


@pytest.mark.parametrize("path", ["/", "/timeline/", "/filings/"])
def test_nothing_moves_when_the_words_appear(page: Page, path: str) -> None:
    page.goto(path)

    assert page.evaluate(MOVED) == []
