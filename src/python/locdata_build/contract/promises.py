"""Whether a site keeps the promises of the last release, but for those that a tombstone stands for."""

from collections.abc import Iterator

from locdata_build.contract.compare import contract_changes, is_buried, promises, standing_tombstones
from locdata_build.contract.report import contract_line
from locdata_build.contract.snapshot import Snapshot
from locdata_build.source.versions import version_parts
from locdata_model.changes import Tombstone
from locdata_model.vocabulary import ChangeKind, ContractPart


def broken_promises(last: Snapshot, today: Snapshot) -> Iterator[str]:
    """A line for each promise of ``last`` that is withdrawn or changed, and that no tombstone of ``today`` stands for."""
    stones = standing_tombstones(today)
    for change in contract_changes(last, today):
        if change.kind is not ChangeKind.ADDED and not is_buried(change.part, change.name, stones):
            yield f"{contract_line(change)}: keep it, or bury it in tombstones.json with the reason and what took its place"


def idle_tombstones(last: Snapshot, today: Snapshot) -> Iterator[Tombstone]:
    """The tombstones since ``last`` that name nothing which was promised there: a slip of the hand, most likely."""
    promised = list(promises(last))
    for stone in today.tombstones:
        if stone not in last.tombstones and not any(stone.stands_for(part, name) for part, name in promised):
            yield stone


def needless_tombstones(today: Snapshot) -> Iterator[Tombstone]:
    """The tombstones of what is still there, though the version has come that was to be without it.

    A field may be there again with another type, so those of fields are needed whatever is there.
    """
    kept = [(part, name) for part, name in promises(today) if part is not ContractPart.FIELD]
    for stone in today.tombstones:
        is_due = version_parts(stone.since) <= version_parts(today.version)
        if is_due and any(is_buried(part, name, (stone,)) for part, name in kept):
            yield stone
