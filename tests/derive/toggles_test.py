"""Toggles follow from the obligations of a country by the rules of the model."""

import datetime as dt
from typing import Any

import msgspec
import pytest

from locdata_build.derive.toggles import derive_toggles, toggle_coverage
from locdata_build.source.obligations import Obligations
from locdata_model.toggles import TOGGLES, ToggleCount, ToggleRule, Toggles
from locdata_model.vocabulary import ObligationKind
from support.records import cited, obligation, phase, provenance

TODAY = dt.date(2026, 11, 21)
STARTED, UPCOMING = "2026-11-21", "2026-11-22"
UNKNOWN = {kind.value: obligation("unknown") for kind in ObligationKind}
each_toggle = pytest.mark.parametrize("toggle", TOGGLES)


def toggles(kind: str, value: dict[str, Any], today: dt.date = TODAY) -> dict[str, bool | None]:
    """The toggles of a country with one obligation; all others are unknown."""
    obligations = msgspec.convert(cited({"obligations": UNKNOWN | {kind: value}})["obligations"], Obligations)
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
        pytest.param(
            obligation("enacted", phase(STARTED, certainty="announced")), False, False, id="enacted, announced"
        ),
        pytest.param(obligation("enacted", phase(STARTED, binds=[])), False, False, id="enacted, voluntary phase"),
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
