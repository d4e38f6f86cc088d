"""Release contract: its promises, their changes from one site to the next, and the tombstones that excuse a removal."""

from collections.abc import Iterator
from typing import NamedTuple

from locdata_build.contract.record_lists import UNPROMISED_LISTS
from locdata_build.contract.snapshot import Snapshot
from locdata_model.anchors import source_anchor
from locdata_model.changes import ContractChange, Tombstone
from locdata_model.scalars import version_parts
from locdata_model.urls import PageName
from locdata_model.vocabulary import ChangeKind, ContractPart

ALWAYS_BREAKING = frozenset({ContractPart.TYPE, ContractPart.FIELD, ContractPart.WORD})
"""Parts that the code of clients depends on: a removal breaks clients even if a tombstone announces it."""

SOURCE_ANCHORS = source_anchor("")
"""Prefix of the anchors of sources, which come and go with the claims that cite them, as their records do."""

NO_OWNER = ""


class Promise(NamedTuple):
    """One promise of the contract.

    ``owner`` is the page, type or vocabulary that it belongs to, and is added and removed with. Only a field has a ``type``.
    """

    part: ContractPart
    name: str
    owner: str = NO_OWNER
    type: str | None = None


def promises(site: Snapshot) -> Iterator[Promise]:
    """Yield every promise."""
    yield from (Promise(ContractPart.PATH, path) for path in site.paths)
    for page, anchors in site.anchors.items():
        yield from (
            Promise(ContractPart.ANCHOR, f"{page}#{anchor}", page)
            for anchor in anchors
            if not (page.startswith(PageName.SOURCES.path) and anchor.startswith(SOURCE_ANCHORS))
        )
    for name, rows in site.records.items():
        if name not in UNPROMISED_LISTS:
            yield from (Promise(ContractPart.RECORD, f"{name}/{record}") for record in rows)
    for name, fields in site.types.items():
        yield Promise(ContractPart.TYPE, name)
        yield from (Promise(ContractPart.FIELD, f"{name}.{field}", name, type_) for field, type_ in fields.items())
    for name, words in site.words.items():
        if "." not in name:
            yield Promise(ContractPart.TYPE, name)
        yield from (Promise(ContractPart.WORD, f"{name}.{word}", name) for word in words)


class Withdrawn:
    """Promises that tombstones of a site name. A tombstone for a later major version only announces a removal."""

    def __init__(self, site: Snapshot) -> None:
        major, _, _ = version_parts(site.version)
        effective = [tombstone for tombstone in site.tombstones if version_parts(tombstone.since)[0] <= major]
        # A set, because there may be as many tombstones as promises.
        self._names = {(tombstone.part, tombstone.name) for tombstone in effective if not tombstone.is_pattern}
        self._patterns = [tombstone for tombstone in effective if tombstone.is_pattern]

    def has(self, part: ContractPart, name: str) -> bool:
        """Return whether a tombstone names the promise."""
        return (part, name) in self._names or any(tombstone.stands_for(part, name) for tombstone in self._patterns)


def contract_changes(old: Snapshot, new: Snapshot) -> tuple[ContractChange, ...]:
    """Return every change of the contract, by part and name. Promises whose owner exists on one side only are omitted.

    A removal breaks clients unless a tombstone of ``new`` names it and its part is not in ``ALWAYS_BREAKING``.
    """
    owners = _owners(old) & _owners(new)
    withdrawn = Withdrawn(new)
    before, after = ({(p.part, p.name): p for p in promises(site) if p.owner in owners} for site in (old, new))
    order = [*ContractPart]
    changes = []
    for part, name in sorted(before.keys() | after.keys(), key=lambda key: (order.index(key[0]), key[1])):
        was, now = before.get((part, name)), after.get((part, name))
        if was and now and was.type == now.type:
            continue
        kind = ChangeKind.CHANGED if was and now else ChangeKind.REMOVED if was else ChangeKind.ADDED
        is_excused = part not in ALWAYS_BREAKING and withdrawn.has(part, name)
        changes.append(
            ContractChange(
                part=part,
                name=name,
                kind=kind,
                is_breaking=kind is not ChangeKind.ADDED and not is_excused,
                before=was.type if was and now else None,
                after=now.type if was and now else None,
            )
        )
    return tuple(changes)


def _owners(site: Snapshot) -> set[str]:
    """Return everything that a promise may belong to. A field is listed even if its values are free text."""
    pages = {path.removesuffix("index.html") for path in site.paths}
    fields = {f"{name}.{field}" for name, fields in site.types.items() for field in fields}
    return {NO_OWNER, *pages, *site.types, *fields, *site.words}


def describe_change(change: ContractChange) -> str:
    """Return a change of the contract in words: ``removed field Fact.value``."""
    types = f": {change.before} -> {change.after}" if change.before else ""
    return f"{change.kind} {change.part} {change.name}{types}"


def broken_promises(last: Snapshot, today: Snapshot) -> Iterator[str]:
    """Yield a message for each promise of ``last`` that was removed or changed and that no tombstone of ``today`` names."""
    withdrawn = Withdrawn(today)
    for change in contract_changes(last, today):
        if change.kind is not ChangeKind.ADDED and not withdrawn.has(change.part, change.name):
            yield (
                f"{describe_change(change)}: keep it, or add a tombstone to tombstones.json with the reason and what "
                "replaces it"
            )


def unmatched_tombstones(last: Snapshot, today: Snapshot) -> Iterator[Tombstone]:
    """Yield the tombstones added since ``last`` that name none of its promises. The name is probably misspelt."""
    promised = list(promises(last))
    for tombstone in today.tombstones:
        if tombstone not in last.tombstones and not any(tombstone.stands_for(p.part, p.name) for p in promised):
            yield tombstone


def redundant_tombstones(today: Snapshot) -> Iterator[Tombstone]:
    """Yield the tombstones that are due although their promise still exists.

    A tombstone of a field is never redundant: the field may still exist with another type.
    """
    kept = [promise for promise in promises(today) if promise.part is not ContractPart.FIELD]
    for tombstone in today.tombstones:
        is_due = version_parts(tombstone.since) <= version_parts(today.version)
        if is_due and any(tombstone.stands_for(promise.part, promise.name) for promise in kept):
            yield tombstone
