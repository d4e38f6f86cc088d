"""Sites made in memory, and small snapshots, to be compared by a test."""

import datetime as dt
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from locdata_build.contract.snapshot import Contract, Row, Snapshot, Step, Turn
from locdata_build.contract.take import take_snapshot
from locdata_model.changes import Tombstone
from locdata_model.endpoints import OPENAPI_PATH
from locdata_model.vocabulary import ContractPart
from support.dataset import Files, whole
from support.world import render_files

OLD_DAY = dt.datetime(2026, 11, 21, tzinfo=dt.UTC)
NEW_DAY = dt.datetime(2027, 11, 21, tzinfo=dt.UTC)

Edit = Callable[[Files], object]
"""Changes source files in place."""

SchemaEdit = Callable[[dict[str, Any]], object]
"""Changes the component schemas of the OpenAPI document in place."""


def site(folder: Path, edit: Edit | None = None) -> dict[str, bytes]:
    """The files of the small site after ``edit`` of its source files, which are written to ``folder``."""
    files = whole()
    if edit:
        edit(files)
    return render_files(folder, files)


def taken(folder: Path, edit: Edit | None = None, schema_edit: SchemaEdit | None = None) -> Snapshot:
    """The small site as it is compared, after the edits of its source files and of its schemas."""
    files = site(folder, edit)
    if schema_edit:
        document = json.loads(files[OPENAPI_PATH])
        schema_edit(document["components"]["schemas"])
        files[OPENAPI_PATH] = json.dumps(document).encode()
    return take_snapshot(files, "site")


def snapshot(
    *,
    version: str = "1.2.3",
    at: dt.datetime = OLD_DAY,
    contract: Contract | None = None,
    records: Mapping[str, Mapping[str, Row]] | None = None,
    steps: tuple[Step, ...] = (),
    turns: tuple[Turn, ...] = (),
    tombstones: tuple[Tombstone, ...] = (),
) -> Snapshot:
    """A snapshot with nothing in it but what is given."""
    return Snapshot(
        version=version,
        generated_at=at,
        contract=contract or Contract(),
        records=records or {},
        steps=steps,
        turns=turns,
        tombstones=tombstones,
    )


def stone(part: ContractPart | str, name: str, since: str = "1.0.0") -> Tombstone:
    """A tombstone for what was withdrawn."""
    return Tombstone(part=ContractPart(part), name=name, since=since, reason="It was wrong.", replaced_by=None)
