"""A country's obligations as answers: a verdict, since when it holds, and what comes next."""

import datetime as dt
from collections.abc import Iterator

from msgspec import Struct

from locdata_build.derive.toggles import effective_date, is_unknown
from locdata_build.source.records import Obligation, Obligations, ObligationStatus, Phase
from locdata_build.view.blocks import Badge, Rich, Tone, rich
from locdata_build.view.words import OBLIGATIONS, STATUSES, ObligationWords, day_in_words


class Told(Struct, frozen=True, kw_only=True):
    """An obligation as it is told to a reader on a day."""

    kind: str
    words: ObligationWords
    obligation: Obligation
    verdict: Badge
    since: Rich
    coming: Phase | None


def tell_obligations(obligations: Obligations, today: dt.date) -> Iterator[Told]:
    """Each obligation as of ``today``, in the order of the source files."""
    for kind, words in OBLIGATIONS.items():
        obligation = getattr(obligations, kind)
        coming = next((phase for phase in obligation.phases if phase.date > today), None)
        yield Told(
            kind=kind,
            words=words,
            obligation=obligation,
            verdict=verdict(obligation, today),
            since=_since(obligation, today),
            coming=None if is_unknown(obligation) else coming,
        )


def verdict(obligation: Obligation, today: dt.date) -> Badge:
    """The answer in a word or two."""
    if is_unknown(obligation):
        return Badge("Unknown", Tone.UNKNOWN)
    match obligation.status:
        case ObligationStatus.IN_FORCE:
            return Badge("Yes", Tone.YES)
        case ObligationStatus.ENACTED:
            return _enacted(obligation, today)
        case ObligationStatus.PLANNED:
            return Badge("No, planned", Tone.SOON)
        case ObligationStatus.VOLUNTARY:
            return Badge("No, voluntary", Tone.NO)
        case _:
            return Badge("No", Tone.NO)


def _enacted(obligation: Obligation, today: dt.date) -> Badge:
    if not obligation.phases:
        return Badge("Enacted, no start date", Tone.SOON)
    first = obligation.phases[0].date
    return Badge("Yes", Tone.YES) if first <= today else Badge(f"From {day_in_words(first)}", Tone.SOON)


def _since(obligation: Obligation, today: dt.date) -> Rich:
    """From when, and what began then; where there is no start, what the status means."""
    if is_unknown(obligation):
        return rich("No clear source was found.")
    match obligation.status:
        case ObligationStatus.IN_FORCE | ObligationStatus.ENACTED:
            return _start(obligation, today)
        case status:
            return rich(STATUSES[status].meaning)


def _start(obligation: Obligation, today: dt.date) -> Rich:
    first = effective_date(obligation, mandatory=True, today=today)
    if first is not None:
        return rich("Since " if first <= today else "From ", first, f": {obligation.phases[0].what}.")
    if obligation.status is ObligationStatus.ENACTED:
        return rich("A law is passed, but no start date is set.")
    return rich("In force; its first day is not recorded.")
