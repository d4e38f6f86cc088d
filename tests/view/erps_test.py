"""The pages of the ERP products tell each of them country by country."""

from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.page import Page
from locdata_build.view.text import Aside, Badge, Break, Link, Tone, Words, rich
from support.dataset import COUNTRY, Files, country, provenance, support, whole
from support.pages import (
    links_of,
    load_pages,
    nothing_known,
    pairs_of,
    rows_of,
    section_of,
    small_world,
    tables_of,
    texts_of,
)

PRODUCT, OTHER = "/erp/erp_id_01/", "/erp/erp_id_02/"
NATIVE, ADD_ON, UNKNOWN = (
    Badge("native", Tone.YES),
    Badge("add-on", Tone.PARTLY),
    Badge("unknown/unverified", Tone.UNKNOWN),
)


def three_countries() -> Files:
    """Two tracked countries, of which one is not known, and one outside the matrix of which nothing is known."""
    files = whole()
    austria = country("at", "Austria")
    austria["e_invoicing"]["erp_support"] = [support("erp_id_01"), support("erp_id_02", "add-on")]
    return files | {"countries/at.json": austria, "countries/no.json": country("no", "Norway") | nothing_known()}


@pytest.fixture
def pages(tmp_path: Path) -> dict[str, Page]:
    return load_pages(tmp_path, three_countries())


def cells(page: Page, code: str) -> dict[str, Any]:
    """The cells of a country's row by the titles of their columns."""
    (table,) = (table for table in tables_of(page) if table.columns[0].title == "Country")
    (row,) = (row for row in rows_of(table) if row.id == code)
    return {column.title: cell for column, cell in zip(table.columns, row.cells, strict=True)}


def test_products_stand_in_the_order_of_their_ids(pages: dict[str, Page]) -> None:
    rows = rows_of(*tables_of(pages["/erp/"]))

    assert [(row.id, row.cells[0]) for row in rows] == [
        ("erp-erp_id_01", rich(Link("Product 1", PRODUCT))),
        ("erp-erp_id_02", rich(Link("Product 2", OTHER))),
    ]


def test_support_is_counted_over_the_tracked_countries(pages: dict[str, Page]) -> None:
    rows = rows_of(*tables_of(pages["/erp/"]))

    assert [row.cells[3] for row in rows] == [
        (NATIVE, Words(" 2")),
        (ADD_ON, Words(" 1"), Break(), UNKNOWN, Words(" 1")),
    ]


def test_the_page_of_a_product_names_the_countries_of_each_support(pages: dict[str, Page]) -> None:
    assert [pairs_of(*pages[path].blocks)["E-invoicing"] for path in (PRODUCT, OTHER)] == [
        rich(NATIVE, " ", Link("Austria", "#at"), ", ", Link("France", "#fr")),
        rich(ADD_ON, " ", Link("Austria", "#at"), Break(), UNKNOWN, " ", Link("France", "#fr")),
    ]


def test_without_a_tracked_country_there_is_nothing_to_count_or_to_name(tmp_path: Path) -> None:
    pages = load_pages(tmp_path, small_world())
    (first, _) = rows_of(*tables_of(pages["/erp/"]))

    assert first.cells[3] == pairs_of(*pages[PRODUCT].blocks)["E-invoicing"] == rich("No country is tracked.")


def test_a_product_tells_its_vendor_and_website_with_the_source(pages: dict[str, Page]) -> None:
    page = pages[PRODUCT]
    pairs = pairs_of(*page.blocks)

    assert (page.title, page.lead, pairs["Vendor"]) == ("Product 1", rich("A product."), rich("Vendor 1"))
    assert [link.href for link in links_of(pairs["Website"])] == [
        "https://vendor.example/",
        "https://vendor.example/product",
    ]


def test_a_product_has_a_row_for_each_country_by_name(tmp_path: Path) -> None:
    files = whole() | {"countries/at.json": country("at", "Zland")}
    (table,) = (each for each in tables_of(load_pages(tmp_path, files)[OTHER]) if each.columns[0].title == "Country")

    assert [row.id for row in rows_of(table)] == ["fr", "at"]


