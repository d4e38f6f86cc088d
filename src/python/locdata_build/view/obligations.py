"""Obligations as of a day: verdict, text, phase states, requirements and bound parties."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from locdata_build.data.dates_in_words import named_dates
from locdata_build.data.obligations import SourceObligation
from locdata_build.data.statements import sentences_in
from locdata_build.derive.countries import ObligationClaim
from locdata_build.derive.obligations import is_unknown, phases_in
from locdata_build.derive.provenance import Provenance
from locdata_build.derive.verdicts import VerdictForm, verdict
from locdata_build.view.text import Badge, Rich, Tone, rich
from locdata_build.view.words import (
    PHASE_STATE_WORDS,
    REPORTED,
    REQUIREMENTS,
    STATUSES,
    enumerated,
    sentence,
)
from locdata_model.phases import Phase, Requirements
from locdata_model.vocabulary import ObligationKind, ObligationStatus, PhaseState, Requirement

E_INVOICING_OBLIGATIONS = (ObligationKind.E_INVOICING_B2B, ObligationKind.E_INVOICING_B2G)

E_INVOICES = "e-invoices"
"""The object of these obligations."""

_STATE_TONES: Mapping[PhaseState, Tone] = {
    PhaseState.STARTED: Tone.YES,
    PhaseState.UPCOMING: Tone.SOON,
    PhaseState.ANNOUNCED: Tone.PLANNED,
    PhaseState.VOLUNTARY: Tone.VOLUNTARY,
}

PHASE_STATES: Mapping[PhaseState, Badge] = {
    state: Badge(PHASE_STATE_WORDS[state].label, tone) for state, tone in _STATE_TONES.items()
}
"""The badge of each state."""

NOT_CONFIRMED = Badge("date passed, not confirmed", Tone.UNKNOWN)
"""The badge of a phase that was announced for a day that has passed since the last check."""

STATUS_TONES: Mapping[ObligationStatus, Tone] = {
    ObligationStatus.IN_FORCE: Tone.YES,
    ObligationStatus.ENACTED: Tone.SOON,
    ObligationStatus.PLANNED: Tone.PLANNED,
    ObligationStatus.VOLUNTARY: Tone.VOLUNTARY,
    ObligationStatus.NONE: Tone.NO,
    ObligationStatus.UNKNOWN: Tone.UNKNOWN,
}
"""The tone of each status."""

TONE_WORDS: Mapping[Tone, str] = {
    Tone.YES: STATUSES[ObligationStatus.IN_FORCE].label,
    Tone.CLEARANCE: "in force: clearance",
    Tone.REAL_TIME: "in force: in real time",
    Tone.WITHIN_DAYS: "in force: within days",
    Tone.PARTLY: "in force: receiving or public bodies only",
    Tone.SOON: "enacted, with a date",
    Tone.UNDATED: "enacted, without a date",
    Tone.PLANNED: STATUSES[ObligationStatus.PLANNED].label,
    Tone.VOLUNTARY: STATUSES[ObligationStatus.VOLUNTARY].label,
    Tone.NO: STATUSES[ObligationStatus.NONE].label,
    Tone.UNKNOWN: STATUSES[ObligationStatus.UNKNOWN].label,
}
"""The words of each tone of a verdict, in the order of the statuses."""

_FORM_TONES: Mapping[VerdictForm, Tone] = {
    VerdictForm.CLEARANCE: Tone.CLEARANCE,
    VerdictForm.REAL_TIME: Tone.REAL_TIME,
    VerdictForm.WITHIN_DAYS: Tone.WITHIN_DAYS,
    VerdictForm.WITHIN_WORKING_DAYS: Tone.WITHIN_DAYS,
    VerdictForm.RECEIVING: Tone.PARTLY,
    VerdictForm.RECEIVING_ISSUING: Tone.PARTLY,
    VerdictForm.PUBLIC_BODIES: Tone.PARTLY,
    VerdictForm.PUBLIC_BODIES_ISSUING: Tone.PARTLY,
    VerdictForm.NO_START: Tone.UNDATED,
}
"""The tones of the verdicts that are more precise than the status."""


def verdict_tone(form: VerdictForm) -> Tone:
    """Return the tone of a verdict."""
    return _FORM_TONES.get(form) or STATUS_TONES[form.status]


def verdict_badge(obligation: SourceObligation, today: dt.date) -> Badge:
    """Return the verdict on an obligation as of the day ``today``."""
    found = verdict(obligation, today)
    return Badge(found.words, verdict_tone(found.form))


def phase_badge(phase: Phase, today: dt.date) -> Badge:
    """Return the state of a phase as of the day ``today``."""
    return NOT_CONFIRMED if is_overtaken(phase, today) else PHASE_STATES[phase.state]


def is_overtaken(phase: Phase, today: dt.date) -> bool:
    """Return whether a phase was announced for a day that has passed since the last check."""
    return phase.state is PhaseState.ANNOUNCED and phase.date <= today


def requirement_sentence(kind: ObligationKind, requirements: Requirements | None) -> str:
    """Return the requirements of an obligation in a sentence, such as ``You must issue and receive e-invoices``."""
    if requirements is None:
        return "What is required is not known."
    verbs: dict[str, list[str]] = {}
    for requirement in requirements:
        verb, thing = REPORTED[kind]
        if requirement is not Requirement.REPORT:
            verb, thing = REQUIREMENTS[requirement].label, E_INVOICES if kind in E_INVOICING_OBLIGATIONS else thing
        verbs.setdefault(thing, []).append(verb)
    duties = " and ".join(f"{enumerated(each)} {thing}" for thing, each in verbs.items())
    return f"You must {duties}." if duties else "No obligation."


def phase_requirements(phase: Phase) -> str:
    """Return the requirements of a phase and the parties bound: ``You must issue e-invoices. Who: large enterprises``."""
    required = requirement_sentence(phase.obligation, phase.binds)
    return f"{required} Who: {sentence(phase.who)}" if phase.who else required


class ObligationSummary(Struct, frozen=True, kw_only=True):
    """The verdict and one sentence on an obligation on a day. ``carrier`` has the source that states the verdict."""

    kind: ObligationKind
    obligation: SourceObligation
    claim: ObligationClaim
    verdict: Badge
    text: Rich
    carrier: Provenance


def summarize_obligations(obligations: Iterable[ObligationClaim], today: dt.date) -> Iterator[ObligationSummary]:
    """Yield the summary of each obligation as of ``today``, in the order of the vocabulary."""
    for obligation in obligations:
        badge = verdict_badge(obligation.source, today)
        yield ObligationSummary(
            kind=obligation.record.obligation,
            obligation=obligation.source,
            claim=obligation,
            verdict=badge,
            text=_text(obligation.source, today),
            carrier=_carrier(obligation, badge.text),
        )


def _carrier(obligation: ObligationClaim, verdict: str) -> Provenance:
    """Return the provenance of the phase that starts on the first date of a verdict, or else that of the obligation."""
    dates = [*named_dates(verdict)]
    phases = (phase for date in dates for phase in obligation.parts if phase.source.date == date)
    return next((phase.provenance for phase in phases), obligation.provenance)


def _text(obligation: SourceObligation, today: dt.date) -> Rich:
    """Return the first sentence of the summary, after the day of a phase that was announced and has passed unconfirmed."""
    first, *_ = sentences_in(obligation.summary)
    is_law = phases_in(obligation, PhaseState.STARTED, today) or phases_in(obligation, PhaseState.UPCOMING, today)
    if not is_unknown(obligation) and not is_law:
        passed = [phase.date for phase in phases_in(obligation, PhaseState.ANNOUNCED, today) if phase.date <= today]
        if passed:
            return rich("Planned for ", passed[0], ", not confirmed. As of the last check: ", first)
    return rich(first)
