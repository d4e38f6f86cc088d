"""The list of ERP products, and the page of each of them with all countries."""

from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.page import Page
from locdata_build.view.text import Aside, Badge, Break, Details, Link, Tone, Words, rich
from support.dataset import COUNTRY, Files, whole
from support.pages import (
    empty_country,
    links_of,
    load_pages,
    minimal_files,
    pairs_of,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)
from support.records import country, support

PRODUCT, OTHER = "/erp/erp_id_01/", "/erp/erp_id_02/"
NATIVE, ADD_ON, UNKNOWN = (
    Badge("native", Tone.YES),
    Badge("add-on", Tone.PARTLY),
    Badge("unknown/unverified", Tone.UNKNOWN),
)


def three_countries() -> Files:
    """Two tracked countries, and one outside the matrix about which nothing is recorded."""
    files = whole()
    austria = country("at", "Zland")
    austria["e_invoicing"]["erp_support"] = [support("erp_id_01"), support("erp_id_02", "add-on")]
    return files | {"countries/at.json": austria, "countries/no.json": country("no", "Norway") | empty_country()}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    return load_pages(tmp_path_factory.mktemp("data"), three_countries())


def cells(page: Page, code: str) -> dict[str, Any]:
    """The cells of a country's row by the titles of their columns."""
    (table,) = tables_of(section_of(page, "by-country"))
    (row,) = (row for row in rows_of(table) if row.id == code)
    return {column.title: cell for column, cell in zip(table.columns, row.cells, strict=True)}


def test_products_are_listed_with_the_number_of_supported_reports_and_of_providers(pages: dict[str, Page]) -> None:
    rows = rows_of(*tables_of(pages["/erp/"]))

    assert [row.cells[4:] for row in rows] == [
        (rich(NATIVE, " 2"), rich("1")),
        (rich("Not recorded."), rich("0")),
    ]


def test_products_are_sorted_by_id_with_the_number_of_countries_for_each_support(pages: dict[str, Page]) -> None:
    rows = rows_of(*tables_of(pages["/erp/"]))

    assert [(row.id, row.cells[0], row.cells[3]) for row in rows] == [
        ("erp-erp_id_01", rich(Link("Product 1", PRODUCT)), rich(NATIVE, " 2")),
        ("erp-erp_id_02", rich(Link("Product 2", OTHER)), rich(ADD_ON, " 1", Break(), UNKNOWN, " 1")),
    ]


def test_the_page_of_a_product_names_the_countries_for_each_support(pages: dict[str, Page]) -> None:
    assert [pairs_of(*pages[path].blocks)["E-invoicing"] for path in (PRODUCT, OTHER)] == [
        rich(NATIVE, " ", Link("France", "#fr"), ", ", Link("Zland", "#at")),
        rich(ADD_ON, " ", Link("Zland", "#at"), Break(), UNKNOWN, " ", Link("France", "#fr")),
    ]


def test_the_page_of_a_product_links_its_feed_of_changes(pages: dict[str, Page]) -> None:
    link = Link("Changes of the data: Product 1", "/feeds/changes/erp_id_01.atom")

    assert pairs_of(*pages[PRODUCT].blocks)["Subscribe"] == rich(link, " (Atom)")


def test_a_product_has_its_vendor_and_its_website_with_the_source(pages: dict[str, Page]) -> None:
    page = pages[PRODUCT]
    pairs = pairs_of(*page.blocks)

    assert (page.title, page.lead, pairs["Vendor"]) == ("Product 1", rich("A product."), rich("Vendor 1"))
    assert [link.href for link in links_of(pairs["Website"])] == [
        "https://vendor.example/",
        "https://vendor.example/product",
    ]


def test_without_a_tracked_country_there_is_no_support(tmp_path: Path) -> None:
    pages = load_pages(tmp_path, minimal_files())

    assert rows_of(*tables_of(pages["/erp/"]))[0].cells[3] == rich("Not recorded.")
    assert pairs_of(*pages[PRODUCT].blocks)["E-invoicing"] == rich("Not recorded.")


def test_a_row_shows_what_is_recorded_and_links_to_the_country_and_the_matrix(pages: dict[str, Page]) -> None:
    (table,) = tables_of(section_of(pages[OTHER], "by-country"))
    row = cells(pages[PRODUCT], "fr")
    localization = row.pop("Localization")

    assert [row.id for row in rows_of(table)] == ["fr", "no", "at"]
    assert row == {
        "Country": rich(Link("France", "/france/#erp-erp_id_01")),
        "E-invoicing": rich(NATIVE, " ", Link("Notes and source", "/e-invoicing/#fr-erp_id_01")),
        "Reports": rich(
            Details("1 native of 1", rich(NATIVE, " ", Link("Déclaration", "/france/#vat-reporting-fr-1")))
        ),
        "Partners": rich("Partner"),
    }
    assert localization[0] == Words("A local version.")


def test_a_row_without_records_says_so_in_each_cell(pages: dict[str, Page]) -> None:
    assert cells(pages[PRODUCT], "no") == {
        "Country": rich(Link("Norway", "/norway/#erp-erp_id_01")),
        "E-invoicing": rich("Not recorded."),
        "Localization": rich("Nothing is recorded."),
        "Reports": rich("None is recorded."),
        "Partners": rich("None is recorded."),
    }


def test_localization_by_others_follows_the_product_s_own(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["partner_flags"].append({**files[COUNTRY]["partner_flags"][0], "erp": "erp_id_01"})
    pages = load_pages(tmp_path, files)
    both, others = (cells(pages[path], "fr")["Localization"] for path in (PRODUCT, OTHER))

    assert [part for part in both if not isinstance(part, Aside)] == [
        *rich("A local version.", Break(), "partner localization", ". ", "Partners localize it.")
    ]
    assert others[:3] == rich("partner localization", ". ", "Partners localize it.")


def test_reports_are_counted_by_support(tmp_path: Path) -> None:
    files = whole()
    report = files[COUNTRY]["reporting"][0]
    cell = report["erp_support"][0]
    supports = ["unknown", "native", "add-on", "native"]
    files[COUNTRY]["reporting"] = [
        {**report, "number": number, "report_local": f"Report {number}", "erp_support": [cell | {"support": kind}]}
        for number, kind in enumerate(supports, start=1)
    ]

    (details,) = cells(load_pages(tmp_path, files)[PRODUCT], "fr")["Reports"]

    assert details.label == "2 native, 1 add-on, 1 unknown of 4"
    assert [link.href.partition("#")[2] for link in links_of(details.content)] == [
        f"vat-reporting-fr-{number}" for number in (2, 4, 3, 1)
    ]


def test_a_product_has_its_own_providers_only(pages: dict[str, Page]) -> None:
    (table,) = tables_of(section_of(pages[PRODUCT], "providers"))

    assert [row.cells[0] for row in rows_of(table)] == [rich("Provider")]
    assert texts_of(section_of(pages[OTHER], "providers").blocks) == ["No connector is recorded."]
