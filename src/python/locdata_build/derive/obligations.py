"""Obligations as of a day: whether they apply, since when, what they require, and the states of their phases."""

import datetime as dt

from locdata_build.data.obligations import B2gObligation, RealTimeObligation, SourceObligation, SourcePhase
from locdata_model import obligations
from locdata_model.phases import Requirements
from locdata_model.vocabulary import Certainty, ObligationStatus, PhaseState


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
    """Return the requirements of an obligation on the day ``today``, in the order of the vocabulary. None if they are not known."""
    if is_unknown(obligation):
        return None
    return obligations.requirements(
        [phase.binds for phase in phases_in(obligation, PhaseState.STARTED, today)],
        bound=obligation.bound if isinstance(obligation, B2gObligation) else None,
        reports=isinstance(obligation, RealTimeObligation),
        applies=applies(obligation, today),
    )
