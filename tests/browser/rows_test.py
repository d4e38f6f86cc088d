"""Rows are filtered by words and dates, and those that are shown can be downloaded as CSV and as a workbook."""

import csv
import datetime as dt
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from string import ascii_uppercase
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import proof
from browser.measuring import choose

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LINKED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
TITLE = "{http://purl.org/dc/elements/1.1/}title"

FILL_CELLS = """
() => {
  const texts = [["=1+1", "@a", null], ["+1", "x;=1; -1", " a\\n  b "], ["\\t=1", "\\u0001<b>&_x0041_", "Not known."]];
  [...document.querySelectorAll("tbody tr")].forEach((row, line) => texts[line].forEach((text, column) => {
    row.cells[column].textContent = text;
  }));
  const cell = document.querySelector("tbody tr").cells[2];
  const part = (name, text, attributes) => Object.assign(document.createElement(name), { textContent: text, ...attributes });
  const details = part("details", 'Said "so", and more');
  details.append(part("summary", "2 rules"), part("br", ""), "Unfolded");
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


def test_csv_has_the_rows_that_are_shown_with_codes_and_links(page: Page) -> None:
    page.goto("/news/?erp=erp_id_01&to=2026-12-31")

    assert csv_of(page, "news.csv") == [
        ["ERP products (code)", "Date", "Title", "ERP products", "Published by", "First seen", "Sources", "Link"],
        [
            "erp_id_01",
            "2026-11-01",
            "A new format for Antarctica",
            "Aurora ERP",
            "vendor.example",
            "2026-11-02",
            "https://vendor.example/news/1 https://vendor.example/",
            "https://sample.example/news/#n1",
        ],
    ]


def test_rows_have_country_region_and_codes_and_no_group(page: Page) -> None:
    page.goto("/timeline/?country=gs")
    header, first, *_ = csv_of(page, "timeline.csv")
    page.goto("/e-invoicing/?country=aq&erp=erp_id_02")
    matrix = csv_of(page, "e-invoicing.csv")

    assert header[:5] == ["Country", "Region", "Country code", "Obligation (code)", "State (code)"]
    assert header[-4:] == ["Date", "State", "What changes", "Link"]
    assert first[:5] == ["South Georgia", "Seas without a country", "gs", "real_time_reporting", "announced"]
    assert matrix[0][:7] == [*header[:3], "ERP products (code)", "Support (code)", "ERP product", "Support"]
    assert matrix[1][:5] == ["Antarctica", "South", "aq", "erp_id_02", "native, native-access-point"]
    assert matrix[1][-1] == "https://sample.example/erp/erp_id_02/#aq"


def test_workbook_has_the_values_of_the_csv_with_dates_and_a_link_in_each_row(page: Page) -> None:
    for path, name in (("/timeline/", "timeline"), ("/news/", "news"), ("/vat-rates/", "vat-rates")):
        page.goto(path)
        expected = csv_of(page, f"{name}.csv")
        sheet = Workbook(downloaded(page, "Excel", f"{name}.xlsx")).sheet(1)

        assert [[*map(str, row)] for row in sheet.rows] == expected
        assert [*sheet.links.values()] == [row[-1] for row in expected[1:]]
        assert sheet.is_first_row_frozen
        assert {type(value) for row in sheet.rows[1:] for value in row} <= {str, dt.date}
        if "Date" in expected[0]:
            column = expected[0].index("Date")
            assert {type(row[column]) for row in sheet.rows[1:] if row[column]} == {dt.date}


def test_workbook_names_its_page_filters_version_date_and_terms(page: Page) -> None:
    page.goto("/vat-rates/?region=south&words=antarctica")
    workbook = Workbook(downloaded(page, "Excel", "vat-rates.xlsx"))
    about: dict[object, Any] = {row[0]: row[1] for row in workbook.sheet(2).rows}
    url = "https://sample.example/vat-rates/?region=south&words=antarctica"

    assert workbook.title == about["Title"] == "VAT rates"
    assert about["Page"] == url
    assert workbook.sheet(2).links["B2"] == url
    assert about["Filters"] == "Countries: South; Search in table: antarctica"
    assert about["Result"].startswith("1 of 5 rows")
    assert about["Version"] == "1.2.0"
    assert about["Date of the data"] == dt.date(2026, 11, 21)
    assert about["Licence"] == "https://creativecommons.org/licenses/by/4.0/"
    assert "Sample Data Service (sample.example)" in about["Terms"]


def test_cells_are_texts_without_what_serves_the_page_alone(page: Page) -> None:
    page.goto("/news/")
    page.evaluate(FILL_CELLS)
    _, *rows = csv_of(page, "news.csv")
    _, *cells = Workbook(downloaded(page, "Excel", "news.xlsx")).sheet(1).rows

    text = 'Text\nSaid "so", and more\nUnfolded'
    assert [[row[2], row[1], row[3]] for row in rows] == [
        ["'=1+1", "'@a", text],
        ["'+1", "x;'=1; '-1", "a b"],
        ["'=1", "\u0001<b>&_x0041_", ""],
    ]
    assert [[row[2], row[1], row[3]] for row in cells] == [
        ["=1+1", "@a", text],
        ["+1", "x;=1; -1", "a b"],
        ["=1", "<b>&_x005F_x0041_", ""],
    ]


def test_nothing_can_be_downloaded_if_no_row_matches(page: Page) -> None:
    page.goto("/news/?words=nowhere")

    expect(page.get_by_role("button", name="Download")).to_have_count(2)
    for button in page.get_by_role("button", name="Download").all():
        expect(button).to_be_disabled()


def test_file_that_cannot_be_made_is_reported(page: Page, issues: list[str]) -> None:
    page.goto("/news/")
    page.route("**/row_files.*", lambda route: route.abort())
    page.get_by_role("button", name="Download Excel").click()

    expect(page.get_by_role("status")).to_have_text("The file could not be made. Try again later.")
    page.unroute("**/row_files.*")
    issues.clear()


def downloaded(page: Page, kind: str, name: str) -> Path:
    """Return the file that a button gives."""
    with page.expect_download() as download:
        page.get_by_role("button", name=f"Download {kind}").click()

    assert download.value.suggested_filename == name
    return download.value.path()


def csv_of(page: Page, name: str) -> list[list[str]]:
    """Return the records of the CSV file that the button gives, which have equally many fields."""
    content = downloaded(page, "CSV", name).read_bytes()
    text = content.decode("utf-8-sig")
    records = [*csv.reader(io.StringIO(text, newline=""), strict=True)]

    # Excel takes the file for UTF-8, and every line ends as RFC 4180 says.
    assert content.startswith(b"\xef\xbb\xbf")
    assert text.endswith("\r\n")
    assert {len(record) for record in records} == {len(records[0])}
    return records


class Workbook:
    """A workbook (ECMA-376), as far as the pages make them."""

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            self.parts = {name: ET.fromstring(archive.read(name)) for name in archive.namelist()}  # noqa: S314  # made here

    @property
    def title(self) -> str | None:
        """Its title."""
        return self.parts["docProps/core.xml"].findtext(TITLE)

    def sheet(self, number: int) -> "Sheet":
        """Return a sheet, counted from one."""
        name = f"sheet{number}.xml"
        relations = self.parts[f"xl/worksheets/_rels/{name}.rels"]
        targets = {each.attrib["Id"]: each.attrib["Target"] for each in relations}
        return Sheet(self.parts[f"xl/worksheets/{name}"], targets)


class Sheet:
    """A sheet. ``targets`` has the targets of its links by number."""

    def __init__(self, xml: ET.Element, targets: Mapping[str, str]) -> None:
        cells = {each.attrib["r"]: _value(each) for each in xml.iter(f"{MAIN}c")}
        columns = ascii_uppercase[: sum(1 for _ in xml.iter(f"{MAIN}col"))]
        self.rows = [
            [cells.get(f"{column}{row.attrib['r']}", "") for column in columns] for row in xml.iter(f"{MAIN}row")
        ]
        self.links = {each.attrib["ref"]: targets[each.attrib[LINKED]] for each in xml.iter(f"{MAIN}hyperlink")}
        self.is_first_row_frozen = any(pane.attrib["ySplit"] == "1" for pane in xml.iter(f"{MAIN}pane"))


def _value(cell: ET.Element) -> str | dt.date:
    """Return a text, or the date that a number with the format of dates stands for."""
    if cell.attrib.get("t") == "inlineStr":
        return "".join(cell.itertext())
    assert cell.attrib["s"] == "2"
    return dt.date(1899, 12, 30) + dt.timedelta(days=int(cell.findtext(f"{MAIN}v") or ""))
