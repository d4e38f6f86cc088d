"""The page of due checks lists what time has overtaken, the oldest check first."""

from pathlib import Path

from locdata_build.view.blocks import Row
from locdata_build.view.page import Page
from support.dataset import COUNTRY, changed
from support.pages import links_of, load_page, markdown, rows_of, tables_of, texts_of


def due_page(folder: Path, today: str, **checked: str) -> Page:
    """The page of a build on a day, for which the facts on these topics were checked on these days."""
    files = changed("site.json", "$.generated_at", f"{today}T00:00:00Z")
    for topic, day in checked.items():
        files[COUNTRY]["facts"][topic]["checked"] = day
    return load_page(folder, "/due/", files)


def rows_by_claim(page: Page) -> dict[str, Row]:
    """The rows of the page by the text of their links."""
    return {links_of(row)[0].text: row for row in rows_of(*tables_of(page))}


def test_the_page_says_so_if_nothing_is_due(tmp_path: Path) -> None:
    page = due_page(tmp_path, "2026-11-21")

    assert texts_of(page.blocks) == ["Nothing is due."]
    assert texts_of(page.lead)[0] == "Due: 0 of 33 claims, as of "


def test_a_claim_that_names_a_date_is_due_from_that_date_on(tmp_path: Path) -> None:
    rows = rows_of(*tables_of(due_page(tmp_path, "2027-01-01")))

    assert [" | ".join(map(markdown, row.cells)) for row in rows] == [
        "France: [B2B e-invoicing](/france/#duty-e-invoicing-b2b) | 1 January 2027 | 20 November 2026",
        "France: [Real-time reporting](/france/#duty-real-time-reporting) | 1 January 2027 | 20 November 2026",
    ]
    assert [row.facets for row in rows] == [{"country": ("fr",), "reason": ("date",)}] * 2


def test_a_claim_whose_check_is_too_old_is_due(tmp_path: Path) -> None:
    rows = rows_by_claim(due_page(tmp_path, "2027-07-01"))

    assert markdown(rows["Currency"].cells[2]) == "20 November 2026, **check overdue: 223 days old**"
    assert rows["Currency"].facets["reason"] == ("age",)
    assert rows["B2B e-invoicing"].facets["reason"] == ("date", "age")
    assert "Product 1" not in rows


def test_the_oldest_check_comes_first(tmp_path: Path) -> None:
    rows = rows_by_claim(due_page(tmp_path, "2027-11-21", vat="2026-11-01", currency="2026-11-10"))

    assert [*rows][:2] == ["VAT / GST", "Currency"]
