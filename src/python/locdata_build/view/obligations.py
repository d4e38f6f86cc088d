"""Obligations on a day: the verdict and the text of each, and the states of their phases."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from locdata_build.derive.obligations import DerivedObligation
from locdata_build.derive.provenance import Provenance
from locdata_build.derive.toggles import is_unknown
from locdata_build.source.records import Obligation, SourcePhase
from locdata_build.view.text import Badge, Rich, Strong, Tone, rich
from locdata_build.view.words import OBLIGATIONS, ObligationWords, day_in_words, sentence, toggle_badge
from locdata_model.phases import Phase
from locdata_model.vocabulary import ObligationKind, ObligationStatus


class PhaseState(StrEnum):
    """Whether a phase has started. Without a law to require it, a phase never has.

    It is voluntary, announced, or ``unconfirmed``: announced for a date that has passed since the last check.
    """

    STARTED = "started"
    UPCOMING = "upcoming"
    ANNOUNCED = "announced"
    UNCONFIRMED = "unconfirmed"
    VOLUNTARY = "voluntary"


PHASE_STATES: Mapping[PhaseState, Badge] = {
    PhaseState.STARTED: Badge("started", Tone.YES),
    PhaseState.UPCOMING: Badge("upcoming", Tone.SOON),
    PhaseState.ANNOUNCED: Badge("announced, no law", Tone.ATTENTION),
    PhaseState.UNCONFIRMED: Badge("date passed, not confirmed", Tone.UNKNOWN),
    PhaseState.VOLUNTARY: Badge("not a mandate", Tone.NO),
}
"""The badge of each state."""


def phase_state(phase: Phase, today: dt.date) -> PhaseState:
    """Return the state of a phase on the day ``today``."""
    match phase.status:
        case ObligationStatus.PLANNED:
            return PhaseState.UNCONFIRMED if phase.date <= today else PhaseState.ANNOUNCED
        case ObligationStatus.VOLUNTARY:
            return PhaseState.VOLUNTARY
        case _:
            return PhaseState.STARTED if phase.date <= today else PhaseState.UPCOMING


class ObligationSummary(Struct, frozen=True, kw_only=True):
    """The verdict and text of an obligation on a day, ready for a page."""

    kind: ObligationKind
    words: ObligationWords
    obligation: Obligation
    provenance: Provenance
    verdict: Badge
    text: Rich


def summarize_obligations(obligations: Iterable[DerivedObligation], today: dt.date) -> Iterator[ObligationSummary]:
    """Yield the summary of each obligation as of ``today``, in the order of the vocabulary."""
    for kind, obligation, provenance in obligations:
        yield ObligationSummary(
            kind=kind,
            words=OBLIGATIONS[kind],
            obligation=obligation,
            provenance=provenance,
            verdict=verdict(obligation, today),
            text=_text(obligation, today),
        )


def verdict(obligation: Obligation, today: dt.date) -> Badge:
    """Return a short answer to the obligation's question, such as ``From 1 January 2027``."""
    if is_unknown(obligation):
        return toggle_badge(None)
    match obligation.status:
        case ObligationStatus.IN_FORCE:
            return toggle_badge(True)
        case ObligationStatus.ENACTED:
            return _enacted(obligation, today)
        case ObligationStatus.PLANNED:
            return _planned(obligation, today)
        case ObligationStatus.VOLUNTARY:
            return Badge("No, voluntary", Tone.NO)
        case _:
            return toggle_badge(False)


def _planned(obligation: Obligation, today: dt.date) -> Badge:
    is_overtaken = any(phase.date <= today for phase in obligation.phases)
    return Badge("Planned, not confirmed", Tone.UNKNOWN) if is_overtaken else Badge("No, planned", Tone.SOON)


def _enacted(obligation: Obligation, today: dt.date) -> Badge:
    if not obligation.phases:
        return Badge("Enacted, no start date", Tone.SOON)
    first = obligation.phases[0].date
    return toggle_badge(True) if first <= today else Badge(f"From {day_in_words(first)}", Tone.SOON)


def _text(obligation: Obligation, today: dt.date) -> Rich:
    """Return the latest and the next phase, with the obligation's summary if no started phase explains the verdict."""
    if is_unknown(obligation):
        return rich(obligation.summary if obligation.provenance.sources else "No clear source was found.")
    started = [phase for phase in obligation.phases if phase.date <= today]
    later = [phase for phase in obligation.phases if phase.date > today]
    is_binding = obligation.status in (ObligationStatus.IN_FORCE, ObligationStatus.ENACTED)
    if is_binding and started:
        return (*_started(started), *_next(later, "Next"))
    if obligation.status is ObligationStatus.ENACTED and later:
        first, *others = later
        return (*rich("From ", first.date, ": ", sentence(first.what)), *_next(others, "Next"))
    overtaken = started if obligation.status is ObligationStatus.PLANNED else []
    summary = rich(*_unconfirmed(overtaken), obligation.summary)
    return (*summary, *_next(later, "Next" if is_binding else "Announced"))


def _unconfirmed(phases: Sequence[SourcePhase]) -> Rich:
    """Return that the phases were planned for a date that has passed. The first of them is named."""
    if not phases:
        return ()
    return rich("Planned for ", phases[0].date, ", not confirmed. As of the last check: ")


def _started(phases: Sequence[SourcePhase]) -> Rich:
    """Return the latest phase. The first one is not called the start, because the obligation may be older than it."""
    latest = phases[-1]
    if len(phases) == 1:
        return rich("Recorded phase, ", latest.date, ": ", sentence(latest.what))
    return rich(
        "Latest phase, ", latest.date, ": ", sentence(latest.what), " First recorded phase: ", phases[0].date, "."
    )


def _next(later: Sequence[SourcePhase], label: str) -> Rich:
    if not later:
        return ()
    return rich(" ", Strong(label), ", ", later[0].date, ": ", sentence(later[0].what))
