"""Built sites and small snapshots for the tests."""

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from locdata_build.contract.site_snapshot import STRICT_OPENAPI_PATH, take_snapshot
from locdata_build.contract.snapshot import Snapshot
from locdata_model.changes import Tombstone
from locdata_model.vocabulary import ContractPart
from support.dataset import COUNTRY, Files, whole
from support.records import fact
from support.rendering import render_files

OLD_DAY = dt.datetime(2026, 11, 21, tzinfo=dt.UTC)
NEW_DAY = dt.datetime(2027, 11, 21, tzinfo=dt.UTC)

EMPTY = Snapshot(
    version="1.2.3", generated_at=OLD_DAY, paths=(), anchors={}, types={}, words={}, phases=(), flips=(), tombstones=()
)

Edit = Callable[[Files], object]
"""Changes source files in place."""

SchemaEdit = Callable[[dict[str, Any]], object]
"""Changes the component schemas of the OpenAPI document in place."""


def snapshot(**fields: object) -> Snapshot:
    """Return a snapshot that is empty except for ``fields``."""
    return replace(EMPTY, **fields)


def tombstone(part: ContractPart | str, name: str, since: str = "1.0.0") -> Tombstone:
    """Return a tombstone."""
    return Tombstone(part=ContractPart(part), name=name, since=since, reason="It was wrong.", replaced_by=None)


def site(folder: Path, edit: Edit | None = None) -> dict[str, bytes]:
    """Build the small site from source files in ``folder``, after an edit of them."""
    files = whole()
    if edit:
        edit(files)
    return render_files(folder, files)


def site_snapshot(folder: Path, edit: Edit | None = None, schema_edit: SchemaEdit | None = None) -> Snapshot:
    """Return the snapshot of the small site, after edits of its source files and of its published schemas."""
    files = site(folder, edit)
    if schema_edit:
        document = json.loads(files[STRICT_OPENAPI_PATH])
        schema_edit(document["components"]["schemas"])
        files[STRICT_OPENAPI_PATH] = json.dumps(document).encode()
    return take_snapshot(files, "site")


def edit_vat(files: Files) -> None:
    """Change the text of one fact."""
    files[COUNTRY]["facts"]["vat"] = fact("Standard rate 21%.")
