"""Findings of the watch of cited pages, as the watch writes them and ``recheck`` reads them."""

import datetime as dt
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import msgspec
from msgspec import Struct

from locdata_build.data.errors import Issue, IssueCode, SourceError

DEFAULT_FINDINGS = Path("dist/watch/findings.json")


class FindingKind(StrEnum):
    """Kind of a finding about a cited address, in the order of seriousness.

    ``gone``: there is no such page or host. ``figures-gone``: the page lacks numbers, dates or form numbers of a statement that
    it had. ``newer``: the repository of the cited file has newer files or tags. ``moved``: the page redirects permanently.
    ``title-changed`` and ``text-changed``: its title or its text changed.
    """

    GONE = "gone"
    FIGURES_GONE = "figures-gone"
    NEWER = "newer"
    MOVED = "moved"
    TITLE_CHANGED = "title-changed"
    TEXT_CHANGED = "text-changed"

    @property
    def rank(self) -> int:
        """The position in the order of seriousness: 0 is the most serious."""
        return [*FindingKind].index(self)


class AffectedStatement(Struct, frozen=True, kw_only=True):
    """A statement that cites the address, its field, the place in the source, and those of its figures that are gone."""

    field: str
    text: str
    locator: str | None
    figures_gone: tuple[str, ...] = ()


class AffectedClaim(Struct, frozen=True, kw_only=True):
    """A claim that rests on the address, where it is in the source files, and its statements that cite the address.

    ``file`` is a path below the folder of source files, ``path`` a JSON path in it, ``page`` the path of the page that shows the
    claim, with its anchor. ``source`` is the id of the source; null for a link that a record has as a field.
    """

    name: str
    country: str | None
    file: str
    path: str
    page: str
    source: str | None
    checked: dt.date
    statements: tuple[AffectedStatement, ...]


class Finding(Struct, frozen=True, kw_only=True):
    """Finding about an address: its kind, its first day, and the claims that cite the address, in reading order.

    ``detail`` says it in a sentence. ``moved_to`` is the new address,
    ``newer`` has files and tags, and ``removed`` and ``added`` are lines of the page.
    """

    kind: FindingKind
    address: str
    since: dt.date
    detail: str
    claims: tuple[AffectedClaim, ...]
    moved_to: str | None = None
    newer: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


class UnreadableHost(Struct, frozen=True, kw_only=True):
    """A host none of whose visited pages can be read by a program, since which day, why, and the number of its cited addresses."""

    host: str
    since: dt.date
    reason: str
    addresses: int


class Findings(Struct, frozen=True, kw_only=True):
    """The findings of a day, the most serious first, the hosts that cannot be read, and how many addresses were looked at.

    ``outcomes`` counts the cited addresses by the outcome of their last visit.
    """

    day: dt.date
    findings: tuple[Finding, ...]
    unreadable_hosts: tuple[UnreadableHost, ...]
    outcomes: Mapping[str, int]


def read_findings(file: Path) -> Findings:
    """Return the findings in a file. Raises ``SourceError`` if it has another shape, and ``OSError`` if it cannot be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Findings)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SourceError(
            [Issue(str(file), "$", IssueCode.NOT_JSON, f"must be findings of the watch: {error}")]
        ) from None
