"""The timeline tells which answers will change by themselves: on which day, from what to what, and by which step."""

import datetime as dt
from pathlib import Path

import pytest

from locdata_build.view.blocks import Table
from locdata_build.view.page import Page
from locdata_build.view.text import Link, rich
from locdata_build.view.words import toggle_badge
from locdata_model.endpoints import FLIPS
from support.dataset import COUNTRY, Files, country, obligation, whole
from support.pages import anchors_of, links_of, load_pages, rows_of, section_of, small_world, texts_of


def b2b(*dates: str, code: str = "fr", name: str = "France") -> Files:
    """A country with nothing but an enacted B2B duty that has a step on each of these days."""
    unknown = dict.fromkeys(country()["obligations"], obligation("unknown"))
    duty = {"e_invoicing_b2b": obligation("enacted", *dates)}
    return country(code, name) | {"obligations": unknown | duty}


def timeline(folder: Path, *countries: Files) -> Page:
    """The timeline of these countries."""
    files = whole() | {f"countries/{each['code']}.json": each for each in countries}
    return load_pages(folder, files)["/timeline/"]


def rows(page: Page) -> list[tuple[object, ...]]:
    """The cells of the table of the flips; none where it is not there."""
    tables = (block for block in section_of(page, "flips").blocks if isinstance(block, Table))
    return [row.cells for row in rows_of(*tables)]


def test_a_flip_tells_day_answer_both_values_step_and_source(tmp_path: Path) -> None:
    page = timeline(tmp_path, b2b("2027-01-01"))

    (cells,) = rows(page)
    assert cells[:-1] == (
        rich(dt.date(2027, 1, 1)),
        rich(Link("France", "/france/")),
        rich("B2B in force"),
        rich(toggle_badge(False)),
        rich(toggle_badge(True)),
        rich(Link("Step of 2027-01-01", "#step-fr-e-invoicing-b2b-step-1")),
    )
    assert [link.href for link in links_of(cells[-1])] == ["https://tax.example/law"]


def test_the_step_of_a_flip_stands_on_the_same_page(tmp_path: Path) -> None:
    page = timeline(tmp_path, b2b("2027-01-01"))
    fragments = {link.href.removeprefix("#") for link in links_of(section_of(page, "flips")) if link.href[0] == "#"}

    assert fragments != set()
    assert fragments <= {*anchors_of(page)}


def test_flips_stand_by_day_the_next_first(tmp_path: Path) -> None:
    page = timeline(tmp_path, b2b("2027-06-01"), b2b("2027-01-01", code="no", name="Norway"))

    assert [cells[:2] for cells in rows(page)] == [
        (rich(dt.date(2027, 1, 1)), rich(Link("Norway", "/norway/"))),
        (rich(dt.date(2027, 6, 1)), rich(Link("France", "/france/"))),
    ]


@pytest.mark.parametrize("files", [whole() | {COUNTRY: b2b("2026-11-21")}, small_world()], ids=["come", "never"])
def test_an_answer_that_does_not_change_any_more_is_not_told(tmp_path: Path, files: Files) -> None:
    page = load_pages(tmp_path, files)["/timeline/"]

    assert rows(page) == []
    assert texts_of(section_of(page, "flips").blocks) == ["No answer changes on a day that is known."]


def test_the_flips_are_found_as_json(tmp_path: Path) -> None:
    assert Link(FLIPS.path, FLIPS.path) in links_of(section_of(timeline(tmp_path, b2b("2027-01-01")), "flips"))
