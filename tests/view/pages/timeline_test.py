"""The timeline shows every phase of all countries, and the toggles that they will flip."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Filters
from locdata_build.view.drawings import PhaseChart
from locdata_build.view.obligations import PHASE_STATES
from locdata_build.view.page import Page
from locdata_build.view.text import Badge, Link, Tone, rich
from locdata_build.view.words import toggle_badge
from locdata_model.endpoints import FLIPS
from locdata_model.vocabulary import PhaseState
from support.dataset import COUNTRY, whole
from support.pages import (
    anchors_of,
    links_of,
    load_page,
    load_pages,
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
    unknown = dict.fromkeys(country()["obligations"], obligation("unknown"))
    return country(code, name) | {"obligations": unknown | {"e_invoicing_b2b": obligation(status, *phases)}}


def timeline(folder: Path, *countries: dict[str, Any]) -> Page:
    """The timeline of these countries."""
    files = whole() | {f"countries/{each['code']}.json": each for each in countries}
    return load_page(folder, "/timeline/", files)


def cells(page: Page, section: str) -> list[tuple[object, ...]]:
    """The cells of the table of a section."""
    return [row.cells for row in rows_of(*tables_of(section_of(page, section)))]


def words_of_changes(page: Page, section: str, column: int = 3) -> list[str]:
    """What starts with each event of a section, with its obligations and what they require."""
    return [words_of(row[column]) for row in cells(page, section)]


def words_of(cell: object) -> str:
    """The words of a cell, without the targets of its links."""
    return "|".join(text for text in texts_of(cell) if not text.startswith("/"))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return timeline(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def minimal(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The timeline of a site without phases."""
    return load_page(tmp_path_factory.mktemp("data"), "/timeline/", minimal_files())


def test_later_events_come_first_then_past_ones_from_the_latest(page: Page) -> None:
    coming, past = tables_of(section_of(page, "steps"))

    assert [(row.id, row.other_ids) for row in rows_of(coming)] == [
        ("step-fr-e-invoicing-b2b-step-2", ("step-fr-real-time-reporting-step-1",)),
    ]
    assert [row.id for row in rows_of(past)] == ["step-fr-e-invoicing-b2b-step-1", "step-fr-e-invoicing-b2g-step-1"]
    assert (coming.fold, past.fold) == ("", "Past phases: 2 events in all")


def test_phases_that_start_together_are_one_row_that_names_their_obligations(page: Page) -> None:
    (row,) = rows_of(tables_of(section_of(page, "steps"))[0])

    assert row.cells[:3] == (
        rich(dt.date(2027, 1, 1)),
        rich(Link("France", "/france/")),
        rich(PHASE_STATES[PhaseState.UPCOMING]),
    )
    assert texts_of(row.cells[3])[0] == "Phase of 2027-01-01"
    assert links_of(row.cells[3]) == [
        Link("B2B e-invoicing", "/france/#duty-e-invoicing-b2b"),
        Link("Real-time reporting", "/france/#duty-real-time-reporting"),
    ]
    assert row.facets == {
        "kind": ("e_invoicing_b2b", "real_time_reporting"),
        "region": ("region-1",),
        "country": ("fr",),
        "state": ("upcoming",),
        "date": ("2027-01-01",),
    }


def test_each_year_has_a_heading(tmp_path: Path) -> None:
    dates = ("2024-01-01", "2025-01-01", "2025-06-01", "2027-01-01", "2028-01-01")
    coming, past = tables_of(section_of(timeline(tmp_path, enacted_b2b(*dates, status="in_force")), "steps"))

    assert [(group.title, len(group.rows)) for group in coming.groups] == [(rich("2027"), 1), (rich("2028"), 1)]
    assert [(group.title, len(group.rows)) for group in past.groups] == [(rich("2025"), 2), (rich("2024"), 1)]


def test_events_of_a_day_are_sorted_by_the_name_of_their_country(tmp_path: Path) -> None:
    names = {"at": "Zland", "no": "Aland"}
    dates = ("2025-01-01", "2027-01-01")
    countries = (enacted_b2b(*dates, code=code, name=name, status="in_force") for code, name in names.items())
    for table in tables_of(section_of(timeline(tmp_path, *countries), "steps")):
        assert [row.facets["country"] for row in rows_of(table) if row.facets["country"] != ("fr",)] == [
            ("no",),
            ("at",),
        ]


def test_an_event_says_what_each_obligation_requires_and_a_page_of_a_country_of_whom(tmp_path: Path) -> None:
    bound = phase("2027-01-01", binds=["issue", "receive"], who="large enterprises")
    files = whole() | {COUNTRY: enacted_b2b(bound, phase("2028-01-01"))}
    pages = load_pages(tmp_path, files)

    assert words_of_changes(pages["/timeline/"], "steps") == [
        "Phase of 2027-01-01|B2B e-invoicing|. Requires: issue, receive.",
        "Phase of 2028-01-01|B2B e-invoicing|. Requires: not known.",
    ]
    assert words_of_changes(pages["/france/"], "phases", column=2) == [
        "Phase of 2027-01-01|B2B e-invoicing|. Requires: issue, receive (large enterprises).",
        "Phase of 2028-01-01|B2B e-invoicing|. Requires: not known.",
    ]


