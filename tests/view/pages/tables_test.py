"""The pages with one large table of all countries: matrix, connectors."""

import datetime as dt
from pathlib import Path

import pytest

from locdata_build.view.blocks import Paragraph
from locdata_build.view.page import Page
from locdata_build.view.text import Badge, Link, Strong, Tone, rich
from locdata_build.view.words import SUPPORT_TYPES
from support.dataset import COUNTRY, changed, whole
from support.pages import empty_country, links_of, load_pages, minimal_files, rows_of, section_of, tables_of, texts_of
from support.records import country, support

SINCE_2020 = Badge("Yes, since 1 January 2020", Tone.YES)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    """The pages of a tracked country, and of one outside the matrix about which nothing is recorded."""
    files = whole() | {"countries/no.json": country("no", "Anorway") | empty_country()}
    return load_pages(tmp_path_factory.mktemp("data"), files)


# Matrix


def test_the_matrix_has_a_group_for_each_tracked_country_and_a_row_for_each_product(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["erp_support"] = [support("erp_id_02"), support("erp_id_01")]
    files["countries/no.json"] = country("no", "Norway") | {"e_invoicing": None}
    overview, table = tables_of(load_pages(tmp_path, files)["/e-invoicing/"])

    assert [column.title for column in overview.columns] == ["Country", "Product 1", "Product 2"]
    assert [(group.id, group.title, [row.id for row in group.rows]) for group in table.groups] == [
        ("fr", rich(Link("France", "/france/#e-invoicing")), ["fr-erp_id_01", "fr-erp_id_02"])
    ]


def test_the_grid_has_badges_that_link_to_the_rows_below_it(pages: dict[str, Page]) -> None:
    grid = tables_of(pages["/e-invoicing/"])[0]

    assert (grid.is_grid, grid.is_compact) == (True, True)
    assert links_of(rows_of(grid)[1].cells) == [
        Link("France", "#fr"),
        Link("native", "#fr-erp_id_01", tone=Tone.YES),
        Link("unknown", "#fr-erp_id_02", tone=Tone.UNKNOWN),
    ]


def test_the_grid_counts_the_countries_in_which_a_product_is_native(tmp_path: Path) -> None:
    files = whole() | {"countries/at.json": country("at", "Austria"), "countries/be.json": country("be", "Belgium")}
    for code, supports in {"at": ("native", "add-on"), "be": ("roadmap", "native + access point")}.items():
        cells = [support(f"erp_id_{number:02}", each) for number, each in enumerate(supports, start=1)]
        files[f"countries/{code}.json"]["e_invoicing"]["erp_support"] = cells
    counts, *_ = rows_of(tables_of(load_pages(tmp_path, files)["/e-invoicing/"])[0])

    assert counts.cells == (rich("Native in"), rich(Strong("2 of 3")), rich("1 of 3"))


def test_the_badges_of_the_grid_are_explained_below_it(pages: dict[str, Page]) -> None:
    overview = section_of(pages["/e-invoicing/"], "overview")

    legend = overview.blocks[2]

    assert [block.kind for block in overview.blocks] == ["filters", "table", "paragraph"]
    assert isinstance(legend, Paragraph)
    assert [part.text for part in legend.content if isinstance(part, Badge)] == [
        words.short for words in SUPPORT_TYPES.values()
    ]


def test_the_matrix_says_how_many_countries_it_has_of_all(pages: dict[str, Page]) -> None:
    lead = "".join(texts_of(pages["/e-invoicing/"].lead))

    assert lead.startswith("1 of 2 countries and 2 ERP products: 2 rows, each with its source. For the other 1, ")
    assert links_of(pages["/e-invoicing/"].lead) == [Link("Countries", "/countries/")]


def test_a_row_of_the_matrix_has_support_providers_notes_and_source(pages: dict[str, Page]) -> None:
    row = rows_of(tables_of(pages["/e-invoicing/"])[1])[0]

    assert row.cells[:4] == (
        rich(Link("Product 1", "/france/#erp-erp_id_01")),
        rich(Badge("native", Tone.YES)),
        rich("None named."),
        rich("Makes the format."),
    )
    assert row.cells[4][0] == Link("Vendor 1, E-invoices", "https://vendor.example/e-invoices")


def test_a_group_of_the_matrix_has_the_obligations_and_the_mandate(pages: dict[str, Page]) -> None:
    _, table = tables_of(pages["/e-invoicing/"])
    intro = {pair.term: pair.content for pair in table.groups[0].intro}

    assert list(intro) == ["B2B e-invoicing", "B2G e-invoicing", "Mandate", "Dates", "Format", "Source"]
    assert intro["B2G e-invoicing"] == rich(
        SINCE_2020, " ", "Since ", dt.date(2020, 1, 1), ": ", "Phase of 2020-01-01."
    )
    assert intro["Format"] == rich("UBL")


# Connectors


def test_connectors_are_sorted_by_provider_ignoring_case_then_by_product(tmp_path: Path) -> None:
    connector = whole()["connectors.json"]["connectors"][0]
    order = [("Beta", "erp_id_02"), ("gamma", "erp_id_01"), ("Beta", "erp_id_01"), ("alpha", "erp_id_02")]
    connectors = [connector | {"provider": provider, "erp": erp} for provider, erp in order]
    page = load_pages(tmp_path, changed("connectors.json", "$.connectors", connectors))["/connectors/"]

    assert [(row.cells[0], row.facets["erp"]) for row in rows_of(*tables_of(page))] == [
        (rich("alpha"), ("erp_id_02",)),
        (rich("Beta"), ("erp_id_01",)),
        (rich("Beta"), ("erp_id_02",)),
        (rich("gamma"), ("erp_id_01",)),
    ]


@pytest.mark.parametrize(
    ("covered", "in_scope", "cell"),
    [
        pytest.param(
            "France",
            ["fr"],
            rich(Link("France", "/france/#erp")),
            id="in the matrix",
        ),
        pytest.param(
            "France, Peppol",
            ["fr"],
            rich("France, Peppol.", " Linked: ", Link("France", "/france/#erp"), "."),
            id="in the matrix and elsewhere",
        ),
        pytest.param("Not known.", [], rich("Not known."), id="not in the matrix"),
    ],
)
def test_a_connector_links_to_its_countries_in_the_matrix(
    tmp_path: Path, covered: str, in_scope: list[str], cell: object
) -> None:
    files = whole()
    files["connectors.json"]["connectors"][0].update({"countries_covered": covered, "countries_in_scope": in_scope})
    (row,) = rows_of(*tables_of(load_pages(tmp_path, files)["/connectors/"]))

    assert row.cells[2] == cell


def test_pages_without_records_say_so(tmp_path: Path) -> None:
    pages = load_pages(tmp_path, minimal_files())

    assert texts_of(pages["/connectors/"].blocks[-1]) == ["No connector is recorded."]
    assert texts_of(pages["/reporting/"].lead)[0].startswith("No report is recorded:")
    assert pages["/reporting/"].sections == ()
