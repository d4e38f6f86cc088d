"""The matrix of e-invoicing has each tracked country and product, and counts native support."""

from pathlib import Path

from support.dataset import COUNTRY, whole
from support.pages import load_page, markdown, rows_of, tables_of
from support.records import country, support


def test_the_matrix_has_a_group_for_each_tracked_country_and_a_row_for_each_product(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["e_invoicing"]["erp_support"] = [support("erp_id_02"), support("erp_id_01")]
    files["countries/no.json"] = country("no", "Norway") | {"e_invoicing": None}
    grid, table = tables_of(load_page(tmp_path, "/e-invoicing/", files))

    assert (grid.is_grid, grid.is_compact) == (True, True)
    assert [column.title for column in grid.columns] == ["Country", "Product 1", "Product 2"]
    assert [(group.id, [row.id for row in group.rows]) for group in table.groups] == [
        ("fr", ["fr-erp_id_01", "fr-erp_id_02"])
    ]


def test_the_grid_counts_the_countries_in_which_a_product_is_native(tmp_path: Path) -> None:
    files = whole() | {"countries/at.json": country("at", "Austria"), "countries/be.json": country("be", "Belgium")}
    for code, supports in {"at": ("native", "add-on"), "be": ("roadmap", "native + access point")}.items():
        cells = [support(f"erp_id_{number:02}", each) for number, each in enumerate(supports, start=1)]
        files[f"countries/{code}.json"]["e_invoicing"]["erp_support"] = cells
    counts, *_ = rows_of(tables_of(load_page(tmp_path, "/e-invoicing/", files))[0])

    assert [*map(markdown, counts.cells)] == ["Native in", "**2 of 3**", "1 of 3"]
