"""The timeline shows every phase of all countries, and the toggles that they will flip."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from locdata_build.view.blocks import Filters
from locdata_build.view.drawings import PhaseChart
from locdata_build.view.page import Page
from locdata_build.view.text import Badge, Rich, Tone, rich
from support.dataset import COUNTRY, whole
from support.pages import (
    anchors_of,
    empty_country,
    load_page,
    load_pages,
    markdown,
    minimal_files,
    rows_of,
    section_of,
    tables_of,
    texts_of,
)
from support.records import country, obligation, phase


def enacted_b2b(
    *phases: str | dict[str, Any], code: str = "fr", name: str = "France", status: str = "enacted"
) -> dict[str, Any]:
    """A country with nothing but an enacted B2B obligation that has these phases."""
    obligations = empty_country()["obligations"] | {"e_invoicing_b2b": obligation(status, *phases)}
    return country(code, name) | {"obligations": obligations}


def timeline(folder: Path, *countries: dict[str, Any]) -> Page:
    """The timeline of these countries."""
    files = whole() | {f"countries/{each['code']}.json": each for each in countries}
    return load_page(folder, "/timeline/", files)


def cells(page: Page, section: str) -> list[tuple[Rich, ...]]:
    """The cells of the table of a section."""
    return [row.cells for row in rows_of(*tables_of(section_of(page, section)))]


def test_later_events_come_first_then_past_ones_from_the_latest(pages: Mapping[str, Page]) -> None:
    coming, past = tables_of(section_of(pages["/timeline/"], "steps"))

    assert [(row.id, row.other_ids) for row in rows_of(coming)] == [
        ("step-fr-e-invoicing-b2b-step-2", ("step-fr-real-time-reporting-step-1",))
    ]
    assert [row.id for row in rows_of(past)] == ["step-fr-e-invoicing-b2b-step-1", "step-fr-e-invoicing-b2g-step-1"]
    assert (coming.fold, past.fold) == ("", "2 earlier phases")


def test_events_of_a_day_are_sorted_by_the_name_of_their_country(tmp_path: Path) -> None:
    names = {"at": "Zland", "no": "Aland"}
    dates = ("2025-01-01", "2027-01-01")
    countries = (enacted_b2b(*dates, code=code, name=name, status="in_force") for code, name in names.items())
    for table in tables_of(section_of(timeline(tmp_path, *countries), "steps")):
        assert [code for row in rows_of(table) for code in row.facets["country"] if code != "fr"] == ["no", "at"]


def test_a_page_of_a_country_says_of_whom_a_phase_requires_something(tmp_path: Path) -> None:
    files = whole() | {COUNTRY: enacted_b2b(phase("2027-01-01", binds=["issue", "receive"], who="large enterprises"))}
    (all_countries,) = cells(load_page(tmp_path, "/timeline/", files), "steps")
    (own,) = cells(load_page(tmp_path, "/france/", files), "phases")

    assert markdown(all_countries[3]).endswith(". You must issue and receive e-invoices.")
    assert markdown(own[2]).endswith(". You must issue and receive e-invoices. Who: large enterprises.")


def test_an_event_whose_phases_are_in_different_states_names_the_obligations_in_each(tmp_path: Path) -> None:
    france = enacted_b2b("2027-01-01")
    france["obligations"]["e_invoicing_b2g"] = obligation("enacted", phase("2027-01-01", binds=[]))
    (row,) = cells(timeline(tmp_path, france), "steps")

    assert markdown(row[2]) == (
        "**upcoming** [B2B e-invoicing](/france/#duty-e-invoicing-b2b) · "
        "**not mandatory** [B2G e-invoicing](/france/#duty-e-invoicing-b2g)"
    )


def test_states_are_a_column_unless_all_phases_have_started(pages: Mapping[str, Page]) -> None:
    coming, past = tables_of(section_of(pages["/timeline/"], "steps"))

    assert [[column.title for column in table.columns] for table in (coming, past)] == [
        ["Date", "Country", "State", "What changes"],
        ["Date", "Country", "What changes"],
    ]


def test_a_plan_whose_date_has_passed_is_not_confirmed(tmp_path: Path) -> None:
    """Whoever reads the site on that day cannot know whether the plan became law."""
    files = whole()
    files["site.json"]["generated_at"] = "2028-01-01T00:00:00Z"
    files[COUNTRY]["obligations"]["e_invoicing_b2b"] = obligation("planned", "2028-01-01", "2029-01-01")
    pages = load_pages(tmp_path, files)
    past, coming = (rows_of(table)[0] for table in tables_of(section_of(pages["/timeline/"], "steps"))[::-1])
    group = tables_of(pages["/e-invoicing/"])[1].groups[0]

    assert past.cells[2] == rich(Badge("date passed, not confirmed", Tone.UNKNOWN))
    assert past.facets["state"] == coming.facets["state"] == ("announced",)
    assert "B2B e-invoicing: Planned, not confirmed. " in pages["/france/"].summary
    assert "Planned, not confirmed" in texts_of(group.intro)
    answers = "".join(texts_of(pages["/france/"].blocks))
    assert ", not confirmed. As of the last check: The obligation is planned." in answers


def test_a_chart_below_the_filters_links_all_phases(pages: Mapping[str, Page]) -> None:
    page = pages["/timeline/"]
    filters, chart = page.blocks

    assert isinstance(filters, Filters)
    assert isinstance(chart, PhaseChart)
    marks = [mark for lane in chart.lanes for mark in lane.marks]
    assert {mark.anchor for mark in marks} <= {*anchors_of(page)}
    assert [mark.label.partition(": ")[2] for mark in marks] == ["France"] * 4


def test_without_phases_there_is_nothing_to_filter(tmp_path: Path) -> None:
    minimal = load_page(tmp_path, "/timeline/", minimal_files())

    assert (minimal.blocks, minimal.scripts) == ((), ())
    assert texts_of(section_of(minimal, "steps").blocks) == ["No information yet on phases to come."]


def test_flips_are_sorted_by_date_and_link_their_phases(tmp_path: Path) -> None:
    norway = enacted_b2b("2027-06-01", code="no", name="Norway")
    page = timeline(tmp_path, norway, enacted_b2b("2027-01-01"))
    flips = [[*map(markdown, row)] for row in cells(page, "flips")]

    assert [flip[:2] for flip in flips] == [
        ["1 January 2027", "[France](/france/)"],
        ["1 June 2027", "[Norway](/norway/)"],
    ]
    assert flips[0][5] == "[Phase of 2027-01-01](#step-fr-e-invoicing-b2b-step-1)"


def test_a_past_flip_is_not_shown(tmp_path: Path) -> None:
    page = timeline(tmp_path, enacted_b2b("2026-11-21"))

    assert texts_of(section_of(page, "flips").blocks) == ["No toggle will flip on a known date."]
