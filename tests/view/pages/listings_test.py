"""The order of listed records, the e-invoicing matrix, and the messages of pages without records."""

from pathlib import Path

import pytest

from locdata_build.view.blocks import Items
from locdata_build.view.page import Page
from locdata_build.view.text import Note
from support.dataset import COUNTRY, changed, whole
from support.pages import (
    empty_country,
    links_of,
    load_page,
    load_pages,
    markdown,
    minimal_files,
    pairs_of,
    parts_of,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)
from support.records import country, report, support

NAMES = ("beta", "Alpha")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Page]:
    """The pages of three countries: one with several systems and partners, one with one of each, one without any."""
    files = whole()
    (system,), (partner,) = files[COUNTRY]["local_erps"], files[COUNTRY]["partners"]
    files[COUNTRY]["local_erps"] = [system | {"slug": name.lower(), "name": name} for name in NAMES]
    files[COUNTRY]["partners"] = [
        partner | {"erp": erp, "slug": name.lower(), "name": name}
        for erp, name in [("erp_id_02", "Alpha"), *(("erp_id_01", name) for name in NAMES)]
    ]
    files["countries/at.json"] = country("at", "Zland")
    files["countries/no.json"] = country("no", "Norway") | empty_country()
    (item,) = files["news.json"]["news"]
    files["news.json"]["news"] = [
        {**item, "id": id_, "url": f"https://vendor.example/{id_}", "date": date}
        for id_, date in {"n1": "2026-01-01", "n2": None, "n3": "2026-05-01"}.items()
    ]
    return load_pages(tmp_path_factory.mktemp("data"), files)


@pytest.mark.parametrize(
    ("path", "prefix", "anchors"),
    [
        ("/local-erps/", "local-erp-", "fr-alpha fr-beta at-local"),
        ("/partners/", "partner-", "fr-erp_id_01-alpha fr-erp_id_01-beta fr-erp_id_02-alpha at-erp_id_01-partner"),
        ("/news/", "", "n3 n1 n2"),
    ],
)
def test_rows_are_sorted_by_country_then_product_then_name_and_news_by_date(
    pages: dict[str, Page], path: str, prefix: str, anchors: str
) -> None:
    assert [row.id for row in rows_of(*tables_of(pages[path]))] == [f"{prefix}{anchor}" for anchor in anchors.split()]


@pytest.mark.parametrize("name", ["local-erps", "partners"])
def test_page_of_a_country_lists_them_with_notes_instead_of_the_first_source(pages: dict[str, Page], name: str) -> None:
    (table,) = tables_of(pages[f"/{name}/"])
    (row,) = table.groups[1].rows
    (own,) = section_of(pages["/zland/"], name).blocks
    assert isinstance(own, Items)

    assert [link.id for link in links_of(own) if link.id] == [row.id]
    assert (len(parts_of(own, Note)), len(parts_of(row, Note))) == (1, 0)
    assert ", secondary)" in markdown(row.cells[-1])


def test_products_are_in_the_order_of_their_names_on_pages(tmp_path: Path) -> None:
    files = changed("erps/erp_id_01.json", "$.name", "Zenith")
    files["erps/erp_id_02.json"]["name"] = "aurora"
    pages = load_pages(tmp_path, files)
    grid, *_ = tables_of(pages["/e-invoicing/"])
    products, *_ = tables_of(pages["/erp/"])

    assert [markdown(row.cells[0]) for row in rows_of(products)] == [
        "[aurora](/erp/erp_id_02/)",
        "[Zenith](/erp/erp_id_01/)",
    ]
    assert [column.title for column in grid.columns] == ["Country", "aurora", "Zenith"]
    assert [link.href for link in links_of(grid.groups[0].rows[1].cells[1])] == ["#fr-erp_id_02"]


def test_connectors_are_sorted_by_provider_ignoring_case_then_by_product(tmp_path: Path) -> None:
    connector = whole()["connectors.json"]["connectors"][0]
    order = [("Beta", "erp_id_02"), ("gamma", "erp_id_01"), ("Beta", "erp_id_01"), ("alpha", "erp_id_02")]
    connectors = [connector | {"provider": provider, "erp": erp} for provider, erp in order]
    page = load_page(tmp_path, "/connectors/", changed("connectors.json", "$.connectors", connectors))

    assert [(markdown(row.cells[0]), *row.facets["erp"]) for row in rows_of(*tables_of(page))] == [
        *(("alpha", "erp_id_02"), ("Beta", "erp_id_01"), ("Beta", "erp_id_02"), ("gamma", "erp_id_01"))
    ]


