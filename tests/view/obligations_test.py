"""An obligation has a verdict, the phases around today and the next one; each phase has a state and bound parties."""

import datetime as dt
from typing import Any

import msgspec
import pytest

from locdata_build.data.countries import CountryFile
from locdata_build.derive.countries import ObligationClaim
from locdata_build.derive.verdicts import VerdictForm
from locdata_build.view.obligations import (
    NOT_CONFIRMED,
    PHASE_STATES,
    STATUS_TONES,
    phase_badge,
    phase_requirements,
    summarize_obligations,
    verdict_tone,
)
from locdata_build.view.text import Badge, Day, Tone
from locdata_model.vocabulary import ObligationKind, ObligationStatus, PhaseState
from support.dataset import COUNTRY, whole
from support.pages import phase, texts_of
from support.published import obligations_of
from support.records import cited, obligation
from support.records import phase as source_phase

TODAY = dt.date(2026, 11, 21)
PAST, NOW, FUTURE, LATER = "2020-01-01", "2026-11-21", "2026-11-22", "2027-01-01"
SINCE_PAST, NO = Badge("Yes, since 1 January 2020", Tone.YES), Badge("No", Tone.NO)
YES, UNKNOWN = Badge("Yes", Tone.YES), Badge("Unknown", Tone.UNKNOWN)
UNDATED, FROM_TOMORROW = Badge("Enacted, no start date", Tone.UNDATED), Badge("From 22 November 2026", Tone.SOON)
PLANNED, VOLUNTARY = Badge("Planned, no date", Tone.PLANNED), Badge("No, voluntary", Tone.VOLUNTARY)
PLANNED_FOR_2026 = Badge("Planned for 2026", Tone.PLANNED)
OVERTAKEN = Badge("Planned, not confirmed", Tone.PLANNED)
STARTED, NEXT = f"Since {PAST}: Phase of {PAST}.", f" Next, {FUTURE}: Phase of {FUTURE}."
PLANNED_FOR_PAST = f"Planned for {PAST}, not confirmed. As of the last check: The obligation is planned."
ANNOUNCED = source_phase(LATER, certainty="announced")


def all_obligations(value: dict[str, Any]) -> tuple[ObligationClaim, ...]:
    """An obligation of each kind with the same value."""
    file = whole()[COUNTRY]
    file["obligations"] = {kind.value: value for kind in ObligationKind}
    country = msgspec.convert(cited(file), CountryFile)
    return obligations_of(country, TODAY)


def summary(value: dict[str, Any]) -> tuple[Badge, str]:
    """The verdict, and the text with its dates as in the data."""
    first = next(summarize_obligations(all_obligations(value), TODAY))
    return first.verdict, "".join(str(part.date) if isinstance(part, Day) else texts_of(part)[0] for part in first.text)


SAYS = "The obligation is {}."
FROM, ANNOUNCES = f"From {FUTURE}: Phase of {FUTURE}.", f" Announced, {LATER}: Phase of {LATER}."


