"""Difference between two sites: the semantic version that it requires, and reports of it as text and as JSON."""

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from itertools import groupby

from msgspec import Struct

from locdata_build.contract.contract_changes import contract_changes, describe_change
from locdata_build.contract.record_changes import record_changes
from locdata_build.contract.site_snapshot import is_whole_site, take_data_snapshot, take_snapshot
from locdata_build.contract.snapshot import DatedPhase, Snapshot, decode_release, is_stored_release
from locdata_build.data.errors import IssueCode, printable_json
from locdata_build.site.files import Files, Stated, read_all, site_error
from locdata_model.changes import Change, ContractChange
from locdata_model.scalars import version_parts
from locdata_model.serialization import encode_json
from locdata_model.vocabulary import ChangeCause


class Bump(StrEnum):
    """Part of a semantic version that changes require to be incremented."""

    MAJOR = "major"
    MINOR = "minor"
    PATCH = "patch"
    NONE = "none"


BUMP_REASONS: Mapping[Bump, str] = {
    Bump.MAJOR: "a promise is broken and clients can fail",
    Bump.MINOR: "something was added, or withdrawn with a tombstone",
    Bump.PATCH: "records were edited",
    Bump.NONE: "nothing was edited",
}


class Difference(Struct, frozen=True, kw_only=True):
    """All changes from ``old`` to ``new``."""

    old: Snapshot
    new: Snapshot
    contract: tuple[ContractChange, ...]
    changes: tuple[Change, ...]

    @property
    def bump(self) -> Bump:
        """The part of the version that the changes require to be incremented. Changes by time require nothing."""
        if any(change.is_breaking for change in self.contract):
            return Bump.MAJOR
        if self.contract:
            return Bump.MINOR
        is_edited = any(change.cause is ChangeCause.EDIT for change in self.changes)
        return Bump.PATCH if is_edited else Bump.NONE

    @property
    def wanted_version(self) -> str:
        """The lowest version that the newer site may have."""
        return bump_version(self.old.version, self.bump)

    @property
    def is_version_enough(self) -> bool:
        """Whether the newer site has that version or a higher one."""
        return version_parts(self.new.version) >= version_parts(self.wanted_version)


def bump_version(version: str, bump: Bump) -> str:
    """Return the next version after ``version`` for a bump."""
    major, minor, patch = version_parts(version)
    match bump:
        case Bump.MAJOR:
            return f"{major + 1}.0.0"
        case Bump.MINOR:
            return f"{major}.{minor + 1}.0"
        case Bump.PATCH:
            return f"{major}.{minor}.{patch + 1}"
    return version


def compare_snapshots(old: Snapshot, new: Snapshot) -> Difference:
    """Return the difference between two snapshots."""
    return Difference(old=old, new=new, contract=contract_changes(old, new), changes=record_changes(old, new))


def compare_sites(old: Files, old_name: str, new: Files, new_name: str) -> Difference:
    """Return the difference between two sites, or between their data files if one side has nothing else.

    Either side may be a stored release, unless the other one is data files alone. Raises ``SourceError`` if a side cannot be
    read or compared, or if ``new`` is older than a stored release: no build is, so it is stale.
    """
    sides = {"old": (old, old_name), "new": (new, new_name)}
    has_stored_release = any(is_stored_release(files) for files, _ in sides.values())
    data_alone = [name for files, name in sides.values() if not is_stored_release(files) and not is_whole_site(files)]
    if data_alone and has_stored_release:
        message = "must be a whole site to be compared with a stored release"
        raise site_error(data_alone[0], IssueCode.NOT_A_SITE, message)
    take = take_data_snapshot if data_alone else _snapshot
    before, after = read_all({side: partial(take, *sides[side]) for side in sides}).values()
    is_lower = version_parts(after.version) < version_parts(before.version)
    if is_stored_release(old) and (is_lower or after.generated_at < before.generated_at):
        message = f"must not be older than {old_name}, {before.title}, got {after.title}: build it first"
        raise site_error(new_name, IssueCode.STALE_SITE, message)
    try:
        return compare_snapshots(before, after)
    except ValueError as error:
        # A site of other origin may have names that a record of a change cannot have.
        message = f"must have names as the published schema allows them: {error}"
        raise site_error(new_name, IssueCode.NOT_A_SITE, message) from error


def _snapshot(files: Files, name: str) -> Snapshot:
    return decode_release(files, name) if is_stored_release(files) else take_snapshot(files, name)


# Report as JSON


