"""The data package, the bundle and the database agree with the data files."""

import io
import json
import sqlite3
from collections.abc import Iterator
from zipfile import ZipFile

import pytest

from locdata_model.urls import BUNDLE_PATH, DATA_FOLDER, PACKAGE_PATH, SQLITE_PATH
from support.data_packages import issues_in
from support.site import Files, Values
from support.specification import DATA_FILES, TABLES


@pytest.fixture(scope="module")
def database(contents: Files) -> Iterator[sqlite3.Connection]:
    """The database."""
    with sqlite3.connect(":memory:") as connection:
        connection.deserialize(contents[SQLITE_PATH])
        yield connection


def test_data_package_is_valid(contents: Files) -> None:
    package = json.loads(contents[PACKAGE_PATH])

    assert {f"{DATA_FOLDER}{resource['path']}" for resource in package["resources"]} == {*DATA_FILES}
    assert issues_in(contents) == []


def test_bundle_has_the_files_of_the_data_package(contents: Files) -> None:
    with ZipFile(io.BytesIO(contents[BUNDLE_PATH])) as bundle:
        files = {f"{DATA_FOLDER}{name}": bundle.read(name) for name in bundle.namelist()}

    assert {path: files.get(path) for path in (*DATA_FILES, PACKAGE_PATH)} == {
        path: contents[path] for path in (*DATA_FILES, PACKAGE_PATH)
    }


@pytest.mark.parametrize(("check", "result"), [("integrity_check", [("ok",)]), ("foreign_key_check", [])])
def test_database_passes_its_own_checks(
    database: sqlite3.Connection, check: str, result: list[tuple[str, ...]]
) -> None:
    assert [*database.execute(f"PRAGMA {check}")] == result


@pytest.mark.parametrize("table", TABLES)
def test_table_of_the_database_has_the_records_of_the_data_file(
    database: sqlite3.Connection, values: Values, table: str
) -> None:
    cursor = database.execute(f"SELECT * FROM {table} ORDER BY rowid")  # noqa: S608  # our own names
    names = [column[0] for column in cursor.description]

    assert [dict(zip(names, row, strict=True)) for row in cursor] == values[f"/data/{table}.json"]
