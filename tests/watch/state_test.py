"""The state of the watch: the last visit of each address, and the versions of its text that checks rest on."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from locdata_watch.visits.client import Outcome
from locdata_watch.visits.page_text import PageText
from locdata_watch.visits.state import State, StateError, Version, version_on
from watch.small_web import FACT, day, page_state, version


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that does not exist, in a folder that does not exist."""
    return tmp_path / "watch" / "state.sqlite"


@pytest.fixture
def state(file: Path) -> Iterator[State]:
    """A new state."""
    state = State(file)
    yield state
    state.close()


def write_versions(state: State, *since: int, checked: int) -> list[int]:
    """Write visits on days of November that found new texts, for a claim checked on one; return the days of those that are kept."""
    for number in since:
        state.write(FACT, page_state(), version(day(number), f"Text of {number}"), {day(checked)})
    return [each.since.day for each in state.versions(FACT)]


def refusal(file: Path) -> str:
    """Return the error for a file that is no state."""
    with pytest.raises(StateError) as caught:
        State(file)
    return str(caught.value)


# What is kept


def test_state_returns_what_was_written(state: State) -> None:
    page = page_state(
        Outcome.UNCHANGED,
        visited=day(22),
        reason="why",
        since=day(21),
        visits=2,
        status=304,
        etag='"1"',
        last_modified="Sat, 21 Nov 2026 00:00:00 GMT",
        moved_to="https://tax.example/new",
        moved_since=day(20),
        short_since=day(19),
    )
    text = Version(day(21), PageText("VAT", ("Standard rate 20 %.", "Steuersatz für Bücher: 5 %."), ("Imprint",)))
    state.write(FACT, page, text, ())

    assert state.pages() == {FACT: page}
    assert state.versions(FACT) == (text,)


def test_last_visit_replaces_the_one_before(state: State) -> None:
    state.write(FACT, page_state(), None, ())
    state.write(FACT, page_state(Outcome.GONE, reason="404 Not Found"), None, ())

    assert state.pages()[FACT].outcome is Outcome.GONE


def test_versions_of_other_addresses_are_apart(state: State) -> None:
    state.write(FACT, page_state(), version(day(1), "Text"), ())
    state.write(f"{FACT}s", page_state(), version(day(2), "Text"), ())

    assert [each.since for each in state.versions(FACT)] == [day(1)]


def test_visit_is_kept_although_the_run_does_not_end(file: Path, state: State) -> None:
    state.write(FACT, page_state(), version(day(1), "Text"), ())
    other = State(file)
    found = [*other.pages()], len(other.versions(FACT))
    other.close()

    assert found == ([FACT], 1)


def test_listing_keeps_the_day_on_which_a_name_was_first_seen(state: State) -> None:
    state.write_listing("https://git.example/formats", ["v1.xsd", "v2.xsd"], day(1))
    state.write_listing("https://git.example/formats", ["v2.xsd", "v3.xsd"], day(2))

    assert state.listing("https://git.example/formats") == {"v2.xsd": day(1), "v3.xsd": day(2)}


# Versions


@pytest.mark.parametrize(
    ("number", "since"),
    [
        pytest.param(1, 5, id="before the first visit"),
        pytest.param(9, 5, id="before a change"),
        pytest.param(10, 10, id="on the day of a change"),
        pytest.param(30, 10, id="after all changes"),
    ],
)
def test_version_on_a_day(number: int, since: int) -> None:
    versions = [version(day(5), "Old"), version(day(10), "New")]

    assert version_on(versions, day(number)).since == day(since)


def test_versions_are_kept_as_long_as_a_check_rests_on_them(state: State) -> None:
    assert write_versions(state, 1, 3, 5, 7, checked=4) == [3, 7]


def test_version_is_deleted_once_no_check_rests_on_it(state: State) -> None:
    write_versions(state, 1, 3, 5, 7, checked=4)
    state.write(FACT, page_state(), None, {day(8)})

    assert [each.since for each in state.versions(FACT)] == [day(7)]


def test_first_version_is_that_of_a_check_before_any_visit(state: State) -> None:
    assert write_versions(state, 10, 11, 12, checked=4) == [10, 12]


# Files that are no state


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"No database, but a text that is long enough.", "file is not a database", id="text"),
        pytest.param(b"SQLite format 3\0" + bytes(84), "file is not a database", id="broken"),
    ],
)
def test_file_that_is_no_database_is_one_line_of_error(tmp_path: Path, content: bytes, reason: str) -> None:
    file = tmp_path / "state.sqlite"
    file.write_bytes(content)

    assert refusal(file) == f"{file}: cannot be used: {reason}"


@pytest.mark.parametrize(
    ("statement", "number"),
    [
        pytest.param("PRAGMA user_version = 7", 7, id="later format"),
        pytest.param("CREATE TABLE invoices (number)", 0, id="other program"),
    ],
)
def test_database_of_another_format_is_refused_unchanged(tmp_path: Path, statement: str, number: int) -> None:
    file = tmp_path / "state.sqlite"
    connection = sqlite3.connect(file)
    connection.execute(statement)
    connection.close()
    before = file.read_bytes()

    assert refusal(file) == (
        f"{file}: must be a state of format 1, got {number}; name another file, or delete it to start again"
    )
    assert file.read_bytes() == before


def test_file_that_cannot_be_opened_is_one_line_of_error(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path}: cannot be used: unable to open database file"