def report_as_json(difference: Difference) -> Iterator[str]:
    """Yield the lines of the report as one JSON object. Characters that a terminal would obey are escaped as in JSON."""
    old, new = difference.old, difference.new
    report = {
        "old": Stated(old.version, old.generated_at),
        "new": Stated(new.version, new.generated_at),
        "bump": difference.bump,
        "wanted_version": difference.wanted_version,
        "is_version_enough": difference.is_version_enough,
        "contract": difference.contract,
        "changes": difference.changes,
    }
    # Decoding line by line keeps only one copy of a large report in memory.
    yield from (printable_json(line.decode().removesuffix("\n")) for line in io.BytesIO(encode_json(report)))


# Report as text

MAX_VALUE_LENGTH = 80
"""Limit for the characters of a value in a line of text."""


def report_as_text(difference: Difference) -> list[str]:
    """Return the lines of the report: the contract, edits, changes by time, and the version that these require."""
    blocks = _blocks(difference)
    return [
        f"from {difference.old.title} to {difference.new.title}",
        *(line for heading, lines in blocks for line in (heading, *(f"  {line}" for line in lines))),
        _version_line(difference),
    ]


def change_counts(difference: Difference) -> list[str]:
    """Return the lines of the text report that count the changes of each kind."""
    return [heading for heading, _ in _blocks(difference)]


def _blocks(difference: Difference) -> list[tuple[str, Iterable[str]]]:
    """Return the heading of each kind of change, which counts them, and their lines. Several changes may share a line."""
    contract = difference.contract
    edits = [change for change in difference.changes if change.cause is ChangeCause.EDIT]
    by_time = [change for change in difference.changes if change.cause is ChangeCause.TIME]
    added = _added_fields(edits, difference.old)
    others = [change for change in edits if (change.resource, change.field) not in added]
    phases = {phase.id: phase for phase in reversed(difference.old.phases)}
    return [
        (_heading("contract", contract), map(_contract_line, contract)),
        (_heading("records, edited", edits), (*_added_field_lines(added), *_edit_lines(others))),
        (_heading("records, by time alone", by_time), (_time_line(change, phases) for change in by_time)),
    ]


def _heading(title: str, changes: Sequence[object]) -> str:
    return f"{title}: {len(changes) or 'none'}"


def _contract_line(change: ContractChange) -> str:
    return f"{'BREAKING ' if change.is_breaking else ''}{describe_change(change)}"


def _added_fields(changes: Iterable[Change], old: Snapshot) -> Counter[tuple[str, str]]:
    """Return the fields that no record of their list had, with the number of records that now have them."""
    known = {(name, field) for name, rows in old.records.items() for row in rows.values() for field in row}
    fields = ((change.resource, change.field) for change in changes if change.field)
    return Counter(field for field in fields if field not in known)


def _added_field_lines(fields: Counter[tuple[str, str]]) -> Iterator[str]:
    for (resource, field), count in sorted(fields.items()):
        yield f"added field {field} to {resource}, in {count} {'record' if count == 1 else 'records'}"


def _edit_lines(changes: Iterable[Change]) -> Iterator[str]:
    """Yield a line for each edit. Records of a list whose field was edited in the same way share a line."""

    def edit(change: Change) -> tuple[str, str, str, str, str]:
        return change.resource, change.kind, change.field or "", change.before or "", change.after or ""

    for (resource, kind, field, before, after), group in groupby(sorted(changes, key=edit), key=edit):
        first, *others = [change.record for change in group]
        if field:
            more = f" and {len(others)} more" if others else ""
            yield f"{kind} {resource}/{first}{more} {field}: {_shorten(before)} -> {_shorten(after)}"
        else:
            yield from (f"{kind} {resource}/{record}" for record in (first, *others))


def _time_line(change: Change, phases: Mapping[str, DatedPhase]) -> str:
    phase = phases.get(change.phase or "")
    date, what = (f"{phase.date} ", f" ({_shorten(phase.what)})") if phase else ("", "")
    return (
        f"{date}{change.resource}/{change.record} {change.field}: {change.before} -> {change.after}, "
        f"by phase {change.phase}{what}"
    )


def _shorten(value: str) -> str:
    value = value or "nothing"
    return value if len(value) <= MAX_VALUE_LENGTH else f"{value[: MAX_VALUE_LENGTH - 1]}…"


def _version_line(difference: Difference) -> str:
    bump, wanted = difference.bump, difference.wanted_version
    verdict = "high enough" if difference.is_version_enough else "TOO LOW"
    kind = "" if bump is Bump.NONE else f" (a {bump} version)"
    return (
        f"version: {difference.new.version} is {verdict}; {BUMP_REASONS[bump]}, so it must be {wanted} or higher{kind}"
    )
