"""Phases of obligations as a table of events and as a chart.

An event is a row with the phases of one country that start together. The chart has a lane for each kind of obligation, a
column for each year and a mark for each phase.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.derive.claims import group_by
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.phases import phases_by_event
from locdata_build.view.blocks import Column, Group, Row, Table, grouped_table
from locdata_build.view.context import SiteContext
from locdata_build.view.drawings import Lane, Mark, PhaseChart, Tick
from locdata_build.view.navigation import country_path
from locdata_build.view.notes import cited_text, claim_note
from locdata_build.view.obligations import is_overtaken, phase_badge, phase_requirements, requirement_sentence
from locdata_build.view.text import Aside, Day, Link, Rich, Words, joined, links_by_badge, rich
from locdata_build.view.words import counted
from locdata_model.anchors import obligation_anchor, phase_anchor
from locdata_model.phases import Phase
from locdata_model.vocabulary import OBLIGATION_LABELS, PhaseState

# Table

Event = Sequence[Phase]
"""The phases of one country that start together: at least one."""


def events_by_date(context: SiteContext, phases: Iterable[Phase]) -> list[Event]:
    """Return the events of ``phases``, the earliest first; those of one day are sorted by the name of their country."""
    return sorted(phases_by_event(phases), key=lambda event: (event[0].date, context.country(event[0].country).name))


def latest_first(events: Iterable[Event]) -> list[Event]:
    """Return events with the latest day first; those of one day keep their order."""
    return sorted(events, key=lambda event: event[0].date, reverse=True)


def count_of_phases(events: Iterable[Event], adjective: str = "") -> str:
    """Return the number of phases of events with its noun: ``4 earlier phases``. Pages count phases, never events or rows."""
    return counted(sum(map(len, events)), f"{adjective} phase".lstrip())


def first_days(events: Sequence[Event], count: int) -> Sequence[Event]:
    """Return at least the first ``count`` of the events, which are sorted by date, and always all of a day."""
    last = events[:count][-1][0].date
    return [event for event in events if event[0].date <= last]


def events_table(
    context: SiteContext,
    caption: str,
    events: Iterable[Event],
    country: CountryRecords | None = None,
    *,
    has_anchors: bool = False,
    has_years: bool = False,
    fold: str = "",
    anchor: str | None = None,
) -> Table:
    """Return a table of events in the given order, without a column for the country if all are of ``country``.

    Nor is there a column for the states if all phases have started. ``has_years`` groups the events by year. ``fold`` is
    the label under which the table is folded away. ``anchor`` leads to its first group.
    """
    listed = tuple(events)
    has_states = not all(map(_has_started, listed))
    columns = (
        "Date",
        *(() if country else (Column("Country", is_short=True),)),
        *((Column("State", is_short=True),) if has_states else ()),
        Column("What changes", is_plain=True),
    )

    def row_of(event: Event) -> Row:
        return _event_row(context, event, has_country=not country, has_states=has_states, has_anchors=has_anchors)

    years = group_by(listed, lambda event: event[0].date.year if has_years else None)
    groups = (
        Group(id=None if index else anchor, title=rich(str(year)) if year else (), rows=tuple(map(row_of, same)))
        for index, (year, same) in enumerate(years.items())
    )
    return grouped_table(caption, columns, groups, fold=fold)


def _event_row(context: SiteContext, event: Event, *, has_country: bool, has_states: bool, has_anchors: bool) -> Row:
    country = context.country(event[0].country)
    anchor, *others = (phase_anchor(phase.id) for phase in event)
    return Row(
        cells=(
            rich(Day(event[0].date, is_relative=event[0].date > context.today)),
            *((rich(Link(country.name, country_path(country, anchor))),) if has_country else ()),
            *((_states(context, country, event),) if has_states else ()),
            joined(" ", _changes(context, country, event, has_country=has_country)),
        ),
        id=anchor if has_anchors else None,
        other_ids=tuple(others) if has_anchors else (),
        facets={
            "kind": tuple(dict.fromkeys(phase.obligation.value for phase in event)),
            "country": (country.code,),
            "state": tuple(dict.fromkeys(phase.state.value for phase in event)),
        },
    )


def _states(context: SiteContext, country: CountryRecords, event: Event) -> Rich:
    """Return the state of the phases, or the obligations in each state if the states differ; nothing if all have started."""
    if _has_started(event):
        return ()
    badges = {phase: phase_badge(phase, context.today) for phase in event}
    state, *others = dict.fromkeys(badges.values())
    return (
        links_by_badge((badges[phase], _obligation_link(country, phase)) for phase in event) if others else rich(state)
    )


def _has_started(event: Event) -> bool:
    return all(phase.state is PhaseState.STARTED for phase in event)


def _changes(context: SiteContext, country: CountryRecords, event: Event, *, has_country: bool) -> Iterator[Rich]:
    """Yield each change with the obligations to which it belongs and their requirements.

    Tables of all countries omit the parties bound and the notes: the country's name leads to the same row on its page,
    which has both. A change that cites nothing itself has a note on the sources of its obligations.
    """
    if has_country:
        for what, same in group_by(event, lambda phase: phase.what).items():
            requirements = joined(
                " ", _requirements(country, same, lambda phase: requirement_sentence(phase.obligation, phase.binds))
            )
            yield rich(what, Aside(_without_links(requirements)))
        return
    # Phases with the same words may cite different sources.
    cited = {phase: tuple(country.phase(phase.id).statements) for phase in event}
    for statements, same in group_by(event, lambda phase: cited[phase]).items():
        claims = [country.phase(phase.id) for phase in same]
        carriers = () if any(statement.markers for _, statement in statements) else claim_note(*claims)
        requirements = joined(" ", _requirements(country, same, phase_requirements))
        yield (*cited_text(context, claims[0], "what"), *carriers, Aside(requirements))


def _without_links(line: Rich) -> Rich:
    return tuple(Words(part.text) if isinstance(part, Link) else part for part in line)


def _requirements(country: CountryRecords, phases: Event, words: Callable[[Phase], str]) -> Iterator[Rich]:
    for requirements, same in group_by(phases, words).items():
        links = joined(", ", (rich(_obligation_link(country, phase)) for phase in same))
        yield (*links, Words(f". {requirements}"))


def _obligation_link(country: CountryRecords, phase: Phase) -> Link:
    """Return a link to the obligation of a phase on the page of its country."""
    return Link(OBLIGATION_LABELS[phase.obligation], country_path(country, obligation_anchor(phase.obligation)))


# Chart

WIDTH = 480
"""Width of the chart, in pixels as all sizes here."""

EDGE = 16
"""Margin to the left and right of the years."""

MARK_SIZE = 5
"""Width and height of a mark."""

PITCH = 7
"""Distance from the start of a mark to the start of the next, in both directions."""

LABEL_HEIGHT = 22
"""Height of a lane's label, and of the space for the years below the lanes."""