def test_a_row_leads_to_the_product_on_the_page_of_the_country(pages: dict[str, Page]) -> None:
    assert cells(pages[PRODUCT], "fr")["Country"] == rich(Link("France", "/france/#erp-erp_id_01"))


def test_support_in_a_country_leads_to_its_row_of_the_matrix(pages: dict[str, Page]) -> None:
    row = Link("Notes and source", "/e-invoicing/#at-erp_id_02")

    assert cells(pages[OTHER], "at")["E-invoicing"] == rich(ADD_ON, " ", row)


def test_a_row_tells_localization_reports_and_partners(pages: dict[str, Page]) -> None:
    told = cells(pages[PRODUCT], "fr")

    assert told["Localization"][0] == Words("A local version.")
    assert (told["Reports"], told["Partners"]) == (rich("1 native", " of 1"), rich("Partner"))


def test_localization_by_others_stands_beside_the_product_s_own(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["partner_flags"][0]["erp"] = "erp_id_01"
    told = cells(load_pages(tmp_path, files)[PRODUCT], "fr")["Localization"]

    assert [part for part in told if not isinstance(part, Aside)] == [
        *rich("A local version.", Break(), "partner localization. Partners localize it.")
    ]


def test_localization_by_others_is_told_alone(pages: dict[str, Page]) -> None:
    told = cells(pages[OTHER], "fr")["Localization"]

    assert told[0] == Words("partner localization. Partners localize it.")


def test_reports_are_counted_by_support(tmp_path: Path) -> None:
    files = whole()
    report = files[COUNTRY]["reporting"][0]
    cell = report["erp_support"][0]
    supports = ["unknown", "native", "add-on", "native"]
    files[COUNTRY]["reporting"] = [
        {**report, "report_local": f"Report {number}", "erp_support": [cell | {"support": kind}]}
        for number, kind in enumerate(supports)
    ]
    told = cells(load_pages(tmp_path, files)[PRODUCT], "fr")["Reports"]

    assert told == rich("2 native, 1 add-on, 1 unknown", " of 4")


def test_a_country_of_which_nothing_is_known_says_so_in_each_cell(pages: dict[str, Page]) -> None:
    assert cells(pages[PRODUCT], "no") == {
        "Country": rich(Link("Norway", "/norway/#erp-erp_id_01")),
        "E-invoicing": rich("Not tracked."),
        "Localization": rich("Nothing is recorded."),
        "Reports": rich("None is recorded."),
        "Partners": rich("None is recorded."),
    }


def test_partners_stand_in_published_order(tmp_path: Path) -> None:
    files = whole()
    partner = files[COUNTRY]["partners"][0]
    files[COUNTRY]["partners"] = [partner | {"slug": name.lower(), "name": name} for name in ("beta", "Gamma", "Alpha")]

    assert cells(load_pages(tmp_path, files)[PRODUCT], "fr")["Partners"] == rich("Alpha, beta, Gamma")


def test_a_product_has_its_own_providers_alone(pages: dict[str, Page]) -> None:
    with_provider = [
        [row.cells[0] for table in tables_of(pages[path]) for row in rows_of(table) if row.id is None]
        for path in (PRODUCT, OTHER)
    ]

    assert with_provider == [[rich("Provider")], []]


def test_a_product_without_providers_says_so(pages: dict[str, Page]) -> None:
    assert texts_of(section_of(pages[OTHER], "providers").blocks) == ["None is recorded."]


def test_a_product_without_a_source_is_unverified(tmp_path: Path) -> None:
    files = whole()
    files["erps/erp_id_01.json"]["provenance"] = provenance(rated=False)
    website = pairs_of(*load_pages(tmp_path, files)[PRODUCT].blocks)["Website"]

    assert [link.href for link in links_of(website)] == ["https://vendor.example/"]
    assert "unverified" in texts_of(website)


@pytest.mark.parametrize(("path", "data"), [("/erp/", "/api/v1/erps.json"), (PRODUCT, "/api/v1/erps/erp_id_01.json")])
def test_a_page_leads_to_its_data(pages: dict[str, Page], path: str, data: str) -> None:
    assert pages[path].data == (data,)
