"""The page of changes: each release with its changes by cause, then what is withdrawn."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Paragraph
from locdata_build.view.text import Badge, Break, Code, Link, Tone, rich
from support.pages import pairs_of, rows_of, section_of, sections_of, tables_of, texts_of
from support.releases import (
    CONTRACT,
    VERSION,
    changes_page,
    contract_change,
    edit,
    flip,
    release,
    table_in,
    tombstone,
    two_releases,
)

NEW_FIELD = contract_change("Fact.new")


def test_the_newest_release_comes_first_and_what_is_withdrawn_last(tmp_path: Path) -> None:
    days = {"1.0.9": "2026-02-01", "1.2.0": "2026-04-01", "1.0.0": "2026-01-01", "1.0.10": "2026-03-01"}
    files = {path: file for version, day in days.items() for path, file in release(version, day).items()}
    page = changes_page(tmp_path, files)

    assert [(section.id, section.title) for section in page.sections] == [
        ("v1-2-0", "Release 1.2.0"),
        ("v1-0-10", "Release 1.0.10"),
        ("v1-0-9", "Release 1.0.9"),
        ("v1-0-0", "Release 1.0.0"),
        ("announced", "Will be withdrawn"),
        ("withdrawn", "Withdrawn"),
    ]
    assert texts_of(page.lead)[0].startswith("4 releases, the newest first")
    assert texts_of(page.sections[3].blocks) == ["Released on ", ". The first release."]
    assert page.sections[3].sections == ()


@pytest.mark.parametrize(
    ("changes", "contract", "summary"),
    [
        ([], [], "Nothing has changed since the release before it."),
        ([edit()], [], "1 edit, in 1 country."),
        ([edit(country=None)], [], "1 edit."),
        ([flip()], [], "1 change by date, in 1 country."),
        ([], [NEW_FIELD], "1 change to the contract."),
        (
            [edit(), edit(country="no"), flip()],
            [NEW_FIELD],
            "1 change to the contract, 1 change by date, 2 edits, in 2 countries.",
        ),
    ],
    ids=["nothing", "an edit", "an edit without a country", "a flip", "the contract", "everything"],
)
def test_a_release_begins_with_its_date_and_a_summary(
    tmp_path: Path, changes: list[dict[str, Any]], contract: list[dict[str, Any]], summary: str
) -> None:
    section = section_of(changes_page(tmp_path, two_releases(*changes, contract=contract)), "v1-2-3")

    assert section.blocks == (Paragraph(rich("Released on ", dt.date(2026, 11, 21), f". {summary}")),)


def test_titles_captions_and_anchors_are_unique(tmp_path: Path) -> None:
    older = release("1.1.0", "2026-02-01", edit(), flip(), contract=[NEW_FIELD])
    files = two_releases(edit(), flip(), contract=[NEW_FIELD]) | older
    page = changes_page(tmp_path, files, tombstone("facts/a"), tombstone("facts/b", "2.0.0"))
    captions = [table.caption for table in tables_of(page)]
    sections = [*sections_of(page)]

    assert len({*captions}) == len(captions) == 8
    assert len({section.title for section in sections}) == len({section.id for section in sections}) == len(sections)


def test_breaking_changes_of_the_contract_come_first_and_additions_last(tmp_path: Path) -> None:
    contract = [
        contract_change("/new.csv", "path"),
        contract_change("/old.csv", "path", "removed"),
        NEW_FIELD,
        contract_change("Fact.newer"),
        contract_change("Fact.value", kind="changed", is_breaking=True, before="string", after="null | string"),
    ]
    table = table_in(changes_page(tmp_path, two_releases(contract=contract)), CONTRACT)
    nothing_to_do = rich(Badge("nothing to do", Tone.NO))

    assert [row.cells for row in rows_of(table)] == [
        (
            rich("field changed"),
            rich(Code("Fact.value"), ": string → null | string"),
            rich(Badge("may break", Tone.ATTENTION)),
        ),
        (rich("path removed"), rich(Code("/old.csv")), rich(Link("reason and replacement", "#withdrawn"))),
        (rich("path added"), rich(Code("/new.csv")), nothing_to_do),
        (rich("field added"), rich(Code("Fact.new"), Break(), Code("Fact.newer")), nothing_to_do),
    ]


def test_without_tombstones_the_page_says_so(tmp_path: Path) -> None:
    page = changes_page(tmp_path, {})

    assert texts_of(section_of(page, "announced").blocks) == ["Nothing will be withdrawn."]
    assert texts_of(section_of(page, "withdrawn").blocks)[0] == "Nothing was withdrawn."
    assert pairs_of(*page.blocks)["Will be withdrawn"] == rich(Link("nothing", "#announced"))
    assert pairs_of(*page.blocks)["Withdrawn"] == rich(Link("nothing", "#withdrawn"))


@pytest.mark.parametrize(
    ("since", "section"),
    [("1.2.4", "announced"), ("1.10.0", "announced"), (VERSION, "withdrawn"), ("1.2.0", "withdrawn")],
)
def test_a_tombstone_is_an_announcement_until_the_site_has_its_version(
    tmp_path: Path, since: str, section: str
) -> None:
    page = changes_page(tmp_path, {}, tombstone("facts/fr-old", since, replaced_by="facts/fr-vat"))
    (row,) = rows_of(*tables_of(page))

    assert rows_of(table_in(page, section)) == [row]
    assert row.cells == (
        rich("record ", Code("facts/fr-old")),
        rich(since),
        rich("It was wrong."),
        rich("facts/fr-vat"),
    )


def test_what_is_withdrawn_together_for_one_reason_shares_a_row(tmp_path: Path) -> None:
    anchor = tombstone("/france/#partner-fr-old", part="anchor")
    other = tombstone("facts/fr-old", reason="It was nonsense.")
    page = changes_page(tmp_path, {}, tombstone("partners/fr-old"), anchor, other)
    rows = rows_of(table_in(page, "withdrawn"))

    assert [(row.cells[0], row.cells[3]) for row in rows] == [
        (
            rich("record ", Code("partners/fr-old"), Break(), "anchor ", Code("/france/#partner-fr-old")),
            rich("nothing"),
        ),
        (rich("record ", Code("facts/fr-old")), rich("nothing")),
    ]
    assert pairs_of(*page.blocks)["Withdrawn"] == rich(Link("3 entries", "#withdrawn"))
