"""The state of the watch in one SQLite file: the last visit of each address, and the versions of its text that claims rest on."""

import datetime as dt
import sqlite3
import zlib
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from locdata_watch.visits.client import Outcome
from locdata_watch.visits.page_text import PageText

_FORMAT = 1
"""The number of the format of the file. A file of another format is not read."""

_TABLES = """
CREATE TABLE pages (
  url TEXT PRIMARY KEY, visited TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, since TEXT NOT NULL, visits INTEGER NOT NULL,
  status INTEGER, final_url TEXT NOT NULL, etag TEXT, last_modified TEXT, moved_to TEXT, moved_since TEXT, short_since TEXT
);
CREATE TABLE versions (url TEXT, since TEXT, title TEXT, lines BLOB NOT NULL, PRIMARY KEY (url, since));
CREATE TABLE listings (repository TEXT, name TEXT, since TEXT NOT NULL, PRIMARY KEY (repository, name));
"""


class StateError(Exception):
    """The file cannot be used: it is no state of the watch, has another format, or cannot be read or written."""


class PageState(Struct, frozen=True, kw_only=True):
    """The last visit of an address, since when and in how many visits its outcome has been the same, and what the page sent.

    ``moved_since`` is the day on which the permanent redirect to ``moved_to`` was first seen, and ``short_since`` the day on which
    the page first had lost most of its text.
    """

    visited: dt.date
    outcome: Outcome
    reason: str = ""
    since: dt.date
    visits: int
    status: int | None = None
    final_url: str
    etag: str | None = None
    last_modified: str | None = None
    moved_to: str | None = None
    moved_since: dt.date | None = None
    short_since: dt.date | None = None


class Version(Struct, frozen=True):
    """The text of a page from the day on which a visit first found it."""

    since: dt.date
    text: PageText


def version_on(versions: Sequence[Version], day: dt.date) -> Version:
    """Return the version that a page had at the end of a day; the first one if the page was visited only later."""
    return versions[_position_on([version.since for version in versions], day)]


def _position_on(days: Sequence[dt.date], day: dt.date) -> int:
    """Return the position of the last of some sorted days that is not after a day; 0 if all are."""
    return max(bisect_right(days, day) - 1, 0)


class State:
    """The file, which is made if it does not exist. Each change is written at once, so that an interrupted run loses nothing."""

    def __init__(self, file: Path) -> None:
        """Open the file. Raises ``StateError`` or ``OSError``."""
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
            version = self._connection.execute("PRAGMA user_version").fetchone()[0]
            # A file of another program may have no version either.
            if version == 0 and not self._connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                self._connection.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {_FORMAT}; COMMIT")
            elif version != _FORMAT:
                raise StateError(
                    f"{file}: must be a state of format {_FORMAT}, got {version}; name another file, or delete it to start again"
                )
        except sqlite3.Error as error:
            raise StateError(f"{file}: cannot be used: {error}") from error

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def pages(self) -> Mapping[str, PageState]:
        """Return the last visit of each address."""
        cursor = self._connection.execute("SELECT * FROM pages")
        names = [column[0] for column in cursor.description]
        rows = (dict(zip(names, row, strict=True)) for row in cursor)
        return {row.pop("url"): msgspec.convert(row, PageState, strict=False) for row in rows}

    def versions(self, url: str) -> tuple[Version, ...]:
        """Return the versions of a page, the oldest first."""
        query = "SELECT since, title, lines FROM versions WHERE url = ? ORDER BY since"
        return tuple(_version(*row) for row in self._connection.execute(query, (url,)))

    def write(self, url: str, page: PageState, version: Version | None, needed: Collection[dt.date]) -> None:
        """Write a visit, with the text if it is new. Of the older texts, those are kept that the page had on the days ``needed``."""
        rows = self._connection.execute("SELECT since FROM versions WHERE url = ?", (url,))
        days = sorted({*(dt.date.fromisoformat(since) for (since,) in rows), *([version.since] if version else [])})
        kept = {days[_position_on(days, day)] for day in (*needed, dt.date.max) if days}
        unneeded = [(url, str(day)) for day in days if day not in kept]
        fields = {name: str(value) if isinstance(value, dt.date) else value for name, value in asdict(page).items()}
        with self._connection:
            self._connection.execute("BEGIN")
            self._insert("pages", url=url, **fields)
            if version:
                lines = zlib.compress(msgspec.json.encode((version.text.main, version.text.rest)))
                self._insert("versions", url=url, since=str(version.since), title=version.text.title, lines=lines)
            self._connection.executemany("DELETE FROM versions WHERE url = ? AND since = ?", unneeded)

    def listing(self, repository: str) -> Mapping[str, dt.date]:
        """Return the days on which the files and tags of a repository were first seen."""
        query = "SELECT name, since FROM listings WHERE repository = ?"
        return {name: dt.date.fromisoformat(since) for name, since in self._connection.execute(query, (repository,))}

    def write_listing(self, repository: str, names: Iterable[str], day: dt.date) -> None:
        """Write the files and tags that a repository has on a day. Names that are gone are deleted."""
        former = self.listing(repository)
        rows = [(repository, name, str(former.get(name, day))) for name in sorted({*names})]
        with self._connection:
            self._connection.execute("BEGIN")
            self._connection.execute("DELETE FROM listings WHERE repository = ?", (repository,))
            self._connection.executemany("INSERT INTO listings VALUES (?, ?, ?)", rows)

    def _insert(self, table: str, **fields: Any) -> None:  # noqa: ANN401  # what SQLite can hold
        names, places = ", ".join(fields), ", ".join(f":{name}" for name in fields)
        self._connection.execute(f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({places})", fields)  # noqa: S608


def _version(since: str, title: str | None, lines: bytes) -> Version:
    main, rest = msgspec.json.decode(zlib.decompress(lines), type=tuple[tuple[str, ...], tuple[str, ...]])
    return Version(dt.date.fromisoformat(since), PageText(title, main, rest))
