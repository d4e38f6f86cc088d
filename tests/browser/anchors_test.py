"""Links to a part of a page work even if a filter hides the part, or if it has moved to another page."""

import re
from urllib.parse import urldefrag

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import proof
from browser.measuring import choose, count_visible, filtered_rows

ODD_FRAGMENTS = ("", "%", "%E0%A4%A", "aq-<b>'\"", "grün")

HIDDEN_ROW = """
(rows) => {
  for (const { id, attributes } of document.querySelectorAll(rows))
    for (const choice of document.querySelectorAll("form :is(option, [type=checkbox]:not(legend input))")) {
      const { value, name = choice.closest("select").name } = choice;
      if (id && value && !attributes[`data-${name}`].value.split(" ").includes(value)) return [id, `${name}=${value}`];
    }
  return null;
}
"""
"""Finds the anchor of a row, and a filter that hides it; null for a page whose rows have no anchors."""


@pytest.mark.parametrize("start", ["/licence/", "/"])
def test_old_link_to_a_row_of_the_matrix_is_forwarded(page: Page, start: str) -> None:
    page.goto(start)
    page.goto("/#aq-erp_id_01")

    expect(page).to_have_url("/e-invoicing/#aq-erp_id_01")
    expect(page.locator("#aq-erp_id_01")).to_be_in_viewport()

    page.go_back()

    expect(page).to_have_url(start)


def test_link_to_a_part_of_the_home_page_stays_there(page: Page) -> None:
    page.goto("/#find")
    for part in ("map", "next", "pages", "content"):
        expect(page).to_have_url(re.compile("/#"))
        page.evaluate("part => { location.hash = part; }", part)

        expect(page).to_have_url(f"/#{part}")
        expect(page.locator(f"#{part}")).to_be_in_viewport()


@pytest.mark.parametrize("path", ["/e-invoicing/?erp=erp_id_01", pytest.param("/", marks=proof)])
def test_odd_fragment_is_ignored(page: Page, served: str, path: str) -> None:
    visited: list[str] = []
    page.on("framenavigated", lambda frame: visited.append(urldefrag(frame.url).url))
    for fragment in ODD_FRAGMENTS:
        page.goto("about:blank")
        page.goto(f"{path}#{fragment}")
        page.evaluate("location.hash = 'content'")
        page.evaluate("fragment => { location.hash = fragment; }", fragment)

        expect(page.get_by_role("heading", level=1)).to_be_visible()

    assert {*visited} == {"about:blank", f"{served}{path}"}


def test_link_and_url_of_a_row_that_a_filter_hides_show_the_row(page: Page, filtered: list[str]) -> None:
    for path in filtered:
        page.goto(path)
        if (found := page.evaluate(HIDDEN_ROW, filtered_rows(page))) is None:
            assert path != "/e-invoicing/"
            continue
        row, query = found
        page.goto(f"{path}?{query}")

        expect(page.locator(f"#{row}")).to_be_hidden()

        page.evaluate("row => { location.hash = row; }", row)

        expect(page.locator(f"#{row}")).to_be_in_viewport()
        expect(page).to_have_url(f"{path}#{row}")
        assert count_visible(page, filtered_rows(page)) == page.locator(filtered_rows(page)).count()

        page.go_back()

        expect(page).to_have_url(f"{path}?{query}")
        expect(page.locator(f"#{row}")).to_be_hidden()

        page.goto("about:blank")
        page.goto(f"{path}?{query}#{row}")

        expect(page.locator(f"#{row}")).to_be_in_viewport()
        expect(page).to_have_url(f"{path}#{row}")


def test_link_to_a_group_that_a_filter_hides_shows_the_group(page: Page) -> None:
    page.goto("/e-invoicing/?country=bv")
    page.evaluate("location.hash = 'aq'")

    expect(page.locator("#aq-erp_id_01")).to_be_visible()
    expect(page.locator("tbody#aq")).to_be_in_viewport()
    expect(page).to_have_url("/e-invoicing/#aq")


def test_filter_that_hides_the_row_of_the_fragment_removes_the_fragment(page: Page) -> None:
    page.goto("/e-invoicing/#aq-erp_id_01")
    choose(page, "erp", "erp_id_01")

    expect(page).to_have_url("/e-invoicing/?erp=erp_id_01#aq-erp_id_01")

    choose(page, "erp", "erp_id_02")

    expect(page).to_have_url("/e-invoicing/?erp=erp_id_02")

    page.reload()

    expect(page.locator("form.filters summary").last).to_have_text(re.compile("Borealis"))
