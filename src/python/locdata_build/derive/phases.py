"""The dated phases of a country's obligations, and the toggles that flip on their dates."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from locdata_build.data.obligations import SourceObligation
from locdata_build.derive.claims import Claim, group_by
from locdata_build.derive.records import filled
from locdata_model.ids import flip_id
from locdata_model.obligations import Obligation, toggles_on
from locdata_model.phases import PHASE_YEARS, Flip, Phase
from locdata_model.toggles import TOGGLES

ONE_DAY = dt.timedelta(days=1)


def phase_order(phase: Phase) -> tuple[dt.date, str]:
    """Return the sort key of a phase: its date, then its id."""
    return phase.date, phase.id


def phases_by_event(phases: Iterable[Phase]) -> Iterator[tuple[Phase, ...]]:
    """Yield the phases of each legal event, in order: those of one country on one day that share a source.

    Phases also belong together if others connect them: one has a source in common with each.
    """
    for same_day in group_by(phases, lambda phase: (phase.country, phase.date)).values():
        events: list[tuple[Phase, ...]] = []
        for phase in same_day:
            related = [event for event in events if _share_source(phase, event)]
            events = [event for event in events if event not in related]
            events.append((*chain.from_iterable(related), phase))
        ordered = (tuple(sorted(event, key=phase_order)) for event in events)
        yield from sorted(ordered, key=lambda event: phase_order(event[0]))


def _share_source(phase: Phase, others: Iterable[Phase]) -> bool:
    return any(url in other.source_urls for other in others for url in phase.source_urls)


def group_by_year(phases: Sequence[Phase]) -> Mapping[str, tuple[Phase, ...]]:
    """Return the phases of each of ``PHASE_YEARS`` in their order, by the year as text. A year without phases is empty."""
    by_year = group_by(phases, lambda phase: phase.date.year)
    return {str(year): by_year.get(year, ()) for year in PHASE_YEARS}


def derive_flips(obligations: Sequence[Claim[SourceObligation, Obligation]]) -> tuple[Flip, ...]:
    """Return every flip of a toggle of the country that has the obligations, the earliest first."""
    return tuple(sorted(_flips(obligations), key=flip_order))


def flip_order(flip: Flip) -> tuple[dt.date, str]:
    """Return the sort key of a flip: its date, then its id."""
    return flip.date, flip.id


def _flips(obligations: Sequence[Claim[SourceObligation, Obligation]]) -> Iterator[Flip]:
    records = [claim.record for claim in obligations]
    phases = {claim.record.obligation: claim.parts for claim in obligations}
    for toggle, spec in TOGGLES.items():
        first_of_day = {claim.source.date: claim for claim in reversed(phases[spec.obligation])}
        for claim in first_of_day.values():
            phase: Phase = claim.record
            before, after = (getattr(toggles_on(records, day), toggle) for day in (phase.date - ONE_DAY, phase.date))
            if before is not after:
                flip = flip_id(phase.country, toggle, claim.source.slug)
                yield filled(Flip, phase, id=flip, toggle=toggle, before=before, after=after, phase=phase.id)
