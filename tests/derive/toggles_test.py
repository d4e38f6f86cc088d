"""Toggles follow from obligations by the table of the design."""

import datetime as dt
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.derive.toggles import derive_toggles, effective_date
from locdata_build.source.records import Obligation, Obligations
from locdata_model.toggles import Toggles
from support.dataset import obligation, provenance

TODAY = dt.date(2026, 11, 21)
PAST, FUTURE = "2026-11-21", "2026-11-22"
KINDS = Obligations.__struct_fields__
MANDATORY = {
    "e_invoicing_b2b": "e_invoicing_mandatory_b2b",
    "e_invoicing_b2g": "e_invoicing_mandatory_b2g",
}
IN_FORCE = {
    "e_invoicing_b2b": "e_invoicing_b2b_in_force",
    "real_time_reporting": "real_time_reporting",
    "saft": "saft_required",
    "audit_file": "audit_file_on_request",
}


def toggles(kind: str, value: dict[str, Any], today: dt.date = TODAY) -> Toggles:
    """The toggles of a country of which only one kind of obligation is known."""
    obligations = {name: obligation("unknown") for name in KINDS} | {kind: value}
    return derive_toggles(msgspec.convert(obligations, Obligations), today)


def record(value: dict[str, Any]) -> Obligation:
    """The obligation as a record."""
    return msgspec.convert(value, Obligation)


@pytest.mark.parametrize(("kind", "toggle"), MANDATORY.items())
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(obligation("in_force"), True, id="in force"),
        pytest.param(obligation("in_force", PAST), True, id="in force with a date"),
        pytest.param(obligation("enacted", PAST), True, id="enacted, date has come"),
        pytest.param(obligation("enacted", FUTURE), True, id="enacted, date ahead"),
        pytest.param(obligation("enacted"), False, id="enacted without a date"),
        pytest.param(obligation("planned", FUTURE), False, id="planned"),
        pytest.param(obligation("voluntary", PAST), False, id="voluntary"),
        pytest.param(obligation("none"), False, id="none"),
        pytest.param(obligation("unknown"), None, id="unknown"),
    ],
)
def test_mandatory_means_in_force_or_enacted_with_a_date(
    kind: str, toggle: str, value: dict[str, Any], expected: bool | None
) -> None:
    assert getattr(toggles(kind, value), toggle) is expected


@pytest.mark.parametrize(("kind", "toggle"), IN_FORCE.items())
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(obligation("in_force"), True, id="in force"),
        pytest.param(obligation("in_force", FUTURE), True, id="in force, later steps ahead"),
        pytest.param(obligation("enacted", PAST), True, id="enacted, date is today"),
        pytest.param(obligation("enacted", PAST, FUTURE), True, id="enacted, first date has come"),
        pytest.param(obligation("enacted", FUTURE), False, id="enacted, date ahead"),
        pytest.param(obligation("enacted"), False, id="enacted without a date"),
        pytest.param(obligation("planned", PAST), False, id="planned"),
        pytest.param(obligation("voluntary"), False, id="voluntary"),
        pytest.param(obligation("none"), False, id="none"),
        pytest.param(obligation("unknown"), None, id="unknown"),
    ],
)
def test_in_force_means_that_a_date_has_come(
    kind: str, toggle: str, value: dict[str, Any], expected: bool | None
) -> None:
    assert getattr(toggles(kind, value), toggle) is expected


@pytest.mark.parametrize("kind", KINDS)
def test_an_unverified_obligation_sets_no_toggle(kind: str) -> None:
    unverified = obligation("in_force", PAST) | {"provenance": provenance()}

    assert set(msgspec.structs.asdict(toggles(kind, unverified)).values()) == {None}


@pytest.mark.parametrize("kind", KINDS)
def test_an_obligation_sets_no_toggle_but_its_own(kind: str) -> None:
    own = {table[kind] for table in (MANDATORY, IN_FORCE) if kind in table}
    answers = msgspec.structs.asdict(toggles(kind, obligation("in_force")))

    assert {name for name, answer in answers.items() if answer is not None} == own


@given(
    st.sampled_from(KINDS),
    st.sampled_from(["in_force", "enacted", "planned", "voluntary", "none", "unknown"]),
    st.lists(st.dates(dt.date(2000, 1, 1), dt.date(2040, 1, 1)), max_size=3),
    st.dates(dt.date(2000, 1, 1), dt.date(2040, 1, 1)),
    st.integers(0, 5000),
)
def test_time_alone_never_takes_a_toggle_back(
    kind: str, status: str, dates: list[dt.date], today: dt.date, days: int
) -> None:
    value = obligation(status, *sorted(date.isoformat() for date in dates))
    before, after = toggles(kind, value, today), toggles(kind, value, today + dt.timedelta(days))
    pairs = zip(msgspec.structs.astuple(before), msgspec.structs.astuple(after), strict=True)

    assert all(old == new or (old is False and new is True) for old, new in pairs)


@pytest.mark.parametrize(
    ("value", "mandatory", "expected"),
    [
        pytest.param(obligation("in_force", "2020-01-01", FUTURE), True, dt.date(2020, 1, 1), id="first step"),
        pytest.param(obligation("enacted", FUTURE), True, dt.date(2026, 11, 22), id="a step ahead"),
        pytest.param(obligation("in_force", FUTURE), True, None, id="in force since a day that is not recorded"),
        pytest.param(obligation("in_force"), True, None, id="no step"),
        pytest.param(obligation("planned", FUTURE), False, None, id="not mandatory"),
        pytest.param(obligation("unknown"), None, None, id="unknown"),
    ],
)
def test_the_effective_date_is_the_first_step_of_a_mandatory_obligation(
    value: dict[str, Any], mandatory: bool | None, expected: dt.date | None
) -> None:
    assert effective_date(record(value), mandatory, TODAY) == expected
