"""A difference as text for people, and as JSON for machines."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from locdata_build.contract.difference import MEANINGS, Bump, Difference
from locdata_build.contract.snapshot import Snapshot
from locdata_build.serialize.json_text import encode_json
from locdata_model.changes import Change, ContractChange
from locdata_model.scalars import STAMP_FORMAT, UtcStamp, Version
from locdata_model.vocabulary import ChangeCause

LONGEST = 80
"""Characters of a value that a line of text shows."""


class Side(Struct, frozen=True):
    """A site that was compared."""

    version: Version
    generated_at: UtcStamp


class Report(Struct, frozen=True, kw_only=True):
    """A difference for machines."""

    old: Side
    new: Side
    bump: Bump
    wanted_version: Version
    is_version_enough: bool
    contract: tuple[ContractChange, ...]
    changes: tuple[Change, ...]


def report_as_json(difference: Difference) -> str:
    """The difference as one JSON object, laid out as all JSON of this project."""
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
    return encode_json(report).decode().removesuffix("\n")


def report_as_text(difference: Difference) -> str:
    """The difference in lines: the contract, what was edited, what came with time, and the version that this asks for."""
    edited = [change for change in difference.changes if change.cause is ChangeCause.EDIT]
    by_time = [change for change in difference.changes if change.cause is ChangeCause.TIME]
    return "\n".join(
        [
            f"from {_side(difference.old)} to {_side(difference.new)}",
            *_block("contract", [_contract_line(change) for change in difference.contract]),
            *_block("records, edited", list(_edits(edited))),
            *_block("records, by time alone", [_time_line(change, difference.old) for change in by_time]),
            _verdict(difference),
        ]
    )


def contract_line(change: ContractChange) -> str:
    """A change of the contract in words: ``removed field Fact.value``."""
    types = f": {change.before} -> {change.after}" if change.before else ""
    return f"{change.kind} {change.part} {change.name}{types}"


def _contract_line(change: ContractChange) -> str:
    return f"{'BREAKING ' if change.is_breaking else ''}{contract_line(change)}"


def _block(title: str, lines: Sequence[str]) -> Iterator[str]:
    yield f"{title}: {len(lines) or 'none'}"
    yield from (f"  {line}" for line in lines)


def _edits(changes: Sequence[Change]) -> Iterator[str]:
    """A line for each edit; records of a list with the same edit share one."""

    def edit(change: Change) -> tuple[str, str, str, str, str]:
        return (
            change.resource,
            change.kind,
            change.field or "",
            change.before or "",
            change.after or "",
        )

    for (resource, kind, field, before, after), group in groupby(sorted(changes, key=edit), key=edit):
        records = [change.record for change in group]
        value = f" {field}: {_short(before)} -> {_short(after)}" if field else ""
        if field:
            others = f" and {len(records) - 1} more" if len(records) > 1 else ""
            yield f"{kind} {resource}/{records[0]}{others}{value}"
        else:
            yield from (f"{kind} {resource}/{record}" for record in records)


def _time_line(change: Change, old: Snapshot) -> str:
    step = next((step for step in old.steps if step.id == change.phase), None)
    day, what = (f"{step.date} ", f" ({step.what})") if step else ("", "")
    return (
        f"{day}{change.resource}/{change.record} {change.field}: {change.before} -> {change.after}, "
        f"by phase {change.phase}{what}"
    )


def _short(text: str) -> str:
    text = text or "nothing"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _side(snapshot: Snapshot) -> str:
    return f"{snapshot.version} of {snapshot.generated_at:{STAMP_FORMAT}}"


def _verdict(difference: Difference) -> str:
    bump = difference.bump
    wanted = f"version: {difference.new.version}; {MEANINGS[bump]}"
    if bump is Bump.NONE and difference.is_version_enough:
        return f"{wanted}, so any version from {difference.old.version} on will do"
    enough = "enough" if difference.is_version_enough else "TOO SMALL"
    return f"{wanted}, which asks for a {bump} version: {difference.wanted_version} or higher, so this is {enough}"
