"""The home page leads to every country and page, with a map of each obligation and the next events."""

import datetime as dt
from pathlib import Path

import pytest

from locdata_build.view.drawings import Tile
from locdata_build.view.pages.home import EVENTS_SHOWN, tile_maps
from locdata_build.view.text import Badge, Day, Tone, rich
from support.context import load_context
from support.dataset import COUNTRY, Files, changed
from support.pages import empty_country, load_page, rows_of, section_of, tables_of, texts_of
from support.records import country, obligation, phase

SINCE = Badge("Yes, since 1 January 2026", Tone.YES)
RECEIVING = Badge("Yes, receiving only; issuing from 1 January 2028", Tone.PARTLY)


def with_saft(*dates: str) -> Files:
    """A country with nothing but a SAF-T obligation in force, with phases on these dates."""
    return changed(COUNTRY, "$.obligations", empty_country()["obligations"] | {"saft": obligation("in_force", *dates)})


def test_a_tile_is_where_the_file_says_counting_from_zero(tmp_path: Path) -> None:
    files = changed(COUNTRY, "$.map_tile", {"column": 2, "row": 3})
    files["countries/no.json"] = country("no", "Norway") | {"e_invoicing": None, "map_tile": {"column": 5, "row": 1}}
    maps = tile_maps(load_context(tmp_path, files))

    assert (maps.width, maps.height) == (5, 3)
    assert maps.maps[0].tiles == (
        Tile(x=1, y=2, code="FR", name="France", verdict=SINCE, href="/france/"),
        Tile(x=4, y=0, code="NO", name="Norway", verdict=SINCE, href="/norway/"),
    )


def test_a_tile_has_the_tone_and_the_words_of_the_day(tmp_path: Path) -> None:
    """The status at the last check is still ``enacted``, but the law says that receiving has begun since."""
    files = changed("site.json", "$.generated_at", "2027-06-01T00:00:00Z")
    phases = (phase("2027-01-01", binds=["receive"]), phase("2028-01-01", binds=["issue"]))
    files[COUNTRY]["obligations"]["e_invoicing_b2b"] = obligation("enacted", *phases)
    (tiles, *_) = tile_maps(load_context(tmp_path, files)).maps

    assert [tile.verdict for tile in tiles.tiles] == [RECEIVING]
    assert [(entry.tone, entry.link.text) for entry in tiles.legend] == [
        (Tone.PARTLY, "in force: receiving or public bodies only (1)")
    ]


@pytest.mark.parametrize("later", [1, EVENTS_SHOWN + 1])
def test_the_next_events_are_shown_and_all_are_counted(tmp_path: Path, later: int) -> None:
    dates = [f"2027-01-{day:02}" for day in range(1, later + 1)]
    section = section_of(load_page(tmp_path, "/", with_saft("2020-01-01", *dates)), "next")
    rows = rows_of(*tables_of(section))

    assert [row.cells[0] for row in rows] == [
        rich(Day(dt.date.fromisoformat(date), is_relative=True)) for date in dates[:EVENTS_SHOWN]
    ]
    assert {row.id for row in rows} == {None}
    assert texts_of(section.blocks[1])[0].startswith(f"{min(later, EVENTS_SHOWN)} of {later} phase")


def test_the_next_events_are_never_cut_within_a_day(tmp_path: Path) -> None:
    files = with_saft(*(f"2027-01-{day:02}" for day in range(1, EVENTS_SHOWN + 2)))
    for code, name in (("at", "Austria"), ("no", "Norway")):
        files[f"countries/{code}.json"] = country(code, name) | {"obligations": files[COUNTRY]["obligations"]}
    rows = rows_of(*tables_of(section_of(load_page(tmp_path, "/", files), "next")))

    assert len(rows) == EVENTS_SHOWN + 1
    assert [row.facets["country"] for row in rows[-3:]] == [("at",), ("fr",), ("no",)]
