"""Filters show the rows that match all of them, and the URL keeps the filters."""

import re

from playwright.sync_api import Page, expect

from browser.measuring import choose, count_visible, filtered_rows

SERVED_ROWS = """
async (rows) => {
  const request = new XMLHttpRequest();
  request.open("GET", location.pathname);
  request.responseType = "document";
  await new Promise((resolve) => { request.onload = resolve; request.send(); });
  const found = request.response.querySelectorAll(rows);
  return [...found].map((row) => Object.fromEntries(row.getAttributeNames().map((name) => [name, row.getAttribute(name)])));
}
"""
EACH_OPTION = """
([name, rows]) => {
  const found = [...document.querySelectorAll(rows)];
  const fields = [...document.querySelectorAll(`form.filters [name=${name}]`)];
  const [{ options }] = fields;
  const values = options ? [...options].slice(1) : fields;
  return [...values, { value: "" }].map(({ value }) => {
    if (options) fields[0].value = value;
    else for (const field of fields) field.checked = field.value === value;
    fields[0].dispatchEvent(new Event("input", { bubbles: true }));
    const shown = found.flatMap((row, index) => (row.closest("[hidden]") ? [] : [index]));
    return [value, [shown, document.querySelector("output").value.split(".")[0]]];
  });
}
"""
END_OF_FORM = "document.querySelector('form.filters').getBoundingClientRect().bottom + scrollY"


def test_every_option_shows_the_matching_rows_and_their_number(page: Page, filtered: list[str]) -> None:
    for path in filtered:
        page.goto(path)
        selector = filtered_rows(page)
        rows = page.evaluate(SERVED_ROWS, selector)
        # An order selects nothing.
        names = [name for name in choice_names(page) if name != "sort"]

        assert rows != []
        assert names != []
        for name in names:
            for value, result in page.evaluate(EACH_OPTION, [name, selector]):
                facet = f"data-{name}"
                matching = [number for number, row in enumerate(rows) if not value or value in row[facet].split(" ")]

                assert (path, value, result) == (path, value, [matching, count_text(len(matching), len(rows))])


def test_url_keeps_a_filter_through_a_reload_and_for_others(page: Page, filtered: list[str]) -> None:
    for path in filtered:
        page.goto(path)
        name = choice_names(page)[-1]
        value = option_values(page, name)[-1]
        choose(page, name, value)
        count, shown = page.get_by_role("status").inner_text(), count_visible(page, filtered_rows(page))

        expect(page).to_have_url(f"{path}?{name}={value}")
        for visit in ("reload", "new visit"):
            if visit == "reload":
                page.reload()
            else:
                page.goto("about:blank")
                page.goto(f"{path}?{name}={value}")

            assert chosen(page) == [[name, value]]
            expect(page.get_by_role("status")).to_have_text(count)
            assert count_visible(page, filtered_rows(page)) == shown


def test_clear_filters_removes_all_filters(page: Page, filtered: list[str]) -> None:
    for path in filtered:
        page.goto(path)
        count = page.get_by_role("status").inner_text()
        for name in choice_names(page):
            choose(page, name, option_values(page, name)[0])

        assert len(chosen(page)) == len(choice_names(page))

        page.get_by_role("button", name="Clear filters").click()

        assert count_visible(page, filtered_rows(page)) == page.locator(filtered_rows(page)).count()
        expect(page.get_by_role("status")).to_have_text(count)
        expect(page).to_have_url(path)
        assert chosen(page) == []


def test_row_must_match_one_of_the_choices_of_each_filter(page: Page) -> None:
    page.goto("/e-invoicing/?country=bv&erp=erp_id_01&country=aq&erp=none&ERP=erp_id_02&colour=blue&&=")

    assert visible_ids(page) == ["aq-erp_id_01", "bv-erp_id_01"]

    choose(page, "erp", "erp_id_01", "erp_id_02")

    assert visible_ids(page) == ["aq-erp_id_01", "aq-erp_id_02", "bv-erp_id_01", "bv-erp_id_02"]
    expect(page).to_have_url(re.compile("&country=aq&country=bv&erp=erp_id_01&erp=erp_id_02$"))


def test_group_without_rows_is_hidden_with_its_title(page: Page) -> None:
    page.goto("/e-invoicing/")
    titles = page.locator("tbody tr.group:first-child").filter(visible=True)

    expect(titles).not_to_have_count(1)

    choose(page, "country", "aq")

    expect(titles).to_have_count(1)
    expect(titles).to_contain_text("Antarctica")


