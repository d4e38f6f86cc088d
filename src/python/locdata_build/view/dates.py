"""Dated steps of obligations across countries."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from locdata_build.source.files import CountryFile
from locdata_build.source.records import Obligation, ObligationStatus, Phase
from locdata_build.view.blocks import Badge, Tone
from locdata_build.view.words import OBLIGATIONS


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
    kind: str
    obligation: Obligation
    phase: Phase
    id: str

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


def steps_of(country: CountryFile) -> Iterator[Step]:
    """The country's steps by kind. The anchor holds the date: two of one kind and day are told apart by a number."""
    for kind in OBLIGATIONS:
        days: list[dt.date] = []
        obligation = getattr(country.obligations, kind)
        for phase in obligation.phases:
            days.append(phase.date)
            nth = days.count(phase.date)
            name = f"{country.code}-{kind.replace('_', '-')}-{phase.date.isoformat()}"
            yield Step(
                country=country, kind=kind, obligation=obligation, phase=phase, id=name if nth == 1 else f"{name}-{nth}"
            )


def steps_by_date(countries: Iterable[CountryFile]) -> tuple[Step, ...]:
    """Every step, the earliest first; those of a day by country and kind."""
    kinds = list(OBLIGATIONS)
    steps = [step for country in countries for step in steps_of(country)]
    return tuple(sorted(steps, key=lambda step: (step.phase.date, step.country.code, kinds.index(step.kind), step.id)))
