"""Filters show the rows that answer to every choice, and the URL carries the choices."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import FILTERED
from browser.seeing import filtered, seen

_SERVED_ROWS = """
async (rows) => {
  const text = await (await fetch(location.pathname)).text();
  const found = new DOMParser().parseFromString(text, "text/html").querySelectorAll(rows);
  return [...found].map((row) => Object.fromEntries(row.getAttributeNames().map((name) => [name, row.getAttribute(name)])));
}
"""
_PAIR_WITHOUT_ROW = """
(rows) => {
  const there = new Set([...document.querySelectorAll(rows)].flatMap(({ dataset }) =>
    dataset.erp.split(" ").map((erp) => `country=${dataset.country}&erp=${erp}`)));
  const values = (name) => [...document.querySelector(`[name=${name}]`).options].slice(1).map(({ value }) => value);
  const pairs = values("country").flatMap((country) => values("erp").map((erp) => `country=${country}&erp=${erp}`));
  return pairs.find((pair) => !there.has(pair));
}
"""
_EACH_CHOICE = """
(filter, rows) => {
  const found = [...document.querySelectorAll(rows)];
  return [...filter.options, filter.options[0]].map(({ value }) => {
    filter.value = value;
    filter.dispatchEvent(new Event("change", { bubbles: true }));
    const shown = found.flatMap((row, place) => (row.checkVisibility() ? [place] : []));
    return [value, shown, document.querySelector("output").value];
  });
}
"""


@pytest.mark.parametrize("path", FILTERED)
def test_every_choice_shows_the_rows_that_answer_to_it_and_tells_how_many(page: Page, path: str) -> None:
    page.goto(path)
    rows = page.evaluate(_SERVED_ROWS, filtered(page))
    filters = page.locator("form select")

    assert rows != []
    assert filters.count() > 0
    for filter_ in filters.all():
        name = f"data-{filter_.get_attribute('name')}"
        found = {value: (shown, told) for value, shown, told in filter_.evaluate(_EACH_CHOICE, filtered(page))}
        expected = {
            value: [place for place, row in enumerate(rows) if not value or value in row[name].split(" ")]
            for value in found
        }

        assert {value: shown for value, (shown, _) in found.items()} == expected
        assert {value: told for value, (_, told) in found.items()} == {
            value: _told(len(shown), len(rows)) for value, shown in expected.items()
        }


@pytest.mark.parametrize("path", FILTERED)
def test_the_url_carries_a_choice_through_a_reload_and_to_others(page: Page, path: str) -> None:
    page.goto(path)
    choice = page.locator("form select").last
    name, value = choice.get_attribute("name"), choice.locator("option").last.get_attribute("value")
    choice.select_option(value)
    told, shown, address = page.get_by_role("status").inner_text(), seen(page, filtered(page)), f"{path}?{name}={value}"

    expect(page).to_have_url(address)

    page.reload()

    expect(choice).to_have_value(f"{value}")
    expect(page.get_by_role("status")).to_have_text(told)
    assert seen(page, filtered(page)) == shown

    page.goto("about:blank")
    page.goto(address)

    expect(choice).to_have_value(f"{value}")
    expect(page.get_by_role("status")).to_have_text(told)
    assert seen(page, filtered(page)) == shown


def test_a_row_answers_to_all_choices_together(page: Page) -> None:
    page.goto("/e-invoicing/")
    page.get_by_label("ERP product").select_option("odoo")
    page.get_by_label("Country").select_option("es")

    assert _ids(page) == ["es-odoo"]
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^1 of \d+ rows$"))
    expect(page).to_have_url("/e-invoicing/?erp=odoo&country=es")


def test_a_group_without_rows_vanishes_with_its_title(page: Page) -> None:
    page.goto("/e-invoicing/")
    titles = page.locator("tbody tr.group:first-child").filter(visible=True)

    expect(titles).not_to_have_count(1)

    page.get_by_label("Country").select_option("es")

    expect(titles).to_have_count(1)
    expect(titles).to_contain_text("Spain")


def test_it_is_told_that_no_row_answers(page: Page) -> None:
    page.goto("/partners/")
    # Two values of which no row has both: the first pair that the page itself has no row for.
    page.goto("/partners/?" + page.evaluate(_PAIR_WITHOUT_ROW, filtered(page)))

    expect(page.get_by_role("status")).to_have_text(re.compile(r"^No row answers to these choices \(\d+ in all\)$"))
    assert seen(page, filtered(page)) == 0
    assert seen(page, "main tbody") == 0


def test_other_parameters_and_the_fragment_stay(page: Page) -> None:
    page.goto("/timeline/?from=a+friend&kind=&empty=#steps")
    page.get_by_label("Region").select_option("asia")

    expect(page).to_have_url("/timeline/?from=a+friend&empty=&region=asia#steps")

    page.get_by_role("button", name="Show all").click()

    expect(page).to_have_url("/timeline/?from=a+friend&empty=#steps")


@pytest.mark.parametrize(
    "query",
    [
        "?erp=nonsense",
        "?erp=",
        "?erp",
        "?erp=%",
        "?erp=odoo%20",
        "?ERP=odoo",
        "?colour=blue",
        "?&=&",
        "?erp=a&erp=odoo",
    ],
)
def test_what_the_url_says_in_vain_is_ignored(page: Page, query: str) -> None:
    page.goto(f"/e-invoicing/{query}")

    assert seen(page, filtered(page)) == page.locator(filtered(page)).count()
    expect(page.get_by_label("ERP product")).to_have_value("")
    expect(page).to_have_url(f"/e-invoicing/{query}")


@pytest.mark.parametrize("path", FILTERED)
def test_show_all_shows_all(page: Page, path: str) -> None:
    page.goto(path)
    told = page.get_by_role("status").inner_text()
    for choice in page.locator("form select").all():
        choice.select_option(index=1)
    page.get_by_role("button", name="Show all").click()

    assert seen(page, filtered(page)) == page.locator(filtered(page)).count()
    expect(page.get_by_role("status")).to_have_text(told)
    expect(page).to_have_url(path)
    for choice in page.locator("form select").all():
        expect(choice).to_have_value("")


def test_the_keyboard_alone_chooses_and_shows_all_again(page: Page) -> None:
    page.goto("/e-invoicing/")
    product = page.get_by_label("ERP product")
    page.get_by_label("Country").focus()
    page.keyboard.press("Tab")

    expect(product).to_be_focused()

    page.keyboard.type("Odoo")

    expect(product).to_have_value("odoo")
    expect(page).to_have_url("/e-invoicing/?erp=odoo")
    assert {row.partition("-")[2] for row in _ids(page)} == {"odoo"}

    page.keyboard.press("ArrowUp")

    expect(product).not_to_have_value("odoo")
    assert {row.partition("-")[2] for row in _ids(page)} == {product.input_value()}

    page.keyboard.press("Tab")
    page.keyboard.press("Tab")

    expect(page.get_by_role("button", name="Show all")).to_be_focused()

    page.keyboard.press("Enter")

    assert seen(page, filtered(page)) == page.locator(filtered(page)).count()


def test_enter_in_a_filter_leaves_the_page_as_it_is(page: Page) -> None:
    page.goto("/e-invoicing/?erp=odoo#content")
    page.locator("form").evaluate("form => form.requestSubmit()")

    expect(page).to_have_url("/e-invoicing/?erp=odoo#content")


def test_choices_add_nothing_to_the_way_back(page: Page) -> None:
    page.goto("/licence/")
    page.goto("/e-invoicing/")
    page.get_by_label("ERP product").select_option("odoo")
    page.get_by_label("Country").select_option("es")
    page.go_back()

    expect(page).to_have_url("/licence/")

    page.go_forward()

    expect(page).to_have_url("/e-invoicing/?erp=odoo&country=es")
    expect(page.get_by_label("ERP product")).to_have_value("odoo")
    assert _ids(page) == ["es-odoo"]


def test_the_way_back_from_another_page_leads_to_the_same_rows(page: Page) -> None:
    page.goto("/e-invoicing/?erp=odoo&country=es")
    page.locator("#es-odoo a").first.click()

    expect(page).to_have_url(re.compile("/spain/"))

    page.go_back()

    expect(page).to_have_url("/e-invoicing/?erp=odoo&country=es")
    assert _ids(page) == ["es-odoo"]
    expect(page.get_by_label("ERP product")).to_have_value("odoo")


def _told(shown: int, all_: int) -> str:
    return f"{shown} of {all_} rows" if shown else f"No row answers to these choices ({all_} in all)"


def _ids(page: Page) -> list[str]:
    """The anchors of the rows that are shown."""
    ids: list[str] = page.locator(filtered(page)).evaluate_all(
        "rows => rows.filter((row) => row.checkVisibility()).map(({ id }) => id)"
    )
    return ids
