"""The tile map shows each country once for each toggle."""

from pathlib import Path

import pytest

from locdata_build.derive.filters import TOGGLE_NAMES
from locdata_build.view.pictures import Tile, TileMaps
from locdata_build.view.text import Badge, Tone
from locdata_build.view.tile_map import tile_maps
from locdata_build.view.words import TOGGLE_LABELS, TOGGLE_MEANINGS
from support.dataset import COUNTRY, country, whole
from support.world import load_world

YES, NO, UNKNOWN = Badge("Yes", Tone.YES), Badge("No", Tone.NO), Badge("Unknown", Tone.UNKNOWN)


@pytest.fixture
def maps(tmp_path: Path) -> TileMaps:
    """The maps of two countries, in the second column of the third row and in the fifth of the first."""
    files = whole()
    files[COUNTRY]["map_tile"] = {"column": 2, "row": 3}
    files["countries/no.json"] = country("no", "Norway") | {"e_invoicing": None, "map_tile": {"column": 5, "row": 1}}
    world = load_world(tmp_path, files)
    return tile_maps([(country, world.toggles(country.code)) for country in world.countries])


def test_there_is_a_map_for_each_toggle_with_its_words(maps: TileMaps) -> None:
    told = [(each.id, each.label, each.title) for each in maps.maps]

    assert told == [
        (f"map-{name.replace('_', '-')}", TOGGLE_LABELS[name], TOGGLE_MEANINGS[name]) for name in TOGGLE_NAMES
    ]


def test_a_tile_lies_where_the_file_says_counted_from_nought(maps: TileMaps) -> None:
    assert maps.maps[0].tiles == (
        Tile(x=1, y=2, code="FR", name="France", answer=YES, href="/france/"),
        Tile(x=4, y=0, code="NO", name="Norway", answer=YES, href="/norway/"),
    )


def test_a_map_is_as_wide_and_high_as_its_last_tiles(maps: TileMaps) -> None:
    assert (maps.width, maps.height) == (5, 3)


@pytest.mark.parametrize(
    ("place", "answer"),
    [
        pytest.param(0, YES, id="in force"),
        pytest.param(3, NO, id="enacted, ahead"),
        pytest.param(4, NO, id="none"),
        pytest.param(5, UNKNOWN, id="unknown"),
    ],
)
def test_a_tile_gives_the_answer_of_the_toggle(maps: TileMaps, place: int, answer: Badge) -> None:
    assert [tile.answer for tile in maps.maps[place].tiles] == [answer, answer]


def test_the_legend_counts_the_countries_of_each_answer(maps: TileMaps) -> None:
    assert [each.legend for each in maps.maps] == [
        ((YES, 2), (NO, 0), (UNKNOWN, 0)),
        ((YES, 2), (NO, 0), (UNKNOWN, 0)),
        ((YES, 2), (NO, 0), (UNKNOWN, 0)),
        ((YES, 0), (NO, 2), (UNKNOWN, 0)),
        ((YES, 0), (NO, 2), (UNKNOWN, 0)),
        ((YES, 0), (NO, 0), (UNKNOWN, 2)),
    ]
