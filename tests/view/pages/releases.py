"""Releases and tombstones for the small set of source files, and the page of changes that shows them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from locdata_build.view.blocks import Table
from locdata_build.view.page import Page
from support.dataset import Files, whole
from support.pages import load_pages, section_of, tables_of

VERSION = "1.2.3"
"""The version of the small set of source files."""

EDITS = "v1-2-3-edit"
BY_DATE = "v1-2-3-time"
CONTRACT = "v1-2-3-contract"
PHASE = "fr-e-invoicing-b2b-step-2"


def edit(record: str = "facts/fr-vat", **more: object) -> dict[str, Any]:
    """Return a change of a record. ``before`` and ``after`` are values; one that is missing does not exist."""
    resource, _, name = record.rpartition("/")
    sides = {side: json.dumps(more.pop(side)) if side in more else None for side in ("before", "after")}
    return {
        "resource": resource,
        "record": name,
        "country": "fr",
        "erp": None,
        "kind": "changed",
        "cause": "edit",
        "field": "value",
        **sides,
        "phase": None,
        **more,
    }


def flip(phase: str = PHASE) -> dict[str, Any]:
    """Return the flip of a toggle by that phase."""
    return edit("countries/fr", field="toggles.saft_required", before=False, after=True, cause="time", phase=phase)


def contract_change(name: str, part: str = "field", kind: str = "added", **more: object) -> dict[str, Any]:
    """Return a change to the contract."""
    return {"part": part, "name": name, "kind": kind, "is_breaking": False, "before": None, "after": None, **more}


def tombstone(name: str, since: str = VERSION, **more: object) -> dict[str, Any]:
    """Return the tombstone of a record."""
    return {"part": "record", "name": name, "since": since, "reason": "It was wrong.", "replaced_by": None, **more}


def release(version: str, day: str, *changes: dict[str, Any], contract: Sequence[dict[str, Any]] = ()) -> Files:
    """Return the file of a release."""
    record = {"version": version, "released_at": f"{day}T00:00:00Z", "contract": [*contract], "changes": [*changes]}
    return {f"releases/{version}.json": {"$schema": "../schema/release.schema.json", "release": record}}


def two_releases(*changes: dict[str, Any], contract: Sequence[dict[str, Any]] = ()) -> Files:
    """Return the files of two releases, the newest of which made these changes."""
    return release("1.0.0", "2026-01-01") | release(VERSION, "2026-11-21", *changes, contract=contract)


def changes_page(folder: Path, files: Files, *tombstones: dict[str, Any]) -> Page:
    """Return the page of the small set with these files and tombstones."""
    all_files = whole() | files
    all_files["tombstones.json"]["tombstones"] = [*tombstones]
    return load_pages(folder, all_files)["/changes/"]


def table_in(page: Page, section: str) -> Table:
    """Return the only table of a section."""
    (table,) = tables_of(section_of(page, section))
    return table
