"""Filters show the rows that match all of them, and the URL keeps the filters."""

import re

from playwright.sync_api import Page, expect

from browser.measuring import count_visible, filtered_rows

SERVED_ROWS = """
async (rows) => {
  const text = await (await fetch(location.pathname)).text();
  const found = new DOMParser().parseFromString(text, "text/html").querySelectorAll(rows);
  return [...found].map((row) => Object.fromEntries(row.getAttributeNames().map((name) => [name, row.getAttribute(name)])));
}
"""
PAIR_WITHOUT_ROW = """
(rows) => {
  const pairs = new Set([...document.querySelectorAll(rows)].flatMap(({ dataset }) =>
    dataset.erp.split(" ").map((erp) => `country=${dataset.country}&erp=${erp}`)));
  const values = (name) => [...document.querySelector(`[name=${name}]`).options].slice(1).map(({ value }) => value);
  const all = values("country").flatMap((country) => values("erp").map((erp) => `country=${country}&erp=${erp}`));
  return all.find((pair) => !pairs.has(pair));
}
"""
EACH_OPTION = """
(filter, rows) => {
  const found = [...document.querySelectorAll(rows)];
  return [...filter.options, filter.options[0]].map(({ value }) => {
    filter.value = value;
    filter.dispatchEvent(new Event("change", { bubbles: true }));
    const shown = found.flatMap((row, index) => (row.closest("[hidden]") ? [] : [index]));
    return [value, [shown, document.querySelector("output").value]];
  });
}
"""
UNKNOWN_QUERIES = (
    "erp=nonsense",
    "erp=",
    "erp",
    "erp=%",
    "erp=erp_id_01%20",
    "ERP=erp_id_01",
    "colour=blue",
    "&=&",
    "erp=a&erp=erp_id_01",
)


def test_every_option_shows_the_matching_rows_and_their_number(page: Page, filtered: list[str]) -> None:
    for path in filtered:
        page.goto(path)
        rows = page.evaluate(SERVED_ROWS, filtered_rows(page))
        filters = page.locator("form select").all()

        assert rows != []
        assert filters != []
        for choice in filters:
            name = f"data-{choice.get_attribute('name')}"
            for value, result in choice.evaluate(EACH_OPTION, filtered_rows(page)):
                matching = [number for number, row in enumerate(rows) if not value or value in row[name].split(" ")]

                assert (path, value, result) == (path, value, [matching, count_text(len(matching), len(rows))])


def test_url_keeps_a_filter_through_a_reload_and_for_others(page: Page, filtered: list[str]) -> None:
    for path in filtered:
        page.goto(path)
        choice = page.locator("form select").last
        name, value = choice.get_attribute("name"), choice.locator("option").last.get_attribute("value")
        choice.select_option(value)
        count, shown = page.get_by_role("status").inner_text(), count_visible(page, filtered_rows(page))

        expect(page).to_have_url(f"{path}?{name}={value}")
        for visit in ("reload", "new visit"):
            if visit == "reload":
                page.reload()
            else:
                page.goto("about:blank")
                page.goto(f"{path}?{name}={value}")

            expect(choice).to_have_value(f"{value}")
            expect(page.get_by_role("status")).to_have_text(count)
            assert count_visible(page, filtered_rows(page)) == shown


def test_show_all_removes_all_filters(page: Page, filtered: list[str]) -> None:
    for path in filtered:
        page.goto(path)
        count = page.get_by_role("status").inner_text()
        for choice in page.locator("form select").all():
            choice.select_option(index=1)
        page.get_by_role("button", name="Show all").click()

        assert count_visible(page, filtered_rows(page)) == page.locator(filtered_rows(page)).count()
        expect(page.get_by_role("status")).to_have_text(count)
        expect(page).to_have_url(path)
        for choice in page.locator("form select").all():
            expect(choice).to_have_value("")


def test_row_must_match_all_filters(page: Page) -> None:
    page.goto("/e-invoicing/")
    page.get_by_label("ERP product").select_option("erp_id_01")
    page.get_by_label("Country").select_option("aq")

    assert visible_ids(page) == ["aq-erp_id_01"]
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^1 of \d+ rows$"))
    expect(page).to_have_url("/e-invoicing/?erp=erp_id_01&country=aq")


