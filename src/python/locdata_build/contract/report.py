"""Reports of a difference, as text and as JSON."""

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from locdata_build.contract.contract_changes import describe_change
from locdata_build.contract.difference import BUMP_REASONS, Bump, Difference
from locdata_build.contract.snapshot import DatedPhase, Snapshot
from locdata_build.data.errors import printable_json
from locdata_model.changes import Change, ContractChange
from locdata_model.scalars import UtcStamp, Version
from locdata_model.serialization import encode_json
from locdata_model.vocabulary import ChangeCause

LONGEST_VALUE = 80
"""Characters of a value that a line of text shows."""


# JSON


class Side(Struct, frozen=True):
    """A site that was compared."""

    version: Version
    generated_at: UtcStamp


class Report(Struct, frozen=True, kw_only=True):
    """The JSON report of a difference."""

    old: Side
    new: Side
    bump: Bump
    wanted_version: Version
    is_version_enough: bool
    contract: tuple[ContractChange, ...]
    changes: tuple[Change, ...]


def report_as_json(difference: Difference) -> Iterator[str]:
    """Yield the lines of the report as one JSON object. Characters that a terminal would obey are escaped as in JSON."""
    old, new = difference.old, difference.new
    report = Report(
        old=Side(old.version, old.generated_at),
        new=Side(new.version, new.generated_at),
        bump=difference.bump,
        wanted_version=difference.wanted_version,
        is_version_enough=difference.is_version_enough,
        contract=difference.contract,
        changes=difference.changes,
    )
    # Decoding line by line keeps only one copy of a large report in memory.
    yield from (printable_json(line.decode().removesuffix("\n")) for line in io.BytesIO(encode_json(report)))


# Text


def report_as_text(difference: Difference) -> list[str]:
    """Return the lines of the report: the contract, edits, changes by time, and the version that these require."""
    blocks = _blocks(difference)
    return [
        f"from {difference.old.title} to {difference.new.title}",
        *(line for heading, lines in blocks for line in (heading, *(f"  {line}" for line in lines))),
        _version_line(difference),
    ]


def change_counts(difference: Difference) -> list[str]:
    """Return the lines of the text report that say how many changes of each kind there are."""
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
    """Return the fields that no record of their list had before, with the number of records that now have them."""
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
    return value if len(value) <= LONGEST_VALUE else f"{value[: LONGEST_VALUE - 1]}…"


def _version_line(difference: Difference) -> str:
    bump, wanted = difference.bump, difference.wanted_version
    verdict = "high enough" if difference.is_version_enough else "TOO LOW"
    kind = "" if bump is Bump.NONE else f" (a {bump} version)"
    return (
        f"version: {difference.new.version} is {verdict}; {BUMP_REASONS[bump]}, so it must be {wanted} or higher{kind}"
    )
