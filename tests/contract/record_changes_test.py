"""Every record that was added, removed or edited is a change, and changes by time name the phase that caused them."""

import datetime as dt
import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from contract.sites import NEW_DAY, OLD_DAY, snapshot
from locdata_build.contract.record_changes import record_changes
from locdata_build.contract.snapshot import DatedPhase, Row, ToggleFlip
from locdata_model.changes import Change
from locdata_model.vocabulary import ChangeCause, ChangeKind

VALUES: st.SearchStrategy[object] = (
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "0", "1", "null"]) | st.just([])
)
ROWS = st.dictionaries(st.sampled_from(["country", "label", "value"]), VALUES)
RECORDS = st.dictionaries(
    st.sampled_from(["facts", "news"]), st.dictionaries(st.sampled_from(["a", "b", "c"]), ROWS, max_size=3)
)

DAY = dt.date(2027, 1, 1)
FLIP = ToggleFlip(country="fr", toggle="saft_required", date=DAY, before=False, after=True, phase="fr-saft-first")
OTHER_FLIP = replace(FLIP, toggle="other", phase="fr-other-first")
PHASE = DatedPhase(id="fr-b2b-first", country="fr", obligation="e_invoicing_b2b", date=DAY, what="Large firms begin")

TOGGLE_OFF: Row = {"code": "fr", "toggles.saft_required": False}
TOGGLE_ON: Row = {"code": "fr", "toggles.saft_required": True}
UPCOMING: Row = {"id": PHASE.id, "country": "fr", "obligation": "e_invoicing_b2b", "state": "upcoming"}
STARTED: Row = {**UPCOMING, "state": "started"}
RECORDED: Row = {"country": "fr", "obligation": "e_invoicing_b2b", "status": "enacted", "phases": [PHASE.id]}
NOT_APPLIED: Row = {**RECORDED, "verdict": "From 1 January 2027"}
APPLIED: Row = {**RECORDED, "verdict": "Yes, since 1 January 2027"}


def changes(old: Mapping[str, Mapping[str, Row]], new: Mapping[str, Mapping[str, Row]]) -> tuple[Change, ...]:
    """Return the changes between two sites with these records."""
    return record_changes(snapshot(records=old), snapshot(records=new))


def cause(before: Row, after: Row, *, resource: str = "list", **dates: object) -> tuple[ChangeCause, str | None]:
    """Return the cause of the last change of a record, and the phase, with ``dates`` in the older site."""
    old = snapshot(records={resource: {"fr": before}}, **({"phases": (PHASE,), "flips": (FLIP,)} | dates))
    *_, change = record_changes(old, snapshot(records={resource: {"fr": after}}, generated_at=NEW_DAY))
    return change.cause, change.phase


@given(RECORDS, RECORDS)
def test_changes_lead_from_one_side_to_the_other(
    old: dict[str, dict[str, Row]], new: dict[str, dict[str, Row]]
) -> None:
    result = {(name, record): dict(row) for name, rows in old.items() for record, row in rows.items()}
    added = set()
    found = changes(old, new)
    for change in found:
        key = change.resource, change.record
        if change.kind is ChangeKind.ADDED:
            added.add(key)
        elif change.kind is ChangeKind.REMOVED:
            del result[key]
        elif change.after is None:
            del result[key][change.field or ""]
        else:
            result[key][change.field or ""] = json.loads(change.after)
    expected = {(name, record): row for name, rows in new.items() for record, row in rows.items()}

    assert result == {key: row for key, row in expected.items() if key not in added}
    assert added <= expected.keys()
    assert [(change.resource, change.record) for change in found] == sorted(
        (change.resource, change.record) for change in found
    )


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": "x"}, {"a": "y"}, [("a", '"x"', '"y"')]),
        ({}, {"a": None}, [("a", None, "null")]),
        ({"a": 1}, {}, [("a", "1", None)]),
        ({"a": 1}, {"a": True}, [("a", "1", "true")]),
        ({"a": None}, {"a": ""}, [("a", "null", '""')]),
        ({"a": ["x\n"]}, {"a": ["y", "x"]}, [("a", '["x\\n"]', '["y","x"]')]),
        ({"a": 1, "b": 1}, {"b": 2, "c": 3, "a": 2}, [("a", "1", "2"), ("b", "1", "2"), ("c", None, "3")]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, []),
    ],
)
def test_edited_field_is_a_change_with_both_values_as_json(
    before: Row, after: Row, expected: list[tuple[str, str | None, str | None]]
) -> None:
    found = changes({"facts": {"fr-vat": before}}, {"facts": {"fr-vat": after}})

    assert [(change.field, change.before, change.after) for change in found] == expected
    assert {change.kind for change in found} <= {ChangeKind.CHANGED}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param({"statements": [["u"]]}, {"statements": [["u (Art. 1)"]]}, ["statements"], id="locator"),
        pytest.param(
            {"value": "A.", "statements": [["u"]]},
            {"value": "A. B.", "statements": [["u"], ["u"]]},
            ["value"],
            id="text",
        ),
        pytest.param(
            {"source_urls": ["u"], "statements": [["u"]]},
            {"source_urls": ["v"], "statements": [["v"]]},
            ["source_urls"],
            id="source",
        ),
        pytest.param({}, {"statements": [["u"]]}, [], id="older site without statements"),
    ],
)
def test_what_statements_cite_is_a_change_only_if_nothing_else_tells_the_edit(
    before: Row, after: Row, expected: list[str]
) -> None:
    found = changes({"facts": {"fr-vat": before}}, {"facts": {"fr-vat": after}})

    assert [change.field for change in found] == expected


