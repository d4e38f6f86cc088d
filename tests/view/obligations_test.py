"""An obligation has a verdict, the phases around today and what comes next; each phase has a state."""

import datetime as dt
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.derive.obligations import DerivedObligation
from locdata_build.derive.provenance import Bibliography
from locdata_build.derive.toggles import derive_toggles
from locdata_build.source.citations import CitedSource
from locdata_build.source.records import Obligations
from locdata_build.view.obligations import PHASE_STATES, PhaseState, phase_state, summarize_obligations
from locdata_build.view.text import Badge, Day, Tone
from locdata_build.view.words import OBLIGATIONS
from locdata_model.vocabulary import ObligationKind, ObligationStatus
from support.pages import phase, texts_of
from support.records import cited, obligation, provenance, source

TODAY = dt.date(2026, 11, 21)
PAST, NOW, FUTURE, LATER = "2020-01-01", "2026-11-21", "2026-11-22", "2027-01-01"
YES, NO, UNKNOWN = Badge("Yes", Tone.YES), Badge("No", Tone.NO), Badge("Unknown", Tone.UNKNOWN)
PLANNED, VOLUNTARY = Badge("No, planned", Tone.SOON), Badge("No, voluntary", Tone.NO)
OVERTAKEN = Badge("Planned, not confirmed", Tone.UNKNOWN)
UNDATED, FROM_TOMORROW = Badge("Enacted, no start date", Tone.SOON), Badge("From 22 November 2026", Tone.SOON)
STARTED, NEXT = f"Recorded phase, {PAST}: Phase of {PAST}.", f" Next, {FUTURE}: Phase of {FUTURE}."
PLANNED_FOR_PAST = f"Planned for {PAST}, not confirmed. As of the last check: The obligation is planned."
NO_SOURCE = "No clear source was found."
UNVERIFIED = {"provenance": provenance()}


def all_obligations(value: dict[str, Any]) -> list[DerivedObligation]:
    """An obligation of each kind with the same value."""
    file = cited({"obligation": value, "sources": {}})
    obligations = obligations_of(file["obligation"])
    bibliography = Bibliography(msgspec.convert(file["sources"], dict[str, CitedSource]), {})
    each = {kind: getattr(obligations, kind.value) for kind in ObligationKind}
    return [DerivedObligation(kind, record, bibliography.cite(record)) for kind, record in each.items()]


def obligations_of(value: dict[str, Any]) -> Obligations:
    return msgspec.convert({kind.value: value for kind in ObligationKind}, Obligations)


def summary(value: dict[str, Any]) -> tuple[Badge, str]:
    """The verdict, and the text with its dates as in the data."""
    first = next(summarize_obligations(all_obligations(value), TODAY))
    return first.verdict, "".join(str(part.date) if isinstance(part, Day) else texts_of(part)[0] for part in first.text)


