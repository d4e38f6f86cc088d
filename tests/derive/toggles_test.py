"""Toggles and requirements follow from the obligations of a country by the rules of the model."""

import datetime as dt
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from locdata_build.data.countries import CountryFile
from locdata_build.data.obligations import Obligations
from locdata_build.derive.published import toggle_coverage
from locdata_model.obligations import requirements_on, toggles_on
from locdata_model.toggles import TOGGLES, ToggleCount, ToggleRule, Toggles
from locdata_model.vocabulary import ObligationKind
from support.dataset import as_read
from support.obligations import DAYS, obligations
from support.published import derived, published_obligations
from support.records import country, obligation, phase

TODAY = dt.date(2026, 11, 21)
STARTED, UPCOMING = "2026-11-21", "2026-11-22"
UNKNOWN = {kind.value: obligation("unknown") for kind in ObligationKind}
each_toggle = pytest.mark.parametrize("toggle", TOGGLES)


def toggles(kind: str, value: dict[str, Any], today: dt.date = TODAY) -> dict[str, bool | None]:
    """The toggles of a country with one obligation; all others are unknown."""
    file = as_read(country() | {"obligations": UNKNOWN | {kind: value}}, CountryFile)
    values: dict[str, bool | None] = msgspec.structs.asdict(toggles_on(published_obligations(file), today))
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


@given(st.fixed_dictionaries({kind.value: obligations(kind) for kind in ObligationKind}), DAYS, DAYS)
def test_toggles_and_requirements_of_a_day_do_not_depend_on_the_day_of_the_build(
    made: dict[str, Any], built: dt.date, day: dt.date
) -> None:
    base = as_read(country(), CountryFile)
    (law,) = [*base.sources.values()][:1]
    file = replace(base, obligations=Obligations(**made), sources={**base.sources, "law": law})

    obligations_of_build, phases = published_obligations(file, built), derived(file, built).phases
    of_day = published_obligations(file, day)

    assert toggles_on(obligations_of_build, day) == toggles_on(of_day, day)
    assert [
        requirements_on(each, [phase for phase in phases if phase.id in each.phases], day)
        for each in obligations_of_build
    ] == [each.binds for each in of_day]


def test_toggle_without_its_obligation_is_unknown() -> None:
    file = as_read(country(), CountryFile)
    given_ones = [each for each in published_obligations(file) if each.obligation is not ObligationKind.SAFT]

    assert toggles_on(given_ones, TODAY).saft_required is None
    assert toggles_on([], TODAY) == Toggles(**dict.fromkeys(TOGGLES))


def test_toggles_of_several_countries_at_once_are_refused() -> None:
    france, norway = (
        published_obligations(as_read(country(code, name), CountryFile))
        for code, name in (("fr", "France"), ("no", "Norway"))
    )

    with pytest.raises(ValueError, match=r"^obligations must be of one country, got fr, no$"):
        toggles_on([*france, *norway], TODAY)


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
