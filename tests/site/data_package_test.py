"""The data package, the bundle and the database agree with the data files, as programs of others read them."""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from frictionless import Package

from locdata_model.urls import BUNDLE_PATH, PACKAGE_PATH, SQLITE_PATH
from support.site import Files, Values
from support.specification import DATA_FILES, TABLES


@pytest.fixture(scope="module")
def database(contents: Files) -> Iterator[sqlite3.Connection]:
    """The database."""
    with sqlite3.connect(":memory:") as connection:
        connection.deserialize(contents[SQLITE_PATH])
        yield connection


def issues(package: Path) -> list[str]:
    """The kinds of errors that frictionless finds in a descriptor or a zip file, and in all files that it names."""
    report = Package(str(package)).validate()
    return sorted({kind for (kind,) in report.flatten(["type"])})


@pytest.mark.parametrize("path", [PACKAGE_PATH, BUNDLE_PATH])
def test_data_package_is_valid(site: Path, path: str) -> None:
    package = site / path.removeprefix("/")

    assert len(Package(str(package)).resources) == len(DATA_FILES)
    assert issues(package) == []


@pytest.mark.parametrize(
    ("name", "change", "kinds"),
    [
        pytest.param("countries.csv", (b"Euro", b"euro"), ["hash-count"], id="another text"),
        pytest.param("connectors.csv", (b"\r\n", b"\n"), ["byte-count", "hash-count"], id="other line breaks"),
        pytest.param("matrix.csv", (b",fr,", b",xx,"), ["foreign-key", "hash-count"], id="country without facts"),
        pytest.param("reporting.json", (b'"fr"', b'"xx"'), ["foreign-key"], id="country without facts, in JSON"),
        pytest.param("matrix.json", (b'"be"', b'"fr"'), ["primary-key"], id="key given twice"),
        pytest.param("matrix.json", (b'"verified"', b'"true"'), ["constraint-error"], id="unknown word"),
        pytest.param("matrix.json", (b'"20', b'"30-'), ["type-error"], id="no date"),
        pytest.param("connectors.json", (b'"provider"', b'"vendor"'), ["incorrect-label"], id="unknown field"),
    ],
)
def test_data_package_with_a_broken_file_is_not_valid(
    site: Path, tmp_path: Path, name: str, change: tuple[bytes, bytes], kinds: list[str]
) -> None:
    folder = shutil.copytree(site / "data", tmp_path / "data")
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content.replace(*change))

    assert issues(folder / "datapackage.json") == kinds


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
