"""The chart shows every phase once, inside the drawing, and no two in the same position."""

import datetime as dt
import itertools
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from locdata_build.view.components.phases import FIRST_YEAR, phase_chart
from locdata_build.view.drawings import Mark, PhaseChart
from locdata_model.vocabulary import ObligationKind, PhaseState
from support.pages import phase

TODAY = dt.date(2026, 11, 21)

DATES = st.dates(dt.date(1900, 1, 1), dt.date(2100, 12, 31))
TODAYS = st.dates(dt.date(FIRST_YEAR, 1, 1), dt.date(2100, 12, 31))
DATED = st.lists(st.tuples(st.sampled_from(ObligationKind), DATES), min_size=1, max_size=30)

Dated = Sequence[tuple[ObligationKind, dt.date]]


def chart(dated: Dated, today: dt.date = TODAY) -> PhaseChart:
    """The chart of enacted phases of these kinds on these dates."""
    states = {True: PhaseState.STARTED, False: PhaseState.UPCOMING}
    phases = [phase(date, kind, state=states[date <= today]) for kind, date in dated]
    return phase_chart(phases, today, "France", lambda phase: phase.country.upper())


def marks(drawing: PhaseChart) -> list[Mark]:
    return [mark for lane in drawing.lanes for mark in lane.marks]


def overlap(one: Mark, other: Mark, size: int) -> bool:
    return abs(one.x - other.x) < size and abs(one.y - other.y) < size


@given(DATED, TODAYS)
def test_every_phase_has_a_mark_inside_the_drawing(dated: Dated, today: dt.date) -> None:
    drawing = chart(dated, today)
    right, bottom = drawing.width - drawing.mark_size - 1, drawing.height - drawing.mark_size
    inside = [mark for mark in marks(drawing) if mark.x in range(right + 1) and mark.y in range(bottom + 1)]

    assert len(inside) == len(dated)


@given(DATED, TODAYS)
@example([(ObligationKind.SAFT, dt.date(year, 1, 1)) for year in range(FIRST_YEAR, 2101)], TODAY)
def test_no_two_marks_overlap(dated: Dated, today: dt.date) -> None:
    drawing = chart(dated, today)
    pairs = itertools.combinations(marks(drawing), 2)

    assert [(one, other) for one, other in pairs if overlap(one, other, drawing.mark_size)] == []


@given(DATED, TODAYS)
def test_no_mark_is_on_a_label_or_on_the_axis(dated: Dated, today: dt.date) -> None:
    drawing = chart(dated, today)
    floors = [*(lane.y - 11 for lane in drawing.lanes[1:]), drawing.height - 16]

    assert [
        lane.label
        for lane, floor in zip(drawing.lanes, floors, strict=True)
        if not all(lane.y < mark.y and mark.y + drawing.mark_size <= floor for mark in lane.marks)
    ] == []


@given(DATED, TODAYS)
def test_years_ascend_inside_the_drawing_with_room_for_their_labels(dated: Dated, today: dt.date) -> None:
    drawing = chart(dated, today)
    years = [int(tick.label) for tick in drawing.ticks]

    assert years == sorted(set(years))
    assert [one.x for one, other in itertools.pairwise(drawing.ticks) if other.x - one.x < 30] == []
    assert 0 <= drawing.ticks[0].x <= drawing.today_x <= drawing.width
    assert drawing.ticks[-1].x <= drawing.width - 36


def test_a_mark_has_its_state_and_says_that_a_plan_whose_date_has_passed_is_not_confirmed() -> None:
    plans = [phase(dt.date(2026, 11, day), state=PhaseState.ANNOUNCED) for day in (21, 22)]
    started = phase(dt.date(2026, 11, 20))
    drawing = phase_chart([started, *plans], TODAY, "France", lambda phase: phase.country.upper())

    assert [(mark.label, mark.state, mark.is_filled) for mark in marks(drawing)] == [
        ("20 November 2026: FR", PhaseState.STARTED, True),
        ("21 November 2026, not confirmed: FR", PhaseState.ANNOUNCED, False),
        ("22 November 2026: FR", PhaseState.ANNOUNCED, False),
    ]
    assert drawing.description.endswith("Dashed: announced or not mandatory (2).")


@pytest.mark.parametrize(
    ("dates", "years", "started", "upcoming"),
    [
        (["2014-01-01", "2026-11-22"], "2 phases from 2014 to 2026", 1, 1),
        (["2009-01-01", "2100-01-01"], "2 phases from 2014 or before to 2041 or after", 1, 1),
    ],
)
def test_the_description_says_what_the_drawing_shows(dates: list[str], years: str, started: int, upcoming: int) -> None:
    phases = [(ObligationKind.SAFT, dt.date.fromisoformat(date)) for date in dates]

    assert chart(phases).description == (
        f"{years}. Filled: started ({started}). Hollow: upcoming ({upcoming}). Dashed: announced or not mandatory (0)."
    )


def test_today_is_between_the_years_around_it() -> None:
    drawing = chart([(ObligationKind.SAFT, dt.date(year, 1, 1)) for year in (2025, 2028)], today=dt.date(2026, 7, 2))
    positions = {tick.label: tick.x for tick in drawing.ticks}

    assert positions["2026"] < drawing.today_x < positions["2027"]
