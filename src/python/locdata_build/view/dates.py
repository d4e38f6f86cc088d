"""Dated steps of obligations across countries."""

import datetime as dt
from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct

from locdata_build.derive.phases import dated_phases, phase_id, step_anchor
from locdata_build.source.files import CountryFile
from locdata_build.source.records import Obligation, Phase
from locdata_build.view.text import Badge, Tone
from locdata_model.vocabulary import ObligationKind, ObligationStatus


class Standing(StrEnum):
    """How a dated step stands on the day of the build."""

    STARTED = "started"
    TO_COME = "to-come"
    ANNOUNCED = "announced"
    VOLUNTARY = "voluntary"


STANDINGS: Mapping[Standing, Badge] = {
    Standing.STARTED: Badge("started", Tone.YES),
    Standing.TO_COME: Badge("to come", Tone.SOON),
    Standing.ANNOUNCED: Badge("announced, no law", Tone.NOTE),
    Standing.VOLUNTARY: Badge("not a mandate", Tone.NO),
}
"""The words for each."""


class Step(Struct, frozen=True, kw_only=True):
    """A phase with the country and the kind of obligation that it belongs to, and its anchor."""

    country: CountryFile
    kind: ObligationKind
    obligation: Obligation
    phase: Phase

    @property
    def phase_id(self) -> str:
        """The id of the phase as the API publishes it."""
        return phase_id(self.country.code, self.kind, self.phase)

    @property
    def anchor(self) -> str:
        """Its anchor, which stays when its day moves."""
        return step_anchor(self.phase_id)

    def order(self) -> tuple[dt.date, str]:
        """By date, then by id."""
        return self.phase.date, self.phase_id

    def is_past(self, today: dt.date) -> bool:
        """Whether its day has come."""
        return self.phase.date <= today

    def standing(self, today: dt.date) -> Standing:
        """Whether it has started or is to come; a step of a plan or of a voluntary scheme is neither."""
        match self.obligation.status:
            case ObligationStatus.PLANNED:
                return Standing.ANNOUNCED
            case ObligationStatus.VOLUNTARY:
                return Standing.VOLUNTARY
            case _:
                return Standing.STARTED if self.is_past(today) else Standing.TO_COME


def steps_by_date(countries: Iterable[CountryFile]) -> tuple[Step, ...]:
    """Every step, the earliest first."""
    steps = (
        Step(country=country, kind=kind, obligation=obligation, phase=phase)
        for country in countries
        for kind, obligation, phase in dated_phases(country)
    )
    return tuple(sorted(steps, key=Step.order))
