"""Obligations as the checks admit them, with any fields and any dates from 2000 to 2040."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from locdata_build.data.obligations import B2gObligation, RealTimeObligation, SourceObligation, SourcePhase
from locdata_build.data.statements import parse_citations
from locdata_model.vocabulary import BoundParty, Certainty, ObligationKind, ObligationStatus, ReportingMode, Requirement

FIRST_DAY, LAST_DAY = dt.date(2000, 1, 1), dt.date(2040, 12, 31)
DAYS = st.dates(FIRST_DAY, LAST_DAY)

ONE_DAY = dt.timedelta(days=1)

TYPES = {ObligationKind.E_INVOICING_B2G: B2gObligation, ObligationKind.REAL_TIME_REPORTING: RealTimeObligation}
"""The types of obligations with additional fields."""

WITHOUT_PHASES = {ObligationStatus.NONE, ObligationStatus.UNKNOWN}
COUNTING_DAYS = {ReportingMode.WITHIN_DAYS, ReportingMode.WITHIN_WORKING_DAYS}


def _in_order(words: type[Requirement] | type[BoundParty], least: int = 0) -> st.SearchStrategy[Any]:
    """Lists of some words of a vocabulary, in its order."""
    some = st.sets(st.sampled_from(words), min_size=least)
    return some.map(lambda chosen: tuple(word for word in words if word in chosen))


@st.composite
def phases(draw: Callable[..., Any], status: ObligationStatus, checked: dt.date) -> tuple[SourcePhase, ...]:
    """Phases of an obligation with a status at its check, in the order of their dates."""
    if status in WITHOUT_PHASES:
        return ()
    found = []
    for number in range(draw(st.integers(0, 3))):
        certainty = draw(st.sampled_from(Certainty))
        if status is ObligationStatus.PLANNED:
            certainty = Certainty.ANNOUNCED
        binds = draw(st.none() | _in_order(Requirement))
        if status is ObligationStatus.VOLUNTARY and certainty is Certainty.ENACTED:
            binds = ()
        is_later = certainty is Certainty.ANNOUNCED or (status is ObligationStatus.ENACTED and binds != ())
        if is_later and checked == LAST_DAY:
            continue
        date = draw(st.dates(checked + ONE_DAY, LAST_DAY) if is_later else DAYS)
        who = None if binds == () else draw(st.none() | st.just("all"))
        phase = SourcePhase(slug=f"phase-{number}", date=date, what="Text", binds=binds, who=who, certainty=certainty)
        found.append(phase)
    return tuple(sorted(found, key=lambda phase: phase.date))


@st.composite
def obligations(draw: Callable[..., Any], kind: ObligationKind | None = None) -> SourceObligation:
    """Return an obligation of a kind, by default of any, with every combination of fields that the checks admit."""
    kind = draw(st.sampled_from(ObligationKind)) if kind is None else kind
    status, checked = draw(st.sampled_from(ObligationStatus)), draw(DAYS)
    dated = draw(phases(status, checked))
    since = None
    if status is ObligationStatus.IN_FORCE:
        latest = min([checked, *(phase.date for phase in dated if phase.binds != ())])
        since = draw(st.none() | st.dates(FIRST_DAY, latest))
    made: SourceObligation = TYPES.get(kind, SourceObligation)(
        status=status,
        since=since,
        phases=dated,
        summary=parse_citations("Summary[^law]."),
        checked=checked,
        **_own_fields(draw, kind, status),
    )
    return made


def _own_fields(draw: Callable[..., Any], kind: ObligationKind, status: ObligationStatus) -> dict[str, Any]:
    """Return the fields that obligations of other kinds do not have."""
    if kind is ObligationKind.E_INVOICING_B2G:
        is_bound = status not in {*WITHOUT_PHASES, ObligationStatus.VOLUNTARY}
        return {"bound": draw(st.none() | _in_order(BoundParty, 1)) if is_bound else None}
    if kind is not ObligationKind.REAL_TIME_REPORTING:
        return {}
    mode = None if status in WITHOUT_PHASES else draw(st.none() | st.sampled_from(ReportingMode))
    return {"mode": mode} | ({"within_days": draw(st.integers(1, 60))} if mode in COUNTING_DAYS else {})
