"""A difference is told in lines for people and in one object for machines."""

import datetime as dt
import json

import pytest

from contract.sites import NEW_DAY, snapshot
from locdata_build.contract.difference import Difference, compare
from locdata_build.contract.report import LONGEST, contract_line, report_as_json, report_as_text
from locdata_build.contract.snapshot import Contract, Row, Snapshot, Step, Turn
from locdata_model.changes import ContractChange
from locdata_model.vocabulary import ChangeKind, ContractPart

STEP = Step(id="fr-saft-first", country="fr", obligation="saft", date=dt.date(2027, 1, 1), what="Large firms begin")
OLD = snapshot(
    contract=Contract(paths=("/a.csv",), types={"Fact": {"id": "string"}}),
    records={"facts": {"fr-vat": {"country": "fr", "value": "20%"}, "fr-tax": {}}},
)


def by_time(*steps: Step) -> Difference:
    """A difference that a phase made, where the older site has ``steps``."""

    def of(value: bool) -> dict[str, dict[str, Row]]:
        return {"countries": {"fr": {"code": "fr", "toggles.saft_required": value}}}

    turn = Turn(
        country="fr", toggle="saft_required", date=NEW_DAY.date(), before=False, after=True, phase="fr-saft-first"
    )
    return compare(snapshot(records=of(False), steps=steps, turns=(turn,)), snapshot(records=of(True), at=NEW_DAY))


def lines(old: Snapshot, new: Snapshot) -> list[str]:
    """The report for people, line by line."""
    return report_as_text(compare(old, new)).split("\n")


def edits(before: dict[str, Row], after: dict[str, Row]) -> list[str]:
    """The lines on what was edited in a list."""
    report = lines(snapshot(records={"facts": before}), snapshot(records={"facts": after}))
    return [line.strip() for line in report if line.strip().split()[0] in set(ChangeKind) and " record " not in line]


def test_nothing_is_told_as_none() -> None:
    assert lines(OLD, OLD) == [
        "from 1.2.3 of 2026-11-21T00:00:00Z to 1.2.3 of 2026-11-21T00:00:00Z",
        "contract: none",
        "records, edited: none",
        "records, by time alone: none",
        "version: 1.2.3; nothing was edited, so any version from 1.2.3 on will do",
    ]


def test_contract_edits_and_version_are_told() -> None:
    new = snapshot(
        contract=Contract(paths=("/b.csv",), types={"Fact": {"id": "integer"}}),
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
            "version: 1.2.3; a promise is broken: a client can fail, which asks for a major version: 2.0.0 or higher, "
            "so this is TOO SMALL"
        ),
    ]


def test_what_came_with_time_is_told_with_its_phase() -> None:
    assert report_as_text(by_time(STEP)).split("\n")[3:] == [
        "records, by time alone: 1",
        ("  2027-01-01 countries/fr toggles.saft_required: false -> true, by phase fr-saft-first (Large firms begin)"),
        "version: 1.2.3; nothing was edited, so any version from 1.2.3 on will do",
    ]


def test_a_phase_of_which_nothing_is_known_is_told_by_its_id() -> None:
    assert report_as_text(by_time()).split("\n")[4] == (
        "  countries/fr toggles.saft_required: false -> true, by phase fr-saft-first"
    )


def test_version_that_is_enough_is_told_so() -> None:
    new = snapshot(
        version="1.2.4", contract=OLD.contract, records={"facts": {**OLD.records["facts"], "fr-tax": {"a": 1}}}
    )

    assert lines(OLD, new)[-1] == (
        "version: 1.2.4; records were edited, which asks for a patch version: 1.2.4 or higher, so this is enough"
    )


def test_lower_version_of_the_same_is_told_so() -> None:
    lower = snapshot(version="1.2.2", contract=OLD.contract, records=OLD.records)

    assert lines(OLD, lower)[-1].endswith("1.2.3 or higher, so this is TOO SMALL")


def test_records_with_the_same_edit_share_a_line() -> None:
    before: dict[str, Row] = {name: {"value": "a"} for name in ("x", "y", "z")}
    after: dict[str, Row] = {"x": {"value": "b"}, "y": {"value": "b"}, "z": {"value": "c"}}

    assert edits(before, after) == [
        'changed facts/x and 1 more value: "a" -> "b"',
        'changed facts/z value: "a" -> "c"',
    ]


def test_value_that_was_not_there_is_told_as_nothing() -> None:
    assert edits({"x": {}}, {"x": {"value": None}}) == ["changed facts/x value: nothing -> null"]


@pytest.mark.parametrize(("length", "is_cut"), [(LONGEST - 2, False), (LONGEST - 1, True)])
def test_a_long_value_is_cut(length: int, is_cut: bool) -> None:
    (line,) = edits({"x": {"value": ""}}, {"x": {"value": "v" * length}})
    shown = line.partition(" -> ")[2]

    assert (len(shown), shown.endswith("…")) == (LONGEST, is_cut)


def test_json_holds_all_that_is_told() -> None:
    new = snapshot(
        version="1.3.0", contract=Contract(paths=("/a.csv", "/b.csv"), types=OLD.contract.types), records=OLD.records
    )
    text = report_as_json(compare(OLD, new))

    assert not text.endswith("\n")
    assert json.loads(text) == {
        "old": {"version": "1.2.3", "generated_at": "2026-11-21T00:00:00Z"},
        "new": {"version": "1.3.0", "generated_at": "2026-11-21T00:00:00Z"},
        "bump": "minor",
        "wanted_version": "1.3.0",
        "is_version_enough": True,
        "contract": [
            {"part": "path", "name": "/b.csv", "kind": "added", "is_breaking": False, "before": None, "after": None}
        ],
        "changes": [],
    }


def test_json_holds_what_came_with_time() -> None:
    assert json.loads(report_as_json(by_time()))["changes"] == [
        {
            "resource": "countries",
            "record": "fr",
            "country": "fr",
            "kind": "changed",
            "cause": "time",
            "field": "toggles.saft_required",
            "before": "false",
            "after": "true",
            "phase": "fr-saft-first",
        }
    ]


@pytest.mark.parametrize(
    ("before", "line"),
    [(None, "removed field Fact.id"), ("string", "removed field Fact.id: string -> integer")],
)
def test_a_change_of_the_contract_is_told_in_words(before: str | None, line: str) -> None:
    change = ContractChange(
        part=ContractPart.FIELD,
        name="Fact.id",
        kind=ChangeKind.REMOVED,
        is_breaking=True,
        before=before,
        after="integer",
    )

    assert contract_line(change) == line
