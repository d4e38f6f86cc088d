"""The chart shows every step once, inside the drawing, apart from all others."""

import datetime as dt
import itertools
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from locdata_build.source.files import CountryFile
from locdata_build.source.records import Obligation, Phase
from locdata_build.view.chart import FIRST_YEAR, phase_chart
from locdata_build.view.dates import Standing, Step, steps_by_date
from locdata_build.view.pictures import Mark, PhaseChart
from locdata_build.view.words import OBLIGATIONS
from locdata_model.vocabulary import ObligationKind
from support.dataset import country, obligation

KINDS = list(OBLIGATIONS)
COUNTRY = msgspec.convert(country(), CountryFile)
IN_FORCE = msgspec.convert(obligation("in_force"), Obligation)
TODAY = dt.date(2026, 11, 21)

DATES = st.dates(dt.date(1900, 1, 1), dt.date(2100, 12, 31))
TODAYS = st.dates(dt.date(FIRST_YEAR, 1, 1), dt.date(2100, 12, 31))
DATED = st.lists(st.tuples(st.sampled_from(KINDS), DATES), min_size=1, max_size=60)


def steps(dated: Sequence[tuple[str, dt.date]]) -> list[Step]:
    """A step of each kind and date."""
    return [
        Step(
            country=COUNTRY,
            kind=ObligationKind(kind),
            obligation=IN_FORCE,
            phase=Phase(slug=f"step-{number:02}", date=date, what="Duty begins"),
        )
        for number, (kind, date) in enumerate(dated)
    ]


def chart(*dates: dt.date, kind: str = "saft", today: dt.date = TODAY) -> PhaseChart:
    return phase_chart("chart", steps([(kind, date) for date in dates]), today, "France")


def marks(drawing: PhaseChart) -> list[Mark]:
    return [mark for lane in drawing.lanes for mark in lane.marks]


def overlap(one: Mark, other: Mark, size: int) -> bool:
    return abs(one.x - other.x) < size and abs(one.y - other.y) < size


@given(DATED, TODAYS)
def test_every_step_has_a_mark_inside_the_drawing(dated: list[tuple[str, dt.date]], today: dt.date) -> None:
    drawing = phase_chart("chart", steps(dated), today, "France")
    right, bottom = drawing.width - drawing.mark_size - 1, drawing.height - drawing.mark_size
    inside = [mark for mark in marks(drawing) if mark.x in range(right + 1) and mark.y in range(bottom + 1)]

    assert len(inside) == len(dated)


@given(DATED, TODAYS)
@example([("saft", dt.date(year, 1, 1)) for year in range(FIRST_YEAR, 2101)], TODAY)
def test_no_two_marks_overlap(dated: list[tuple[str, dt.date]], today: dt.date) -> None:
    drawing = phase_chart("chart", steps(dated), today, "France")
    pairs = itertools.combinations(marks(drawing), 2)

    assert [(one, other) for one, other in pairs if overlap(one, other, drawing.mark_size)] == []


@given(DATED, TODAYS)
def test_no_mark_lies_on_a_label_or_on_the_axis(dated: list[tuple[str, dt.date]], today: dt.date) -> None:
    drawing = phase_chart("chart", steps(dated), today, "France")
    labels = [lane.y for lane in drawing.lanes]
    floors = [*(y - 11 for y in labels[1:]), drawing.height - 16]

    assert [
        lane.label
        for lane, floor in zip(drawing.lanes, floors, strict=True)
        if not all(lane.y < mark.y and mark.y + drawing.mark_size <= floor for mark in lane.marks)
    ] == []


@given(DATED, TODAYS)
def test_marks_have_started_exactly_where_their_day_has_come(dated: list[tuple[str, dt.date]], today: dt.date) -> None:
    drawing = phase_chart("chart", steps(dated), today, "France")

    assert Counter(mark.standing for mark in marks(drawing)) == Counter(
        Standing.STARTED if date <= today else Standing.TO_COME for _, date in dated
    )


@given(DATED, TODAYS)
def test_years_ascend_and_their_places_with_them(dated: list[tuple[str, dt.date]], today: dt.date) -> None:
    drawing = phase_chart("chart", steps(dated), today, "France")
    places, labels = [tick.x for tick in drawing.ticks], [int(tick.label) for tick in drawing.ticks]

    assert places == sorted(set(places))
    assert labels == sorted(set(labels))


