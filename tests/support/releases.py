"""Releases and tombstones to be put into the small set of source files, and the page that tells of them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from locdata_build.view.blocks import Table
from locdata_build.view.page import Page
from support.dataset import Files, whole
from support.pages import load_pages, section_of

VERSION = "1.2.3"
"""That of the small set of source files."""

EDITS = "v1-2-3-edit"
FLIPS = "v1-2-3-time"
CONTRACT = "v1-2-3-contract"
STEP = "fr-e-invoicing-b2b-step-2"


def edit(record: str = "facts/fr-vat", **more: object) -> dict[str, Any]:
    """A record with another value; ``before`` and ``after`` are values, and missing where there was none."""
    resource, _, name = record.rpartition("/")
    sides = {side: json.dumps(more.pop(side)) if side in more else None for side in ("before", "after")}
    return {
        "resource": resource,
        "record": name,
        "country": "fr",
        "kind": "changed",
        "cause": "edit",
        "field": "value",
        **sides,
        "phase": None,
        **more,
    }


def flip(phase: str = STEP) -> dict[str, Any]:
    """A toggle that became another by that phase."""
    return edit("countries/fr", field="toggles.saft_required", before=False, after=True, cause="time", phase=phase)


def promise(name: str, part: str = "field", kind: str = "added", **more: object) -> dict[str, Any]:
    """A change of the contract."""
    return {"part": part, "name": name, "kind": kind, "is_breaking": False, "before": None, "after": None, **more}


def stone(name: str, since: str = VERSION, **more: object) -> dict[str, Any]:
    """A tombstone of a record."""
    return {"part": "record", "name": name, "since": since, "reason": "It was wrong.", "replaced_by": None, **more}


def release(version: str, day: str, *changes: dict[str, Any], contract: Sequence[dict[str, Any]] = ()) -> Files:
    """The file of a release."""
    record = {"version": version, "released_at": f"{day}T00:00:00Z", "contract": [*contract], "changes": [*changes]}
    return {f"releases/{version}.json": {"$schema": "../schema/release.schema.json", "release": record}}


def page_of(folder: Path, files: Files, *tombstones: dict[str, Any]) -> Page:
    """The page, with these files and tombstones beside those of the small set."""
    all_files = whole() | files
    all_files["tombstones.json"]["tombstones"] = [*tombstones]
    return load_pages(folder, all_files)["/changes/"]


def changed(folder: Path, *changes: dict[str, Any], contract: Sequence[dict[str, Any]] = ()) -> Page:
    """The page where the newest of two releases changed that."""
    first = release("1.0.0", "2026-01-01")
    return page_of(folder, first | release(VERSION, "2026-11-21", *changes, contract=contract))


def table_in(page: Page, section: str) -> Table:
    """The one table of a section."""
    (table,) = [block for block in section_of(page, section).blocks if isinstance(block, Table)]
    return table
