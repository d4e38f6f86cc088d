"""The page of the changes: each release with what it changed, by cause, then what was withdrawn."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Paragraph
from locdata_build.view.text import Badge, Break, Code, Link, Tone, rich
from locdata_model.endpoints import CHANGES, TOMBSTONES
from support.pages import links_of, pairs_of, rows_of, section_of, sections_of, tables_of, texts_of
from support.releases import (
    CONTRACT,
    EDITS,
    FLIPS,
    VERSION,
    changed,
    edit,
    flip,
    page_of,
    promise,
    release,
    stone,
    table_in,
)


def test_the_newest_release_comes_first_and_what_was_withdrawn_last(tmp_path: Path) -> None:
    days = {"1.0.9": "2026-02-01", "1.2.0": "2026-04-01", "1.0.0": "2026-01-01", "1.0.10": "2026-03-01"}
    files = {place: file for version, day in days.items() for place, file in release(version, day).items()}
    page = page_of(tmp_path, files)

    assert [(section.id, section.title) for section in page.sections] == [
        ("v1-2-0", "Release 1.2.0"),
        ("v1-0-10", "Release 1.0.10"),
        ("v1-0-9", "Release 1.0.9"),
        ("v1-0-0", "Release 1.0.0"),
        ("announced", "Will be withdrawn"),
        ("withdrawn", "Withdrawn for good"),
    ]
    assert texts_of(page.lead)[0].startswith("4 releases, the newest first")


def test_the_page_leads_to_feed_answer_and_policy(tmp_path: Path) -> None:
    page = page_of(tmp_path, {})

    assert [link.href for link in links_of(page.blocks)] == [
        "#announced",
        "#withdrawn",
        "/feeds/changes.atom",
        CHANGES.path,
        "/policy/",
    ]
    assert page.data == (CHANGES.path,)


def test_the_first_release_has_nothing_to_be_compared_with(tmp_path: Path) -> None:
    section = section_of(page_of(tmp_path, release("1.0.0", "2026-01-01")), "v1-0-0")

    assert section.sections == ()
    assert texts_of(section.blocks) == [
        "Released on ",
        ". The first release: there is none before it to compare it with.",
    ]


@pytest.mark.parametrize(
    ("changes", "contract", "account"),
    [
        ([], [], "Nothing is different from the release before it."),
        ([edit()], [], "1 change by an edit, in 1 country."),
        ([edit(country=None)], [], "1 change by an edit."),
        ([flip()], [], "1 change that came with a date, in 1 country."),
        ([], [promise("Fact.new")], "1 change of the contract."),
        (
            [edit(), edit(country="no"), flip()],
            [promise("Fact.new")],
            "1 change of the contract, 1 change that came with a date, 2 changes by an edit, in 2 countries.",
        ),
    ],
    ids=["nothing", "an edit", "of no country", "a flip", "the contract", "all"],
)
def test_a_release_tells_first_what_it_comes_to(
    tmp_path: Path, changes: list[dict[str, Any]], contract: list[dict[str, Any]], account: str
) -> None:
    section = section_of(changed(tmp_path, *changes, contract=contract), "v1-2-3")

    assert section.blocks == (Paragraph(rich("Released on ", dt.date(2026, 11, 21), f". {account}")),)


def test_what_came_with_a_date_stands_apart_from_edits(tmp_path: Path) -> None:
    page = changed(tmp_path, edit(), flip(), contract=[promise("Fact.new")])

    assert [(section.id, section.title) for section in section_of(page, "v1-2-3").sections] == [
        (CONTRACT, "Contract in 1.2.3"),
        (FLIPS, "Came with a date in 1.2.3"),
        (EDITS, "Edited in 1.2.3"),
    ]
    assert [texts_of(row.cells[0]) for row in rows_of(table_in(page, FLIPS))] == [["countries/fr"]]
    assert [texts_of(row.cells[0]) for row in rows_of(table_in(page, EDITS))] == [["facts/fr-vat"]]


def test_every_part_and_every_table_has_a_name_of_its_own(tmp_path: Path) -> None:
    contract = [promise("Fact.new")]
    older = release("1.1.0", "2026-02-01", edit(), flip(), contract=contract)
    files = release("1.0.0", "2026-01-01") | older | release(VERSION, "2026-11-21", edit(), flip(), contract=contract)
    page = page_of(tmp_path, files, stone("facts/a"), stone("facts/b", "2.0.0"))
    captions = [table.caption for table in tables_of(page)]
    sections = [*sections_of(page)]

    assert len({*captions}) == len(captions) == 8
    assert len({section.title for section in sections}) == len({section.id for section in sections}) == len(sections)


def test_what_breaks_a_client_comes_first_and_what_is_new_last(tmp_path: Path) -> None:
    contract = [
        promise("/new.csv", "path"),
        promise("/old.csv", "path", "removed"),
        promise("Fact.new"),
        promise("Fact.newer"),
        promise("Fact.value", kind="changed", is_breaking=True, before="string", after="null | string"),
    ]
    table = table_in(changed(tmp_path, contract=contract), CONTRACT)

    assert [row.cells for row in rows_of(table)] == [
        (
            rich("field changed"),
            rich(Code("Fact.value"), ": string → null | string"),
            rich(Badge("can fail", Tone.NOTE)),
        ),
        (rich("path removed"), rich(Code("/old.csv")), rich(Link("why, and what instead", "#withdrawn"))),
        (rich("path added"), rich(Code("/new.csv")), rich(Badge("nothing to do", Tone.NO))),
        (
            rich("field added"),
            rich(Code("Fact.new"), Break(), Code("Fact.newer")),
            rich(Badge("nothing to do", Tone.NO)),
        ),
    ]


def test_where_nothing_is_withdrawn_the_page_says_so(tmp_path: Path) -> None:
    page = page_of(tmp_path, {})

    assert texts_of(section_of(page, "announced").blocks) == ["Nothing will be withdrawn."]
    assert texts_of(section_of(page, "withdrawn").blocks)[0] == "Nothing was withdrawn."
    assert pairs_of(*page.blocks)["Will be withdrawn"] == rich(Link("nothing", "#announced"))
    assert pairs_of(*page.blocks)["Withdrawn for good"] == rich(Link("nothing", "#withdrawn"))


@pytest.mark.parametrize(
    ("since", "section"),
    [("1.2.4", "announced"), ("1.10.0", "announced"), (VERSION, "withdrawn"), ("1.2.0", "withdrawn")],
)
def test_a_tombstone_is_an_announcement_until_the_site_has_its_version(
    tmp_path: Path, since: str, section: str
) -> None:
    page = page_of(tmp_path, {}, stone("facts/fr-old", since, replaced_by="facts/fr-vat"))
    (row,) = rows_of(*tables_of(page))

    assert rows_of(table_in(page, section)) == [row]
    assert row.cells == (
        rich("record ", Code("facts/fr-old")),
        rich(since),
        rich("It was wrong."),
        rich("facts/fr-vat"),
    )


def test_what_goes_at_once_for_one_reason_shares_a_row(tmp_path: Path) -> None:
    anchor = stone("/france/#partner-fr-old", part="anchor")
    page = page_of(tmp_path, {}, stone("partners/fr-old"), anchor, stone("facts/fr-old", reason="It was nonsense."))

    assert [row.cells[0] for row in rows_of(table_in(page, "withdrawn"))] == [
        rich("record ", Code("partners/fr-old"), Break(), "anchor ", Code("/france/#partner-fr-old")),
        rich("record ", Code("facts/fr-old")),
    ]
    assert rows_of(table_in(page, "withdrawn"))[0].cells[-1] == rich("nothing")
    assert pairs_of(*page.blocks)["Withdrawn for good"] == rich(Link("3 promises", "#withdrawn"))


def test_tombstones_are_found_as_json(tmp_path: Path) -> None:
    assert TOMBSTONES.path in [link.href for link in links_of(section_of(page_of(tmp_path, {}), "withdrawn"))]
