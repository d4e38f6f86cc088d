"""Obligations as of a day: whether they apply, since when, what they require, and the states of their phases."""

import datetime as dt
from collections.abc import Iterator, Mapping

from locdata_build.data.obligations import B2gObligation, RealTimeObligation, SourceObligation, SourcePhase
from locdata_model import obligations
from locdata_model.phases import Requirements
from locdata_model.vocabulary import BoundParty, Certainty, ObligationStatus, PhaseState, Requirement


def is_unknown(obligation: SourceObligation) -> bool:
    """Return whether the obligation is unknown."""
    return obligation.status is ObligationStatus.UNKNOWN


def phase_state(phase: SourcePhase, today: dt.date) -> PhaseState:
    """Return the state of a phase on the day ``today``."""
    if phase.certainty is Certainty.ANNOUNCED:
        return PhaseState.ANNOUNCED
    if not _is_binding(phase):
        return PhaseState.VOLUNTARY
    return PhaseState.STARTED if phase.date <= today else PhaseState.UPCOMING


def _is_binding(phase: SourcePhase) -> bool:
    """Return whether a phase is law and requires something, even if it is not known what."""
    return phase.certainty is Certainty.ENACTED and phase.binds != ()


def phases_in(obligation: SourceObligation, state: PhaseState, today: dt.date) -> tuple[SourcePhase, ...]:
    """Return the phases that have a state on the day ``today``, the earliest first."""
    return tuple(phase for phase in obligation.phases if phase_state(phase, today) is state)


def effective_date(obligation: SourceObligation) -> dt.date | None:
    """Return the date from which an obligation is mandatory, also one in the future; None if it is not, or not known.

    An obligation in force names its start itself, because its first recorded phase may be a later one. One that was enacted
    at its last check starts with its first phase.
    """
    if is_unknown(obligation):
        return None
    match obligation.status:
        case ObligationStatus.IN_FORCE:
            return obligation.since
        case ObligationStatus.ENACTED:
            return next((phase.date for phase in obligation.phases if _is_binding(phase)), None)
        case _:
            return None


def is_mandatory(obligation: SourceObligation) -> bool:
    """Return whether an obligation that is not unknown is in force, or enacted with a date."""
    return obligations.is_mandatory(obligation.status, effective_date(obligation))


def applies(obligation: SourceObligation, today: dt.date) -> bool:
    """Return whether an obligation that is not unknown applies on the day ``today``, at least in part."""
    return obligations.applies_on(obligation.status, effective_date(obligation), today)


def required(obligation: SourceObligation, today: dt.date) -> Requirements | None:
    """Return the requirements of an obligation on the day ``today``, in the order of the vocabulary.

    Where no phase that has started says it, it follows from what the obligation is or whom it binds. None if it is not known.
    """
    if is_unknown(obligation):
        return None
    if not applies(obligation, today):
        return ()
    started = phases_in(obligation, PhaseState.STARTED, today)
    found = {requirement for phase in started for requirement in phase.binds or ()}
    found = found or {*_required_by_nature(obligation)}
    return tuple(requirement for requirement in Requirement if requirement in found) or None


_REQUIRED_OF: Mapping[BoundParty, Requirement] = {
    BoundParty.SUPPLIERS: Requirement.ISSUE,
    BoundParty.PUBLIC_BODIES: Requirement.RECEIVE,
}


def _required_by_nature(obligation: SourceObligation) -> Iterator[Requirement]:
    """Yield what an obligation requires by its kind, or by whom it binds."""
    match obligation:
        case RealTimeObligation():
            yield Requirement.REPORT
        case B2gObligation(bound=bound):
            yield from (_REQUIRED_OF[party] for party in bound or ())