@pytest.mark.parametrize(
    ("value", "verdict", "text"),
    [
        (obligation("in_force"), YES, SAYS.format("in_force")),
        (obligation("in_force", PAST), SINCE_PAST, STARTED),
        (obligation("in_force", PAST, since=None), YES, f"Recorded phase, {PAST}: Phase of {PAST}."),
        (obligation("in_force", PAST, NOW), SINCE_PAST, f"Latest phase, {NOW}: Phase of {NOW}. First phase: {PAST}."),
        (
            obligation("in_force", PAST, NOW, since=None),
            YES,
            f"Latest phase, {NOW}: Phase of {NOW}. First recorded phase: {PAST}.",
        ),
        (obligation("in_force", PAST, FUTURE, LATER), SINCE_PAST, f"{STARTED}{NEXT}"),
        (obligation("in_force", PAST, ANNOUNCED), SINCE_PAST, f"{STARTED}{ANNOUNCES}"),
        (obligation("in_force", FUTURE), YES, f"{SAYS.format('in_force')}{NEXT}"),
        (obligation("enacted"), UNDATED, SAYS.format("enacted")),
        (obligation("enacted", NOW), Badge("Yes, since 21 November 2026", Tone.YES), f"Since {NOW}: Phase of {NOW}."),
        (obligation("enacted", FUTURE), FROM_TOMORROW, FROM),
        (obligation("enacted", FUTURE, LATER), FROM_TOMORROW, f"{FROM} Next, {LATER}: Phase of {LATER}."),
        (obligation("enacted", FUTURE, ANNOUNCED), FROM_TOMORROW, f"{FROM}{ANNOUNCES}"),
        (obligation("planned"), PLANNED, SAYS.format("planned")),
        (
            obligation("planned", FUTURE, LATER),
            PLANNED_FOR_2026,
            f"{SAYS.format('planned')} Announced, {FUTURE}: Phase of {FUTURE}.",
        ),
        (obligation("planned", PAST), OVERTAKEN, PLANNED_FOR_PAST),
        (
            obligation("planned", PAST, NOW, FUTURE),
            OVERTAKEN,
            f"{PLANNED_FOR_PAST} Announced, {FUTURE}: Phase of {FUTURE}.",
        ),
        (obligation("voluntary", PAST, FUTURE), VOLUNTARY, SAYS.format("voluntary")),
        (obligation("voluntary", ANNOUNCED), VOLUNTARY, f"{SAYS.format('voluntary')}{ANNOUNCES}"),
        (obligation("none"), NO, SAYS.format("none")),
        (obligation("unknown"), UNKNOWN, "Not known."),
    ],
)
def test_an_obligation_has_a_verdict_and_the_phases_around_today(
    value: dict[str, Any], verdict: Badge, text: str
) -> None:
    assert summary(value) == (verdict, text)


# Tones


def test_every_status_has_a_tone_of_its_own() -> None:
    assert list(STATUS_TONES) == list(ObligationStatus)
    assert len({*STATUS_TONES.values()}) == len(ObligationStatus)


def test_a_verdict_has_the_tone_of_its_status_unless_it_says_more() -> None:
    told_apart = {
        form.name: verdict_tone(form) for form in VerdictForm if verdict_tone(form) != STATUS_TONES[form.status]
    }

    assert told_apart == {
        "RECEIVING": Tone.PARTLY,
        "RECEIVING_ISSUING": Tone.PARTLY,
        "PUBLIC_BODIES": Tone.PARTLY,
        "PUBLIC_BODIES_ISSUING": Tone.PARTLY,
        "CLEARANCE": Tone.CLEARANCE,
        "REAL_TIME": Tone.REAL_TIME,
        "WITHIN_DAYS": Tone.WITHIN_DAYS,
        "WITHIN_WORKING_DAYS": Tone.WITHIN_DAYS,
        "NO_START": Tone.UNDATED,
    }


# Phases


@pytest.mark.parametrize("days", [-1, 0])
def test_an_announced_phase_whose_date_has_passed_is_not_confirmed(days: int) -> None:
    """Whoever reads the site on that day cannot know whether the plan became law."""
    announced = phase(TODAY + dt.timedelta(days), state=PhaseState.ANNOUNCED)

    assert phase_badge(announced, TODAY) == NOT_CONFIRMED


def test_every_phase_state_has_a_tone_of_its_own() -> None:
    assert list(PHASE_STATES) == list(PhaseState)
    assert len({badge.tone for badge in PHASE_STATES.values()}) == len(PhaseState)


@pytest.mark.parametrize(
    ("binds", "who", "words"),
    [
        (["issue", "receive"], "large enterprises", "issue, receive (large enterprises)"),
        (["issue"], "all", "issue (all)"),
        (["issue"], None, "issue"),
        ([], None, "nothing"),
        (None, "large enterprises", "not known (large enterprises)"),
        (None, None, "not known"),
    ],
)
def test_a_phase_says_what_it_requires_and_of_whom(binds: list[str] | None, who: str | None, words: str) -> None:
    assert phase_requirements(phase(TODAY, binds=binds, who=who)) == words
