"""The database of the API has every record of its lists, with the same values."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing

import pytest

from locdata_model.urls import API_SQLITE_PATH, api_path
from support.database_records import LISTS, DatabaseRecords, Record
from support.site import Files, Rows, Values


@pytest.fixture(scope="module")
def database(contents: Files) -> Iterator[sqlite3.Connection]:
    """The database, opened with the standard library."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(contents[API_SQLITE_PATH])
        yield connection


@pytest.fixture(scope="module")
def lists(database: sqlite3.Connection) -> Mapping[str, list[Record]]:
    """The lists of the API as the database has them."""
    return DatabaseRecords(database).lists()


@pytest.mark.parametrize("name", LISTS)
def test_every_list_has_the_same_records_in_the_same_order(
    lists: Mapping[str, list[Record]], responses: Values, name: str
) -> None:
    assert lists[name] == responses[api_path(name)]["data"]


@pytest.mark.parametrize(("check", "result"), [("integrity_check", [("ok",)]), ("foreign_key_check", [])])
def test_database_passes_its_own_checks(
    database: sqlite3.Connection, check: str, result: list[tuple[str, ...]]
) -> None:
    assert [*database.execute(f"PRAGMA {check}")] == result


def test_every_text_of_a_mandate_is_there_once(database: sqlite3.Connection, facts: Rows) -> None:
    mandates = {fact["country"]: fact["details"]["mandate"] for fact in facts if "details" in fact}

    assert dict(database.execute("SELECT country, mandate FROM mandates")) == mandates
