"""The state of the watch in a file."""

import datetime as dt
import sqlite3
from pathlib import Path

import pytest

from locdata_watch.visits.client import Outcome
from locdata_watch.visits.page_text import PageText
from locdata_watch.visits.state import PageState, State, StateError, Version, version_on

URL = "https://tax.example/rates"
DAYS = [dt.date(2026, 12, day) for day in range(1, 6)]
VERSIONS = [Version(day, PageText("VAT", (f"Text of day {day.day}",), ("Imprint",))) for day in DAYS[1:4]]


def page(day: dt.date) -> PageState:
    """Return the state of a page that was read for the first time on a day."""
    return PageState(
        visited=day,
        outcome=Outcome.READ,
        since=day,
        visits=1,
        status=200,
        final_url=URL,
        etag='"1"',
        moved_to="https://tax.example/new",
        moved_since=day,
    )


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "new" / "state.sqlite"
    state = State(file)
    state.write(URL, page(DAYS[1]), VERSIONS[0], [])
    state.close()
    state = State(file)

    assert state.pages() == {URL: page(DAYS[1])}
    assert state.versions(URL) == (VERSIONS[0],)
    state.close()


def test_the_version_of_a_day_is_the_last_one_until_then_or_else_the_first() -> None:
    assert [version_on(VERSIONS, day) for day in DAYS] == [
        VERSIONS[0],
        VERSIONS[0],
        VERSIONS[1],
        VERSIONS[2],
        VERSIONS[2],
    ]


@pytest.mark.parametrize(
    ("needed", "kept"),
    [
        ([], [2]),
        ([DAYS[0]], [0, 2]),
        ([DAYS[2]], [1, 2]),
        ([DAYS[1], DAYS[2], DAYS[4]], [0, 1, 2]),
    ],
    ids=["none", "before the first visit", "between", "all"],
)
def test_the_last_text_is_kept_and_those_that_the_page_had_on_needed_days(
    tmp_path: Path, needed: list[dt.date], kept: list[int]
) -> None:
    state = State(tmp_path / "state.sqlite")
    for version in VERSIONS:
        state.write(URL, page(version.since), version, needed)

    assert state.versions(URL) == tuple(VERSIONS[number] for number in kept)
    state.close()


@pytest.mark.parametrize(
    "content", [b"no database" * 100, b"SQLite format 3\x00" + b"x" * 1000], ids=["text", "broken"]
)
def test_a_file_that_is_no_state_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "state.sqlite"
    file.write_bytes(content)

    with pytest.raises(StateError, match=r"state\.sqlite: must be a state of the watch"):
        State(file)
    assert file.read_bytes() == content


def test_another_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "state.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE pages (id)")
    connection.close()

    with pytest.raises(StateError, match=r"state\.sqlite: must be a state of the watch: table pages already exists"):
        State(file)


def test_a_state_of_another_format_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "state.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()

    with pytest.raises(StateError, match=r"state\.sqlite: must have format 1, got 99; delete it to start again$"):
        State(file)
