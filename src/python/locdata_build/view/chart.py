"""The chart of dated steps: one lane for each kind of obligation, one column for each year, one mark for each step."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence

from locdata_build.view.blocks import Lane, Mark, PhaseChart, Tick
from locdata_build.view.dates import Standing, Step
from locdata_build.view.words import OBLIGATIONS, counted, day_in_words

WIDTH = 480
EDGE = 16
MARK = 5
PITCH = 7
LABEL = 22
"""Height of a lane's label; all measures in pixels of the drawing."""

FIRST_YEAR = 2014
"""Earlier steps share the first column: few lie there, and they would thin out all others."""


def phase_chart(chart_id: str, steps: Sequence[Step], today: dt.date, where: str) -> PhaseChart:
    """The chart of ``steps``, of which there must be one. ``where`` names the countries in its title."""
    years = [max(step.phase.date.year, FIRST_YEAR) for step in steps]
    first, last = min(*years, today.year), max(*years, today.year)
    column = (WIDTH - 2 * EDGE) // (last - first + 1)
    lanes, height = _lanes(steps, today, first, column)
    standings = Counter(step.standing(today) for step in steps)
    loose = standings[Standing.ANNOUNCED] + standings[Standing.VOLUNTARY]
    earlier = " and before" if any(step.phase.date.year < first for step in steps) else ""
    return PhaseChart(
        id=chart_id,
        caption=f"Steps of duties in {where}, by year",
        description=(
            f"{counted(len(steps), 'step')} from {first}{earlier} to {last}. Filled marks have started "
            f"({standings[Standing.STARTED]}), hollow ones are to come ({standings[Standing.TO_COME]}), "
            f"dashed ones are announced or voluntary ({loose})."
        ),
        width=WIDTH,
        height=height + LABEL,
        today_x=EDGE + (today.year - first) * column + column * (today.timetuple().tm_yday - 1) // 366,
        mark_size=MARK,
        ticks=tuple(
            Tick(x=EDGE + (year - first) * column, label=str(year))
            for year in range(first, last + 1, _label_every(column))
        ),
        lanes=lanes,
    )


def _label_every(column: int) -> int:
    """How many years lie from one label to the next, so that labels do not touch."""
    return max(1, -(-44 // column))


def _lanes(steps: Sequence[Step], today: dt.date, first: int, column: int) -> tuple[tuple[Lane, ...], int]:
    """The lanes from above, and their height together."""
    abreast = max(1, column // PITCH)
    lanes, top = [], 0
    for kind, words in OBLIGATIONS.items():
        of_kind = [step for step in steps if step.kind == kind]
        if not of_kind:
            continue
        counts = Counter(max(step.phase.date.year, first) for step in of_kind)
        depth = -(-max(counts.values()) // abreast)
        lanes.append(
            Lane(label=words.label, y=top + LABEL - 8, marks=_marks(of_kind, today, first, column, top + LABEL))
        )
        top += LABEL + depth * PITCH + 6
    return tuple(lanes), top


def _marks(steps: Sequence[Step], today: dt.date, first: int, column: int, top: int) -> tuple[Mark, ...]:
    """The marks of a lane: those of a year abreast, then in further lines."""
    abreast = max(1, column // PITCH)
    drawn: Counter[int] = Counter()
    marks = []
    for step in sorted(steps, key=lambda step: (step.phase.date, step.id)):
        year = max(step.phase.date.year, first)
        line, place = divmod(drawn[year], abreast)
        drawn[year] += 1
        marks.append(
            Mark(
                x=EDGE + (year - first) * column + place * PITCH,
                y=top + line * PITCH,
                standing=step.standing(today),
                is_filled=step.standing(today) is Standing.STARTED,
                label=f"{step.country.name}, {day_in_words(step.phase.date)}: {step.phase.what}",
            )
        )
    return tuple(marks)
