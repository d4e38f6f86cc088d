"""A link to a part of a page leads there: also where a filter hides it, and from where it once was."""

import re
from urllib.parse import urldefrag

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import FILTERED, KINDS
from browser.seeing import filtered, seen

ODD_FRAGMENTS = ("", "#", "%", "100%25", "%E0%A4%A", "nonsense%20", "es-odoo%", "es-<b>'\"", "grün")

WITH_ANCHORS = [path for path in FILTERED if path != KINDS["connectors"]]
"""The pages with filters whose rows have anchors."""

_HIDDEN_ROW = """
(rows) => {
  for (const { id, attributes } of document.querySelectorAll(rows))
    for (const { name, options } of document.querySelectorAll("form select"))
      for (const { value } of options)
        if (id && value && !attributes[`data-${name}`].value.split(" ").includes(value)) return [id, `${name}=${value}`];
}
"""


def test_an_old_link_to_a_row_of_the_matrix_is_forwarded(page: Page) -> None:
    page.goto("/licence/")
    page.goto("/#es-odoo")

    expect(page).to_have_url("/e-invoicing/#es-odoo")
    expect(page.locator("#es-odoo")).to_be_in_viewport()

    page.go_back()

    expect(page).to_have_url("/licence/")


def test_an_old_link_is_forwarded_where_the_home_page_is_open_already(page: Page) -> None:
    page.goto("/")
    page.evaluate("location.hash = 'es-odoo'")

    expect(page).to_have_url("/e-invoicing/#es-odoo")
    expect(page.locator("#es-odoo")).to_be_in_viewport()


@pytest.mark.parametrize("part", ["find", "map", "next", "pages", "content"])
def test_a_link_to_a_part_of_the_home_page_stays_there(page: Page, part: str) -> None:
    page.goto(f"/#{part}", wait_until="networkidle")

    expect(page).to_have_url(f"/#{part}")
    expect(page.locator(f"#{part}")).to_be_in_viewport()


@pytest.mark.parametrize("path", ["/", "/e-invoicing/?erp=odoo", "/countries/"], ids=["home", "filtered", "countries"])
def test_an_odd_fragment_does_no_harm(page: Page, served: str, path: str) -> None:
    visited: list[str] = []
    page.on("framenavigated", lambda frame: visited.append(urldefrag(frame.url).url))
    for fragment in ODD_FRAGMENTS:
        page.goto("about:blank")
        page.goto(f"{path}#{fragment}")
        page.evaluate("location.hash = 'content'")
        page.evaluate("fragment => { location.hash = fragment; }", fragment)

        expect(page.get_by_role("heading", level=1)).to_be_visible()

    assert {*visited} == {"about:blank", f"{served}{path}"}


@pytest.mark.parametrize("path", WITH_ANCHORS)
def test_a_link_to_a_row_that_a_filter_hides_shows_it(page: Page, path: str) -> None:
    page.goto(path)
    row, query = page.evaluate(_HIDDEN_ROW, filtered(page))
    page.goto(f"{path}?{query}")

    expect(page.locator(f"#{row}")).to_be_hidden()

    page.evaluate("row => { location.hash = row; }", row)

    expect(page.locator(f"#{row}")).to_be_in_viewport()
    expect(page).to_have_url(f"{path}#{row}")
    assert seen(page, filtered(page)) == page.locator(filtered(page)).count()

    page.go_back()

    expect(page).to_have_url(f"{path}?{query}")
    expect(page.locator(f"#{row}")).to_be_hidden()


@pytest.mark.parametrize("path", WITH_ANCHORS)
def test_an_address_with_a_row_that_its_filter_hides_shows_the_row(page: Page, path: str) -> None:
    page.goto(path)
    row, query = page.evaluate(_HIDDEN_ROW, filtered(page))
    page.goto("about:blank")
    page.goto(f"{path}?{query}#{row}")

    expect(page.locator(f"#{row}")).to_be_in_viewport()
    expect(page).to_have_url(f"{path}#{row}")


def test_a_link_to_a_group_that_a_filter_hides_shows_it(page: Page) -> None:
    page.goto("/e-invoicing/?country=be")
    page.locator("main a[href='#es']").first.click()

    expect(page.locator("#es-odoo")).to_be_visible()
    expect(page.locator("tbody#es")).to_be_in_viewport()
    expect(page).to_have_url("/e-invoicing/#es")


def test_a_choice_that_hides_the_row_of_the_fragment_drops_it(page: Page) -> None:
    page.goto("/e-invoicing/#es-odoo")
    page.get_by_label("ERP product").select_option("odoo")

    expect(page).to_have_url("/e-invoicing/?erp=odoo#es-odoo")

    page.get_by_label("ERP product").select_option("netsuite")

    expect(page).to_have_url("/e-invoicing/?erp=netsuite")

    page.reload()

    expect(page.get_by_label("ERP product")).to_have_value("netsuite")


def test_a_row_offers_a_link_to_itself(page: Page) -> None:
    page.goto("/e-invoicing/?erp=odoo")
    page.locator("#es-odoo").hover()
    page.locator("#es-odoo .anchor").click()

    expect(page).to_have_url(re.compile(r"/e-invoicing/\?erp=odoo#es-odoo$"))
