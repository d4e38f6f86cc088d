"""What holds or describes all data files agrees with them, judged by others than those who wrote it.

frictionless checks the data package as its users do: checksums, types, constraints, keys. The standard library reads the rest.
"""

import hashlib
import io
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from frictionless import Package

from built.specification import DATA_FILES, Files, Values, csv_rows

TABLES = [Path(path).stem for path in DATA_FILES if path.endswith(".csv")]
BUNDLED = [*DATA_FILES, "/data/datapackage.json"]


@pytest.fixture(scope="module")
def database(contents: Files) -> Iterator[sqlite3.Connection]:
    """The database."""
    with sqlite3.connect(":memory:") as connection:
        connection.deserialize(contents["/data/locdata.sqlite"])
        yield connection


def faults(package: Path) -> list[str]:
    """The kind of each fault that frictionless finds in a descriptor or a zip file, and in all that it names."""
    report = Package(str(package)).validate()
    return sorted({kind for (kind,) in report.flatten(["type"])})


# The data package


@pytest.mark.parametrize("name", ["datapackage.json", "locdata.zip"])
def test_the_data_package_is_valid(site: Path, name: str) -> None:
    package = site / "data" / name

    assert len(Package(str(package)).resources) == len(DATA_FILES)
    assert faults(package) == []


def test_the_data_package_has_the_checksum_of_every_file(contents: Files, values: Values) -> None:
    """Of tables in JSON frictionless checks none."""
    resources = values["/data/datapackage.json"]["resources"]

    assert {f"/data/{resource['path']}": resource["hash"] for resource in resources} == {
        path: f"sha256:{hashlib.sha256(contents[path]).hexdigest()}" for path in DATA_FILES
    }


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
def test_a_broken_file_is_no_valid_data_package(
    site: Path, tmp_path: Path, name: str, change: tuple[bytes, bytes], kinds: list[str]
) -> None:
    folder = shutil.copytree(site / "data", tmp_path / "data")
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content.replace(*change))

    assert faults(folder / "datapackage.json") == kinds


# The bundle


@pytest.mark.parametrize("path", BUNDLED)
def test_the_bundle_holds_what_is_published(contents: Files, path: str) -> None:
    with zipfile.ZipFile(io.BytesIO(contents["/data/locdata.zip"])) as bundle:
        assert bundle.read(path.removeprefix("/data/")) == contents[path]


# The database


@pytest.mark.parametrize("check", ["integrity_check", "foreign_key_check"])
def test_the_database_is_sound(database: sqlite3.Connection, check: str) -> None:
    found = [finding for finding in database.execute(f"PRAGMA {check}") if finding != ("ok",)]

    assert found == []


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_the_database_holds_the_rows_of_the_csv(
    database: sqlite3.Connection, contents: Files, table: str
) -> None:
    cursor = database.execute(f"SELECT * FROM {table} ORDER BY rowid")  # noqa: S608  # our own names
    header = [column[0] for column in cursor.description]

    assert [header, *map(list, cursor)] == csv_rows(contents[f"/data/{table}.csv"])
