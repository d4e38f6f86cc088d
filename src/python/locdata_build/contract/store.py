"""The last release as it is kept in the repository: two files of text with a line for each thing, so that a change can be read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from locdata_build.contract.snapshot import Contract, Snapshot, Step, Turn
from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault, SourceError
from locdata_model.changes import Tombstone
from locdata_model.scalars import UtcStamp, Version

T = TypeVar("T")

LEVELS = 2
"""A path, a page with its anchors, a type with its fields, a record: each has a line."""

CONTRACT_FILE = "/contract.json"
RECORDS_FILE = "/records.json"


class _Promises(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    version: Version
    generated_at: UtcStamp
    paths: tuple[str, ...]
    anchors: dict[str, tuple[str, ...]]
    types: dict[str, dict[str, str]]
    words: dict[str, tuple[str, ...]]
    steps: tuple[Step, ...]
    turns: tuple[Turn, ...]
    tombstones: tuple[Tombstone, ...]


def store(snapshot: Snapshot) -> dict[str, bytes]:
    """The two files by their paths below the folder of the last release, each with a slash in front."""
    contract = snapshot.contract
    promises = _Promises(
        version=snapshot.version,
        generated_at=snapshot.generated_at,
        paths=contract.paths,
        anchors=dict(contract.anchors),
        types={name: dict(fields) for name, fields in contract.types.items()},
        words=dict(contract.words),
        steps=snapshot.steps,
        turns=snapshot.turns,
        tombstones=snapshot.tombstones,
    )
    return {
        CONTRACT_FILE: _text(promises),
        RECORDS_FILE: _text(snapshot.records),
    }


def is_stored(files: Mapping[str, bytes]) -> bool:
    """Whether these are the files of a release as the repository keeps it."""
    return CONTRACT_FILE in files


def load(files: Mapping[str, bytes], name: str) -> Snapshot:
    """The release that the files of the folder ``name`` hold. Raises ``SourceError`` with every fault."""
    faults: list[Fault] = []
    promises = _decode(files, CONTRACT_FILE, _Promises, name, faults)
    records = _decode(files, RECORDS_FILE, dict[str, dict[str, dict[str, Any]]], name, faults)
    if promises is None or records is None:
        raise SourceError(faults)
    return Snapshot(
        version=promises.version,
        generated_at=promises.generated_at,
        contract=Contract(paths=promises.paths, anchors=promises.anchors, types=promises.types, words=promises.words),
        records=records,
        steps=promises.steps,
        turns=promises.turns,
        tombstones=promises.tombstones,
    )


def _decode(files: Mapping[str, bytes], path: str, kind: type[T], name: str, faults: list[Fault]) -> T | None:
    try:
        return msgspec.json.decode(files.get(path, b""), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        message = f"must be what the command 'release' wrote, but is not: {error}"
        faults.append(Fault(f"{name}{path}", "$", Code.NOT_A_SITE, message))
        return None


def _text(value: object) -> bytes:
    return "".join(f"{line}\n" for line in _lines(msgspec.to_builtins(value), LEVELS)).encode()


def _lines(value: object, levels: int) -> list[str]:
    """JSON in which each member of the outer ``levels`` of objects and lists begins a line, and all below shares it."""
    if levels == 0 or not isinstance(value, dict | list | tuple) or not value:
        return [_one_line(value)]
    is_object = isinstance(value, dict)
    members = [
        [f"{_one_line(key)}: {first}" if is_object else first, *rest]
        for key, (first, *rest) in ((key, _lines(member, levels - 1)) for key, member in _members(value))
    ]
    for lines in members[:-1]:
        lines[-1] += ","
    opened, closed = "{}" if is_object else "[]"
    return [opened, *(line for lines in members for line in lines), closed]


def _members(value: dict[str, object] | Sequence[object]) -> Iterable[tuple[object, object]]:
    return value.items() if isinstance(value, dict) else enumerate(value)


def _one_line(value: object) -> str:
    return msgspec.json.encode(value).decode()