LABEL_WIDTH = 44
"""Width of the label of a year."""

FIRST_YEAR = 2014
"""First column of the chart, which earlier phases share: they are few, and a column for each year would squeeze the others."""

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
    """Return the chart of one or more phases, which are sorted by date.

    ``scope`` names the countries in the caption. ``name`` returns the label of a phase, which follows its date.
    """
    earliest, latest = min(FIRST_YEAR, today.year), today.year + HORIZON
    years = [min(max(date.year, earliest), latest) for date in (*(phase.date for phase in phases), today)]
    axis = _Axis(min(years), max(years))
    lanes, height = _lanes(phases, today, axis, name)
    return PhaseChart(
        id="phase-chart",
        caption=f"Phases of obligations by year, {scope}",
        description=_description(phases, axis),
        width=WIDTH,
        height=height + LABEL_HEIGHT,
        today_x=axis.x(today.year) + axis.column_width * (today.timetuple().tm_yday - 1) // 366,
        mark_size=MARK_SIZE,
        ticks=tuple(
            Tick(x=axis.x(year), label=str(year))
            for year in range(axis.first, axis.last + 1, -(-LABEL_WIDTH // axis.column_width))
            if axis.x(year) + LABEL_WIDTH <= WIDTH
        ),
        lanes=lanes,
    )


def _description(phases: Sequence[Phase], axis: _Axis) -> str:
    states = Counter(phase.state for phase in phases)
    years = [phase.date.year for phase in phases]
    earlier = " or before" if min(years) < axis.first else ""
    not_binding = len(phases) - states[PhaseState.STARTED] - states[PhaseState.UPCOMING]
    later = " or after" if max(years) > axis.last else ""
    return (
        f"{counted(len(phases), 'phase')} from {axis.first}{earlier} to {axis.last}{later}. Filled: started "
        f"({states[PhaseState.STARTED]}). Hollow: upcoming ({states[PhaseState.UPCOMING]}). Dashed: announced or not mandatory "
        f"({not_binding})."
    )


def _lanes(
    phases: Sequence[Phase], today: dt.date, axis: _Axis, name: Callable[[Phase], str]
) -> tuple[tuple[Lane, ...], int]:
    """Return the lanes from top to bottom, and their total height."""
    lanes, top = [], 0
    for kind, label in OBLIGATION_LABELS.items():
        of_kind = [phase for phase in phases if phase.obligation is kind]
        if not of_kind:
            continue
        depth = -(-max(Counter(map(axis.year, of_kind)).values()) // axis.marks_per_line)
        marks = _marks(of_kind, today, axis, top + LABEL_HEIGHT, name)
        lanes.append(Lane(label=label, y=top + LABEL_HEIGHT - 8, marks=marks))
        top += LABEL_HEIGHT + depth * PITCH + 6
    return tuple(lanes), top


def _marks(
    phases: Sequence[Phase], today: dt.date, axis: _Axis, top: int, name: Callable[[Phase], str]
) -> tuple[Mark, ...]:
    """Return the marks of a lane. Those of a year are side by side, on one or more lines."""
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
