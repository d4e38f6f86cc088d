"""The database holds the records of the data files, and refuses what they may not hold."""

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from locdata_build.render.data_fields import data_fields
from locdata_build.render.sqlite import sqlite_artifact
from locdata_build.view.world import World
from locdata_model.data_files import DATA_FILES, SQLITE_PATH
from support.dataset import COUNTRY, country, whole
from support.pages import small_world
from support.world import load_world

TABLES = [spec.name for spec in DATA_FILES]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Two countries."""
    files = whole() | {"countries/no.json": country("no", "Norway")}
    return load_world(tmp_path_factory.mktemp("data"), files)


@pytest.fixture
def database(world: World) -> Iterator[sqlite3.Connection]:
    """The database, as the standard library opens it."""
    with opened(world) as connection:
        yield connection


def opened(world: World) -> sqlite3.Connection:
    """The database of a site, with foreign keys enforced."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(sqlite_artifact(world.published).content)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def records_of(world: World, table: str) -> list[Mapping[str, Any]]:
    """The records of a data file."""
    return [msgspec.to_builtins(record) for record in world.published.data_files[table]]


def refusal(database: sqlite3.Connection, statement: str) -> str:
    """Why a statement is refused."""
    with pytest.raises(sqlite3.IntegrityError) as caught:
        database.execute(statement)
    return str(caught.value)


# Content


def test_the_database_lies_beside_the_data_files(world: World) -> None:
    assert sqlite_artifact(world.published).path == SQLITE_PATH == "/data/locdata.sqlite"


def test_there_is_a_table_for_each_data_file_and_those_that_explain_them(database: sqlite3.Connection) -> None:
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")

    assert [name for (name,) in tables] == ["country_codes", *TABLES, "about", "fields"]


@pytest.mark.parametrize("table", TABLES)
def test_rows_are_the_records_in_their_order(world: World, database: sqlite3.Connection, table: str) -> None:
    cursor = database.execute(f"SELECT * FROM {table} ORDER BY rowid")  # noqa: S608  # our own names
    names = [column[0] for column in cursor.description]

    assert [dict(zip(names, row, strict=True)) for row in cursor] == records_of(world, table)


def test_every_field_is_explained(world: World, database: sqlite3.Connection) -> None:
    assert list(database.execute("SELECT * FROM fields ORDER BY rowid")) == [
        (spec.name, field.name, field.description)
        for spec in DATA_FILES
        for field in data_fields(spec, world.published.erp_keys)
    ]


def test_the_database_says_where_it_is_from_and_what_it_allows(database: sqlite3.Connection) -> None:
    cursor = database.execute("SELECT * FROM about")

    assert {column[0]: value for column, value in zip(cursor.description, cursor.fetchone(), strict=True)} == {
        "title": "Service",
        "version": "1.2.3",
        "generated_at": "2026-11-21T00:00:00Z",
        "homepage": "https://data.example/data/",
        "licence": "CC BY 4.0",
        "licence_url": "https://licences.example/by",
        "attribution": "Service (data.example)",
    }


def test_a_site_without_records_has_empty_tables(tmp_path: Path) -> None:
    with opened(load_world(tmp_path, small_world())) as database:
        counts = {table: database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES}  # noqa: S608  # our own names

    assert counts == {"matrix": 0, "reporting": 0, "connectors": 0, "countries": 7}


# Constraints


@pytest.mark.parametrize("table", TABLES)
def test_the_key_of_a_table_is_that_of_its_data_file(database: sqlite3.Connection, table: str) -> None:
    (spec,) = (spec for spec in DATA_FILES if spec.name == table)
    columns = sorted(database.execute("SELECT pk, name FROM pragma_table_info(?) WHERE pk", [table]))

    assert tuple(name for _, name in columns) == spec.key


@pytest.mark.parametrize("table", TABLES)
def test_a_record_is_given_once(database: sqlite3.Connection, table: str) -> None:
    statement = f"INSERT INTO {table} SELECT * FROM {table} LIMIT 1"  # noqa: S608  # our own names

    assert refusal(database, statement).startswith(f"UNIQUE constraint failed: {table}.")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        pytest.param("country_code = 'de'", "FOREIGN KEY constraint failed", id="country without facts"),
        pytest.param("evidence = 'hearsay'", "CHECK constraint failed: ", id="word of no vocabulary"),
        pytest.param("last_verified = '2026-02-30'", "CHECK constraint failed: ", id="no date"),
        pytest.param("short_label = ''", "CHECK constraint failed: ", id="empty text"),
        pytest.param("notes = NULL", "NOT NULL constraint failed: matrix.notes", id="null"),
        pytest.param("notes = x'00'", "cannot store BLOB value in TEXT column", id="no text"),
    ],
)
def test_what_a_record_may_not_hold_is_refused(database: sqlite3.Connection, value: str, reason: str) -> None:
    assert refusal(database, f"UPDATE matrix SET {value} WHERE rowid = 1").startswith(reason)  # noqa: S608  # our own texts


def test_a_text_may_be_empty_where_the_data_file_allows_it(database: sqlite3.Connection) -> None:
    assert database.execute("UPDATE matrix SET vendors = ''").rowcount > 0


def test_a_country_with_facts_cannot_lose_its_code(database: sqlite3.Connection) -> None:
    assert refusal(database, "DELETE FROM country_codes") == "FOREIGN KEY constraint failed"


# Bytes


def test_the_same_records_give_the_same_bytes(world: World) -> None:
    assert sqlite_artifact(world.published) == sqlite_artifact(world.published)


def test_other_records_give_other_bytes(tmp_path: Path, world: World) -> None:
    files = whole() | {"countries/no.json": country("no", "Norway")}
    files[COUNTRY]["reporting"][0]["frequency"] = "Quarterly"

    assert sqlite_artifact(load_world(tmp_path, files).published) != sqlite_artifact(world.published)


def test_the_file_has_the_layout_that_is_stated(world: World) -> None:
    """Page size, version of the format, text encoding: https://www.sqlite.org/fileformat2.html#the_database_header."""
    content = sqlite_artifact(world.published).content

    assert content[:16] == b"SQLite format 3\x00"
    assert int.from_bytes(content[16:18]) == 4096
    assert (content[18], content[19]) == (1, 1)
    assert int.from_bytes(content[56:60]) == 1
    assert len(content) % 4096 == 0
