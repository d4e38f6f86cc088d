"""Dated steps of obligations across countries."""

import datetime as dt
from collections.abc import Iterable, Iterator

from msgspec import Struct

from locdata_build.source.files import CountryFile
from locdata_build.source.records import Phase
from locdata_build.view.words import OBLIGATIONS


class Step(Struct, frozen=True, kw_only=True):
    """A phase with the country and the kind of obligation that it belongs to, and its anchor."""

    country: CountryFile
    kind: str
    phase: Phase
    id: str

    def is_past(self, today: dt.date) -> bool:
        """Whether its day has come."""
        return self.phase.date <= today


def steps_of(country: CountryFile) -> Iterator[Step]:
    """The country's steps by kind. The anchor holds the date: two of one kind and day are told apart by a number."""
    for kind in OBLIGATIONS:
        days: list[dt.date] = []
        for phase in getattr(country.obligations, kind).phases:
            days.append(phase.date)
            nth = days.count(phase.date)
            name = f"{country.code}-{kind.replace('_', '-')}-{phase.date.isoformat()}"
            yield Step(country=country, kind=kind, phase=phase, id=name if nth == 1 else f"{name}-{nth}")


def steps_by_date(countries: Iterable[CountryFile]) -> tuple[Step, ...]:
    """Every step, the earliest first; those of a day by country and kind."""
    kinds = list(OBLIGATIONS)
    steps = [step for country in countries for step in steps_of(country)]
    return tuple(sorted(steps, key=lambda step: (step.phase.date, step.country.code, kinds.index(step.kind), step.id)))
