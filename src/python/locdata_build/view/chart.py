"""The chart of dated steps: one lane for each kind of obligation, one column for each year, one mark for each step."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from locdata_build.view.dates import Standing, Step
from locdata_build.view.pictures import Lane, Mark, PhaseChart, Tick
from locdata_build.view.words import OBLIGATIONS, counted, day_in_words

WIDTH = 480
EDGE = 16
MARK = 5
PITCH = 7
LABEL = 22
"""Height of a lane's label; all measures in pixels of the drawing."""

LABEL_WIDTH = 44
"""Room for the label of a year."""

FIRST_YEAR = 2014
"""Earlier steps share the first column: few lie there, and they would thin out all others."""


HORIZON = 15
"""Years from today. Later steps share the last column, so that a mistyped year spoils no chart."""


class _Axis(Struct, frozen=True):
    """The years of a chart, each with a column of the same width."""

    first: int
    last: int

    @property
    def column(self) -> int:
        return (WIDTH - 2 * EDGE) // (self.last - self.first + 1)

    @property
    def abreast(self) -> int:
        """How many marks of a year stand side by side."""
        return max(1, self.column // PITCH)

    def year(self, step: Step) -> int:
        """The year in whose column the step stands."""
        return min(max(step.phase.date.year, self.first), self.last)

    def x(self, year: int) -> int:
        return EDGE + (year - self.first) * self.column


def phase_chart(chart_id: str, steps: Sequence[Step], today: dt.date, where: str) -> PhaseChart:
    """The chart of ``steps``, of which there must be one. ``where`` names the countries in its title."""
    axis = _axis([step.phase.date.year for step in steps], today.year)
    lanes, height = _lanes(steps, today, axis)
    return PhaseChart(
        id=chart_id,
        caption=f"Steps of duties by year, {where}",
        description=_description(steps, today, axis),
        width=WIDTH,
        height=height + LABEL,
        today_x=axis.x(today.year) + axis.column * (today.timetuple().tm_yday - 1) // 366,
        mark_size=MARK,
        ticks=tuple(
            Tick(x=axis.x(year), label=str(year))
            for year in range(axis.first, axis.last + 1, -(-LABEL_WIDTH // axis.column))
        ),
        lanes=lanes,
    )


def _axis(years: Sequence[int], this_year: int) -> _Axis:
    earliest, latest = min(FIRST_YEAR, this_year), this_year + HORIZON
    drawn = [min(max(year, earliest), latest) for year in (*years, this_year)]
    return _Axis(min(drawn), max(drawn))


def _description(steps: Sequence[Step], today: dt.date, axis: _Axis) -> str:
    standings = Counter(step.standing(today) for step in steps)
    years = [step.phase.date.year for step in steps]
    earlier = " and before" if min(years) < axis.first else ""
    later = " and after" if max(years) > axis.last else ""
    return (
        f"{counted(len(steps), 'step')} from {axis.first}{earlier} to {axis.last}{later}. Filled marks have started "
        f"({standings[Standing.STARTED]}), hollow ones are to come ({standings[Standing.TO_COME]}), dashed ones are "
        f"announced or voluntary ({standings[Standing.ANNOUNCED] + standings[Standing.VOLUNTARY]})."
    )


def _lanes(steps: Sequence[Step], today: dt.date, axis: _Axis) -> tuple[tuple[Lane, ...], int]:
    """The lanes from above, and their height together."""
    lanes, top = [], 0
    for kind, words in OBLIGATIONS.items():
        of_kind = [step for step in steps if step.kind == kind]
        if not of_kind:
            continue
        depth = -(-max(Counter(map(axis.year, of_kind)).values()) // axis.abreast)
        lanes.append(Lane(label=words.label, y=top + LABEL - 8, marks=_marks(of_kind, today, axis, top + LABEL)))
        top += LABEL + depth * PITCH + 6
    return tuple(lanes), top


def _marks(steps: Sequence[Step], today: dt.date, axis: _Axis, top: int) -> tuple[Mark, ...]:
    """The marks of a lane: those of a year abreast, then in further lines."""
    drawn: Counter[int] = Counter()
    marks = []
    for step in sorted(steps, key=Step.order):
        year = axis.year(step)
        line, place = divmod(drawn[year], axis.abreast)
        drawn[year] += 1
        marks.append(
            Mark(
                x=axis.x(year) + place * PITCH,
                y=top + line * PITCH,
                standing=step.standing(today),
                is_filled=step.standing(today) is Standing.STARTED,
                label=f"{step.country.name}, {day_in_words(step.phase.date)}: {step.phase.what}",
            )
        )
    return tuple(marks)
