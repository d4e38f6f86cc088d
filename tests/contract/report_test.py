"""A difference is reported as text and as JSON."""

import datetime as dt
import json

import pytest
from msgspec.structs import replace

from contract.sites import NEW_DAY, snapshot
from locdata_build.contract.difference import (
    MAX_VALUE_LENGTH,
    Difference,
    change_counts,
    compare_snapshots,
    report_as_json,
    report_as_text,
)
from locdata_build.contract.snapshot import DatedPhase, Row, Snapshot, ToggleFlip

PHASE = DatedPhase(
    id="fr-saft-first", country="fr", obligation="saft", date=dt.date(2027, 1, 1), what="Large firms begin"
)
FLIP = ToggleFlip(
    country="fr", toggle="saft_required", date=NEW_DAY.date(), before=False, after=True, phase="fr-saft-first"
)
OLD = snapshot(
    paths=("/a.csv",),
    types={"Fact": {"id": "string"}},
    records={"facts": {"fr-vat": {"country": "fr", "value": "20%"}, "fr-tax": {}}},
)


def difference_by_time(*phases: DatedPhase) -> Difference:
    """Return a difference caused by the date of a phase; the older site lists ``phases``."""
    before, after = ({"countries": {"fr": {"code": "fr", "toggles.saft_required": value}}} for value in (False, True))
    return compare_snapshots(
        snapshot(records=before, phases=phases, flips=(FLIP,)), snapshot(records=after, generated_at=NEW_DAY)
    )


def lines(old: Snapshot, new: Snapshot) -> list[str]:
    """Return the lines of the text report."""
    return report_as_text(compare_snapshots(old, new))


def edit_lines(before: dict[str, Row], after: dict[str, Row]) -> list[str]:
    """Return the lines on the edits of a list."""
    report = lines(snapshot(records={"facts": before}), snapshot(records={"facts": after}))
    return [line.strip() for line in report if line.startswith("  changed")]


def test_text_report_of_equal_sites_says_none_and_its_headings_are_the_counts() -> None:
    assert lines(OLD, OLD) == [
        "from 1.2.3 of 2026-11-21T00:00:00Z to 1.2.3 of 2026-11-21T00:00:00Z",
        "contract: none",
        "records, edited: none",
        "records, by time alone: none",
        "version: 1.2.3 is high enough; nothing was edited, so it must be 1.2.3 or higher",
    ]
    assert change_counts(compare_snapshots(OLD, OLD)) == lines(OLD, OLD)[1:4]


def test_text_report_lists_changes_of_the_contract_and_edits() -> None:
    new = snapshot(
        paths=("/b.csv",),
        types={"Fact": {"id": "integer"}},
        records={"facts": {"fr-vat": {"country": "fr", "value": "21%"}, "fr-new": {}}},
    )

    assert lines(OLD, new)[1:] == [
        "contract: 5",
        "  BREAKING removed path /a.csv",
        "  added path /b.csv",
        "  added record facts/fr-new",
        "  BREAKING removed record facts/fr-tax",
        "  BREAKING changed field Fact.id: string -> integer",
        "records, edited: 3",
        "  added facts/fr-new",
        '  changed facts/fr-vat value: "20%" -> "21%"',
        "  removed facts/fr-tax",
        "records, by time alone: none",
        (
            "version: 1.2.3 is TOO LOW; a promise is broken and clients can fail, so it must be 2.0.0 or higher "
            "(a major version)"
        ),
    ]


@pytest.mark.parametrize(("phases", "words"), [((PHASE,), " (Large firms begin)"), ((), "")])
def test_text_report_names_the_phase_behind_a_change_by_time(phases: tuple[DatedPhase, ...], words: str) -> None:
    date = "2027-01-01 " if phases else ""

    assert report_as_text(difference_by_time(*phases))[2:5] == [
        "records, edited: none",
        "records, by time alone: 1",
        f"  {date}countries/fr toggles.saft_required: false -> true, by phase fr-saft-first{words}",
    ]


def test_records_with_the_same_edit_share_a_line() -> None:
    before: dict[str, Row] = {name: {"value": "a"} for name in ("x", "y", "z")}
    after: dict[str, Row] = {"x": {"value": "b"}, "y": {"value": "b"}, "z": {"value": "c"}}

    assert edit_lines(before, after) == [
        'changed facts/x and 1 more value: "a" -> "b"',
        'changed facts/z value: "a" -> "c"',
    ]


@pytest.mark.parametrize(
    ("records", "line"),
    [("x", "added field value to facts, in 1 record"), ("xy", "added field value to facts, in 2 records")],
)
def test_field_that_no_record_of_a_list_had_has_one_line(records: str, line: str) -> None:
    before: dict[str, Row] = {"x": {"id": "x"}, "y": {"id": "y"}}
    after: dict[str, Row] = {name: {**row, "value": name} if name in records else row for name, row in before.items()}
    report = lines(snapshot(records={"facts": before}), snapshot(records={"facts": after}))

    assert report[2:4] == [f"records, edited: {len(records)}", f"  {line}"]
    assert report[4] == "records, by time alone: none"


@pytest.mark.parametrize(("length", "is_cut"), [(MAX_VALUE_LENGTH - 2, False), (MAX_VALUE_LENGTH - 1, True)])
def test_long_value_is_cut(length: int, is_cut: bool) -> None:
    (line,) = edit_lines({"x": {"value": ""}}, {"x": {"value": "v" * length}})
    shown = line.partition(" -> ")[2]

    assert (len(shown), shown.endswith("…")) == (MAX_VALUE_LENGTH, is_cut)


def test_json_report_has_everything_that_the_text_report_has() -> None:
    difference = difference_by_time()
    new = replace(difference.new, version="1.3.0", paths=("/b.csv",))
    text = "\n".join(report_as_json(compare_snapshots(difference.old, new)))

    assert not text.endswith("\n")
    assert json.loads(text) == {
        "old": {"version": "1.2.3", "generated_at": "2026-11-21T00:00:00Z"},
        "new": {"version": "1.3.0", "generated_at": "2027-11-21T00:00:00Z"},
        "bump": "minor",
        "wanted_version": "1.3.0",
        "is_version_enough": True,
        "contract": [
            {"part": "path", "name": "/b.csv", "kind": "added", "is_breaking": False, "before": None, "after": None}
        ],
        "changes": [
            {
                "resource": "countries",
                "record": "fr",
                "country": "fr",
                "erp": None,
                "kind": "changed",
                "cause": "time",
                "field": "toggles.saft_required",
                "before": "false",
                "after": "true",
                "phase": "fr-saft-first",
            }
        ],
    }
