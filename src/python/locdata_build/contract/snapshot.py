"""What two sites are compared by: their contract, and their records."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from locdata_model.changes import Tombstone
from locdata_model.scalars import UtcStamp, Version

Row = Mapping[str, Any]
"""A record by the names of its fields; those of an object inside it have names like ``toggles.saft_required``."""


class Contract(Struct, frozen=True, kw_only=True):
    """Every promise of a site but its records.

    ``paths``: its files. ``anchors``: those of each page by its address. ``types``: the type of each field by the name of
    the type that it belongs to. ``words``: those of each vocabulary.
    """

    paths: tuple[str, ...] = ()
    anchors: Mapping[str, tuple[str, ...]] = {}
    types: Mapping[str, Mapping[str, str]] = {}
    words: Mapping[str, tuple[str, ...]] = {}


class Step(Struct, frozen=True, kw_only=True):
    """A dated phase, as far as a comparison needs to know it."""

    id: str
    country: str
    obligation: str
    date: dt.date
    what: str


class Turn(Struct, frozen=True, kw_only=True):
    """A toggle that changes on a day, as far as a comparison needs to know it."""

    country: str
    toggle: str
    date: dt.date
    before: bool | None
    after: bool | None
    phase: str


class Snapshot(Struct, frozen=True, kw_only=True):
    """A site at its time. ``records`` holds the rows of each list by their ids."""

    version: Version
    generated_at: UtcStamp
    contract: Contract
    records: Mapping[str, Mapping[str, Row]]
    steps: tuple[Step, ...] = ()
    turns: tuple[Turn, ...] = ()
    tombstones: tuple[Tombstone, ...] = ()
