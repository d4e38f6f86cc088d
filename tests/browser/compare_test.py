"""The comparison shows sections of the pages of chosen countries side by side."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import CHARTED, TRACKED, UNKNOWN, proof, without_script
from browser.measuring import DESK, PHONE, barriers, choose, layout_shift
from browser.serving import answer

SAID = """
() => {
  const words = (element) => {
    const copy = element.cloneNode(true);
    for (const anchor of copy.querySelectorAll(".anchor")) anchor.remove();
    return copy.textContent.replace(/\\s+/g, " ").trim();
  };
  const pairs = [...document.querySelectorAll(".answers > div, [aria-labelledby=vat-reporting] > .pairs > div")];
  const said = pairs.map((pair) => [words(pair.querySelector("dt")), [words(pair.querySelector("dd"))]]);
  for (const id of ["phases", "vat-reporting", "saf-t"]) {
    const section = document.querySelector(`[aria-labelledby=${id}]`);
    const rows = [...section?.querySelectorAll("tbody tr:not(.group)") ?? []];
    if (!rows.length) continue;
    const title = words(section.querySelector("h2"));
    said.push([title, rows.flatMap((row) => [...row.cells].map(words).filter(Boolean))]);
  }
  return said;
}
"""
COMPARED = """
(column) => [...document.querySelectorAll(".comparison tbody tr")].map((row) => [
  row.cells[0].textContent, row.cells[column].textContent.replace(/\\s+/g, " ").trim(),
])
"""
NOTHING = "Nothing is recorded."
COUNTRIES = {"io": UNKNOWN, "aq": TRACKED, "gs": CHARTED}
QUERY = "?country=aq&country=io&country=gs"


def test_comparison_shows_what_the_pages_of_the_countries_show(page: Page) -> None:
    said = {}
    for path in COUNTRIES.values():
        page.goto(path)
        said[path] = dict(page.evaluate(SAID))
    page.goto(f"/compare/{QUERY}")
    expect(page.locator(".comparison thead a")).to_have_text(["Indian Ocean Territory", "Antarctica", "South Georgia"])
    titles = page.locator(".comparison tbody th").all_text_contents()

    assert {*titles} == {title for each in said.values() for title in each}
    for column, path in enumerate(COUNTRIES.values(), start=1):
        for title, text in page.evaluate(COMPARED, column):
            parts = said[path].get(title, [NOTHING])
            # A list repeats the titles of the columns before the cells.
            assert [part for part in parts if part not in text] == [], (path, title)
            assert parts == [NOTHING] or NOTHING not in text
            assert len(parts) > 1 or text == parts[0] or text.endswith(parts[0])


def test_links_of_the_comparison_lead_to_where_the_pages_lead(page: Page) -> None:
    page.goto(f"/compare/{QUERY}")
    expect(page.locator(".comparison thead a")).to_have_count(3)
    links = page.locator(".comparison a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")

    assert [link for link in links if link.startswith("#")] == []
    assert any("/antarctica/#" in link for link in links)
    assert page.locator(".comparison [id], .comparison .anchor, .comparison script").count() == 0


def test_columns_are_added_and_removed_and_the_url_keeps_them(page: Page) -> None:
    page.goto("/compare/?country=nowhere")
    expect(page.get_by_role("status")).to_have_text(
        "Choose the countries to compare. What is unknown in the URL is left out"
    )
    expect(page.get_by_role("region", name="Comparison")).to_have_count(0)

    choose(page, "country", "gs", "aq")

    expect(page.locator(".comparison thead a")).to_have_text(["Antarctica", "South Georgia"])
    expect(page).to_have_url("/compare/?country=aq&country=gs")
    expect(page).to_have_title(re.compile("^Antarctica, South Georgia: Compare"))
    expect(page.get_by_role("status")).to_have_text("Side by side: Antarctica, South Georgia")

    page.get_by_role("button", name="Remove Antarctica").click()

    expect(page.locator(".comparison thead a")).to_have_text(["South Georgia"])
    expect(page.locator("form summary")).to_be_focused()
    expect(page).to_have_url("/compare/?country=gs")

    page.get_by_role("button", name="Remove all").click()

    expect(page.get_by_role("region", name="Comparison")).to_have_count(0)
    expect(page).to_have_url("/compare/")


def test_headers_stay_in_view_and_the_layout_is_stable(page: Page) -> None:
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        page.goto("about:blank")
        page.goto(f"/compare/{QUERY}")
        expect(page.locator(".comparison thead a")).to_have_count(3)

        assert layout_shift(page) == 0
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]

        page.locator(".comparison").evaluate("region => region.scrollIntoView() ?? region.scrollTo(100, 600)")

        expect(page.locator(".comparison thead th").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=proof)])
def test_axe_finds_no_violation_in_the_comparison(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(f"/compare/{QUERY}")
    expect(page.locator(".comparison thead a")).to_have_count(3)

    assert barriers(page) == []
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize(
    "found",
    [
        pytest.param(None, id="no answer", marks=proof),
        pytest.param((200, "<!doctype html><title>Log in to this network</title>"), id="page of a network"),
    ],
)
def test_comparison_reports_a_page_that_cannot_be_loaded(
    page: Page, issues: list[str], found: tuple[int, str] | None
) -> None:
    page.goto("/compare/?country=io")
    expect(page.locator(".comparison thead a")).to_have_text(["Indian Ocean Territory"])
    answer(page, f"**{TRACKED}", found)
    choose(page, "country", "aq")

    expect(page.get_by_role("status")).to_have_text("The pages of the countries could not be loaded. Try again later.")
    expect(page.get_by_role("region", name="Comparison")).to_have_count(0)

    page.unroute(f"**{TRACKED}")
    choose(page, "country", "aq", "gs")

    expect(page.locator(".comparison thead a")).to_have_text(["Antarctica", "South Georgia"])
    expect(page.get_by_role("status")).to_have_text("Side by side: Antarctica, South Georgia")
    issues.clear()


@without_script
def test_without_a_script_all_countries_are_linked(page: Page) -> None:
    page.goto("/compare/")

    assert page.locator("main .columns a").count() == 5
    assert page.locator("main a[href='/countries/']").is_visible()
