"""The dated phases of a country's obligations, and the toggles that flip on their dates."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from locdata_build.derive.erps import group_by
from locdata_build.derive.obligations import DerivedObligation, phase_state
from locdata_build.source.files import CountryFile, SiteFile
from locdata_model.anchors import phase_path
from locdata_model.ids import flip_id, phase_id
from locdata_model.obligations import Obligation, toggles_on
from locdata_model.phases import PHASE_YEARS, Flip, Phase
from locdata_model.toggles import TOGGLES

ONE_DAY = dt.timedelta(days=1)


def derive_phases(country: CountryFile, obligations: Sequence[DerivedObligation], site: SiteFile) -> tuple[Phase, ...]:
    """Return every phase of the country, the earliest first."""
    return tuple(sorted(_phases(country, obligations, site), key=phase_order))


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


def _phases(country: CountryFile, obligations: Sequence[DerivedObligation], site: SiteFile) -> Iterator[Phase]:
    for obligation in obligations:
        for source, provenance in obligation.phases:
            identifier = phase_id(country.code, obligation.kind, source.slug)
            yield Phase(
                id=identifier,
                country=country.code,
                obligation=obligation.kind,
                status=obligation.source.status,
                date=source.date,
                what=source.what,
                binds=source.binds,
                who=source.who,
                certainty=source.certainty,
                state=phase_state(source, site.today),
                url=site.url(phase_path(identifier)),
                source_urls=provenance.source_urls,
                evidence=provenance.evidence,
                verification=provenance.verification,
                last_checked=provenance.last_checked,
            )


def group_by_year(phases: Sequence[Phase]) -> Mapping[str, tuple[Phase, ...]]:
    """Return the phases of each of ``PHASE_YEARS`` in their order, by the year as text. A year without phases is empty."""
    by_year = group_by(phases, lambda phase: phase.date.year)
    return {str(year): by_year.get(year, ()) for year in PHASE_YEARS}


def derive_flips(
    country: CountryFile, obligations: Sequence[DerivedObligation], records: Sequence[Obligation]
) -> tuple[Flip, ...]:
    """Return every flip of a toggle of the country, the earliest first. ``records`` are its obligations as published."""
    return tuple(sorted(_flips(country, obligations, records), key=flip_order))


def flip_order(flip: Flip) -> tuple[dt.date, str]:
    """Return the sort key of a flip: its date, then its id."""
    return flip.date, flip.id


def _flips(
    country: CountryFile, obligations: Sequence[DerivedObligation], records: Sequence[Obligation]
) -> Iterator[Flip]:
    by_kind = {obligation.kind: obligation for obligation in obligations}
    for toggle, spec in TOGGLES.items():
        first_of_day = {each[0].date: each for each in reversed(by_kind[spec.obligation].phases)}
        for phase, provenance in first_of_day.values():
            eve = phase.date - ONE_DAY
            before, after = (getattr(toggles_on(records, day), toggle) for day in (eve, phase.date))
            if before is not after:
                yield Flip(
                    id=flip_id(country.code, toggle, phase.slug),
                    country=country.code,
                    toggle=toggle,
                    date=phase.date,
                    before=before,
                    after=after,
                    phase=phase_id(country.code, spec.obligation, phase.slug),
                    what=phase.what,
                    source_urls=provenance.source_urls,
                    evidence=provenance.evidence,
                    verification=provenance.verification,
                    last_checked=provenance.last_checked,
                )
