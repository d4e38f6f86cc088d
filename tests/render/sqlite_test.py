"""The database holds the records of the data files, and refuses values that they must not hold."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from locdata_build.render.data_files import sqlite_artifact
from locdata_build.view.context import SiteContext
from locdata_model.data_files import DATA_FILES, DataFileSpec
from support.context import load_context
from support.dataset import COUNTRY, whole
from support.records import country


@pytest.fixture(scope="module")
def countries(tmp_path_factory: pytest.TempPathFactory) -> SiteContext:
    """The context of two countries."""
    files = whole() | {"countries/no.json": country("no", "Norway")}
    return load_context(tmp_path_factory.mktemp("data"), files)


@pytest.fixture
def database(countries: SiteContext) -> Iterator[sqlite3.Connection]:
    """The database, opened with the standard library."""
    with closing(opened(countries)) as connection:
        yield connection


def opened(context: SiteContext) -> sqlite3.Connection:
    """Open the database of a site, with foreign keys enforced."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(sqlite_artifact(context.published).content)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def refusal(database: sqlite3.Connection, statement: str) -> str:
    """Return the reason for which a statement is refused."""
    with pytest.raises(sqlite3.IntegrityError) as caught:
        database.execute(statement)
    return str(caught.value)


each_file = pytest.mark.parametrize("spec", DATA_FILES, ids=lambda spec: spec.name)

# Content


def test_every_data_file_is_a_table_and_others_describe_them(database: sqlite3.Connection) -> None:
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")

    assert [name for (name,) in tables] == [
        *("country_codes", "matrix", "reporting", "connectors", "countries", "vat_rates", "thresholds", "formats"),
        *("tax_rules", "identifiers", "peppol_schemes", "platforms", "product_releases", "due_dates"),
        *("about", "fields"),
    ]


def test_database_names_its_origin_and_licence(database: sqlite3.Connection) -> None:
    cursor = database.execute("SELECT * FROM about")

    assert {column[0]: value for column, value in zip(cursor.description, cursor.fetchone(), strict=True)} == {
        "title": "Service",
        "version": "1.2.3",
        "generated_at": "2026-11-21T00:00:00Z",
        "homepage": "https://data.example/data/",
        "licence": "CC BY 4.0",
        "licence_url": "https://licences.example/by",
        "licences": "Data files, pages, calendars and feeds: CC BY 4.0, for any use with attribution, also commercial. "
        "API: CC BY-NC 4.0; commercial use needs a separate licence. For commercial use, take the data files.",
        "attribution": "Service (data.example)",
    }


# Constraints


@each_file
def test_key_of_a_table_is_that_of_its_data_file(database: sqlite3.Connection, spec: DataFileSpec) -> None:
    table = spec.name.replace("-", "_")
    columns = sorted(database.execute("SELECT pk, name FROM pragma_table_info(?) WHERE pk", [table]))
    second_row = f"INSERT INTO {table} SELECT * FROM {table} LIMIT 1"  # noqa: S608  # our own names

    assert tuple(name for _, name in columns) == spec.key
    assert refusal(database, second_row).startswith(f"UNIQUE constraint failed: {table}.")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        pytest.param("country_code = 'de'", "FOREIGN KEY constraint failed", id="country without facts"),
        pytest.param("evidence = 'hearsay'", "CHECK constraint failed: ", id="word outside the vocabulary"),
        pytest.param("last_verified = '2026-02-30'", "CHECK constraint failed: ", id="wrong date"),
        pytest.param("short_label = ''", "CHECK constraint failed: ", id="empty text"),
        pytest.param("notes = NULL", "NOT NULL constraint failed: matrix.notes", id="null"),
        pytest.param("notes = x'00'", "cannot store BLOB value in TEXT column", id="bytes"),
    ],
)
def test_value_that_a_record_must_not_hold_is_refused(database: sqlite3.Connection, value: str, reason: str) -> None:
    assert refusal(database, f"UPDATE matrix SET {value} WHERE rowid = 1").startswith(reason)  # noqa: S608  # our own texts


def test_text_may_be_empty_if_the_data_file_allows_it(database: sqlite3.Connection) -> None:
    assert database.execute("UPDATE matrix SET vendors = ''").rowcount > 0


# Bytes


def test_same_records_give_the_same_bytes_and_others_give_others(tmp_path: Path, countries: SiteContext) -> None:
    files = whole() | {"countries/no.json": country("no", "Norway")}
    same = load_context(tmp_path / "same", files)
    files[COUNTRY]["reporting"][0]["notes"] = "On paper."
    other = load_context(tmp_path / "other", files)

    assert sqlite_artifact(same.published) == sqlite_artifact(countries.published)
    assert sqlite_artifact(other.published) != sqlite_artifact(countries.published)
