"""Local ERP systems and partners are listed by country, in published order, with what they rest on."""

from pathlib import Path

import pytest

from locdata_build.view.blocks import Table
from locdata_build.view.evidence import UNVERIFIED
from locdata_build.view.page import Page
from locdata_build.view.text import Link, rich
from support.dataset import COUNTRY, country, whole
from support.pages import load_pages, nothing_known, rows_of, section_of, tables_of, texts_of


@pytest.fixture
def pages(tmp_path: Path) -> dict[str, Page]:
    """The pages of three countries: one has several systems and partners, one has one of each, one has none."""
    files = whole()
    own = files[COUNTRY]
    own["local_erps"] = [
        own["local_erps"][0] | {"slug": name.lower(), "name": name} for name in ("beta", "Gamma", "Alpha")
    ]
    own["partners"] = [
        own["partners"][0] | {"erp": erp, "slug": name.lower(), "name": name}
        for erp, name in [("erp_id_02", "Alpha"), ("erp_id_01", "beta"), ("erp_id_01", "Gamma"), ("erp_id_01", "Alpha")]
    ]
    files["countries/at.json"] = country("at", "Zland")
    files["countries/no.json"] = country("no", "Norway") | nothing_known()
    return load_pages(tmp_path, files)


def table_of(page: Page) -> Table:
    """The one table of a page."""
    (table,) = tables_of(page)
    return table


def anchors(page: Page) -> list[str | None]:
    return [row.id for row in rows_of(table_of(page))]


def test_local_systems_stand_by_country_then_name(pages: dict[str, Page]) -> None:
    assert anchors(pages["/local-erps/"]) == [
        "local-erp-fr-alpha",
        "local-erp-fr-beta",
        "local-erp-fr-gamma",
        "local-erp-at-local",
    ]


def test_partners_stand_by_country_then_product_then_name(pages: dict[str, Page]) -> None:
    assert anchors(pages["/partners/"]) == [
        "partner-fr-erp_id_01-alpha",
        "partner-fr-erp_id_01-beta",
        "partner-fr-erp_id_01-gamma",
        "partner-fr-erp_id_02-alpha",
        "partner-at-erp_id_01-partner",
    ]


@pytest.mark.parametrize(("path", "section"), [("/local-erps/", "local-erps"), ("/partners/", "partners")])
def test_a_group_is_a_country_that_has_any_and_leads_to_its_section(
    pages: dict[str, Page], path: str, section: str
) -> None:
    assert [group.title for group in table_of(pages[path]).groups] == [
        rich(Link("France", f"/france/#{section}")),
        rich(Link("Zland", f"/zland/#{section}")),
    ]


@pytest.mark.parametrize(("path", "section"), [("/local-erps/", "local-erps"), ("/partners/", "partners")])
def test_a_country_has_the_same_rows_on_its_own_page(pages: dict[str, Page], path: str, section: str) -> None:
    (own,) = section_of(pages["/france/"], section).blocks
    listed = table_of(pages[path]).groups[0]

    assert isinstance(own, Table)
    assert [(group.title, group.rows) for group in own.groups] == [((), listed.rows)]


def test_a_local_system_is_told_whole(pages: dict[str, Page]) -> None:
    row = rows_of(table_of(pages["/local-erps/"]))[-1]

    assert row.cells[:3] == (
        rich(Link("Local", "https://local.example/")),
        rich("SME accounting"),
        rich("Accounting software."),
    )
    assert row.cells[3][0] == UNVERIFIED


def test_a_partner_is_told_whole(pages: dict[str, Page]) -> None:
    row = rows_of(table_of(pages["/partners/"]))[-1]

    assert row.cells[:4] == (
        rich("Partner"),
        rich(Link("Product 1", "/zland/#erp-erp_id_01")),
        rich("localization partner"),
        rich("Localizes the product. Listed in: partner site."),
    )
    assert row.cells[4][0] == Link("partner.example", "https://partner.example/local")


@pytest.mark.parametrize(
    ("path", "words"), [("/local-erps/", "4 systems in 2 countries"), ("/partners/", "5 entries in 2 countries")]
)
def test_the_lead_counts_rows_and_countries(pages: dict[str, Page], path: str, words: str) -> None:
    assert texts_of(pages[path].lead)[0].startswith(words)
