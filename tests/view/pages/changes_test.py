"""The page of changes: each release with its changes by cause, then what is withdrawn."""

from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Paragraph, Table
from support.pages import markdown, pairs_of, rows_of, section_of, sections_of, tables_of, texts_of
from view.pages.releases import (
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


def lines(table: Table) -> list[str]:
    """The rows of a table."""
    return [" | ".join(map(markdown, row.cells)) for row in rows_of(table)]


def test_the_newest_release_comes_first_and_what_is_withdrawn_last(tmp_path: Path) -> None:
    days = {"1.0.9": "2026-02-01", "1.2.0": "2026-04-01", "1.0.0": "2026-01-01", "1.0.10": "2026-03-01"}
    files = {path: file for version, day in days.items() for path, file in release(version, day).items()}
    page = changes_page(tmp_path, files)

    assert [section.id for section in page.sections] == [
        *("v1-2-0", "v1-0-10", "v1-0-9", "v1-0-0"),
        *("announced", "withdrawn"),
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
        ([edit(), edit(country="no"), flip()], [], "1 change by date, 2 edits, in 2 countries."),
    ],
)
def test_a_release_begins_with_its_date_and_a_summary(
    tmp_path: Path, changes: list[dict[str, Any]], contract: list[dict[str, Any]], summary: str
) -> None:
    (block,) = section_of(changes_page(tmp_path, two_releases(*changes, contract=contract)), "v1-2-3").blocks

    assert isinstance(block, Paragraph)
    assert markdown(block.content) == f"Released on 21 November 2026. {summary}"


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

    assert lines(table) == [
        "field changed | `Fact.value`: string → null \\| string | **may break**",
        "path removed | `/old.csv` | [reason and replacement](#withdrawn)",
        "path added | `/new.csv` | **nothing to do**",
        "field added | `Fact.new` · `Fact.newer` | **nothing to do**",
    ]


def test_without_tombstones_the_page_says_so(tmp_path: Path) -> None:
    page = changes_page(tmp_path, {})
    pairs = pairs_of(*page.blocks)

    assert texts_of(section_of(page, "announced").blocks) == ["Nothing will be withdrawn."]
    assert texts_of(section_of(page, "withdrawn").blocks)[0] == "Nothing was withdrawn."
    assert markdown(pairs["Will be withdrawn"]) == "[nothing](#announced)"
    assert markdown(pairs["Withdrawn"]) == "[nothing](#withdrawn)"


@pytest.mark.parametrize(
    ("since", "section"),
    [("1.2.4", "announced"), ("1.10.0", "announced"), (VERSION, "withdrawn"), ("1.2.0", "withdrawn")],
)
def test_a_tombstone_is_an_announcement_until_the_site_has_its_version(
    tmp_path: Path, since: str, section: str
) -> None:
    page = changes_page(tmp_path, {}, tombstone("facts/fr-old", since, replaced_by="facts/fr-vat"))
    (table,) = tables_of(page)

    assert table_in(page, section) == table
    assert lines(table) == [f"record `facts/fr-old` | {since} | It was wrong. | facts/fr-vat"]


def test_what_is_withdrawn_together_for_one_reason_shares_a_row(tmp_path: Path) -> None:
    anchor = tombstone("/france/#partner-fr-old", part="anchor")
    other = tombstone("facts/fr-old", reason="It was nonsense.")
    page = changes_page(tmp_path, {}, tombstone("partners/fr-old"), anchor, other)

    assert [markdown(row.cells[0]) for row in rows_of(table_in(page, "withdrawn"))] == [
        "record `partners/fr-old` · anchor `/france/#partner-fr-old`",
        "record `facts/fr-old`",
    ]
    assert markdown(pairs_of(*page.blocks)["Withdrawn"]) == "[3 entries](#withdrawn)"
