"""The spreadsheet of the real data, opened in a spreadsheet program, shows the records of the data files."""

import csv
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from locdata_model.urls import SPREADSHEET_PATH
from support.site import Files, Rows, Sources, Values
from support.specification import ADDED_TABLES, FIELDS, TABLES, with_erp_columns

PROGRAMS = ("soffice", "libreoffice")

# Comma, double quotes, UTF-8, from the first row, all texts quoted, and each sheet to its own file.
CSV_FILTER = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,false,false,false,-1"

MAX_BYTES = 3_000_000

Sheets = Mapping[str, list[list[str]]]


@pytest.fixture(scope="module")
def sheets(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Sheets:
    """The rows of each sheet, as LibreOffice exports them."""
    program = os.environ.get("SOFFICE") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip(f"no spreadsheet program: none of {', '.join(PROGRAMS)} is installed")
    home, out = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("sheets")
    subprocess.run(
        [
            *(program, f"-env:UserInstallation={(home / 'profile').as_uri()}", "--headless", "--norestore"),
            *("--convert-to", CSV_FILTER, "--outdir", str(out), str(site / SPREADSHEET_PATH.removeprefix("/"))),
        ],
        env={**os.environ, "HOME": str(home)},
        check=True,
        capture_output=True,
        timeout=300,
    )
    return {file.stem.removeprefix("locdata-"): read_rows(file) for file in out.iterdir()}


def read_rows(file: Path) -> list[list[str]]:
    """Return the rows of a CSV file."""
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines, strict=True))


def test_spreadsheet_has_at_most_three_megabytes(contents: Files) -> None:
    assert len(contents[SPREADSHEET_PATH]) <= MAX_BYTES


@pytest.mark.proof
@pytest.mark.parametrize("table", TABLES)
def test_spreadsheet_program_shows_the_cells_of_the_data_file(
    sheets: Sheets, values: Values, sources: Sources, table: str
) -> None:
    fields = with_erp_columns(FIELDS[table], sources.erp_keys)
    several = [name for name, kind in fields.items() if kind == "urls"]
    divided = [
        ({name: record[name].partition(" ") for name in several}, record) for record in values[f"/data/{table}.json"]
    ]

    assert sheets[table] == [
        [*fields, *(f"more_{name}" for name in several)],
        *(
            [
                *(urls[name][0] if name in urls else cell for name, cell in record.items()),
                *(each[2] for each in urls.values()),
            ]
            for urls, record in divided
        ),
    ]


@pytest.mark.proof
def test_spreadsheet_program_shows_the_support_of_each_product_in_each_country(
    sheets: Sheets, values: Values, erp_details: Rows
) -> None:
    header, *rows = sheets["Countries by product"]
    ids = {erp["name"]: erp["id"] for erp in erp_details}
    shown = [(row[0], ids[name], support) for row in rows for name, support in zip(header[1:], row[1:], strict=True)]

    assert header == ["country", *ids]
    assert shown == [
        (record["country"], record["erp"], record["support_type"]) for record in values["/data/matrix.json"]
    ]


@pytest.mark.proof
def test_spreadsheet_program_shows_where_the_data_is_from(sheets: Sheets, base_url: str) -> None:
    lines = {row[0]: row[1] for row in sheets["About"]}

    assert sheets.keys() == {"About", "Countries by product", *TABLES, *ADDED_TABLES, "Statements", "Fields"}
    assert lines["Website"] == f"{base_url}/data/"
    assert lines["Licence"] == "CC BY 4.0"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", lines["Date of the data"])