def test_rows_are_sorted_by_date_with_the_name_of_their_group_and_back(page: Page) -> None:
    page.goto("/reporting/?sort=date")
    rows = page.locator("tbody tr:not(.group)")
    dates = [date for date in rows.evaluate_all("rows => rows.map((row) => row.dataset.date)") if date]

    assert dates == sorted(dates)
    assert len({*dates}) > 1
    expect(rows.first.locator("th")).to_have_attribute("data-group", "Antarctica")
    expect(page.locator("tbody:visible")).to_have_count(1)

    page.get_by_label("Search in table").fill("antarctica")
    expect(page.get_by_role("status")).to_have_text("7 of 12 rows")
    page.get_by_label("Sort by").select_option(label="Country")

    expect(page).to_have_url("/reporting/?words=antarctica")
    assert visible_ids(page)[:2] == ["vat-reporting-aq-1", "saf-t-aq-1"]


def test_link_to_a_group_shows_the_groups_again(page: Page) -> None:
    page.goto("/reporting/?sort=date#aq")

    expect(page).to_have_url("/reporting/#aq")
    expect(page.locator("#aq")).to_be_in_viewport()


def test_words_find_other_names_of_a_report(page: Page) -> None:
    page.goto("/reporting/?words=ice+return")

    assert visible_ids(page) == ["vat-reporting-aq-1"]


def test_page_reports_that_no_row_matches(page: Page) -> None:
    page.goto("/e-invoicing/?country=aq&support=not-supported")
    total = page.locator(filtered_rows(page)).count()

    expect(page.get_by_role("status")).to_contain_text(count_text(0, total))
    assert count_visible(page, "main tbody tr") == 0


def test_link_of_a_question_shows_the_stated_number_of_countries(page: Page) -> None:
    page.goto("/countries/")
    questions = page.locator("main li a[href*='?']")
    counts = [int(words.split()[0]) for words in questions.all_inner_texts()]
    shown = []
    for link in questions.evaluate_all("links => links.map(({ href }) => href)"):
        page.goto(link)
        shown.append(count_visible(page, filtered_rows(page)))

    assert counts == shown != []


def test_other_parameters_and_the_fragment_are_kept(page: Page) -> None:
    page.goto("/timeline/?friend=a+b&kind=&empty=#steps")
    choose(page, "region", "south")

    expect(page).to_have_url("/timeline/?friend=a+b&empty=&region=south#steps")

    page.get_by_role("button", name="Clear filters").click()

    expect(page).to_have_url("/timeline/?friend=a+b&empty=#steps")


def test_page_reports_unknown_values_in_the_url_until_the_reader_chooses(page: Page) -> None:
    many = "&".join(f"country=x{number}" for number in range(3000))
    for query in ("country=bv&country=zz", "country=__proto__", many):
        page.goto(f"/vat-rates/?{query}")

        expect(page.get_by_role("status")).to_have_text(
            re.compile(r"^[15] of 5 rows\. What is unknown in the URL is left out$")
        )

    choose(page, "country", "bv")

    expect(page.get_by_role("status")).to_have_text("1 of 5 rows")
    expect(page).to_have_url("/vat-rates/?country=bv")


def test_filters_can_be_used_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/e-invoicing/")
    countries, products = page.locator("form summary").all()
    countries.focus()
    page.keyboard.press("Tab")

    expect(products).to_be_focused()
    expect(products).to_have_accessible_name("ERP products All")

    # The list opens, its button comes first, and a letter leads to a label.
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")

    expect(page.get_by_role("button", name="Clear", exact=True)).to_be_focused()

    page.keyboard.press("Tab")
    page.keyboard.press("b")
    page.keyboard.press("Space")

    expect(page).to_have_url("/e-invoicing/?erp=erp_id_02")
    expect(page.get_by_role("checkbox", name="Borealis")).to_be_focused()
    assert {row.partition("-")[2] for row in visible_ids(page)} == {"erp_id_02"}

    page.keyboard.press("Escape")

    expect(products).to_be_focused()
    expect(products).to_have_accessible_name(re.compile("^ERP products Borealis"))
    expect(page.get_by_role("checkbox")).to_have_count(0)

    page.keyboard.press("Tab")
    page.keyboard.press("Tab")

    expect(page.get_by_role("button", name="Clear filters")).to_be_focused()

    page.keyboard.press("Enter")

    assert count_visible(page, filtered_rows(page)) == page.locator(filtered_rows(page)).count()


def test_list_of_choices_closes_when_it_loses_the_focus(page: Page) -> None:
    page.goto("/e-invoicing/")
    boxes = page.get_by_role("checkbox")
    page.locator("form summary").last.click()

    expect(boxes.first).to_be_visible()

    page.get_by_role("heading", level=1).click()

    expect(boxes).to_have_count(0)

    page.locator("form summary").last.click()
    page.get_by_role("button", name="Clear filters").focus()

    expect(boxes).to_have_count(0)