@pytest.mark.parametrize(
    ("resource", "row", "country", "erp"),
    [
        ("facts", {"country": "fr", "erp": None}, "fr", None),
        ("data/countries", {"country_code": "fr", "country": "France"}, "fr", None),
        ("countries", {"code": "fr"}, "fr", None),
        ("facts", {"id": "fr-erp-localization-odoo", "erp": "odoo"}, None, "odoo"),
        ("erps", {"id": "odoo"}, None, "odoo"),
        ("news", {"id": "n1", "erps": ["odoo"]}, None, None),
    ],
)
def test_change_has_the_codes_of_the_country_and_the_product_of_its_record(
    resource: str, row: Row, country: str | None, erp: str | None
) -> None:
    (added,) = changes({}, {resource: {"record": row}})

    assert (added.country, added.erp, added.kind) == (country, erp, ChangeKind.ADDED)
    assert changes({resource: {"record": row}}, {resource: {}}) == (replace(added, kind=ChangeKind.REMOVED),)


@pytest.mark.parametrize("flips", [(FLIP,), (OTHER_FLIP, FLIP)], ids=["only flip", "second flip"])
def test_toggle_that_flipped_on_its_date_changed_by_time(flips: tuple[ToggleFlip, ...]) -> None:
    assert cause(TOGGLE_OFF, TOGGLE_ON, flips=flips) == (ChangeCause.TIME, "fr-saft-first")


@pytest.mark.parametrize(
    ("date", "until", "expected"),
    [
        pytest.param(DAY, dt.datetime(2026, 12, 31, 23, 59, 59, tzinfo=dt.UTC), ChangeCause.EDIT, id="second before"),
        pytest.param(DAY, dt.datetime(2027, 1, 1, tzinfo=dt.UTC), ChangeCause.TIME, id="first second"),
        pytest.param(OLD_DAY.date(), NEW_DAY, ChangeCause.EDIT, id="day of the older site"),
    ],
)
def test_flip_comes_with_the_first_second_of_its_date(date: dt.date, until: dt.datetime, expected: ChangeCause) -> None:
    old = snapshot(records={"countries": {"fr": TOGGLE_OFF}}, flips=(replace(FLIP, date=date),))
    (change,) = record_changes(old, snapshot(records={"countries": {"fr": TOGGLE_ON}}, generated_at=until))

    assert change.cause is expected


def test_phase_that_started_on_its_date_changed_by_time() -> None:
    assert cause(UPCOMING, STARTED, resource="phases") == (ChangeCause.TIME, PHASE.id)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (NOT_APPLIED, APPLIED),
        ({**RECORDED, "applies": False}, {**RECORDED, "applies": True}),
        ({**RECORDED, "binds": []}, {**RECORDED, "binds": ["issue"]}),
    ],
)
def test_obligation_whose_phase_started_changed_by_time(before: Row, after: Row) -> None:
    assert cause(before, after, resource="obligations") == (ChangeCause.TIME, PHASE.id)


