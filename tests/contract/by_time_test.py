"""What the calendar alone changed is told from edits, with the phase whose day came."""

import datetime as dt

import pytest
from msgspec.structs import replace

from contract.sites import NEW_DAY, OLD_DAY, snapshot
from locdata_build.contract.by_time import between
from locdata_build.contract.changes import record_changes
from locdata_build.contract.snapshot import Row, Snapshot, Step, Turn
from locdata_model.vocabulary import ChangeCause

TURN = Turn(
    country="fr", toggle="saft_required", date=dt.date(2027, 1, 1), before=False, after=True, phase="fr-saft-first"
)
STEP = Step(
    id="fr-b2b-first", country="fr", obligation="e_invoicing_b2b", date=dt.date(2027, 1, 1), what="Large firms begin"
)


def sites(
    old_row: Row,
    new_row: Row,
    *,
    name: str = "countries",
    turns: tuple[Turn, ...] = (TURN,),
    steps: tuple[Step, ...] = (STEP,),
    until: dt.datetime = NEW_DAY,
) -> tuple[Snapshot, Snapshot]:
    """Two sites with a record, a year apart or until ``until``."""
    return (
        snapshot(records={name: {"fr": old_row}}, steps=steps, turns=turns),
        snapshot(records={name: {"fr": new_row}}, steps=steps, at=until),
    )


def cause(*pair: Snapshot) -> tuple[ChangeCause, str | None]:
    """Why the one changed field is another, and the phase behind it."""
    (change,) = record_changes(*pair)
    return change.cause, change.phase


BEFORE: Row = {"code": "fr", "toggles.saft_required": False}
AFTER: Row = {"code": "fr", "toggles.saft_required": True}
FACT: Row = {"country": "fr", "topic": "e_invoicing", "effective_date": None}
STARTED: Row = {**FACT, "effective_date": "2027-01-01"}


def test_a_toggle_that_turned_on_its_day_changed_with_time() -> None:
    assert cause(*sites(BEFORE, AFTER)) == (ChangeCause.TIME, "fr-saft-first")


@pytest.mark.parametrize(
    ("until", "expected"),
    [
        pytest.param(dt.datetime(2026, 12, 31, 23, 59, 59, tzinfo=dt.UTC), ChangeCause.EDIT, id="the second before"),
        pytest.param(dt.datetime(2027, 1, 1, tzinfo=dt.UTC), ChangeCause.TIME, id="the first second of the day"),
    ],
)
def test_a_day_has_come_with_its_first_second(until: dt.datetime, expected: ChangeCause) -> None:
    assert cause(*sites(BEFORE, AFTER, until=until))[0] is expected


def test_a_day_that_had_come_before_the_older_site_changes_nothing_more() -> None:
    past = Turn(
        country="fr", toggle="saft_required", date=OLD_DAY.date(), before=False, after=True, phase="fr-saft-first"
    )

    assert cause(*sites(BEFORE, AFTER, turns=(past,))) == (ChangeCause.EDIT, None)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param({**BEFORE, "code": "de"}, {**AFTER, "code": "de"}, id="another country"),
        pytest.param(
            {"code": "fr", "toggles.audit": False}, {"code": "fr", "toggles.audit": True}, id="another toggle"
        ),
        pytest.param(AFTER, BEFORE, id="the other way"),
        pytest.param({**BEFORE, "toggles.saft_required": None}, AFTER, id="from unknown"),
        pytest.param(BEFORE, {**AFTER, "toggles.saft_required": None}, id="to unknown"),
        pytest.param({"code": "fr"}, AFTER, id="new toggle"),
        pytest.param({"code": "fr", "saft_required": False}, {"code": "fr", "saft_required": True}, id="no toggle"),
    ],
)
def test_any_other_change_of_a_toggle_is_an_edit(before: Row, after: Row) -> None:
    assert cause(*sites(before, after)) == (ChangeCause.EDIT, None)


def test_of_two_phases_the_one_that_turns_the_toggle_is_told() -> None:
    later = Turn(
        country="fr", toggle="other", date=dt.date(2027, 2, 1), before=False, after=True, phase="fr-other-first"
    )

    assert cause(*sites(BEFORE, AFTER, turns=(later, TURN))) == (ChangeCause.TIME, "fr-saft-first")


def test_a_start_that_was_not_told_before_its_day_came_with_time() -> None:
    assert cause(*sites(FACT, STARTED, name="facts")) == (ChangeCause.TIME, "fr-b2b-first")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param({**FACT, "effective_date": "2026-01-01"}, STARTED, id="another start"),
        pytest.param(FACT, {**STARTED, "effective_date": "2027-01-02"}, id="another day"),
        pytest.param({**FACT, "country": "de"}, {**STARTED, "country": "de"}, id="another country"),
        pytest.param({**FACT, "topic": "vat"}, {**STARTED, "topic": "vat"}, id="another topic"),
        pytest.param(STARTED, FACT, id="no start any more"),
        pytest.param({**FACT, "value": "a"}, {**FACT, "value": "b"}, id="another field"),
        pytest.param({"country": "fr", "topic": "e_invoicing"}, STARTED, id="field that is new"),
    ],
)
def test_any_other_change_of_a_start_is_an_edit(before: Row, after: Row) -> None:
    assert cause(*sites(before, after, name="facts")) == (ChangeCause.EDIT, None)


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(replace(STEP, obligation="saft"), id="of another duty"),
        pytest.param(replace(STEP, date=dt.date(2026, 11, 21)), id="on the day of the older site"),
        pytest.param(replace(STEP, date=dt.date(2027, 11, 22)), id="after the newer site"),
    ],
)
def test_a_phase_that_lies_elsewhere_starts_nothing(step: Step) -> None:
    day = {**STARTED, "effective_date": step.date.isoformat()}

    assert cause(*sites(FACT, day, name="facts", steps=(step,))) == (ChangeCause.EDIT, None)


def test_a_site_without_phases_has_nothing_between() -> None:
    calendar = between(snapshot(), snapshot(at=NEW_DAY))

    assert (calendar.steps, calendar.turns) == ((), ())


def test_a_record_that_came_with_time_is_an_edit_all_the_same() -> None:
    (change,) = record_changes(snapshot(), snapshot(records={"facts": {"a": {}}}, at=NEW_DAY))

    assert (change.cause, change.phase) == (ChangeCause.EDIT, None)
