"""The database of the API has the records of its lists, and refuses values that they must not hold."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from locdata_build.render.api_database import api_database, record_table_columns
from locdata_build.render.api_tables import CITING_FIELDS, RECORD_TABLES, ItemTable, RecordTable, listed
from locdata_build.view.pages.api import CLEARANCE_QUERY
from locdata_model import endpoints
from locdata_model.record import Record
from locdata_model.responses import Envelope
from locdata_model.responses import Meta as ApiMeta
from locdata_model.urls import API_SQLITE_PATH, api_path
from locdata_model.vocabulary import ClaimKind
from support.context import load_context
from support.database_records import LISTS, DatabaseRecords
from support.dataset import COUNTRY, whole
from support.site import Files, Values, read_files, read_values

NAME_IT = "name the field in RECORD_TABLES as one whose values are elsewhere"


@pytest.fixture(scope="module")
def files(sample_site: Path) -> Files:
    """The files of the sample's site."""
    return read_files(sample_site)


@pytest.fixture(scope="module")
def values(files: Files) -> Values:
    """The value of each JSON file."""
    return read_values(files)


@pytest.fixture
def database(files: Files) -> Iterator[sqlite3.Connection]:
    """The database, opened with the standard library, with foreign keys enforced."""
    with closing(opened(files[API_SQLITE_PATH])) as connection:
        yield connection