@pytest.mark.parametrize(
    ("value", "verdict", "text"),
    [
        (obligation("in_force"), YES, "The obligation is in_force."),
        (obligation("in_force", PAST), YES, STARTED),
        (obligation("in_force", PAST, NOW), YES, f"Latest phase, {NOW}: Phase of {NOW}. First recorded phase: {PAST}."),
        (obligation("in_force", PAST, FUTURE, LATER), YES, f"{STARTED}{NEXT}"),
        (obligation("in_force", FUTURE), YES, f"The obligation is in_force.{NEXT}"),
        (obligation("enacted"), UNDATED, "The obligation is enacted."),
        (obligation("enacted", NOW), YES, f"Recorded phase, {NOW}: Phase of {NOW}."),
        (obligation("enacted", PAST, FUTURE), YES, f"{STARTED}{NEXT}"),
        (obligation("enacted", FUTURE), FROM_TOMORROW, f"From {FUTURE}: Phase of {FUTURE}."),
        (
            obligation("enacted", FUTURE, LATER),
            FROM_TOMORROW,
            f"From {FUTURE}: Phase of {FUTURE}. Next, {LATER}: Phase of {LATER}.",
        ),
        (obligation("planned"), PLANNED, "The obligation is planned."),
        (
            obligation("planned", FUTURE, LATER),
            PLANNED,
            f"The obligation is planned. Announced, {FUTURE}: Phase of {FUTURE}.",
        ),
        (
            obligation("planned", PAST),
            OVERTAKEN,
            PLANNED_FOR_PAST,
        ),
        (
            obligation("planned", PAST, NOW, FUTURE),
            OVERTAKEN,
            f"{PLANNED_FOR_PAST} Announced, {FUTURE}: Phase of {FUTURE}.",
        ),
        (obligation("voluntary", PAST), VOLUNTARY, "The obligation is voluntary."),
        (
            obligation("voluntary", PAST, FUTURE),
            VOLUNTARY,
            f"The obligation is voluntary. Announced, {FUTURE}: Phase of {FUTURE}.",
        ),
        (obligation("none"), NO, "The obligation is none."),
        (obligation("unknown"), UNKNOWN, NO_SOURCE),
        (obligation("unknown") | {"provenance": provenance(source("law"))}, UNKNOWN, "Not known."),
    ],
)
def test_an_obligation_has_a_verdict_and_the_phases_around_today(
    value: dict[str, Any], verdict: Badge, text: str
) -> None:
    assert summary(value) == (verdict, text)


@pytest.mark.parametrize("status", [status for status in ObligationStatus if status != "unknown"])
@pytest.mark.parametrize("dates", [(), (PAST,), (FUTURE,)], ids=["no phase", "past", "future"])
def test_an_unverified_obligation_is_unknown_whatever_its_status(status: str, dates: tuple[str, ...]) -> None:
    assert summary(obligation(status, *dates) | UNVERIFIED) == (UNKNOWN, NO_SOURCE)


def test_each_obligation_has_its_own_words() -> None:
    summaries = list(summarize_obligations(all_obligations(obligation("none")), TODAY))

    assert {summary.kind: summary.words for summary in summaries} == OBLIGATIONS


@given(
    st.sampled_from(list(ObligationStatus)),
    st.lists(st.dates(dt.date(2000, 1, 1), dt.date(2040, 1, 1)), max_size=3),
    st.booleans(),
    st.dates(dt.date(2000, 1, 1), dt.date(2040, 1, 1)),
)
def test_the_verdict_is_yes_exactly_if_the_toggle_in_force_is_true(
    status: str, dates: list[dt.date], is_unverified: bool, today: dt.date
) -> None:
    value = obligation(status, *sorted(date.isoformat() for date in dates)) | (UNVERIFIED if is_unverified else {})
    obligations = all_obligations(value)
    is_yes = derive_toggles(obligations_of(cited(value)), today).e_invoicing_b2b_in_force is True

    assert {each.verdict == YES for each in summarize_obligations(obligations, today)} == {is_yes}


@pytest.mark.parametrize(
    ("status", "days", "state"),
    [
        ("in_force", 0, PhaseState.STARTED),
        ("in_force", 1, PhaseState.UPCOMING),
        ("enacted", 0, PhaseState.STARTED),
        ("enacted", 1, PhaseState.UPCOMING),
        ("planned", -1, PhaseState.UNCONFIRMED),
        ("planned", 0, PhaseState.UNCONFIRMED),
        ("planned", 1, PhaseState.ANNOUNCED),
        ("voluntary", 0, PhaseState.VOLUNTARY),
        ("voluntary", 1, PhaseState.VOLUNTARY),
    ],
)
def test_a_phase_starts_on_its_date_if_a_law_requires_it(status: str, days: int, state: PhaseState) -> None:
    assert phase_state(phase(TODAY + dt.timedelta(days), status), TODAY) is state


def test_every_phase_state_has_a_tone_of_its_own() -> None:
    assert list(PHASE_STATES) == list(PhaseState)
    assert len({badge.tone for badge in PHASE_STATES.values()}) == len(PhaseState)
