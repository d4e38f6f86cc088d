"""Everyone can use every page: what axe-core checks, names for what is drawn, and colours that can be told apart."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.accessibility import READABLE, barriers, contrast
from browser.kinds import CHARTED, KINDS, each_kind

DESK = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=360, height=800)
LIKE_THE_FIRST = (
    "main section section:nth-of-type(n + 4)",
    "main tbody:nth-of-type(n + 4)",
    "main tbody > tr:nth-child(n + 4)",
)
"""Sections, groups and rows that have the form of those before them."""

drawn_in_light_and_dark = pytest.mark.parametrize(
    "options", [{"color_scheme": "light"}, {"color_scheme": "dark"}], ids=["light", "dark"]
)


@each_kind
def test_nobody_meets_a_barrier(page: Page, path: str) -> None:
    page.set_viewport_size(DESK)
    page.goto(path)

    assert barriers(page) == []


@each_kind
def test_nobody_meets_a_barrier_on_a_phone_or_in_the_dark(page: Page, path: str) -> None:
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="dark")
    page.goto(path)
    found = {"dark": barriers(page, LIKE_THE_FIRST)}
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light")
    found["phone"] = barriers(page, LIKE_THE_FIRST)

    assert found == {"dark": [], "phone": []}


def test_nobody_meets_a_barrier_where_no_row_is_left(page: Page) -> None:
    page.goto("/e-invoicing/?country=be&erp=odoo&support=unknown-unverified")

    expect(page.get_by_role("status")).to_contain_text("No row")
    assert barriers(page) == []


@pytest.mark.parametrize("path", [KINDS["timeline"], CHARTED], ids=["timeline", "country"])
def test_the_chart_has_a_name_that_tells_what_it_shows(page: Page, path: str) -> None:
    page.goto(path)

    name = re.compile(
        r"^Steps of duties by year, .+\. \d+ steps from \d{4} .*\d{4}\. Filled marks have started \(\d+\)"
    )

    expect(page.get_by_role("img", name=name)).to_be_visible()


def test_every_map_and_every_country_on_it_has_a_name(page: Page) -> None:
    page.goto("/")
    for choice in page.locator(".maps").get_by_role("radio").all():
        choice.check()
        chosen = page.locator(".maps svg").filter(visible=True)

        expect(chosen).to_have_count(1)
        expect(chosen).to_have_role("group")
        expect(chosen).to_have_accessible_name(re.compile("."))
        expect(chosen.get_by_role("link", name=re.compile(r"^[A-Z]{2}, .+: (Yes|No|Unknown)$"))).to_have_count(
            chosen.locator("a").count()
        )


@drawn_in_light_and_dark
def test_letters_on_the_tiles_of_the_maps_can_be_read(page: Page) -> None:
    page.goto("/")
    colours = page.locator(".tile text").evaluate_all(
        """letters => letters.map((each) =>
             [each, each.parentNode.querySelector("rect")].map((part) => getComputedStyle(part).fill))"""
    )

    assert _unreadable(colours) == []


@drawn_in_light_and_dark
def test_letters_of_the_chart_can_be_read(page: Page) -> None:
    page.goto("/timeline/")
    colours = page.locator(".chart text").evaluate_all(
        "letters => letters.map((each) => [getComputedStyle(each).fill, getComputedStyle(document.body).backgroundColor])"
    )

    assert _unreadable(colours) == []


@drawn_in_light_and_dark
def test_marks_of_the_chart_stand_out(page: Page) -> None:
    page.goto("/timeline/")
    colours = page.locator(".chart rect").evaluate_all(
        "marks => marks.map((each) => [getComputedStyle(each).stroke, getComputedStyle(document.body).backgroundColor])"
    )

    assert colours != []
    assert {(mark, paper) for mark, paper in colours if contrast(mark, paper) < 3} == set()


def _unreadable(colours: list[list[Any]]) -> list[tuple[str, str]]:
    """The pairs of colours, of which there must be some, that are too much alike."""
    assert colours != []
    return sorted({(ink, paper) for ink, paper in colours if contrast(ink, paper) < READABLE})