def opened(content: bytes) -> sqlite3.Connection:
    """Open a database with foreign keys enforced."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(content)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


each_table = pytest.mark.parametrize("spec", RECORD_TABLES, ids=lambda spec: spec.name)

# Content


def test_every_list_has_the_same_records_in_the_same_order(database: sqlite3.Connection, values: Values) -> None:
    lists = DatabaseRecords(database).lists()

    assert lists == {name: values[api_path(name)]["data"] for name in lists}
    assert [name for name, records in lists.items() if not records] == []


def test_every_list_of_data_is_in_the_database(database: sqlite3.Connection) -> None:
    assert sorted(DatabaseRecords(database).lists()) == LISTS


def test_toggle_of_a_country_is_true_false_or_null(database: sqlite3.Connection) -> None:
    values = database.execute("SELECT DISTINCT value FROM country_toggles ORDER BY value")

    assert [value for (value,) in values] == [None, 0, 1]


def test_what_is_unknown_differs_from_nothing(database: sqlite3.Connection) -> None:
    """Neither has rows in the table of the list."""
    counts = database.execute("SELECT DISTINCT binds_count FROM obligations WHERE binds_count IS NOT 1 ORDER BY 1")

    assert [count for (count,) in counts] == [None, 0, 2]


def test_absent_reports_have_their_sources(database: sqlite3.Connection, values: Values) -> None:
    rows = database.execute("SELECT id FROM absent_reports JOIN absent_report_sources ON absent_report = id")
    claims = {claim for source in values[api_path("sources")]["data"] for claim in source["claims"]}

    assert {f"absent-reports/{identifier}" for (identifier,) in rows} == {
        claim for claim in claims if claim.startswith("absent-reports/")
    }


def test_every_column_is_described(database: sqlite3.Connection) -> None:
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('about', 'fields')")
    columns = {
        (table, column) for (table,) in tables for _, column, *_ in database.execute(f"PRAGMA table_info({table})")
    }

    assert {(table, field) for table, field, text in database.execute("SELECT * FROM fields") if text} == columns


def test_view_of_upcoming_phases_has_those_that_are_law(database: sqlite3.Connection, values: Values) -> None:
    upcoming = [phase for phase in values[api_path("phases")]["data"] if phase["state"] == "upcoming"]

    assert [*database.execute("SELECT id, date FROM upcoming_phases")] == [
        (phase["id"], phase["date"]) for phase in upcoming
    ]


def test_view_of_support_has_every_product_of_every_mandate(database: sqlite3.Connection, values: Values) -> None:
    facts = [fact for fact in values[api_path("facts")]["data"] if "details" in fact]

    assert [*database.execute("SELECT country, erp, support_type FROM support_matrix")] == sorted(
        (fact["country"], fact["erp"], fact["value"]) for fact in facts
    )


def test_query_on_the_page_of_the_api_finds_the_countries_that_clear_invoices(
    database: sqlite3.Connection, values: Values
) -> None:
    names = {country["code"]: country["name"] for country in values[api_path("countries")]["data"]}
    found = [
        each for each in values[api_path("obligations")]["data"] if each["applies"] and each["mode"] == "clearance"
    ]

    assert database.execute(CLEARANCE_QUERY).fetchall() == sorted(
        (names[each["country"]], each["verdict"], next(iter(each["source_urls"]), None)) for each in found
    )
    assert found != []


def test_database_names_its_page_and_the_licence_of_the_api(database: sqlite3.Connection, values: Values) -> None:
    meta = values[api_path("index")]["meta"]
    about = database.execute("SELECT homepage, licence, licence_url, attribution FROM about").fetchone()
    (licences,) = database.execute("SELECT licences FROM about").fetchone()

    assert about == (meta["docs"], *(meta["licence"][name] for name in ("name", "url", "attribution")))
    assert f"API: {meta['licence']['name']}; commercial use needs a separate licence." in licences


# Columns


@each_table
def test_every_field_of_a_record_has_a_place(spec: RecordTable) -> None:
    columns = {column.name for column in record_table_columns(spec)}
    named = {*spec.lists, *spec.parts, *spec.elsewhere}

    assert spec.fields.keys() - columns - named - {*CITING_FIELDS} == set(), NAME_IT
    assert columns & named == set(), NAME_IT
    assert named - spec.fields.keys() == set(), "there is no such field any more"


@each_table
def test_sources_of_a_record_have_their_own_table(spec: RecordTable) -> None:
    # A flip has the sources of its phase, and a due date one of its report.
    assert not spec.fields.keys() & {*CITING_FIELDS} or spec.cited_as or spec.name in {"flips", "due_dates"}


def test_claims_of_every_kind_have_their_sources() -> None:
    assert {spec.cited_as for spec in RECORD_TABLES} == {*ClaimKind, None}


def test_a_new_list_of_the_api_has_a_table_that_follows_from_its_records() -> None:
    table = listed(replace(endpoints.TERMS, path=api_path("tax-rates"), response=RatesResponse))

    assert (table.name, table.row, table.about) == ("tax_rates", "tax_rate", "A rate of a tax")
    assert table.parents == {"country": "countries"}
    assert table.lists == {
        "erps": ItemTable(name="tax_rate_products", column="erp", parent="products"),
        "goods": ItemTable(name="tax_rate_goods", column="goods"),
    }
    assert [column.name for column in record_table_columns(table)] == ["id", "country", "goods_count"]


class Rate(Record, frozen=True, kw_only=True):
    """A rate of a tax."""

    id: str
    country: str
    erps: tuple[str, ...]
    goods: tuple[str, ...] | None
    source_urls: tuple[str, ...]


class RatesResponse(Envelope[ApiMeta, tuple[Rate, ...]], frozen=True, kw_only=True):
    """Response with all rates."""


# Constraints


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param("facts SET verification = 'hearsay'", "CHECK constraint failed", id="word of no vocabulary"),
        pytest.param("obligations SET mode = 'never'", "CHECK constraint failed", id="word of a field with null"),
        pytest.param("phases SET date = '2026-02-30'", "CHECK constraint failed", id="date"),
        pytest.param("news SET first_seen = '2026-01-01'", "CHECK constraint failed", id="time"),
        pytest.param("country_toggles SET value = 2", "CHECK constraint failed", id="boolean"),
        pytest.param("obligations SET within_days = 61", "CHECK constraint failed", id="number"),
        pytest.param("products SET name = ''", "CHECK constraint failed", id="empty text"),
        pytest.param("fact_statements SET text = ''", "CHECK constraint failed", id="empty statement"),
        pytest.param("fact_sources SET position = 0", "CHECK constraint failed", id="position"),
        pytest.param("facts SET value = NULL", "NOT NULL constraint failed", id="null"),
        pytest.param("facts SET mandatory = 'yes'", "cannot store TEXT value in INTEGER column", id="other type"),
        pytest.param("facts SET country = 'zz'", "FOREIGN KEY constraint failed", id="country"),
        pytest.param("report_support SET erp = 'none'", "FOREIGN KEY constraint failed", id="product"),
        pytest.param("related_terms SET related = 'none'", "FOREIGN KEY constraint failed", id="related term"),
        pytest.param("fact_sources SET source = 'none'", "FOREIGN KEY constraint failed", id="source"),
        pytest.param("fact_statement_sources SET source = 'none'", "FOREIGN KEY constraint failed", id="cited source"),
        pytest.param(
            "fact_statement_sources SET statement = statement + 9", "FOREIGN KEY constraint failed", id="statement"
        ),
        pytest.param("phases SET obligation = 'saft', country = 'zz'", "FOREIGN KEY constraint failed", id="phase"),
        pytest.param("facts SET id = (SELECT min(id) FROM facts)", "UNIQUE constraint failed", id="id"),
    ],
)
def test_value_that_a_record_must_not_hold_is_refused(database: sqlite3.Connection, change: str, reason: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=reason):
        database.execute(f"UPDATE {change}")  # our own texts


@pytest.mark.parametrize(("check", "result"), [("integrity_check", [("ok",)]), ("foreign_key_check", [])])
def test_database_passes_its_own_checks(
    database: sqlite3.Connection, check: str, result: list[tuple[str, ...]]
) -> None:
    assert [*database.execute(f"PRAGMA {check}")] == result


# Bytes


def test_same_records_give_the_same_bytes_and_others_give_others(tmp_path: Path) -> None:
    files = whole()
    (first, download), (same, _) = (api_database(load_context(tmp_path / name, files)) for name in ("first", "same"))
    files[COUNTRY]["reporting"][0]["notes"] = "On paper."
    other, _ = api_database(load_context(tmp_path / "other", files))

    assert first == same
    assert first != other
    assert (download.path, download.size, download.sha256) == (first.path, len(first.content), first.sha256)
