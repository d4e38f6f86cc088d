"""Dated steps of obligations across countries."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from locdata_build.source.files import CountryFile
from locdata_build.source.records import Obligation, ObligationStatus, Phase
from locdata_build.view.text import Badge, Tone
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
    nth: int

    @property
    def id(self) -> str:
        """Its anchor, which holds the date: of steps of one kind on one day, the later ones have a number."""
        name = f"step-{self.country.code}-{self.kind.replace('_', '-')}-{self.phase.date.isoformat()}"
        return name if self.nth == 1 else f"{name}-{self.nth}"

    def order(self) -> tuple[dt.date, str, int, int]:
        """By date, then by country, kind and number."""
        return self.phase.date, self.country.code, list(OBLIGATIONS).index(self.kind), self.nth

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
    """The country's steps by kind."""
    for kind in OBLIGATIONS:
        days: list[dt.date] = []
        obligation = getattr(country.obligations, kind)
        for phase in obligation.phases:
            days.append(phase.date)
            yield Step(country=country, kind=kind, obligation=obligation, phase=phase, nth=days.count(phase.date))


def steps_by_date(countries: Iterable[CountryFile]) -> tuple[Step, ...]:
    """Every step, the earliest first."""
    return tuple(sorted((step for country in countries for step in steps_of(country)), key=Step.order))
