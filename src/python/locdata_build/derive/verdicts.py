"""Verdicts: whether an obligation applies on a day, in the few words that the API, pages and twins show."""

import datetime as dt
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache

from msgspec import Struct

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.obligations import B2gObligation, RealTimeObligation, SourceObligation
from locdata_build.derive.obligations import applies, effective_date, is_unknown, phases_in, required
from locdata_model.phases import Requirements
from locdata_model.vocabulary import BoundParty, ObligationStatus, PhaseState, ReportingMode, Requirement


class VerdictForm(Enum):
    """The forms of a verdict: its words, the status to which it amounts on the day, and what it means.

    ``{start}``, ``{issued}`` and ``{issuing}`` are dates, ``{year}`` for a year, ``{days}`` and ``{working_days}`` for
    a number with its unit.
    """

    words: str
    status: ObligationStatus
    meaning: str

    def __init__(self, words: str, status: ObligationStatus, meaning: str) -> None:
        self.words, self.status, self.meaning = words, status, meaning

    YES_SINCE = "Yes, since {start}", ObligationStatus.IN_FORCE, "It has applied since that day, at least in part."
    RECEIVING_SINCE_ISSUING = (
        "Yes, receiving since {start}, issuing since {issued}",
        ObligationStatus.IN_FORCE,
        "It has applied since the first day. Issuing e-invoices was not required before the second.",
    )
    YES = "Yes", ObligationStatus.IN_FORCE, "It applies, at least in part. Its first day is not known."
    RECEIVING = (
        "Yes, receiving only",
        ObligationStatus.IN_FORCE,
        "Businesses in scope must be able to receive e-invoices. Issuing them is not required.",
    )
    RECEIVING_ISSUING = (
        "Yes, receiving only; issuing from {issuing}",
        ObligationStatus.IN_FORCE,
        "Businesses in scope must be able to receive e-invoices. By law, the first of them must issue them from that day.",
    )
    PUBLIC_BODIES = (
        "Yes, for public bodies only",
        ObligationStatus.IN_FORCE,
        "Public bodies must be able to receive e-invoices. Their suppliers need not issue them.",
    )
    PUBLIC_BODIES_ISSUING = (
        "Yes, for public bodies only; issuing from {issuing}",
        ObligationStatus.IN_FORCE,
        "Public bodies must be able to receive e-invoices. By law, the first suppliers must issue them from that day.",
    )
    CLEARANCE = (
        "Yes, clearance",
        ObligationStatus.IN_FORCE,
        "An invoice counts as issued only once the tax authority, or a body that it authorises, has validated it.",
    )
    REAL_TIME = (
        "Yes, in real time",
        ObligationStatus.IN_FORCE,
        "The tax authority gets the data of an invoice at once, or nearly so.",
    )
    WITHIN_DAYS = (
        "Yes, within {days}",
        ObligationStatus.IN_FORCE,
        "The tax authority gets the data of an invoice within that time.",
    )
    WITHIN_WORKING_DAYS = (
        "Yes, within {working_days}",
        ObligationStatus.IN_FORCE,
        "The tax authority gets the data of an invoice within that time. The law counts working days.",
    )
    FROM = "From {start}", ObligationStatus.ENACTED, "It is law, and applies from that day."
    RECEIVING_FROM = (
        "Receiving from {start}",
        ObligationStatus.ENACTED,
        "By law, businesses in scope must be able to receive e-invoices from that day. Issuing them is not required.",
    )
    RECEIVING_FROM_ISSUING = (
        "Receiving from {start}, issuing from {issuing}",
        ObligationStatus.ENACTED,
        "By law, businesses in scope must be able to receive e-invoices from the first day. The first of them must issue them from the second.",
    )
    PUBLIC_BODIES_FROM = (
        "For public bodies from {start}",
        ObligationStatus.ENACTED,
        "By law, public bodies must be able to receive e-invoices from that day. Their suppliers need not issue them.",
    )
    NO_START = "Enacted, no start date", ObligationStatus.ENACTED, "It is law, but its first day is not set."
    PLANNED_FOR = "Planned for {year}", ObligationStatus.PLANNED, "It is announced for that year. There is no law."
    NOT_CONFIRMED = (
        "Planned, not confirmed",
        ObligationStatus.PLANNED,
        "It was announced for a day that has passed since the last check.",
    )
    PLANNED = "Planned, no date", ObligationStatus.PLANNED, "It is announced or in consultation, without a date."
    VOLUNTARY = "No, voluntary", ObligationStatus.VOLUNTARY, "It is allowed, but not required."
    NO = "No", ObligationStatus.NONE, "A source states that there is no such obligation."
    UNKNOWN = "Unknown", ObligationStatus.UNKNOWN, "No clear source was found."


class Verdict(Struct, frozen=True):
    """A verdict: its form and its words."""

    form: VerdictForm
    words: str


