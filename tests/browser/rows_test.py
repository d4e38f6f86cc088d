"""Rows are filtered by words and dates, and those that are shown can be downloaded as CSV."""

import csv
import io

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import proof
from browser.measuring import choose, filtered_rows

TEXTS = """
(rows) => rows.filter((row) => row.checkVisibility()).map((row) => {
  const copy = row.cloneNode(true);
  for (const anchor of copy.querySelectorAll(".anchor")) anchor.remove();
  return [...copy.cells].map(({ textContent }) => textContent.replace(/\\s+/g, " ").trim());
})
"""

CSV_OF = """
async (rows) => {
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  const { csvOf } = await import(names.find((name) => name.includes("/csv.")));
  return csvOf([...document.querySelectorAll(rows)]);
}
"""
FILL_CELLS = """
() => {
  const texts = [["=1+1", "@a", null], ["+1", "x;=1; -1", " a\\n  b "], ["\\t=1", "–", ""]];
  [...document.querySelectorAll("tbody tr")].forEach((row, line) => texts[line].forEach((text, column) => {
    row.cells[column].textContent = text;
  }));
  const cell = document.querySelector("tbody tr").cells[2];
  const part = (name, text, attributes) => Object.assign(document.createElement(name), { textContent: text, ...attributes });
  const details = part("details", "");
  details.append(part("summary", 'Said "so", and more'), "Unfolded");
  cell.append("Text", part("br", ""), part("a", "#", { className: "anchor" }), part("i", "hidden", { hidden: true }), details);
}
"""


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        pytest.param("words=antarctica+new", ["n1"], id="every word occurs, in any order", marks=proof),
        pytest.param("words=n+%C3%91", ["n1", "n3", "n2"], id="capitals and accents are ignored"),
        pytest.param("words=f%C3%B8rmat", ["n1"], id="a letter that is typed as another", marks=proof),
        pytest.param("from=2026-11-01", ["n1"], id="from a day on", marks=proof),
        pytest.param("from=2025-12-31&to=2025-12-31", ["n3"], id="both ends belong to the range"),
        pytest.param("from=2026-11-02", [], id="rows without a date match no range", marks=proof),
        pytest.param("from=friend&to=2026", ["n1", "n3", "n2"], id="no dates", marks=proof),
        pytest.param("words=a&from=2025-01-01&erp=erp_id_01", ["n1"], id="together with another filter"),
    ],
)
def test_words_and_dates_in_the_url_select_rows(page: Page, query: str, shown: list[str]) -> None:
    page.goto(f"/news/?{query}")

    assert page.locator("tbody tr").filter(visible=True).evaluate_all("rows => rows.map(({ id }) => id)") == shown


def test_words_are_looked_for_while_they_are_typed(page: Page) -> None:
    page.goto("/news/")
    page.get_by_label("Search in table").press_sequentially("new form")

    expect(page).to_have_url("/news/?words=new+form")
    expect(page.get_by_role("status")).to_have_text("1 of 3 rows")

    page.get_by_label("Search in table").fill("")
    page.get_by_label("To").fill("2026-01-01")

    expect(page).to_have_url("/news/?to=2026-01-01")
    expect(page.get_by_role("status")).to_have_text("1 of 3 rows")


def test_page_names_chosen_products_without_records(page: Page) -> None:
    page.goto("/news/?erp=erp_id_01&erp=erp_id_02&erp=erp_id_04")

    expect(page.get_by_role("status")).to_have_text("2 of 3 rows. Nothing is recorded here for Borealis Suite, Drift")

    page.get_by_label("Search in table").fill("antarctica")
    choose(page, "erp", "erp_id_01", "erp_id_02", "erp_id_03")

    expect(page.get_by_role("status")).to_have_text(
        "1 of 3 rows. Nothing is recorded here for Borealis Suite. No row matches for Cumulus"
    )


def test_downloaded_rows_are_those_that_are_shown(page: Page) -> None:
    page.goto("/news/?erp=erp_id_01")
    titles = page.locator("thead th").all_inner_texts()
    columns, *rows = downloaded(page, "news.csv")

    assert columns == [*titles, "URLs"]
    assert [row[:-1] for row in rows] == page.locator(filtered_rows(page)).evaluate_all(TEXTS)
    assert [row[-1] for row in rows] == [
        "https://vendor.example/news/1 https://vendor.example/",
        "https://b.example/news/2?a=1&b=2 https://b.example/",
    ]


def test_csv_names_the_table_and_the_group_of_a_row_if_there_are_several(page: Page) -> None:
    page.goto("/timeline/")
    columns, *rows = parsed(page.evaluate(CSV_OF, filtered_rows(page)))
    tables = page.locator("table").filter(has=page.locator("tr[data-state]"))
    captions = tables.locator("caption").all_text_contents()

    assert columns[:3] == ["Table", "Group", "Date"]
    assert len(captions) > 1
    assert len(rows) == page.locator(filtered_rows(page)).count()
    assert {row[0] for row in rows} == {*captions}
    assert {row[1] for row in rows} == {*page.locator("tbody .group th").all_text_contents()}


def test_no_cell_of_the_csv_is_a_formula_and_hidden_parts_are_left_out(page: Page) -> None:
    page.goto("/news/")
    page.evaluate(FILL_CELLS)
    rows = parsed(page.evaluate(CSV_OF, "tbody tr"))

    assert [row[:3] for row in rows[1:]] == [
        ["'=1+1", "'@a", 'Text\nSaid "so", and more\nUnfolded'],
        ["'+1", "x;'=1; '-1", "a b"],
        ["'=1", "–", ""],
    ]


def downloaded(page: Page, name: str) -> list[list[str]]:
    """Return the records of the CSV file that the button gives."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Download these rows").click()
    content = download.value.path().read_bytes()

    assert download.value.suggested_filename == name
    # Excel takes the file for UTF-8, and every line ends as RFC 4180 says.
    assert content.startswith(b"\xef\xbb\xbf")
    return parsed(content.decode("utf-8-sig"))


def parsed(text: str) -> list[list[str]]:
    """Return the records of a CSV file, which have equally many fields."""
    records = [*csv.reader(io.StringIO(text, newline=""), strict=True)]

    assert text.endswith("\r\n")
    assert {len(record) for record in records} == {len(records[0])}
    return records
