"""The source files that hostile cases are made from: small, whole, with an entry in every list."""

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

from locdata_build.read.sources import SourceFile, Sources
from locdata_build.serialize.json_text import encode_json
from locdata_build.source.files import FILE_KINDS, FileKind
from support.dataset import Files, sponsor, whole

Json = Any
"""Any JSON value; its parts are reached by their keys."""

SHOWN_AS = "data"
VERSION = "1.2.3"
STAMP = "2026-11-21T00:00:00Z"

_KINDS: Mapping[str, FileKind] = {kind.folder or kind.path: kind for kind in FILE_KINDS}


@cache
def _base() -> Files:
    files = whole()
    files["sponsors.json"]["sponsors"] = [sponsor()]
    files["tombstones.json"]["tombstones"] = [
        {"part": "path", "name": "/data/old.csv", "since": VERSION, "reason": "Moved.", "replaced_by": "/data/new.csv"}
    ]
    files[f"releases/{VERSION}.json"] = {
        "$schema": "../schema/release.schema.json",
        "release": {"version": VERSION, "released_at": STAMP, "contract": [_promise()], "changes": [_change()]},
    }
    return files


def base_files() -> Files:
    """A fresh copy of every source file: JSON values by place."""
    return copy.deepcopy(_base())


def base_value(place: str) -> Json:
    """A fresh copy of the value of one source file."""
    return copy.deepcopy(_base()[place])


@cache
def base_bytes() -> Mapping[str, bytes]:
    """The same files as bytes."""
    return {place: encode_json(value) for place, value in _base().items()}


def sources_of(files: Mapping[str, bytes]) -> Sources:
    """What the reader gives for files whose folders hold nothing else."""
    read = [_file(place, raw) for place, raw in files.items()]
    order = [*_KINDS.values()]
    return Sources(tuple(sorted(read, key=lambda file: (order.index(file.kind), file.place))), ())


def _file(place: str, raw: bytes) -> SourceFile:
    return SourceFile(f"{SHOWN_AS}/{place}", _KINDS[place.rpartition("/")[0] or place], place, raw)


def _promise() -> dict[str, Any]:
    return {
        "part": "path",
        "name": "/data/new.csv",
        "kind": "added",
        "is_breaking": False,
        "before": None,
        "after": "x",
    }


def _change() -> dict[str, Any]:
    return {
        "resource": "facts",
        "record": "fr-vat",
        "country": "fr",
        "kind": "changed",
        "cause": "edit",
        "field": "value",
        "before": '"Standard rate 19%."',
        "after": '"Standard rate 20%."',
        "phase": None,
    }