def test_list_of_choices_covers_the_page_and_can_be_cleared(page: Page) -> None:
    for width in (320, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("/e-invoicing/")
        before = page.evaluate(END_OF_FORM)
        page.locator("form summary").first.click()
        for name in ("Antarctica", "Bouvet Island"):
            page.get_by_role("checkbox", name=name).check()

        expect(page.locator("form summary").first).to_have_accessible_name("Countries Antarctica, Bouvet Island")
        assert page.evaluate(END_OF_FORM) == before
        assert page.evaluate("document.documentElement.scrollWidth") == width

        page.get_by_role("button", name="Clear", exact=True).click()

        expect(page.locator("form summary").first).to_have_accessible_name("Countries All")
        expect(page).to_have_url("/e-invoicing/")
        page.evaluate("localStorage.clear()")


def test_region_chooses_its_countries_until_one_of_them_is_removed(page: Page) -> None:
    page.goto("/e-invoicing/?region=south")
    summary, boxes = (
        page.locator("form summary").first,
        page.locator("fieldset:has([value=south])").get_by_role("checkbox"),
    )
    summary.click()
    region, *countries = boxes.all()

    expect(summary).to_have_accessible_name("Countries South")
    assert len(countries) > 1
    for box in countries:
        expect(box).to_be_checked()

    codes = [box.get_attribute("value") for box in countries]
    countries[0].uncheck()

    expect(region).to_have_js_property("indeterminate", True)
    expect(page).to_have_url("/e-invoicing/?" + "&".join(f"country={code}" for code in codes[1:]))

    region.check()

    expect(page).to_have_url("/e-invoicing/?region=south")

    region.uncheck()

    expect(page).to_have_url("/e-invoicing/")


def test_choices_are_searched_by_country_and_region(page: Page) -> None:
    page.goto("/e-invoicing/")
    page.locator("form summary").first.click()
    field = page.get_by_label("Search countries")
    every = page.get_by_role("checkbox").count()
    field.fill("BOUV")

    expect(page.get_by_role("group").get_by_role("checkbox", name="Bouvet Island")).to_be_visible()
    expect(page.get_by_role("checkbox")).to_have_count(2)

    field.fill("south")
    shown = page.get_by_role("checkbox").count()

    assert 2 < shown < every

    field.fill("aq")
    page.keyboard.press("Enter")

    expect(page).to_have_url("/e-invoicing/?country=aq")
    expect(field).to_be_focused()

    field.fill("nowhere")
    page.keyboard.press("Escape")
    page.locator("form summary").first.click()

    expect(field).to_have_value("")
    expect(page.get_by_role("checkbox")).to_have_count(every)


def test_enter_in_a_filter_does_not_submit_the_form(page: Page) -> None:
    page.goto("/e-invoicing/?erp=erp_id_01#content")
    page.locator("form.filters").evaluate("form => form.requestSubmit()")

    expect(page).to_have_url("/e-invoicing/?erp=erp_id_01#content")


def test_filters_add_no_entry_to_the_history_and_survive_it(page: Page) -> None:
    page.goto("/licence/")
    page.goto("/e-invoicing/")
    choose(page, "erp", "erp_id_01")
    choose(page, "country", "aq")
    page.go_back()

    expect(page).to_have_url("/licence/")

    page.go_forward()

    expect(page).to_have_url("/e-invoicing/?country=aq&erp=erp_id_01")
    assert chosen(page) == [["country", "aq"], ["erp", "erp_id_01"]]
    assert visible_ids(page) == ["aq-erp_id_01"]


def choice_names(page: Page) -> list[str]:
    """Return the names of the filters with options, without the choice of an order."""
    fields = page.locator("form.filters :is(select:not([name=sort]), [type=checkbox]:not(legend input))")
    names: list[str] = fields.evaluate_all("fields => [...new Set(fields.map(({ name }) => name))]")
    return names


def option_values(page: Page, name: str) -> list[str]:
    """Return the values of the options of a filter."""
    field = page.locator(f"form.filters [name={name}]")
    values: list[str] = field.evaluate_all(
        "fields => [...(fields[0].options ?? fields)].map(({ value }) => value).filter(Boolean)"
    )
    return values


def chosen(page: Page) -> list[list[str]]:
    """Return the names and values that are chosen."""
    pairs: list[list[str]] = page.locator("form.filters").evaluate(
        "form => [...new FormData(form)].filter(([, value]) => value)"
    )
    return pairs


def count_text(shown: int, total: int) -> str:
    """Return the message about the number of rows."""
    return f"{shown} of {total} rows" if shown else f"No row matches these filters ({total} in all)"


def visible_ids(page: Page) -> list[str]:
    """Return the anchors of the visible rows."""
    ids: list[str] = page.locator(filtered_rows(page)).evaluate_all(
        "rows => rows.filter((row) => row.checkVisibility()).map(({ id }) => id)"
    )
    return ids
