"""The source files that hostile cases are made from: few and small, but complete, with an entry in every list."""

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

from locdata_build.data.files import FILE_KINDS, FileKind
from locdata_build.data.reading import SourceFile, Sources
from locdata_model.serialization import encode_json
from support.dataset import COUNTRY, Files, whole
from support.records import (
    absent_report,
    cited,
    exceptions,
    marked,
    obligation,
    phase,
    report,
    report_support,
    source,
    sponsor,
)

Json = Any
"""Any JSON value."""

SHOWN_AS = "data"
VERSION = "1.2.3"

RELEASE = {
    "version": VERSION,
    "released_at": "2026-11-21T00:00:00Z",
    "contract": [
        {"part": "path", "name": "/data/new.csv", "kind": "added", "is_breaking": False, "before": None, "after": "x"}
    ],
    "changes": [
        {
            "resource": "facts",
            "record": "fr-vat",
            "country": "fr",
            "erp": None,
            "kind": "changed",
            "cause": "edit",
            "field": "value",
            "before": '"Standard rate 19%."',
            "after": '"Standard rate 20%."',
            "phase": None,
        }
    ],
}

_KINDS: Mapping[str, FileKind] = {kind.folder or kind.path: kind for kind in FILE_KINDS}


@cache
def _base() -> Files:
    files = whole()
    files["sponsors.json"]["sponsors"] = [sponsor()]
    files["tombstones.json"]["tombstones"] = [
        {"part": "path", "name": "/data/old.csv", "since": VERSION, "reason": "Moved.", "replaced_by": "/data/new.csv"}
    ]
    files[COUNTRY] |= _filled(files[COUNTRY])
    files["exceptions.json"] = exceptions(("missing-report", "absent-reports/fr-recapitulative-statement"))
    files[f"releases/{VERSION}.json"] = {"$schema": "../schema/release.schema.json", "release": RELEASE}
    return {path: cited(value) for path, value in files.items()}


def _filled(country: Json) -> dict[str, Json]:
    """Return the fields of the country that can hold more than the small set has in them."""
    law = source("law")
    phases = [
        phase("2026-01-01", "step-1", binds=["receive"], who="all", what=marked("Step 1.", law)),
        phase("2027-01-01", "step-2", binds=["issue", "archive"], who="Large businesses", what=marked("Step 2.", law)),
        phase("2028-01-01", "step-3", certainty="announced"),
    ]
    opened = phase("2026-06-01", "step-1", binds=[])
    codes = {
        "form": "3310-CA3",
        "aliases": ["CA3", "CA12"],
        "frequency": "Monthly or quarterly",
        "frequencies": [{"frequency": "monthly"}, {"frequency": "quarterly", "filers": "Small businesses"}],
        "deadlines": [
            {"unit": "day-of-month", "months": 1, "number": 24, "frequency": "monthly"},
            {"unit": "day-of-month", "months": 1, "number": 24, "frequency": "quarterly", "filers": "Small businesses"},
        ],
    }
    return {
        "obligations": country["obligations"]
        | {
            "e_invoicing_b2b": obligation("in_force", *phases),
            "e_invoicing_b2g": obligation("in_force", *phases, bound=["suppliers", "public-bodies"]),
            "real_time_reporting": obligation("enacted", opened, "2027-01-01", mode="within-days", within_days=4),
        },
        "reporting": [report(**codes, erp_support=[report_support(marked("CA3 template", law))])],
        "absent_reports": {"one-stop-shop": absent_report()},
    }


def base_files() -> Files:
    """Return a fresh copy of every source file: JSON values by path."""
    return copy.deepcopy(_base())


def base_value(path: str) -> Json:
    """Return a fresh copy of the value of one source file."""
    return copy.deepcopy(_base()[path])


@cache
def base_bytes() -> Mapping[str, bytes]:
    """Return the same files as bytes."""
    return {path: encode_json(value) for path, value in _base().items()}


def sources_of(files: Mapping[str, bytes]) -> Sources:
    """Return these files as read from a folder."""
    read = [SourceFile(f"{SHOWN_AS}/{path}", _kind_of(path), path, raw) for path, raw in files.items()]
    order = [*_KINDS.values()]
    return Sources(tuple(sorted(read, key=lambda file: (order.index(file.kind), file.path))), ())


def _kind_of(path: str) -> FileKind:
    return _KINDS[path.rpartition("/")[0] or path]