@given(DATED, TODAYS)
def test_years_and_today_lie_inside_the_drawing(dated: list[tuple[str, dt.date]], today: dt.date) -> None:
    drawing = phase_chart("chart", steps(dated), today, "France")
    places = [drawing.today_x, *(tick.x for tick in drawing.ticks)]

    assert [x for x in places if not 0 <= x <= drawing.width] == []


@given(DATED, TODAYS)
def test_years_are_far_enough_apart_to_be_read(dated: list[tuple[str, dt.date]], today: dt.date) -> None:
    places = [tick.x for tick in phase_chart("chart", steps(dated), today, "France").ticks]

    assert [pair for pair in itertools.pairwise(places) if pair[1] - pair[0] < 30] == []


@given(st.permutations([("saft", dt.date(2026, 1, day)) for day in range(1, 6)]))
def test_the_order_of_the_steps_does_not_matter(dated: list[tuple[str, dt.date]]) -> None:
    labels = [mark.label for mark in marks(phase_chart("chart", steps(dated), TODAY, "France"))]

    assert labels == [f"France, {day} January 2026: Duty begins" for day in range(1, 6)]


def test_there_is_a_lane_for_each_kind_that_has_a_step_in_the_order_of_the_kinds() -> None:
    drawing = phase_chart("chart", steps([("saft", TODAY), ("e_invoicing_b2g", TODAY)]), TODAY, "France")

    assert [lane.label for lane in drawing.lanes] == ["B2G e-invoicing", "SAF-T"]


def test_a_mark_tells_country_day_and_step() -> None:
    (mark,) = marks(chart(dt.date(2026, 11, 22)))

    assert (mark.label, mark.standing) == ("France, 22 November 2026: Duty begins", Standing.TO_COME)


def test_a_mark_stands_as_its_step_does() -> None:
    planned = {"obligations": country()["obligations"] | {"saft": obligation("planned", "2027-01-01")}}
    steps = steps_by_date([msgspec.convert(country() | planned, CountryFile)])
    drawing = phase_chart("chart", list(steps), TODAY, "France")

    assert [mark.standing for mark in drawing.lanes[-1].marks] == [Standing.ANNOUNCED]


@pytest.mark.parametrize(
    ("dates", "description"),
    [
        pytest.param(
            [dt.date(2026, 1, 1)],
            "1 step from 2026 to 2026. Filled marks have started (1), hollow ones are to come (0), "
            "dashed ones are announced or voluntary (0).",
            id="one",
        ),
        pytest.param(
            [dt.date(2014, 1, 1), dt.date(2026, 11, 22)],
            "2 steps from 2014 to 2026. Filled marks have started (1), hollow ones are to come (1), "
            "dashed ones are announced or voluntary (0).",
            id="past and future",
        ),
        pytest.param(
            [dt.date(2009, 1, 1), dt.date(2028, 1, 1)],
            "2 steps from 2014 and before to 2028. Filled marks have started (1), hollow ones are to come (1), "
            "dashed ones are announced or voluntary (0).",
            id="long ago",
        ),
    ],
)
def test_the_description_says_what_the_drawing_shows(dates: list[dt.date], description: str) -> None:
    assert chart(*dates).description == description


def test_a_year_that_was_mistyped_is_drawn_as_well() -> None:
    assert len(marks(chart(dt.date(2926, 1, 1)))) == 1


def test_steps_of_long_ago_share_the_first_column() -> None:
    early, first = marks(chart(dt.date(1995, 1, 1), dt.date(FIRST_YEAR, 12, 31)))
    (alone,) = marks(chart(dt.date(FIRST_YEAR, 1, 1)))

    assert (early.x, early.y) == (alone.x, alone.y)
    assert 0 < first.x - early.x < 20


def test_today_lies_between_the_years_around_it() -> None:
    drawing = chart(dt.date(2025, 1, 1), dt.date(2028, 1, 1), today=dt.date(2026, 7, 2))
    places = {tick.label: tick.x for tick in drawing.ticks}

    assert places["2026"] < drawing.today_x < places["2027"]
