"""Everyone can use every page: axe-core finds no barrier, drawings have names, and colours can be told apart."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import CHARTED, KINDS
from browser.measuring import DESK, DISTINGUISHABLE, PHONE, READABLE, REPEATED, barriers, contrast
from locdata_build.derive.verdicts import VerdictForm

COLOURS = """
([parts, first, second]) => [...document.querySelectorAll(parts)].map((part) => [
  getComputedStyle(part)[first],
  second ? getComputedStyle(part)[second] : getComputedStyle(document.body).backgroundColor,
])
"""

VERDICT = rf"^[A-Z]{{2}}, .+: ({'|'.join({form.words.partition(' {')[0] for form in VerdictForm})})"
"""The name of a tile: code, country and verdict."""


def test_no_page_has_a_barrier(page: Page) -> None:
    for path in KINDS.values():
        page.set_viewport_size(DESK)
        page.emulate_media(color_scheme="light")
        page.goto(path)
        found = {"desk": barriers(page)}
        # Together, because no colour depends on the width. What a phone does not show is tested in dark colours below.
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="dark")
        found["phone, dark colours"] = barriers(page, REPEATED)

        assert (path, found) == (path, {"desk": [], "phone, dark colours": []})


def test_page_without_a_matching_row_has_no_barrier(page: Page) -> None:
    page.goto("/e-invoicing/?country=bv&erp=erp_id_01&support=unknown-unverified")

    expect(page.get_by_role("status")).to_contain_text("No row")
    assert barriers(page) == []


@pytest.mark.parametrize("words", ["island", "nosuchword"], ids=["results", "no results"])
@pytest.mark.parametrize("options", [{"color_scheme": "light"}, {"color_scheme": "dark"}], ids=["light", "dark"])
def test_search_has_no_barrier(page: Page, words: str) -> None:
    page.goto("/licence/")
    page.get_by_role("search").locator("input").fill(words)
    expect(page.get_by_role("status")).to_have_text(re.compile("results"))
    page.keyboard.press("ArrowDown")

    assert barriers(page) == []


@pytest.mark.parametrize("path", ["/timeline/", CHARTED], ids=["timeline", "country"])
def test_chart_has_a_name_that_says_what_it_shows(page: Page, path: str) -> None:
    page.goto(path)
    name = r"^Phases of obligations by year, .+\. \d+ phases from \d{4} .*\d{4}\. Filled marks have started \(\d+\)"

    expect(page.get_by_role("group", name=re.compile(name))).to_be_visible()


def test_every_map_and_every_country_on_it_has_a_name(page: Page) -> None:
    page.goto("/")
    for choice in page.locator(".maps").get_by_role("radio").all():
        choice.check()
        chosen = page.locator(".maps figure > svg").filter(visible=True)

        expect(chosen).to_have_count(1)
        expect(chosen).to_have_role("group")
        expect(chosen).to_have_accessible_name(re.compile("."))
        expect(chosen.get_by_role("link", name=re.compile(VERDICT))).to_have_count(chosen.locator("a").count())


@pytest.mark.parametrize("options", [{"forced_colors": "active"}], ids=["forced colours"])
def test_chosen_map_and_current_page_can_be_told_in_the_colours_of_the_reader(page: Page) -> None:
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


@pytest.mark.parametrize("options", [{"color_scheme": "light"}, {"color_scheme": "dark"}], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("path", "parts", "colours", "least"),
    [
        # The halo of a letter has the colour of its tile, and parts it from the pattern.
        pytest.param("/", ".maps text", ["fill", "stroke"], READABLE, id="letters on the tiles of the maps"),
        pytest.param("/e-invoicing/", "thead th", ["color", None], READABLE, id="headings of the columns"),
        pytest.param("/timeline/", ".chart text", ["fill", None], READABLE, id="letters of the chart"),
        pytest.param("/timeline/", ".chart rect", ["stroke", None], DISTINGUISHABLE, id="marks of the chart"),
    ],
)
def test_colours_have_enough_contrast(
    page: Page, path: str, parts: str, colours: list[str | None], least: float
) -> None:
    page.goto(path)
    pairs = page.evaluate(COLOURS, [parts, *colours])

    assert pairs != []
    assert {(ink, paper) for ink, paper in pairs if contrast(ink, paper) < least} == set()
