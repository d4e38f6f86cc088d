"""The dated phases of the obligations, and the toggles that change on their days."""

import datetime as dt
from collections.abc import Iterator, Sequence

from locdata_build.derive.toggles import TOGGLE_RULES, derive_toggles
from locdata_build.source.files import CountryFile, SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.source.records import Obligation
from locdata_build.source.records import Phase as PhaseNote
from locdata_model.phases import Flip, Phase
from locdata_model.vocabulary import ObligationKind

ONE_DAY = dt.timedelta(days=1)

FIRST_EVE = dt.date.min + ONE_DAY
"""The first day that has a day before it."""


def phase_id(country: str, kind: ObligationKind, phase: PhaseNote) -> str:
    """The id of a phase, for ever: ``pl-saft-monthly-jpk-vat``. It holds no date, so that it stays when the date moves."""
    return f"{country}-{kind.replace('_', '-')}-{phase.slug}"


def step_anchor(phase: str) -> str:
    """The anchor of the phase with this id on the timeline and on its country's page."""
    return f"step-{phase}"


def dated_phases(country: CountryFile) -> Iterator[tuple[ObligationKind, Obligation, PhaseNote]]:
    """The country's phases with what they belong to, by kind of obligation and in the order of its file."""
    for kind in ObligationKind:
        obligation: Obligation = getattr(country.obligations, kind.value)
        yield from ((kind, obligation, phase) for phase in obligation.phases)


def derive_phases(countries: Sequence[CountryFile], site: SiteFile) -> tuple[Phase, ...]:
    """Every phase, the earliest first."""
    phases = (
        Phase(
            id=phase_id(country.code, kind, phase),
            country=country.code,
            obligation=kind,
            status=obligation.status,
            date=phase.date,
            what=phase.what,
            url=f"{site.base_url}/{PageName.TIMELINE}/#{step_anchor(phase_id(country.code, kind, phase))}",
            source_urls=obligation.provenance.source_urls,
            verification=obligation.provenance.verification,
            last_checked=obligation.provenance.last_checked,
        )
        for country in countries
        for kind, obligation, phase in dated_phases(country)
    )
    return tuple(sorted(phases, key=lambda phase: (phase.date, phase.id)))


def derive_flips(countries: Sequence[CountryFile]) -> tuple[Flip, ...]:
    """Every toggle that changes on the day of a phase while the data stays as it is, the earliest first."""
    flips = (flip for country in countries for flip in _flips(country))
    return tuple(sorted(flips, key=lambda flip: (flip.date, flip.id)))


def _flips(country: CountryFile) -> Iterator[Flip]:
    for toggle, (kind, _) in TOGGLE_RULES.items():
        obligation: Obligation = getattr(country.obligations, kind)
        first_of_day = {phase.date: phase for phase in reversed(obligation.phases)}
        for phase in first_of_day.values():
            eve = max(phase.date, FIRST_EVE) - ONE_DAY
            before, after = (getattr(derive_toggles(country.obligations, day), toggle) for day in (eve, phase.date))
            if before is not after:
                yield Flip(
                    id=f"{country.code}-{toggle.replace('_', '-')}-{phase.slug}",
                    country=country.code,
                    toggle=toggle,
                    date=phase.date,
                    before=before,
                    after=after,
                    phase=phase_id(country.code, ObligationKind(kind), phase),
                    what=phase.what,
                    source_urls=obligation.provenance.source_urls,
                    verification=obligation.provenance.verification,
                    last_checked=obligation.provenance.last_checked,
                )
