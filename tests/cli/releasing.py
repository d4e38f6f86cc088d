"""Cuts releases of the working folder, and edits its source files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.command_line import Outcome, run_here
from support.dataset import COUNTRY, Files, whole, write
from support.folders import tree
from support.records import country, fact

CHANGELOG = "# Changes\n"
CHANGE = "### Added\n\n- Something.\n"
FIRST = "2026-11-21T00:00:00Z"
SECOND = "2026-12-24T18:30:15Z"


def release(*arguments: str, at: str = FIRST) -> Outcome:
    """Cut a release of the working folder."""
    return run_here("release", *arguments, "--generated-at", at)


def refusal(folder: Path, *arguments: str, at: str = SECOND) -> list[str]:
    """Return the issues that prevent a release, without the file."""
    before = tree(folder)
    outcome = release(*arguments, at=at)

    assert (outcome.status, outcome.out) == (1, "")
    assert tree(folder) == before
    return [line.partition(": ")[2] for line in outcome.err.splitlines()[:-1]]


def change(*edits: Callable[[Files], object]) -> None:
    """Replace the source files of the working folder by the small set with some edits; keep ``site.json``."""
    files = whole()
    files["site.json"] = json.loads(Path("data_src/site.json").read_bytes())
    for edit in edits:
        edit(files)
    write(Path("data_src"), files)


def set_vat(files: Files) -> None:
    """Change a VAT rate."""
    files[COUNTRY]["facts"]["vat"] = fact("Standard rate 21%.")


def add_country(files: Files) -> None:
    """Add a second country."""
    files["countries/de.json"] = country("de", "Germany")


def remove_partner(files: Files) -> None:
    """Remove the only partner."""
    files[COUNTRY]["partners"] = []


def withdraw(files: Files, since: str, reason: str, *promises: tuple[str, str]) -> None:
    """Add a tombstone for each promise."""
    files["tombstones.json"]["tombstones"] = [
        {"part": part, "name": name, "since": since, "reason": reason, "replaced_by": None} for part, name in promises
    ]


def remove_product(files: Files, since: str) -> None:
    """Remove a product with everything about it, and withdraw every promise; one of them is a field."""
    Path("data_src/erps/erp_id_02.json").unlink(missing_ok=True)
    del files["erps/erp_id_02.json"]
    files[COUNTRY]["e_invoicing"]["erp_support"].pop()
    files[COUNTRY]["partner_flags"] = []
    withdraw(
        files,
        since,
        "It was sold.",
        ("path", "/api/v1/erps/erp_id_02.json"),
        ("path", "/feeds/changes/erp_id_02.atom"),
        ("path", "/erp/erp_id_02/*"),
        ("path", "/product-releases/erp_id_02/*"),
        ("anchor", "*erp_id_02"),
        ("record", "*erp_id_02"),
        ("field", "ReportingRecord.erp_key_02"),
    )


def read(path: str) -> dict[str, Any]:
    """Return the value of a JSON file of the working folder."""
    value: dict[str, Any] = json.loads(Path(path).read_bytes())
    return value
