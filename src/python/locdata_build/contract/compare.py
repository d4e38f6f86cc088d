"""What of a contract is added, changed or withdrawn from one site to the next."""

from collections.abc import Iterable, Iterator, Mapping

from locdata_build.contract.snapshot import Contract, Snapshot
from locdata_build.source.versions import version_parts
from locdata_model.changes import ContractChange, Tombstone
from locdata_model.vocabulary import ChangeKind, ContractPart

ALWAYS_BREAKING = frozenset({ContractPart.TYPE, ContractPart.FIELD, ContractPart.WORD})
"""Parts whose loss breaks a client even when it was announced."""


def contract_changes(old: Snapshot, new: Snapshot) -> tuple[ContractChange, ...]:
    """Every change of the contract, by part and name.

    A loss is breaking, unless a tombstone of ``new`` stands for it and it is none of ``ALWAYS_BREAKING``.
    """
    stones = standing_tombstones(new)
    return (
        *_names(ContractPart.PATH, old.contract.paths, new.contract.paths, stones),
        *_anchors(old.contract, new.contract, stones),
        *_names(ContractPart.RECORD, _records(old), _records(new), stones),
        *_names(ContractPart.TYPE, _types(old.contract), _types(new.contract), stones),
        *_fields(old.contract.types, new.contract.types),
        *_words(old.contract, new.contract, stones),
    )


def standing_tombstones(site: Snapshot) -> tuple[Tombstone, ...]:
    """The tombstones that excuse a loss. One for a later major version is an announcement, and excuses none before."""
    major, _, _ = version_parts(site.version)
    return tuple(stone for stone in site.tombstones if version_parts(stone.since)[0] <= major)


def is_buried(part: ContractPart, name: str, tombstones: Iterable[Tombstone]) -> bool:
    """Whether a tombstone stands for the promise."""
    return any(stone.stands_for(part, name) for stone in tombstones)


def promises(snapshot: Snapshot) -> Iterator[tuple[ContractPart, str]]:
    """Every promise by part and name."""
    contract = snapshot.contract
    yield from ((ContractPart.PATH, path) for path in contract.paths)
    for page, anchors in contract.anchors.items():
        yield from ((ContractPart.ANCHOR, _anchor(page, anchor)) for anchor in anchors)
    yield from ((ContractPart.RECORD, name) for name in _records(snapshot))
    yield from ((ContractPart.TYPE, name) for name in _types(contract))
    yield from ((ContractPart.FIELD, f"{name}.{field}") for name, fields in contract.types.items() for field in fields)
    yield from ((ContractPart.WORD, f"{name}.{word}") for name, words in contract.words.items() for word in words)


def _names(
    part: ContractPart, old: Iterable[str], new: Iterable[str], tombstones: Iterable[Tombstone]
) -> Iterator[ContractChange]:
    """What stands on one side alone."""
    before, after = set(old), set(new)
    for name in sorted(before ^ after):
        if name in after:
            yield _change(part, name, ChangeKind.ADDED)
        else:
            announced = part not in ALWAYS_BREAKING and is_buried(part, name, tombstones)
            yield _change(part, name, ChangeKind.REMOVED, is_breaking=not announced)


def _anchors(old: Contract, new: Contract, tombstones: Iterable[Tombstone]) -> Iterator[ContractChange]:
    """The anchors of pages that both sides have: those of another page come and go with it."""
    for page in sorted(old.anchors.keys() | new.anchors.keys()):
        if page in _pages(old) and page in _pages(new):
            before, after = (
                [_anchor(page, anchor) for anchor in contract.anchors.get(page, ())] for contract in (old, new)
            )
            yield from _names(ContractPart.ANCHOR, before, after, tombstones)


def _fields(old: Mapping[str, Mapping[str, str]], new: Mapping[str, Mapping[str, str]]) -> Iterator[ContractChange]:
    """The fields of types that both sides have."""
    for name in sorted(old.keys() & new.keys()):
        yield from _names(
            ContractPart.FIELD,
            (f"{name}.{field}" for field in old[name]),
            (f"{name}.{field}" for field in new[name]),
            (),
        )
        for field in sorted(old[name].keys() & new[name].keys()):
            before, after = old[name][field], new[name][field]
            if before != after:
                yield _change(
                    ContractPart.FIELD,
                    f"{name}.{field}",
                    ChangeKind.CHANGED,
                    is_breaking=True,
                    before=before,
                    after=after,
                )


def _words(old: Contract, new: Contract, tombstones: Iterable[Tombstone]) -> Iterator[ContractChange]:
    """The words of vocabularies that both sides have. A field that both have may be free text on one of them."""
    for name in sorted(old.words.keys() | new.words.keys()):
        if _may_have_words(old, name) and _may_have_words(new, name):
            before, after = ([f"{name}.{word}" for word in side.words.get(name, ())] for side in (old, new))
            yield from _names(ContractPart.WORD, before, after, tombstones)


def _may_have_words(contract: Contract, name: str) -> bool:
    kind, _, field = name.partition(".")
    return name in contract.words or field in contract.types.get(kind, {})


def _pages(contract: Contract) -> frozenset[str]:
    return frozenset(path.removesuffix("index.html") for path in contract.paths)


def _anchor(page: str, anchor: str) -> str:
    return f"{page}#{anchor}"


def _records(snapshot: Snapshot) -> list[str]:
    return [f"{lst}/{name}" for lst, rows in snapshot.records.items() for name in rows]


def _types(contract: Contract) -> set[str]:
    """The types, vocabularies with a name of their own among them."""
    return {*contract.types, *(name for name in contract.words if "." not in name)}


def _change(
    part: ContractPart,
    name: str,
    kind: ChangeKind,
    *,
    is_breaking: bool = False,
    before: str | None = None,
    after: str | None = None,
) -> ContractChange:
    return ContractChange(part=part, name=name, kind=kind, is_breaking=is_breaking, before=before, after=after)
