"""The page of the data files lists every file with its checksum, and every field."""

from collections.abc import Mapping

import pytest

from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page
from locdata_model.data_files import DATA_FILES, DataFileSpec
from locdata_model.urls import BUNDLE_PATH, PACKAGE_PATH, SPREADSHEET_PATH, SQLITE_PATH
from support.pages import links_of, markdown, pairs_of, rows_of, section_of, tables_of

SIZE = "1 kB"
"""The size of every file."""


def test_the_page_begins_with_all_tables_and_then_has_each_in_every_form_with_sizes(pages: Mapping[str, Page]) -> None:
    of_all, each, *_ = tables_of(pages["/data/"])

    assert [(markdown(row.cells[0]), markdown(row.cells[2])) for row in rows_of(of_all)] == [
        (f"[{name}]({path})", SIZE)
        for name, path in {
            "Excel workbook": SPREADSHEET_PATH,
            "SQLite database": SQLITE_PATH,
            "ZIP archive": BUNDLE_PATH,
            "Data package (JSON)": PACKAGE_PATH,
        }.items()
    ]
    assert [[markdown(cell) for cell in row.cells[1:-1]] for row in rows_of(each)] == [
        [f"[{SIZE}](/data/{spec.name}.{end})" for end in ("json", "csv", "excel.csv")] for spec in DATA_FILES
    ]
    assert [markdown(row.cells[-1]) for row in rows_of(each)] == ["2", "1", "1", "8", *8 * ["1"], "13"]


def test_the_page_ends_with_the_checksums_of_its_files_folded(pages: Mapping[str, Page]) -> None:
    of_all, each, *_, checksums = tables_of(pages["/data/"])
    listed = (*(row.cells[0] for row in rows_of(of_all)), *(row.cells[1:] for row in rows_of(each)))

    assert checksums.fold
    assert {link.href for row in rows_of(checksums) for link in links_of(row.cells)} == {
        link.href for link in links_of(listed)
    }
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
