"""The home page: every country, the world at a glance, what changes next, and the ways in."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from locdata_build.view.blocks import Cards, Items, Table
from locdata_build.view.page import Page, Script
from locdata_build.view.pages.home import NEXT_STEPS, home_page
from locdata_build.view.pictures import TileMaps
from locdata_build.view.places import TOP_PAGES
from locdata_build.view.text import Link, rich
from locdata_build.view.world import World
from support.dataset import COUNTRY, Files, country, obligation, whole
from support.pages import rows_of, section_of, small_world, texts_of
from support.world import load_world


def load_home(folder: Path, files: Files | None = None) -> Page:
    return home_page(load_world(folder, files))


def with_steps_ahead(count: int) -> Files:
    """A country with so many steps ahead, and one past."""
    files = whole()
    dates = ["2020-01-01", *(f"2027-01-{day:02}" for day in range(1, count + 1))]
    unknown = dict.fromkeys(files[COUNTRY]["obligations"], obligation("unknown"))
    files[COUNTRY]["obligations"] = unknown | {"saft": obligation("in_force", *dates)}
    return files


def test_the_title_says_what_of_how_many_countries_is_here(tmp_path: Path) -> None:
    page = load_home(tmp_path)

    assert (page.path, page.title) == ("/", "E-invoicing, VAT reporting and SAF-T in 1 country")
    assert (page.description, page.lead) == ("Reference data.", rich("Reference data."))


def test_every_country_is_linked_by_name(tmp_path: Path) -> None:
    page = load_home(tmp_path, whole() | {"countries/at.json": country("at", "Zland")})

    assert section_of(page, "find").blocks == (
        Items((rich(Link("France", "/france/")), rich(Link("Zland", "/zland/"))), columns=True),
    )


def test_the_map_shows_every_country(tmp_path: Path) -> None:
    (maps,) = section_of(load_home(tmp_path), "map").blocks

    assert isinstance(maps, TileMaps)
    assert [tile.href for tile in maps.maps[0].tiles] == ["/france/"]


@pytest.mark.parametrize(("ahead", "shown"), [(1, 1), (NEXT_STEPS, NEXT_STEPS), (NEXT_STEPS + 1, NEXT_STEPS)])
def test_the_next_steps_are_shown_and_all_are_counted(tmp_path: Path, ahead: int, shown: int) -> None:
    table, more = section_of(load_home(tmp_path, with_steps_ahead(ahead)), "next").blocks

    assert isinstance(table, Table)
    assert [row.cells[0] for row in rows_of(table)] == [
        row.cells[0] for row in sorted(rows_of(table), key=lambda row: texts_of(row.cells[3]))
    ]
    assert table.row_count == shown
    assert texts_of(more)[0].startswith(f"{ahead} enacted step")


def test_steps_have_their_anchors_elsewhere(tmp_path: Path) -> None:
    table, _ = section_of(load_home(tmp_path), "next").blocks

    assert isinstance(table, Table)
    assert {row.id for row in rows_of(table)} == {None}


def test_no_step_ahead_is_said(tmp_path: Path) -> None:
    page = load_home(tmp_path, small_world())

    assert texts_of(section_of(page, "next").blocks) == ["No enacted step with a recorded date lies ahead."]


def test_what_is_only_announced_is_no_next_step(tmp_path: Path) -> None:
    files = with_steps_ahead(0)
    files[COUNTRY]["obligations"]["saft"] = obligation("planned", "2027-01-01")
    page = load_home(tmp_path, files)

    assert texts_of(section_of(page, "next").blocks) == ["No enacted step with a recorded date lies ahead."]


def test_there_is_a_card_for_each_page_for_all_countries(tmp_path: Path) -> None:
    (cards,) = section_of(load_home(tmp_path), "pages").blocks

    assert isinstance(cards, Cards)
    assert [(card.link.text, card.text) for card in cards.cards] == [
        (top.label, top.text) for top in TOP_PAGES.values()
    ]


def test_the_home_page_forwards_anchors_that_have_moved(tmp_path: Path) -> None:
    page = load_home(tmp_path)

    assert (page.moved_anchors, page.scripts) == ("/e-invoicing/", (Script.FORWARD,))


def test_a_world_without_countries_has_a_home_page_as_well(tmp_path: Path) -> None:
    world = load_world(tmp_path)
    nowhere = World(
        dataset=replace(world.dataset, countries=(), connectors=(), news=()),
        published=world.published,
    )
    page = home_page(nowhere)

    assert section_of(page, "map").blocks == ()