def test_first_phase_that_started_is_the_cause() -> None:
    phases = (PHASE, replace(PHASE, id="fr-b2b-second", date=NEW_DAY.date()))

    assert cause(NOT_APPLIED, APPLIED, resource="obligations", phases=phases) == (ChangeCause.TIME, PHASE.id)


def test_announced_phase_is_not_the_cause_where_one_that_is_law_started() -> None:
    announced = replace(PHASE, id="fr-b2b-announced", date=DAY - dt.timedelta(days=1))
    phases = {announced.id: {**UPCOMING, "id": announced.id, "state": "announced"}, PHASE.id: UPCOMING}
    old = snapshot(records={"obligations": {"fr": NOT_APPLIED}, "phases": phases}, phases=(announced, PHASE))
    new = snapshot(records={"obligations": {"fr": APPLIED}, "phases": phases}, generated_at=NEW_DAY)

    assert [change.phase for change in record_changes(old, new)] == [PHASE.id]


@pytest.mark.parametrize(
    ("field", "before", "after"),
    [("date", "2027-01-01", "2028-01-01"), ("binds", ["receive"], ["issue"]), ("certainty", "enacted", "announced")],
)
def test_obligation_whose_phase_was_edited_changed_by_an_edit(field: str, before: object, after: object) -> None:
    phases = ({PHASE.id: {**UPCOMING, field: value}} for value in (before, after))
    old = snapshot(records={"obligations": {"fr": NOT_APPLIED}, "phases": next(phases)}, phases=(PHASE,))
    new = snapshot(records={"obligations": {"fr": APPLIED}, "phases": next(phases)}, generated_at=NEW_DAY)

    assert {change.cause for change in record_changes(old, new)} == {ChangeCause.EDIT}


@pytest.mark.parametrize(
    ("resource", "before", "after"),
    [
        ("countries", {**TOGGLE_OFF, "code": "de"}, {**TOGGLE_ON, "code": "de"}),
        ("countries", {"code": "fr", "toggles.b2b": False}, {"code": "fr", "toggles.b2b": True}),
        ("countries", TOGGLE_ON, TOGGLE_OFF),
        ("countries", {**TOGGLE_OFF, "toggles.saft_required": None}, TOGGLE_ON),
        ("countries", {"code": "fr", "saft_required": False}, {"code": "fr", "saft_required": True}),
        ("phases", {**UPCOMING, "id": "fr-other"}, {**STARTED, "id": "fr-other"}),
        ("phases", {**UPCOMING, "state": "announced"}, STARTED),
        ("phases", UPCOMING, {**UPCOMING, "state": "voluntary"}),
        ("phases", {**UPCOMING, "binds": None}, {**UPCOMING, "binds": []}),
        ("list", UPCOMING, STARTED),
        ("obligations", {**NOT_APPLIED, "country": "de"}, {**APPLIED, "country": "de"}),
        ("obligations", {**NOT_APPLIED, "obligation": "saft"}, {**APPLIED, "obligation": "saft"}),
        ("obligations", {**NOT_APPLIED, "status": "planned"}, APPLIED),
        ("obligations", {**RECORDED, "summary": "a"}, {**RECORDED, "summary": "b"}),
    ],
)
def test_any_other_change_of_a_toggle_phase_or_obligation_is_an_edit(resource: str, before: Row, after: Row) -> None:
    assert cause(before, after, resource=resource) == (ChangeCause.EDIT, None)


@pytest.mark.parametrize(
    "phase",
    [
        pytest.param(replace(PHASE, obligation="saft"), id="of another obligation"),
        pytest.param(replace(PHASE, date=OLD_DAY.date()), id="on the day of the older site"),
        pytest.param(replace(PHASE, date=NEW_DAY.date() + dt.timedelta(days=1)), id="after the newer site"),
    ],
)
def test_any_other_phase_causes_nothing(phase: DatedPhase) -> None:
    assert cause(NOT_APPLIED, APPLIED, resource="obligations", phases=(phase,)) == (ChangeCause.EDIT, None)