def test_group_without_rows_is_hidden_with_its_title(page: Page) -> None:
    page.goto("/e-invoicing/")
    titles = page.locator("tbody tr.group:first-child").filter(visible=True)

    expect(titles).not_to_have_count(1)

    page.get_by_label("Country").select_option("aq")

    expect(titles).to_have_count(1)
    expect(titles).to_contain_text("Antarctica")


def test_page_says_that_no_row_matches(page: Page) -> None:
    page.goto("/partners/")
    page.goto("/partners/?" + page.evaluate(PAIR_WITHOUT_ROW, filtered_rows(page)))
    total = page.locator(filtered_rows(page)).count()

    expect(page.get_by_role("status")).to_have_text(count_text(0, total))
    assert count_visible(page, filtered_rows(page)) == 0
    assert count_visible(page, "main tbody") == 0


def test_a_question_about_countries_shows_as_many_of_them_as_it_says(page: Page) -> None:
    page.goto("/countries/")
    questions = page.locator("main li a[href*='?']")
    counts = [int(words.split()[0]) for words in questions.all_inner_texts()]
    shown = []
    for number in range(len(counts)):
        questions.nth(number).click()
        expect(page).to_have_url(re.compile(r"\?[a-z0-9-]+=[a-z-]+$"))
        shown.append(count_visible(page, filtered_rows(page)))

    assert counts == shown != []


def test_other_parameters_and_the_fragment_are_kept(page: Page) -> None:
    page.goto("/timeline/?from=a+friend&kind=&empty=#steps")
    page.get_by_label("Region").select_option("south")

    expect(page).to_have_url("/timeline/?from=a+friend&empty=&region=south#steps")

    page.get_by_role("button", name="Show all").click()

    expect(page).to_have_url("/timeline/?from=a+friend&empty=#steps")


def test_unknown_filter_or_value_in_the_url_is_ignored(page: Page) -> None:
    for query in UNKNOWN_QUERIES:
        page.goto(f"/e-invoicing/?{query}")
        rows = filtered_rows(page)

        assert (query, count_visible(page, rows)) == (query, page.locator(rows).count())
        expect(page.get_by_label("ERP product")).to_have_value("")
        expect(page).to_have_url(f"/e-invoicing/?{query}")


def test_filters_can_be_used_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/e-invoicing/")
    product = page.get_by_label("ERP product")
    page.get_by_label("Country").focus()
    page.keyboard.press("Tab")

    expect(product).to_be_focused()

    page.keyboard.type("Borealis")

    expect(page).to_have_url("/e-invoicing/?erp=erp_id_02")
    assert {row.partition("-")[2] for row in visible_ids(page)} == {"erp_id_02"}

    page.keyboard.press("ArrowUp")

    expect(product).to_have_value("erp_id_01")
    assert {row.partition("-")[2] for row in visible_ids(page)} == {product.input_value()}

    page.keyboard.press("Tab")
    page.keyboard.press("Tab")

    expect(page.get_by_role("button", name="Show all")).to_be_focused()

    page.keyboard.press("Enter")

    assert count_visible(page, filtered_rows(page)) == page.locator(filtered_rows(page)).count()


def test_enter_in_a_filter_leaves_the_page_as_it_is(page: Page) -> None:
    page.goto("/e-invoicing/?erp=erp_id_01#content")
    page.locator("form.filters").evaluate("form => form.requestSubmit()")

    expect(page).to_have_url("/e-invoicing/?erp=erp_id_01#content")


def test_filters_add_no_entry_to_the_history_and_survive_it(page: Page) -> None:
    page.goto("/licence/")
    page.goto("/e-invoicing/")
    page.get_by_label("ERP product").select_option("erp_id_01")
    page.get_by_label("Country").select_option("aq")
    page.go_back()

    expect(page).to_have_url("/licence/")

    page.go_forward()

    expect(page).to_have_url("/e-invoicing/?erp=erp_id_01&country=aq")
    expect(page.get_by_label("ERP product")).to_have_value("erp_id_01")
    assert visible_ids(page) == ["aq-erp_id_01"]


def count_text(shown: int, total: int) -> str:
    """Return what the page says about the number of rows."""
    return f"{shown} of {total} rows" if shown else f"No row matches these filters ({total} in all)"


def visible_ids(page: Page) -> list[str]:
    """Return the anchors of the visible rows."""
    ids: list[str] = page.locator(filtered_rows(page)).evaluate_all(
        "rows => rows.filter((row) => row.checkVisibility()).map(({ id }) => id)"
    )
    return ids
