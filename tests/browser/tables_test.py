"""Header rows of tables stay in view, and the grid shows what the filters leave."""

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import PRODUCT, proof
from browser.measuring import PHONE

LONG = (
    "/countries/",
    "/e-invoicing/",
    "/reporting/",
    "/timeline/",
    "/connectors/",
    "/sources/",
    "/local-erps/",
    PRODUCT,
)
"""Pages with tables that are long in the whole data."""

HEIGHT = 300
"""The height of a window that no table fits, in pixels."""

TITLES_ABOVE_LAST_ROWS = """
tables => tables.map((table) => {
  const row = [...table.querySelectorAll("tbody tr:not(.group)")].at(-1);
  row.scrollIntoView();
  const title = table.tHead.rows[0].cells[0].getBoundingClientRect();
  const { top } = row.getBoundingClientRect();
  return title.top >= -1 && title.bottom <= top + 1;
})
"""
FOCUSED_BELOW_TITLES = """
tables => tables.flatMap((table) => {
  // Records on a phone have no header row.
  if (getComputedStyle(table.tHead).position === "absolute") return [];
  const links = [...table.querySelectorAll("tbody a:not(.anchor)")].filter((link) => link.checkVisibility());
  const found = [];
  for (const link of links.reverse()) {
    link.focus();
    const { top } = link.getBoundingClientRect();
    if (top < table.tHead.rows[0].cells[0].getBoundingClientRect().bottom - 1) found.push(link.textContent);
  }
  return found;
})
"""
PRODUCTS_IN_VIEW = """
grid => [...grid.querySelectorAll("thead th")].slice(1).filter((title) => {
  const { left, right } = title.getBoundingClientRect();
  return left >= grid.querySelector("th").getBoundingClientRect().right - 1 && right <= innerWidth;
}).length
"""
TEN_MORE_PRODUCTS = """
grid => {
  for (const row of grid.querySelectorAll("tr")) {
    for (let count = 0; count < 10; count++) row.append(row.lastElementChild.cloneNode(true));
  }
}
"""


@pytest.mark.parametrize(
    ("width", "paths"),
    [(1440, LONG[:3]), pytest.param(1280, LONG, marks=proof), pytest.param(1440, LONG, marks=proof)],
    ids=["some", "all, narrow", "all"],
)
def test_header_row_of_a_table_stays_in_view(page: Page, width: int, paths: tuple[str, ...]) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHT})
    for path in paths:
        page.goto(path)

        assert (path, {*page.locator("main table").evaluate_all(TITLES_ABOVE_LAST_ROWS)}) == (path, {True})


def test_header_row_and_first_column_of_a_wide_table_stay_in_its_box_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE["width"], "height": HEIGHT})
    page.goto("/countries/")
    box = page.locator(".compact").first
    box.evaluate("box => box.scrollTo(box.scrollWidth, box.scrollHeight)")
    left, top = box.evaluate("box => [box.getBoundingClientRect().left, box.getBoundingClientRect().top]")
    corner = box.locator("thead th").first.evaluate("cell => cell.getBoundingClientRect().toJSON()")

    assert box.evaluate("box => [box.scrollLeft > 0, box.scrollTop > 0]") == [True, True]
    assert (round(corner["left"]), round(corner["top"])) == (round(left), round(top))
    assert box.locator("tbody th").last.evaluate("cell => cell.getBoundingClientRect().left") == pytest.approx(left)


@pytest.mark.parametrize("width", [pytest.param(PHONE["width"], marks=proof), 1440])
def test_focused_links_are_not_hidden_by_the_header_row(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHT})
    for path in ("/countries/", "/e-invoicing/", PRODUCT):
        page.goto(path)

        assert (path, page.locator("main table").evaluate_all(FOCUSED_BELOW_TITLES)) == (path, [])


def test_grid_shows_at_least_four_products_on_a_phone(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/e-invoicing/")
    grid = page.locator(".badge-grid table")
    grid.evaluate(TEN_MORE_PRODUCTS)

    assert grid.evaluate(PRODUCTS_IN_VIEW) >= 4


def test_grid_shows_the_countries_and_products_that_the_filters_leave(page: Page) -> None:
    page.goto("/e-invoicing/?country=aq&support=native")
    rows = page.locator("tbody tr[data-support]").filter(visible=True)
    cells = page.locator(".badge-grid td .badge").filter(visible=True)

    expect(page.locator(".badge-grid tbody th").filter(visible=True)).to_have_text(["Native in", "Antarctica"])
    expect(cells).to_have_count(rows.count())
    assert {*cells.evaluate_all("all => all.map((each) => each.hash)")} == {
        f"#{row_id}" for row_id in rows.evaluate_all("all => all.map(({ id }) => id)")
    }
    expect(page.locator(".badge-grid thead th").filter(visible=True)).to_have_count(rows.count() + 1)


def test_grid_counts_the_countries_that_are_shown(page: Page) -> None:
    page.goto("/e-invoicing/")
    counts = page.locator(".badge-grid tbody tr").first.locator("td")
    before = counts.all_inner_texts()
    countries = page.locator(".badge-grid tbody tr").count() - 1

    assert [text.partition(" of ")[2] for text in before] == [f"{countries}"] * len(before)

    page.goto("/e-invoicing/?country=aq")

    assert {text.partition(" of ")[2] for text in counts.filter(visible=True).all_inner_texts()} == {"1"}

    page.get_by_role("button", name="Clear filters").click()

    assert counts.all_inner_texts() == before
