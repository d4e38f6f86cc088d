"""The chart of phases: one lane for each kind of obligation, one column for each year, one mark for each phase."""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.view.drawings import Lane, Mark, PhaseChart, Tick
from locdata_build.view.obligations import is_overtaken
from locdata_build.view.words import OBLIGATIONS, counted
from locdata_model.anchors import phase_anchor
from locdata_model.phases import Phase
from locdata_model.vocabulary import PhaseState

# Sizes in pixels.

WIDTH = 480
"""Width of the chart."""

EDGE = 16
"""Margin to the left and right of the years."""

MARK = 5
"""Width and height of a mark."""

PITCH = 7
"""Distance from the start of a mark to the start of the next, in both directions."""

LABEL = 22
"""Height of a lane's label, and of the space for the years below the lanes."""

LABEL_WIDTH = 44
"""Width that the label of a year needs."""

# Years.

FIRST_YEAR = 2014
"""Earlier phases share the first column: they are few, and a column for each of their years would squeeze the others."""

HORIZON = 15
"""Years after today. Later phases share the last column, so that a mistyped year cannot squeeze the chart."""


class _Axis(Struct, frozen=True):
    """The years of a chart, in columns of equal width."""

    first: int
    last: int

    @property
    def column_width(self) -> int:
        return (WIDTH - 2 * EDGE) // (self.last - self.first + 1)

    @property
    def marks_per_line(self) -> int:
        return max(1, self.column_width // PITCH)

    def year(self, phase: Phase) -> int:
        """Return the year of the column in which the phase is drawn."""
        return min(max(phase.date.year, self.first), self.last)

    def x(self, year: int) -> int:
        return EDGE + (year - self.first) * self.column_width


def phase_chart(phases: Sequence[Phase], today: dt.date, scope: str, name: Callable[[Phase], str]) -> PhaseChart:
    """Return the chart of ``phases``: at least one, ordered by date.

    ``scope`` names the countries in the caption. ``name`` returns what the label of a mark says after the date of its phase.
    """
    axis = _axis([phase.date.year for phase in phases], today.year)
    lanes, height = _lanes(phases, today, axis, name)
    return PhaseChart(
        id="phase-chart",
        caption=f"Phases of obligations by year, {scope}",
        description=_description(phases, axis),
        width=WIDTH,
        height=height + LABEL,
        today_x=axis.x(today.year) + axis.column_width * (today.timetuple().tm_yday - 1) // 366,
        mark_size=MARK,
        ticks=tuple(
            Tick(x=axis.x(year), label=str(year))
            for year in range(axis.first, axis.last + 1, -(-LABEL_WIDTH // axis.column_width))
            if axis.x(year) + LABEL_WIDTH <= WIDTH
        ),
        lanes=lanes,
    )


def _axis(years: Sequence[int], this_year: int) -> _Axis:
    earliest, latest = min(FIRST_YEAR, this_year), this_year + HORIZON
    drawn = [min(max(year, earliest), latest) for year in (*years, this_year)]
    return _Axis(min(drawn), max(drawn))


def _description(phases: Sequence[Phase], axis: _Axis) -> str:
    states = Counter(phase.state for phase in phases)
    years = [phase.date.year for phase in phases]
    earlier = " and before" if min(years) < axis.first else ""
    not_binding = len(phases) - states[PhaseState.STARTED] - states[PhaseState.UPCOMING]
    later = " and after" if max(years) > axis.last else ""
    return (
        f"{counted(len(phases), 'phase')} from {axis.first}{earlier} to {axis.last}{later}. Filled marks have started "
        f"({states[PhaseState.STARTED]}), hollow ones are upcoming ({states[PhaseState.UPCOMING]}), dashed ones are "
        f"announced or not a mandate ({not_binding})."
    )


def _lanes(
    phases: Sequence[Phase], today: dt.date, axis: _Axis, name: Callable[[Phase], str]
) -> tuple[tuple[Lane, ...], int]:
    """Return the lanes from top to bottom, and their total height."""
    lanes, top = [], 0
    for kind, words in OBLIGATIONS.items():
        of_kind = [phase for phase in phases if phase.obligation is kind]
        if not of_kind:
            continue
        depth = -(-max(Counter(map(axis.year, of_kind)).values()) // axis.marks_per_line)
        marks = _marks(of_kind, today, axis, top + LABEL, name)
        lanes.append(Lane(label=words.label, y=top + LABEL - 8, marks=marks))
        top += LABEL + depth * PITCH + 6
    return tuple(lanes), top


def _marks(
    phases: Sequence[Phase], today: dt.date, axis: _Axis, top: int, name: Callable[[Phase], str]
) -> tuple[Mark, ...]:
    """Return the marks of a lane. Those of a year are side by side, on as many lines as they need."""
    drawn: Counter[int] = Counter()
    marks = []
    for phase in phases:
        year = axis.year(phase)
        line, column = divmod(drawn[year], axis.marks_per_line)
        drawn[year] += 1
        remark = ", not confirmed" if is_overtaken(phase, today) else ""
        marks.append(
            Mark(
                x=axis.x(year) + column * PITCH,
                y=top + line * PITCH,
                state=phase.state,
                is_filled=phase.state is PhaseState.STARTED,
                label=f"{day_in_words(phase.date)}{remark}: {name(phase)}",
                anchor=phase_anchor(phase.id),
            )
        )
    return tuple(marks)