def test_phases_are_in_the_state_of_their_own_certainty(tmp_path: Path) -> None:
    """An obligation is law, but of its later phases one is only announced and one opens a choice."""
    announced, choice = phase("2028-01-01", certainty="announced"), phase("2029-01-01", binds=[])
    rows = cells(timeline(tmp_path, enacted_b2b("2027-01-01", announced, choice)), "steps")

    assert [row[2] for row in rows] == [
        rich(PHASE_STATES[state]) for state in (PhaseState.UPCOMING, PhaseState.ANNOUNCED, PhaseState.VOLUNTARY)
    ]


def test_an_event_whose_phases_are_in_different_states_names_the_obligations_in_each(tmp_path: Path) -> None:
    france = enacted_b2b("2027-01-01")
    france["obligations"]["e_invoicing_b2g"] = obligation("enacted", phase("2027-01-01", binds=[]))
    (row,) = cells(timeline(tmp_path, france), "steps")

    assert words_of(row[2]) == "upcoming|soon| |B2B e-invoicing|not a mandate|voluntary| |B2G e-invoicing"


def test_a_phase_of_today_has_started(tmp_path: Path) -> None:
    rows = rows_of(*tables_of(section_of(timeline(tmp_path, enacted_b2b("2026-11-21", "2026-11-22")), "steps")))

    assert [row.facets["state"] for row in rows] == [("upcoming",), ("started",)]


def test_a_plan_whose_date_has_passed_is_not_confirmed(tmp_path: Path) -> None:
    """Whoever reads the site on that day cannot know whether the plan became law."""
    files = whole()
    files["site.json"]["generated_at"] = "2028-01-01T00:00:00Z"
    files[COUNTRY]["obligations"]["e_invoicing_b2b"] = obligation("planned", "2028-01-01", "2029-01-01")
    pages = load_pages(tmp_path, files)
    rows = {row.id: row for row in rows_of(*tables_of(section_of(pages["/timeline/"], "steps")))}
    group = tables_of(pages["/e-invoicing/"])[1].groups[0]

    assert rows["step-fr-e-invoicing-b2b-step-1"].cells[2] == rich(Badge("date passed, not confirmed", Tone.UNKNOWN))
    assert rows["step-fr-e-invoicing-b2b-step-1"].facets["state"] == ("announced",)
    assert rows["step-fr-e-invoicing-b2b-step-2"].facets["state"] == ("announced",)
    assert "B2B e-invoicing: Planned, not confirmed. " in pages["/france/"].summary
    for line in (pages["/france/"].blocks, group.intro):
        words = "|".join(texts_of(line))
        assert "Planned, not confirmed|planned" in words
        assert "Planned for |, not confirmed. As of the last check: |The obligation is planned." in words.replace(
            "2028-01-01", ""
        )


def test_a_chart_below_the_filters_links_all_phases(page: Page, minimal: Page) -> None:
    filters, chart = page.blocks

    assert isinstance(filters, Filters)
    assert isinstance(chart, PhaseChart)
    assert {mark.anchor for lane in chart.lanes for mark in lane.marks} <= {*anchors_of(page)}
    assert sum(len(lane.marks) for lane in chart.lanes) == 4
    assert {mark.label.partition(": ")[2] for lane in chart.lanes for mark in lane.marks} == {"France"}
    assert (minimal.blocks, minimal.scripts) == ((), ())
    assert texts_of(section_of(minimal, "steps").blocks) == ["No phase to come is recorded."]


def test_flips_are_sorted_by_date_with_toggle_both_values_phase_and_source(tmp_path: Path) -> None:
    norway = enacted_b2b("2027-06-01", code="no", name="Norway")
    page = timeline(tmp_path, norway, enacted_b2b("2027-01-01"))
    flips = cells(page, "flips")

    assert [row[1] for row in flips] == [rich(Link("France", "/france/")), rich(Link("Norway", "/norway/"))]
    assert [row[:-1] for row in flips[:1]] == [
        (
            rich(dt.date(2027, 1, 1)),
            rich(Link("France", "/france/")),
            rich("B2B in force"),
            rich(toggle_badge(False)),
            rich(toggle_badge(True)),
            rich(Link("Phase of 2027-01-01", "#step-fr-e-invoicing-b2b-step-1")),
        )
    ]
    assert links_of(flips[0][-1]) == [Link("Tax office, Law", "https://tax.example/law")]
    assert Link(FLIPS.path, FLIPS.path) in links_of(section_of(page, "flips"))


def test_a_past_flip_is_not_shown(tmp_path: Path) -> None:
    page = timeline(tmp_path, enacted_b2b("2026-11-21"))

    assert texts_of(section_of(page, "flips").blocks) == ["No toggle will flip on a known date."]
