"""Snapshot of a site, to be compared, and the two files in which the repository stores that of its last release."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from locdata_build.site.files import Files, read_json
from locdata_model.changes import Tombstone
from locdata_model.scalars import STAMP_FORMAT, UtcStamp, Version
from locdata_model.vocabulary import known_words_only

Row = Mapping[str, Any]
"""The fields of a record by name; those of a nested object have names like ``toggles.saft_required``."""

Records = Mapping[str, Mapping[str, Row]]
"""The rows of each list by the ids of the records."""

CONTRACT_FILE = "/contract.json"
RECORDS_FILE = "/records.json"


class DatedPhase(Struct, frozen=True, kw_only=True):
    """The fields of a phase that a comparison needs."""

    id: str
    country: str
    obligation: str
    date: dt.date
    what: str


class ToggleFlip(Struct, frozen=True, kw_only=True):
    """The fields of a flip that a comparison needs."""

    country: str
    toggle: str
    date: dt.date
    before: bool | None
    after: bool | None
    phase: str


class Snapshot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Promises and records of a site at one time: all that a comparison needs.

    ``anchors`` are grouped by page, the types of fields by the type that has them (``types``), and ``words`` by vocabulary.
    """

    version: Version
    generated_at: UtcStamp
    paths: tuple[str, ...]
    anchors: Mapping[str, tuple[str, ...]]
    types: Mapping[str, Mapping[str, str]]
    words: Mapping[str, tuple[str, ...]]
    phases: tuple[DatedPhase, ...]
    flips: tuple[ToggleFlip, ...]
    tombstones: tuple[Tombstone, ...]
    records: Records = {}

    @property
    def title(self) -> str:
        """The version and the time, in words."""
        return f"{self.version} of {self.generated_at:{STAMP_FORMAT}}"


def is_stored_release(files: Files) -> bool:
    """Return whether ``files`` are those of a release stored in the repository."""
    return CONTRACT_FILE in files


def encode_release(snapshot: Snapshot) -> dict[str, bytes]:
    """Return the files that store a release, by path.

    Each path, page, type and record has its own line, so that a diff of the files is readable.
    """
    contract = msgspec.to_builtins(snapshot)
    records = contract.pop("records")
    return {CONTRACT_FILE: _encode(contract), RECORDS_FILE: _encode(records)}


def decode_release(files: Files, name: str) -> Snapshot:
    """Return the release stored in ``files`` of the folder ``name``. Raises ``SourceError`` if it cannot be read."""
    with known_words_only():
        contract = read_json(files, name, CONTRACT_FILE, Snapshot)
    return replace(contract, records=read_json(files, name, RECORDS_FILE, dict[str, dict[str, dict[str, Any]]]))


def _encode(value: Mapping[str, object]) -> bytes:
    """Encode an object as JSON with a line for each member, and for each member of its lists and objects."""
    members = (f"{_encode_line(key)}: {_encode_member(member)}" for key, member in value.items())
    return f"{_block('{}', members)}\n".encode()


def _encode_member(value: object) -> str:
    if isinstance(value, dict):
        return _block("{}", (f"{_encode_line(key)}: {_encode_line(member)}" for key, member in value.items()))
    if isinstance(value, list | tuple):
        return _block("[]", map(_encode_line, value))
    return _encode_line(value)


def _block(brackets: str, lines: Iterable[str]) -> str:
    body = ",\n".join(lines)
    return f"{brackets[0]}\n{body}\n{brackets[1]}" if body else brackets


def _encode_line(value: object) -> str:
    return msgspec.json.encode(value).decode()
