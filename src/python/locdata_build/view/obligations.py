"""A country's obligations as answers: a verdict, the dated steps around today, and what comes next."""

import datetime as dt
from collections.abc import Iterator, Sequence

from msgspec import Struct

from locdata_build.derive.toggles import is_unknown
from locdata_build.source.records import Obligation, Obligations, Phase
from locdata_build.view.text import Badge, Rich, Strong, Tone, rich
from locdata_build.view.words import OBLIGATIONS, ObligationWords, day_in_words, sentence
from locdata_model.vocabulary import ObligationStatus


class Told(Struct, frozen=True, kw_only=True):
    """An obligation as it is told to a reader on a day."""

    kind: str
    words: ObligationWords
    obligation: Obligation
    verdict: Badge
    account: Rich


def tell_obligations(obligations: Obligations, today: dt.date) -> Iterator[Told]:
    """Each obligation as of ``today``, in the order of the source files."""
    for kind, words in OBLIGATIONS.items():
        obligation = getattr(obligations, kind)
        yield Told(
            kind=kind,
            words=words,
            obligation=obligation,
            verdict=verdict(obligation, today),
            account=_account(obligation, today),
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


def _account(obligation: Obligation, today: dt.date) -> Rich:
    """What the verdict means here: the dated steps around today; in the words of the summary where no date tells it."""
    if is_unknown(obligation):
        return rich(obligation.summary if obligation.provenance.source_urls else "No clear source was found.")
    begun = [phase for phase in obligation.phases if phase.date <= today]
    coming = [phase for phase in obligation.phases if phase.date > today]
    binds = obligation.status in (ObligationStatus.IN_FORCE, ObligationStatus.ENACTED)
    if binds and begun:
        return (*_begun(begun), *_coming(coming[:1], "Next"))
    if obligation.status is ObligationStatus.ENACTED and coming:
        return (*rich("From ", coming[0].date, f": {sentence(coming[0].what)}"), *_coming(coming[1:2], "Next"))
    return (*rich(obligation.summary), *_coming(coming[:1], "Next" if binds else "Announced"))


def _begun(phases: Sequence[Phase]) -> Rich:
    """The latest step. A duty may be older than its first recorded step, so that none is called its start."""
    latest = phases[-1]
    if len(phases) == 1:
        return rich("Recorded step, ", latest.date, f": {sentence(latest.what)}")
    return rich("Latest step, ", latest.date, f": {sentence(latest.what)} First recorded step: ", phases[0].date, ".")


def _coming(phases: Sequence[Phase], word: str) -> Rich:
    return tuple(
        part for phase in phases for part in rich(" ", Strong(word), ", ", phase.date, f": {sentence(phase.what)}")
    )
