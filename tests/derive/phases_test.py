"""Phases are published with their obligation, and a toggle flips on the date that its rule decides."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from locdata_build.data.countries import CountryFile
from locdata_build.derive.phases import group_by_year, phase_order, phases_by_event
from locdata_model.obligations import toggles_on
from locdata_model.phases import PHASE_YEARS, Phase
from locdata_model.toggles import TOGGLES, ToggleRule
from locdata_model.vocabulary import (
    Certainty,
    Evidence,
    ObligationKind,
    ObligationStatus,
    PhaseState,
    SourceKind,
    Verification,
)
from support.dataset import as_read
from support.published import derived, published_obligations
from support.records import country, marked, obligation, phase, source

ONE_DAY = dt.timedelta(days=1)
FIRST, LAST = dt.date(2020, 1, 1), dt.date(2030, 12, 31)
PHASE = Phase(
    id="fr-saft-first",
    country="fr",
    obligation=ObligationKind.SAFT,
    status=ObligationStatus.IN_FORCE,
    date=FIRST,
    what="Text",
    binds=None,
    who=None,
    certainty=Certainty.ENACTED,
    state=PhaseState.STARTED,
    url="https://data.example/timeline/#step-fr-saft-first",
    source_urls=(),
    evidence=Evidence.FETCHED,
    verification=Verification.OFFICIAL,
    last_checked=FIRST,
    statements=(),
)
UNKNOWN = {kind.value: obligation("unknown") for kind in ObligationKind}
OBLIGATIONS = st.fixed_dictionaries(
    {
        kind.value: st.builds(
            lambda status, dates: obligation(status, *sorted(dates)),
            st.sampled_from([status.value for status in ObligationStatus]),
            st.lists(st.dates(FIRST, LAST).map(dt.date.isoformat), max_size=3),
        )
        for kind in ObligationKind
    }
)
EVENT_PHASES = st.lists(
    st.tuples(
        st.sampled_from(["fr", "pl"]), st.sampled_from([FIRST, LAST]), st.lists(st.sampled_from("abcd"), max_size=2)
    ),
    max_size=8,
).map(lambda each: [dated_phase(number, *fields) for number, fields in enumerate(each)])
each_kind = pytest.mark.parametrize("kind", ObligationKind)


def dated_phase(number: int, country: str, date: dt.date, sources: Iterable[str]) -> Phase:
    """A phase of a country on a day with the sources of these names."""
    urls = tuple(map(source, sources))
    return replace(PHASE, id=f"{country}-saft-{number}", country=country, date=date, source_urls=urls)


def ids_by_event(*sources: str) -> list[list[str]]:
    """The numbers of the phases of each event, for phases of one day whose sources have these letters."""
    phases = [dated_phase(number, "fr", FIRST, names) for number, names in enumerate(sources)]
    return [[phase.id.rpartition("-")[2] for phase in event] for event in phases_by_event(phases)]


def with_obligations(obligations: dict[str, Any]) -> CountryFile:
    """A country with these obligations; all others are unknown."""
    return as_read(country() | {"obligations": UNKNOWN | obligations}, CountryFile)


def flips(kind: str, status: str, *dates: str) -> list[tuple[str, str, bool | None, bool | None]]:
    """The flips of a country with one obligation: toggle, date, value before and after."""
    found = derived(with_obligations({kind: obligation(status, *dates)})).flips
    return [(flip.toggle, flip.date.isoformat(), flip.before, flip.after) for flip in found]


def toggles_of(file: CountryFile, day: dt.date) -> dict[str, bool | None]:
    """The toggles of a country on a day, by name."""
    values: dict[str, bool | None] = msgspec.structs.asdict(toggles_on(published_obligations(file), day))
    return values


def test_phase_with_sources_of_its_own_is_published_with_those_and_their_grade() -> None:
    law, press = source("law"), source("press")
    later = phase("2030-01-01", what=marked("All others.", press))
    value = obligation("in_force", "2020-01-01", later, summary=marked("The law binds all.", law, press))
    file = with_obligations({"saft": value})
    sources = {
        name: replace(each, kind=SourceKind("press" if each.url == press else "law"))
        for name, each in file.sources.items()
    }
    first, second = derived(replace(file, sources=sources)).phases

    assert (first.source_urls, first.verification) == ((law, press), "official")
    assert (second.source_urls, second.verification) == ((press,), "secondary")


def test_sources_of_phases_follow_those_of_their_obligation() -> None:
    law, press, plan = source("law"), source("press"), source("plan")
    phases = (
        phase("2020-01-01", what=marked("Some.", press)),
        phase("2030-01-01"),
        phase("2031-01-01", what=marked("All.", plan, law)),
    )
    records = derived(with_obligations({"saft": obligation("in_force", *phases, summary=marked("It binds.", law))}))
    (saft,) = (each.record for each in records.obligations if each.record.obligation is ObligationKind.SAFT)

    assert saft.source_urls == (law, press, plan)
    assert [each.source_urls for each in saft.statements] == [(law,)]
    assert [each.source_urls for found in records.phases for each in found.statements] == [(press,), (), (plan, law)]


@given(OBLIGATIONS)
def test_every_phase_is_in_its_year_and_every_year_is_there(obligations: dict[str, Any]) -> None:
    phases = derived(with_obligations(obligations)).phases
    by_year = group_by_year(phases)

    assert tuple(phase for of_year in by_year.values() for phase in of_year) == phases
    assert all(phase.date.year == int(year) for year, of_year in by_year.items() for phase in of_year)
    assert [*map(int, by_year)] == [*PHASE_YEARS]


# Events


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        pytest.param([], [], id="no phase"),
        pytest.param(["a"], [["0"]], id="one phase"),
        pytest.param(["ab", "bc"], [["0", "1"]], id="one source in common"),
        pytest.param(["a", "b"], [["0"], ["1"]], id="other sources"),
        pytest.param(["", ""], [["0"], ["1"]], id="no sources"),
        pytest.param(["a", "b", "c", "ab"], [["0", "1", "3"], ["2"]], id="connected by the last one"),
    ],
)
def test_phases_of_one_day_that_share_a_source_are_one_event(sources: list[str], expected: list[list[str]]) -> None:
    assert ids_by_event(*sources) == expected


@given(EVENT_PHASES)
def test_every_phase_is_in_one_event_of_its_country_and_day(phases: list[Phase]) -> None:
    events = list(phases_by_event(phases))

    assert sorted((phase for event in events for phase in event), key=phase_order) == sorted(phases, key=phase_order)
    assert [event for event in events if len({(phase.country, phase.date) for phase in event}) > 1] == []
    assert [event for event in events if [*event] != sorted(event, key=phase_order)] == []


@given(EVENT_PHASES)
def test_phases_of_different_events_of_one_country_and_day_share_no_source(phases: list[Phase]) -> None:
    cited: dict[tuple[str, dt.date, str], int] = {}
    for number, event in enumerate(phases_by_event(phases)):
        for each in event:
            for url in each.source_urls:
                assert cited.setdefault((each.country, each.date, url), number) == number


# Flips


@each_kind
def test_enacted_obligation_flips_the_toggle_that_applies_on_its_first_date(kind: ObligationKind) -> None:
    applies = [name for name, spec in TOGGLES.items() if spec.obligation is kind and spec.rule is ToggleRule.APPLIES]

    assert flips(kind, "enacted", "2027-01-01", "2028-01-01") == [(name, "2027-01-01", False, True) for name in applies]


@each_kind
@pytest.mark.parametrize("status", ["in_force", "planned", "voluntary"])
def test_phase_of_another_obligation_flips_nothing(kind: ObligationKind, status: str) -> None:
    assert flips(kind, status, "2027-01-01", "2028-01-01") == []


def test_first_of_two_phases_on_a_date_flips_the_toggle_once() -> None:
    file = with_obligations({"saft": obligation("enacted", "2027-01-01", "2027-01-01", "2027-06-01")})
    first = file.obligations.saft.phases[0]

    assert [(flip.id, flip.phase) for flip in derived(file).flips] == [
        (f"fr-saft-required-{first.slug}", f"fr-saft-{first.slug}")
    ]


@given(OBLIGATIONS, st.dates(FIRST, LAST), st.dates(FIRST, LAST))
def test_flips_lead_from_the_toggles_of_one_day_to_those_of_any_later_day(
    obligations: dict[str, Any], one: dt.date, other: dt.date
) -> None:
    file, since, until = with_obligations(obligations), min(one, other), max(one, other)
    later = {flip.toggle: flip.after for flip in derived(file).flips if since < flip.date <= until}

    assert toggles_of(file, since) | later == toggles_of(file, until)


@given(OBLIGATIONS)
def test_every_flip_has_its_own_id_a_published_phase_and_the_values_around_its_date(
    obligations: dict[str, Any],
) -> None:
    file = with_obligations(obligations)
    found = derived(file).flips

    assert len({flip.id for flip in found}) == len(found)
    assert {flip.phase for flip in found} <= {phase.id for phase in derived(file).phases}
    for flip in found:
        around = [toggles_of(file, day)[flip.toggle] for day in (flip.date - ONE_DAY, flip.date)]

        assert [flip.before, flip.after] == around
        assert flip.before is not flip.after
