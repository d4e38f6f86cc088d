"""An obligation has a verdict, the phases around today and the next one; each phase has a state and bound parties."""

import datetime as dt
from typing import Any

import pytest

from locdata_build.data.countries import CountryFile
from locdata_build.derive.verdicts import VerdictForm
from locdata_build.view.obligations import (
    NOT_CONFIRMED,
    PHASE_STATES,
    STATUS_TONES,
    ObligationSummary,
    phase_badge,
    phase_requirements,
    summarize_obligations,
    verdict_tone,
)
from locdata_build.view.text import Day, Tone
from locdata_model.vocabulary import ObligationKind, ObligationStatus, PhaseState
from support.dataset import COUNTRY, as_read, whole
from support.pages import phase, texts_of
from support.published import obligations_of
from support.records import marked, obligation
from support.records import phase as source_phase

TODAY = dt.date(2026, 11, 21)
PAST, NOW, FUTURE, LATER = "2020-01-01", "2026-11-21", "2026-11-22", "2027-01-01"
PLANNED_FOR_PAST = f"Planned for {PAST}, not confirmed. As of the last check: The obligation is planned."
ANNOUNCED = source_phase(LATER, certainty="announced")


def summary_of(value: dict[str, Any]) -> ObligationSummary:
    """The summary of an obligation."""
    file = whole()[COUNTRY]
    file["obligations"] = {kind.value: value for kind in ObligationKind}
    return next(summarize_obligations(obligations_of(as_read(file, CountryFile), TODAY), TODAY))


def text_of(value: dict[str, Any]) -> str:
    """The text of an obligation, with its dates as in the data."""
    parts = summary_of(value).text
    return "".join(str(part.date) if isinstance(part, Day) else texts_of(part)[0] for part in parts)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (
            obligation(
                "in_force", PAST, summary=marked("It applies. There are exceptions.", "https://law.example/law")
            ),
            "It applies.",
        ),
        (obligation("in_force", FUTURE), "The obligation is in_force."),
        (obligation("enacted", FUTURE, LATER), "The obligation is enacted."),
        (obligation("planned", LATER), "The obligation is planned."),
        (obligation("planned", PAST, NOW, LATER), PLANNED_FOR_PAST),
        (obligation("unknown"), "Not known."),
    ],
)
def test_text_of_an_obligation_is_the_first_sentence_of_its_summary(value: dict[str, Any], text: str) -> None:
    assert text_of(value) == text


LAW, START, NEXT_STEP = (f"https://law.example/{name}" for name in ("law", "start", "next"))


def cited_phase(date: str, url: str) -> dict[str, Any]:
    """A phase with a source of its own."""
    return source_phase(date, what=marked(f"Phase of {date}", url))


@pytest.mark.parametrize(
    ("phases", "carrier"),
    [
        pytest.param([cited_phase(PAST, START), cited_phase(FUTURE, NEXT_STEP)], START, id="phase of the verdict"),
        pytest.param([PAST, cited_phase(FUTURE, NEXT_STEP)], LAW, id="phase without a source of its own"),
        pytest.param([], LAW, id="no date"),
    ],
)
def test_the_source_of_a_verdict_is_that_of_the_phase_that_it_names(
    phases: list[str | dict[str, Any]], carrier: str
) -> None:
    value = obligation("in_force", *phases, summary=marked("It applies.", LAW))

    assert summary_of(value).carrier.source_url == carrier


# Tones


def test_every_status_and_every_state_of_a_phase_has_another_tone() -> None:
    assert [*STATUS_TONES] == [*ObligationStatus]
    assert len({*STATUS_TONES.values()}) == len(ObligationStatus)
    assert [*PHASE_STATES] == [*PhaseState]
    assert len({badge.tone for badge in PHASE_STATES.values()}) == len(PhaseState)


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


@pytest.mark.parametrize(
    ("kind", "binds", "who", "words"),
    [
        (
            ObligationKind.E_INVOICING_B2B,
            ["issue", "receive", "archive"],
            None,
            "You must issue, receive and archive e-invoices.",
        ),
        (
            ObligationKind.E_INVOICING_B2B,
            ["issue", "report"],
            "all",
            "You must issue e-invoices and report transaction data. Who: all.",
        ),
        (ObligationKind.SAFT, ["report"], None, "You must submit the SAF-T file."),
        (ObligationKind.AUDIT_FILE, ["report", "archive"], None, "You must produce and archive the audit file."),
        (ObligationKind.E_INVOICING_B2B, [], None, "No obligation."),
        (
            ObligationKind.E_INVOICING_B2B,
            None,
            "large enterprises",
            "What is required is not known. Who: large enterprises.",
        ),
    ],
)
def test_a_phase_says_what_it_requires_and_of_whom(
    kind: ObligationKind, binds: list[str] | None, who: str | None, words: str
) -> None:
    assert phase_requirements(phase(TODAY, kind, binds=binds, who=who)) == words
