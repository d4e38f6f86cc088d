"""The home page leads to every country and page, with a map of each toggle and the next phases."""

from pathlib import Path

import pytest

from locdata_build.view.blocks import Cards, Items, Table, Tile, TileMaps
from locdata_build.view.page import Page, Script
from locdata_build.view.pages.home import PHASES_SHOWN, home_page, not_found_page, tile_maps
from locdata_build.view.text import Badge, Link, Tone, rich
from locdata_model.toggles import TOGGLES
from locdata_model.urls import TOP_PAGES
from support.context import load_context
from support.dataset import COUNTRY, Files, whole
from support.pages import links_of, minimal_files, rows_of, section_of, texts_of
from support.records import country, obligation

YES, NO, UNKNOWN = Badge("Yes", Tone.YES), Badge("No", Tone.NO), Badge("Unknown", Tone.UNKNOWN)


def load_home(folder: Path, files: Files | None = None) -> Page:
    return home_page(load_context(folder, files))


def with_saft(status: str, *dates: str) -> Files:
    """A country with nothing but that SAF-T obligation."""
    files = whole()
    unknown = dict.fromkeys(files[COUNTRY]["obligations"], obligation("unknown"))
    files[COUNTRY]["obligations"] = unknown | {"saft": obligation(status, *dates)}
    return files


@pytest.fixture(scope="module")
def maps(tmp_path_factory: pytest.TempPathFactory) -> TileMaps:
    """The maps of two countries, in the second column of the third row and in the fifth of the first."""
    files = whole()
    files[COUNTRY]["map_tile"] = {"column": 2, "row": 3}
    files["countries/no.json"] = country("no", "Norway") | {"e_invoicing": None, "map_tile": {"column": 5, "row": 1}}
    return tile_maps(load_context(tmp_path_factory.mktemp("data"), files).countries)


def test_the_page_counts_and_links_all_countries_by_name(tmp_path: Path) -> None:
    page = load_home(tmp_path, whole() | {"countries/at.json": country("at", "Zland")})

    assert page.title == "E-invoicing, VAT reporting and SAF-T in 2 countries"
    assert (page.description, page.lead) == ("Reference data.", rich("Reference data."))
    assert page.scripts == (Script.FORWARD,)
    assert section_of(page, "find").blocks == (
        Items((rich(Link("France", "/france/")), rich(Link("Zland", "/zland/"))), columns=True),
    )


def test_every_page_for_all_countries_has_a_card(tmp_path: Path) -> None:
    (cards,) = section_of(load_home(tmp_path), "pages").blocks

    assert isinstance(cards, Cards)
    assert [(card.link.href, card.text) for card in cards.cards] == [(name.path, name.summary) for name in TOP_PAGES]


# The map


def test_each_toggle_has_a_map_with_its_words(maps: TileMaps) -> None:
    assert [(each.id, each.label, each.title) for each in maps.maps] == [
        (f"map-{name.replace('_', '-')}", spec.label, spec.meaning) for name, spec in TOGGLES.items()
    ]


def test_a_tile_is_where_the_file_says_counting_from_zero(maps: TileMaps) -> None:
    assert (maps.width, maps.height) == (5, 3)
    assert maps.maps[0].tiles == (
        Tile(x=1, y=2, code="FR", name="France", verdict=YES, href="/france/"),
        Tile(x=4, y=0, code="NO", name="Norway", verdict=YES, href="/norway/"),
    )


@pytest.mark.parametrize(("index", "verdict"), [(0, YES), (3, NO), (5, UNKNOWN)])
def test_tiles_and_legend_show_the_value_of_the_toggle(maps: TileMaps, index: int, verdict: Badge) -> None:
    assert [tile.verdict for tile in maps.maps[index].tiles] == [verdict, verdict]
    assert maps.maps[index].legend == tuple((each, 2 if each == verdict else 0) for each in (YES, NO, UNKNOWN))


# The next phases


@pytest.mark.parametrize("upcoming", [1, PHASES_SHOWN, PHASES_SHOWN + 1])
def test_the_next_phases_are_shown_and_all_are_counted(tmp_path: Path, upcoming: int) -> None:
    dates = [f"2027-01-{day:02}" for day in range(1, upcoming + 1)]
    table, more = section_of(load_home(tmp_path, with_saft("in_force", "2020-01-01", *dates)), "next").blocks

    assert isinstance(table, Table)
    assert [row.cells[3] for row in rows_of(table)] == [rich(f"Phase of {date}") for date in dates[:PHASES_SHOWN]]
    assert {row.id for row in rows_of(table)} == {None}
    assert texts_of(more)[0].startswith(f"{upcoming} upcoming phase")


@pytest.mark.parametrize(
    "files", [minimal_files(), with_saft("planned", "2027-01-01")], ids=["no phase", "only announced"]
)
def test_without_an_upcoming_phase_the_page_says_so(tmp_path: Path, files: Files) -> None:
    page = load_home(tmp_path, files)

    assert texts_of(section_of(page, "next").blocks) == ["No upcoming phase is recorded."]


# The page for an unknown URL


def test_the_page_for_an_unknown_url_is_not_listed_and_leads_on() -> None:
    page = not_found_page()

    assert not page.is_listed
    assert [link.href for link in links_of(page.blocks)] == ["/", "/countries/", "/erp/", "/data/", "/api/"]
