"""Search results pass axe-core, drawings have names, and colours have enough contrast."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import proof
from browser.measuring import DISTINGUISHABLE, READABLE, barriers, contrast

COLOURS = """
([parts, first, second]) => [...document.querySelectorAll(parts)].map((part) => [
  getComputedStyle(part)[first],
  second ? getComputedStyle(part)[second] : getComputedStyle(document.body).backgroundColor,
])
"""

SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")

TILE = r"^[A-Z]{2}, .+: ."
"""The name of a tile: code, country and verdict."""


@pytest.mark.parametrize("words", ["island", pytest.param("nosuchword", marks=proof)])
def test_axe_finds_no_violation_in_the_results_of_a_search(page: Page, words: str) -> None:
    page.goto("/licence/")
    page.get_by_role("search").locator("input").fill(words)
    expect(page.get_by_role("status")).to_have_text(re.compile("results"))
    page.keyboard.press("ArrowDown")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)

        assert barriers(page) == [], scheme


def test_axe_finds_no_violation_on_the_page_of_results(page: Page) -> None:
    page.goto("/search/?q=threshold+antarctica")
    expect(page.get_by_role("main").get_by_role("status")).to_have_text(re.compile("results for"))

    assert barriers(page) == []


def test_chart_has_a_name_that_says_what_it_shows(page: Page) -> None:
    page.goto("/timeline/")
    name = r"^Phases of obligations by year, .+\. \d+ phases from \d{4} .*\d{4}\. Filled: started \(\d+\)"

    expect(page.get_by_role("group", name=re.compile(name))).to_be_visible()


def test_every_map_and_every_country_on_it_has_a_name(page: Page) -> None:
    page.goto("/")
    for choice in page.locator(".maps").get_by_role("radio").all():
        choice.check()
        chosen = page.locator(".maps figure > svg").filter(visible=True)

        expect(chosen).to_have_count(1)
        expect(chosen).to_have_role("group")
        expect(chosen).to_have_accessible_name(re.compile("."))
        expect(chosen.get_by_role("link", name=re.compile(TILE))).to_have_count(chosen.locator("a").count())


@pytest.mark.parametrize("options", [{"forced_colors": "active"}], ids=["forced colours"])
def test_selection_is_visible_in_forced_colours(page: Page) -> None:
    page.goto("/timeline/")
    border = "link => getComputedStyle(link).borderBottomColor"
    current, other = (
        page.locator(f"header nav a{which}").first for which in ("[aria-current]", ":not([aria-current])")
    )

    assert current.evaluate(border) != other.evaluate(border)

    page.goto("/")
    back = "label => getComputedStyle(label).backgroundColor"
    chosen, other = (page.locator(f".maps > {which} + label").first for which in (":checked", "input:not(:checked)"))

    assert chosen.evaluate(back) != other.evaluate(back)


@pytest.mark.parametrize(
    ("path", "parts", "colours", "least"),
    [
        # The halo of a letter has the colour of its tile, and parts it from the pattern.
        pytest.param("/", ".maps text", ["fill", "stroke"], READABLE, id="letters on the tiles of the maps"),
        pytest.param("/timeline/", ".chart text", ["fill", None], READABLE, id="letters of the chart"),
        pytest.param("/timeline/", ".chart path", ["stroke", None], DISTINGUISHABLE, id="marks of the chart"),
    ],
)
def test_colours_have_enough_contrast(
    page: Page, path: str, parts: str, colours: list[str | None], least: float
) -> None:
    page.goto(path)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        pairs = page.evaluate(COLOURS, [parts, *colours])

        assert pairs != []
        assert {(ink, paper) for ink, paper in pairs if contrast(ink, paper) < least} == set(), scheme
    page.emulate_media(color_scheme="light")