@lru_cache(maxsize=1024)
def verdict(obligation: SourceObligation, today: dt.date) -> Verdict:
    """Return whether the obligation applies on the day ``today``."""
    start = effective_date(obligation)
    issued, issuing = _issuing_since(obligation, today), _first_issuing(obligation, today)
    days = obligation.within_days if isinstance(obligation, RealTimeObligation) else None
    form = _form(obligation, today)
    words = form.words.format(
        start=start and day_in_words(start),
        issued=issued and day_in_words(issued),
        issuing=issuing and day_in_words(issuing),
        year=obligation.phases[0].date.year if obligation.phases else None,
        days="a day" if days == 1 else f"{days} days",
        working_days="a working day" if days == 1 else f"{days} working days",
    )
    return Verdict(form, words)


def _form(obligation: SourceObligation, today: dt.date) -> VerdictForm:
    if is_unknown(obligation):
        return VerdictForm.UNKNOWN
    if applies(obligation, today):
        return _form_in_force(obligation, today)
    match obligation.status:
        case ObligationStatus.ENACTED | ObligationStatus.IN_FORCE:
            return _form_enacted(obligation, today)
        case ObligationStatus.PLANNED:
            return _form_planned(obligation, today)
        case ObligationStatus.VOLUNTARY:
            return VerdictForm.VOLUNTARY
        case _:
            return VerdictForm.NO


def _form_in_force(obligation: SourceObligation, today: dt.date) -> VerdictForm:
    has_issuing = _first_issuing(obligation, today) is not None
    if isinstance(obligation, RealTimeObligation) and obligation.mode:
        return _MODES[obligation.mode]
    requirements = required(obligation, today)
    if _binds_public_bodies_alone(obligation) and Requirement.ISSUE not in (requirements or ()):
        return VerdictForm.PUBLIC_BODIES_ISSUING if has_issuing else VerdictForm.PUBLIC_BODIES
    if _requires_receiving_alone(obligation, today):
        return VerdictForm.RECEIVING_ISSUING if has_issuing else VerdictForm.RECEIVING
    if _issuing_since(obligation, today):
        return VerdictForm.RECEIVING_SINCE_ISSUING
    return VerdictForm.YES_SINCE if effective_date(obligation) else VerdictForm.YES


_MODES: Mapping[ReportingMode, VerdictForm] = {
    ReportingMode.CLEARANCE: VerdictForm.CLEARANCE,
    ReportingMode.REAL_TIME: VerdictForm.REAL_TIME,
    ReportingMode.WITHIN_DAYS: VerdictForm.WITHIN_DAYS,
    ReportingMode.WITHIN_WORKING_DAYS: VerdictForm.WITHIN_WORKING_DAYS,
}


def _form_enacted(obligation: SourceObligation, today: dt.date) -> VerdictForm:
    start = effective_date(obligation)
    if start is None:
        return VerdictForm.NO_START
    has_issuing = _first_issuing(obligation, today) is not None
    if _binds_public_bodies_alone(obligation) and not has_issuing:
        return VerdictForm.PUBLIC_BODIES_FROM
    if _requires_receiving_alone(obligation, start):
        return VerdictForm.RECEIVING_FROM_ISSUING if has_issuing else VerdictForm.RECEIVING_FROM
    return VerdictForm.FROM


def _form_planned(obligation: SourceObligation, today: dt.date) -> VerdictForm:
    if not obligation.phases:
        return VerdictForm.PLANNED
    return VerdictForm.NOT_CONFIRMED if obligation.phases[0].date <= today else VerdictForm.PLANNED_FOR


def _binds_public_bodies_alone(obligation: SourceObligation) -> bool:
    return isinstance(obligation, B2gObligation) and obligation.bound == (BoundParty.PUBLIC_BODIES,)


def _issuing_since(obligation: SourceObligation, today: dt.date) -> dt.date | None:
    """Return the day since which e-invoices must be issued, if receiving them alone was required from the start until then."""
    started = phases_in(obligation, PhaseState.STARTED, today)
    first = next((phase.date for phase in started if Requirement.ISSUE in (phase.binds or ())), None)
    before = [phase for phase in started if first and phase.date < first]
    is_receiving = all(_is_receiving_alone(phase.binds) for phase in before)
    return first if before and is_receiving and before[0].date == effective_date(obligation) else None


def _requires_receiving_alone(obligation: SourceObligation, day: dt.date) -> bool:
    """Return whether e-invoices must be received but not issued on a day. A phase of unknown requirements leaves that open."""
    binds = [phase.binds for phase in phases_in(obligation, PhaseState.STARTED, day)]
    return None not in binds and _is_receiving_alone(required(obligation, day))


def _is_receiving_alone(requirements: Requirements | None) -> bool:
    """Return whether e-invoices must be received, and perhaps kept, but not issued."""
    return {*(requirements or ())} - {Requirement.ARCHIVE} == {Requirement.RECEIVE}


def _first_issuing(obligation: SourceObligation, today: dt.date) -> dt.date | None:
    """Return the first later day from which the law requires e-invoices to be issued."""
    upcoming = phases_in(obligation, PhaseState.UPCOMING, today)
    return next((phase.date for phase in upcoming if Requirement.ISSUE in (phase.binds or ())), None)