@pytest.mark.parametrize(
    ("covered", "in_scope", "cell"),
    [
        ("France", ["fr"], "[France](/france/#erp)"),
        ("France, Peppol", ["fr"], "France, Peppol. Linked: [France](/france/#erp)"),
        ("Not known.", [], "Not known"),
    ],
)
def test_a_connector_links_to_its_countries_in_the_matrix(
    tmp_path: Path, covered: str, in_scope: list[str], cell: str
) -> None:
    files = whole()
    files["connectors.json"]["connectors"][0].update({"countries_covered": covered, "countries_in_scope": in_scope})
    (row,) = rows_of(*tables_of(load_page(tmp_path, "/connectors/", files)))

    assert markdown(row.cells[2]) == cell


def test_reports_of_a_product_are_counted_and_listed_by_what_it_does(tmp_path: Path) -> None:
    (cell,) = report()["erp_support"]
    reports = [
        report("vat-reporting", number, report_local=f"Report {number}", erp_support=[cell | {"action": action}])
        for number, action in enumerate((None, "files", "figures", "files"), start=1)
    ]
    page = load_page(tmp_path, "/erp/erp_id_01/", changed(COUNTRY, "$.reporting", reports))
    (row,) = rows_of(*tables_of(section_of(page, "by-country")))

    assert markdown(row.cells[2]).startswith("Files it: 2, has the form or the figures: 1, action not known: 1: ")
    assert [link.text for link in links_of(row.cells[2])] == [f"Report {number}" for number in (2, 4, 3, 1)]
    assert markdown(row.cells[2]).endswith("(native): Makes the return.[^1]")


def test_matrix_counts_the_countries_by_the_best_that_a_product_does_for_a_kind_of_report(tmp_path: Path) -> None:
    (cell,) = report()["erp_support"]
    reports = [
        report(
            "vat-reporting",
            number,
            report_local=f"Report {number}",
            erp_support=[cell | {"action": action}],
            also_kinds=["saf-t"],
        )
        for number, action in enumerate(("figures", "files"), start=1)
    ]
    page = load_page(tmp_path, "/erp/", changed(COUNTRY, "$.reporting", reports))
    (table,) = tables_of(section_of(page, "by-kind"))
    first, second = rows_of(table)

    assert [column.title for column in table.columns] == ["Product", "VAT / GST return", "SAF-T"]
    assert [markdown(each) for each in first.cells[1:]] == [
        "**files it** [1](/reporting/?kind=vat-return&erp=erp_id_01)",
        "**files it** [1](/reporting/?kind=saf-t&erp=erp_id_01)",
    ]
    assert second.cells[1:] == ((), ())


def test_pages_without_records_say_so(tmp_path: Path) -> None:
    pages = load_pages(tmp_path, minimal_files())

    assert texts_of(pages["/news/"].blocks) == ["There is no news."]
    assert texts_of(pages["/sponsors/"].blocks) == ["There are no sponsored placements."]
    assert texts_of(pages["/connectors/"].blocks[-1]) == ["No connector is recorded."]
    assert markdown(pages["/reporting/"].lead).startswith("No report is recorded:")
    assert pages["/reporting/"].sections == ()
    assert markdown(pages["/sources/"].lead).startswith("2 sources of 2 publishers.")
    assert markdown(rows_of(*tables_of(pages["/erp/"]))[0].cells[3]) == "No information yet."
    assert markdown(pairs_of(*pages["/erp/erp_id_01/"].blocks)["E-invoicing"]) == "No information yet."


def test_the_grid_counts_the_countries_in_which_a_product_is_native(tmp_path: Path) -> None:
    files = whole() | {"countries/at.json": country("at", "Austria"), "countries/be.json": country("be", "Belgium")}
    for code, supports in {"at": ("native", "add-on"), "be": ("roadmap", "native + access point")}.items():
        cells = [support(f"erp_id_{number:02}", each) for number, each in enumerate(supports, start=1)]
        files[f"countries/{code}.json"]["e_invoicing"]["erp_support"] = cells
    counts, *_ = rows_of(tables_of(load_page(tmp_path, "/e-invoicing/", files))[0])

    assert [*map(markdown, counts.cells)] == ["Native in", "**2 of 3**", "1 of 3"]
