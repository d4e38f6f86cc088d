"""Toggles follow from the obligations of a country by the rules of the model."""

import datetime as dt
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.derive.toggles import derive_toggles, effective_date, toggle_coverage
from locdata_build.source.records import Obligation, Obligations
from locdata_model.toggles import TOGGLES, ToggleCount, ToggleRule, Toggles
from locdata_model.vocabulary import ObligationKind, ObligationStatus
from support.records import cited, obligation, provenance

TODAY = dt.date(2026, 11, 21)
STARTED, UPCOMING = "2026-11-21", "2026-11-22"
UNKNOWN = {kind.value: obligation("unknown") for kind in ObligationKind}
each_toggle = pytest.mark.parametrize("toggle", TOGGLES)


def toggles(kind: str, value: dict[str, Any], today: dt.date = TODAY) -> dict[str, bool | None]:
    """The toggles of a country with one obligation; all others are unknown."""
    obligations = msgspec.convert(cited(UNKNOWN | {kind: value}), Obligations)
    values: dict[str, bool | None] = msgspec.structs.asdict(derive_toggles(obligations, today))
    return values


@each_toggle
@pytest.mark.parametrize(
    ("value", "is_mandatory", "applies"),
    [
        pytest.param(obligation("in_force"), True, True, id="in force"),
        pytest.param(obligation("in_force", UPCOMING), True, True, id="in force, upcoming phase"),
        pytest.param(obligation("enacted", STARTED), True, True, id="enacted, starts today"),
        pytest.param(obligation("enacted", STARTED, UPCOMING), True, True, id="enacted, first phase has started"),
        pytest.param(obligation("enacted", UPCOMING), True, False, id="enacted, upcoming phase"),
        pytest.param(obligation("enacted"), False, False, id="enacted without a date"),
        pytest.param(obligation("planned", STARTED), False, False, id="planned"),
        pytest.param(obligation("voluntary", STARTED), False, False, id="voluntary"),
        pytest.param(obligation("none"), False, False, id="none"),
        pytest.param(obligation("unknown"), None, None, id="unknown"),
        pytest.param(obligation("in_force") | {"provenance": provenance()}, None, None, id="unverified"),
    ],
)
def test_toggle_follows_from_its_obligation_by_its_rule(
    toggle: str, value: dict[str, Any], is_mandatory: bool | None, applies: bool | None
) -> None:
    spec = TOGGLES[toggle]
    expected = is_mandatory if spec.rule is ToggleRule.MANDATORY else applies

    assert toggles(spec.obligation, value)[toggle] is expected


@pytest.mark.parametrize("kind", ObligationKind)
def test_obligation_decides_its_own_toggles_only(kind: ObligationKind) -> None:
    decided = {name for name, value in toggles(kind, obligation("in_force")).items() if value is not None}

    assert decided == {name for name, spec in TOGGLES.items() if spec.obligation is kind}


@given(
    st.sampled_from(ObligationKind),
    st.sampled_from(ObligationStatus),
    st.lists(st.dates(dt.date(2000, 1, 1), dt.date(2040, 1, 1)), max_size=3),
    st.dates(dt.date(2000, 1, 1), dt.date(2040, 1, 1)),
    st.integers(0, 5000),
)
def test_time_alone_only_turns_a_toggle_from_false_to_true(
    kind: ObligationKind, status: ObligationStatus, dates: list[dt.date], today: dt.date, days: int
) -> None:
    value = obligation(status, *sorted(date.isoformat() for date in dates))
    before, after = toggles(kind, value, today), toggles(kind, value, today + dt.timedelta(days))

    assert {(before[name], after[name]) for name in TOGGLES if before[name] != after[name]} <= {(False, True)}


@pytest.mark.parametrize(
    ("value", "mandatory", "expected"),
    [
        pytest.param(obligation("in_force", "2020-01-01", UPCOMING), True, dt.date(2020, 1, 1), id="first phase"),
        pytest.param(obligation("enacted", UPCOMING), True, dt.date(2026, 11, 22), id="upcoming phase"),
        pytest.param(obligation("in_force", UPCOMING), True, None, id="in force since a date that is not recorded"),
        pytest.param(obligation("in_force"), True, None, id="no phase"),
        pytest.param(obligation("planned", UPCOMING), False, None, id="not mandatory"),
        pytest.param(obligation("unknown"), None, None, id="unknown"),
    ],
)
def test_effective_date_is_that_of_the_first_phase_of_a_mandatory_obligation(
    value: dict[str, Any], mandatory: bool | None, expected: dt.date | None
) -> None:
    assert effective_date(msgspec.convert(cited(value), Obligation), mandatory, TODAY) == expected


def test_coverage_counts_the_countries_for_each_value() -> None:
    values: list[dict[str, bool | None]] = [
        dict.fromkeys(TOGGLES, True),
        {**dict.fromkeys(TOGGLES, True), "saft_required": False, "real_time_reporting": None},
        {**dict.fromkeys(TOGGLES, True), "saft_required": None, "real_time_reporting": None},
    ]
    coverage = toggle_coverage([Toggles(**each) for each in values])

    assert coverage.e_invoicing_b2b_in_force == ToggleCount(yes=3, no=0, unknown=0)
    assert coverage.saft_required == ToggleCount(yes=1, no=1, unknown=1)
    assert coverage.real_time_reporting == ToggleCount(yes=1, no=0, unknown=2)
