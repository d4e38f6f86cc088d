"""The page of the data files lists every file with its checksum, and every field."""

from collections.abc import Mapping

import pytest

from locdata_build.view.blocks import Table
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page
from locdata_model.data_files import DATA_FILES, DataFileSpec, DataFormat
from locdata_model.urls import BUNDLE_PATH, PACKAGE_PATH, SPREADSHEET_PATH, SQLITE_PATH
from support.pages import markdown, pairs_of, rows_of, section_of, tables_of


def downloads(table: Table) -> list[tuple[str, str]]:
    """The path of each file of a table with the number of its rows; all have the same size."""
    rows = [[*map(markdown, row.cells)] for row in rows_of(table)]

    assert {size for _, _, size in rows} == {"1 kB"}
    return [(path.strip("<>"), count) for path, count, _ in rows]


def test_files_with_all_tables_come_first_and_then_each_data_file_in_every_format(pages: Mapping[str, Page]) -> None:
    of_all, each, *_ = tables_of(pages["/data/"])
    paths = [spec.path(data_format) for spec in DATA_FILES for data_format in DataFormat]

    assert [path for path, _ in downloads(of_all)] == [SPREADSHEET_PATH, SQLITE_PATH, BUNDLE_PATH, PACKAGE_PATH]
    assert downloads(each) == [
        *zip(paths, ("2", "2", "1", "1", "1", "1", "8", "8", *16 * ["1"], "13", "13"), strict=True)
    ]


def test_the_page_ends_with_the_checksums_of_its_files_folded(pages: Mapping[str, Page]) -> None:
    of_all, each, for_excel, *_, checksums = tables_of(pages["/data/"])

    assert checksums.fold
    assert {row.cells[0] for row in rows_of(checksums)} == {row.cells[0] for row in rows_of(of_all, each, for_excel)}
    assert {tuple(map(markdown, row.cells[1:])) for row in rows_of(checksums)} == {("1,234", f"`{'0' * 64}`")}


@pytest.mark.parametrize("spec", DATA_FILES, ids=lambda spec: spec.name)
def test_every_data_file_has_its_schema_and_its_fields_in_the_order_of_the_columns(
    context: SiteContext, pages: Mapping[str, Page], spec: DataFileSpec
) -> None:
    section = section_of(pages["/data/"], spec.name)
    (table,) = tables_of(section)
    path = f"/api/schemas/data/{spec.name}.schema.json"
    fields = spec.record_type(context.published.erp_keys).__struct_fields__

    assert markdown(pairs_of(*section.blocks)["Schema"]) == f"<{path}>"
    assert [markdown(row.cells[0]) for row in rows_of(table)] == [f"`{field}`" for field in fields]
