"""The data package, the bundle and both databases have the records of the JSON files."""

import hashlib
import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from zipfile import ZipFile

import pytest

from locdata_model.urls import API_SQLITE_PATH, BUNDLE_PATH, DATA_FOLDER, PACKAGE_PATH, SQLITE_PATH, api_path
from support.database_records import LISTS, DatabaseRecords
from support.site import Files, Rows, Values
from support.specification import ADDED_DATA_FILES, ADDED_TABLES, DATA_FILES, TABLES

EVERY_DATA_FILE = (*DATA_FILES, *ADDED_DATA_FILES)

Databases = dict[str, sqlite3.Connection]


@pytest.fixture(scope="module")
def databases(contents: Files) -> Iterator[Databases]:
    """Each database by path, opened with the standard library."""
    with ExitStack() as stack:
        opened = {
            path: stack.enter_context(closing(sqlite3.connect(":memory:"))) for path in (API_SQLITE_PATH, SQLITE_PATH)
        }
        for path, database in opened.items():
            database.deserialize(contents[path])
        yield opened


@pytest.fixture(scope="module")
def lists(databases: Databases) -> dict[str, Rows]:
    """The lists of the API, restored from its database."""
    return {**DatabaseRecords(databases[API_SQLITE_PATH]).lists()}


def test_data_package_describes_every_data_file(contents: Files) -> None:
    described = {f"{DATA_FOLDER}{each['path']}": each for each in json.loads(contents[PACKAGE_PATH])["resources"]}

    assert {path: each["hash"] for path, each in described.items()} == {
        path: f"sha256:{hashlib.sha256(contents[path]).hexdigest()}" for path in EVERY_DATA_FILE
    }


def test_bundle_has_the_files_of_the_data_package(contents: Files) -> None:
    with ZipFile(io.BytesIO(contents[BUNDLE_PATH])) as bundle:
        files = {f"{DATA_FOLDER}{name}": bundle.read(name) for name in bundle.namelist()}

    assert {path: files.get(path) for path in (*EVERY_DATA_FILE, PACKAGE_PATH)} == {
        path: contents[path] for path in (*EVERY_DATA_FILE, PACKAGE_PATH)
    }


@pytest.mark.parametrize("path", [API_SQLITE_PATH, SQLITE_PATH])
@pytest.mark.parametrize(("check", "result"), [("integrity_check", [("ok",)]), ("foreign_key_check", [])])
def test_database_passes_its_own_checks(
    databases: Databases, path: str, check: str, result: list[tuple[str, ...]]
) -> None:
    assert [*databases[path].execute(f"PRAGMA {check}")] == result


@pytest.mark.parametrize("path", [API_SQLITE_PATH, SQLITE_PATH])
def test_every_foreign_key_names_the_column_that_it_refers_to(databases: Databases, path: str) -> None:
    keys = databases[path].execute(
        'SELECT name, "table", "from", "to" FROM sqlite_master, pragma_foreign_key_list(name) WHERE type = \'table\''
    )
    columns = {
        *databases[path].execute(
            "SELECT sqlite_master.name, columns.name FROM sqlite_master, pragma_table_info(sqlite_master.name) AS columns"
        )
    }
    found = [*keys]

    assert found
    assert [key for key in found if (key[1], key[3]) not in columns] == []


@pytest.mark.parametrize("table", [*TABLES, *ADDED_TABLES])
def test_table_of_the_database_has_the_records_of_the_data_file(
    databases: Databases, values: Values, table: str
) -> None:
    cursor = databases[SQLITE_PATH].execute(f"SELECT * FROM {table.replace('-', '_')} ORDER BY rowid")  # noqa: S608  # our own names
    names = [column[0] for column in cursor.description]

    assert [dict(zip(names, row, strict=True)) for row in cursor] == values[f"/data/{table}.json"]


@pytest.mark.parametrize("name", LISTS)
def test_database_of_the_api_has_the_records_of_every_list(
    lists: dict[str, Rows], responses: Values, name: str
) -> None:
    assert lists[name] == responses[api_path(name)]["data"]
