"""The page of changes: each release with its changes by cause and country, then what is withdrawn."""

import re
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Paragraph, Row, Table
from locdata_build.view.pages.changes import CONTEXT_LENGTH, MAX_WORD_LENGTH, NAMES_SHOWN
from support.pages import markdown, pairs_of, rows_of, section_of, tables_of, texts_of
from support.records import country
from view.pages.releases import (
    BY_DATE,
    CONTRACT,
    EDITS,
    PHASE,
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
    days = {"1.0.9": "2026-02-01", "1.0.0": "2026-01-01", "1.0.10": "2026-03-01"}
    files = {path: file for version, day in days.items() for path, file in release(version, day).items()}
    page = changes_page(tmp_path, files)

    assert [section.id for section in page.sections] == ["v1-0-10", "v1-0-9", "v1-0-0", "announced", "withdrawn"]
    assert texts_of(page.lead)[0].startswith("3 releases, the newest first")
    assert texts_of(page.sections[2]) == ["v1-0-0", "Release 1.0.0", "Released on ", ". The first release."]


@pytest.mark.parametrize(
    ("changes", "contract", "summary"),
    [
        ([], [], "Nothing has changed since the release before it."),
        ([edit(country=None)], [], "1 edit."),
        ([flip()], [NEW_FIELD], "1 change to the contract, 1 change by date, in 1 country."),
        ([edit(), edit(country="no"), flip()], [], "1 change by date, 2 edits, in 2 countries."),
    ],
)
def test_a_release_begins_with_its_date_and_a_summary(
    tmp_path: Path, changes: list[dict[str, Any]], contract: list[dict[str, Any]], summary: str
) -> None:
    (block,) = section_of(changes_page(tmp_path, two_releases(*changes, contract=contract)), "v1-2-3").blocks

    assert isinstance(block, Paragraph)
    assert markdown(block.content) == f"Released on 21 November 2026. {summary}"


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

    assert texts_of(section_of(page, "announced").blocks) == ["Nothing will be withdrawn."]
    assert texts_of(section_of(page, "withdrawn").blocks)[0] == "Nothing was withdrawn."
    assert markdown(pairs_of(*page.blocks)["Will be withdrawn"]) == "[nothing](#announced)"


@pytest.mark.parametrize(("since", "section"), [("1.10.0", "announced"), (VERSION, "withdrawn")])
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


def edits(folder: Path, *changes: dict[str, Any]) -> list[Row]:
    """The rows of these edits."""
    return rows_of(table_in(changes_page(folder, two_releases(*changes)), EDITS))


def values(folder: Path, **fields: object) -> tuple[str, str]:
    """How the values before and after a change are shown."""
    (row,) = edits(folder, edit("facts/fr-vat", **fields))
    return markdown(row.cells[2]), markdown(row.cells[3])


def test_changes_are_grouped_by_country_in_the_order_of_names(tmp_path: Path) -> None:
    files = two_releases(*(edit(country=code) for code in (None, "zz", "fr", "at")))
    austria = {"countries/at.json": country("at", "Zland") | {"e_invoicing": None}}
    page = changes_page(tmp_path, files | austria)

    assert [markdown(group.title) for group in table_in(page, EDITS).groups] == [
        "[France](/france/)",
        "ZZ",
        "[Zland](/zland/)",
        "No single country",
    ]


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        pytest.param(False, True, ("`false`", "`true`"), id="not a text"),
        pytest.param("2027-01-01", None, ("2027-01-01", "`null`"), id="to unknown"),
        pytest.param({"a": 1}, [2], ('`{"a": 1}`', "`[2]`"), id="JSON"),
        pytest.param("", "A text.", ("", "A text."), id="empty"),
        pytest.param("Rate 20%.", "Rate 21%.", ("Rate **20%.**", "Rate **21%.**"), id="end"),
        pytest.param("New text.", "Old text.", ("**New** text.", "**Old** text."), id="start"),
        pytest.param("A c.", "A b c.", ("A c.", "A **b** c."), id="middle"),
        pytest.param("a a", "a a a", ("a a", "a a **a**"), id="repeated word"),
        pytest.param(["b c", "d"], ["b c"], ("b c **d**", "b c"), id="texts"),
    ],
)
def test_values_are_shown_with_the_words_that_differ(
    tmp_path: Path, before: object, after: object, shown: tuple[str, str]
) -> None:
    assert values(tmp_path, before=before, after=after) == shown


@pytest.mark.parametrize(
    ("fields", "shown"),
    [({"after": "A text."}, ("", "A text.")), ({"before": 1}, ("`1`", ""))],
    ids=["after", "before"],
)
def test_a_value_that_does_not_exist_is_not_shown(
    tmp_path: Path, fields: dict[str, Any], shown: tuple[str, str]
) -> None:
    assert values(tmp_path, **fields) == shown


def test_only_the_words_around_the_difference_are_shown(tmp_path: Path) -> None:
    ahead, behind = "a-first a-near " * CONTEXT_LENGTH, " b-near b-last" * CONTEXT_LENGTH
    _, after = values(tmp_path, before=f"{ahead}old{behind}", after=f"{ahead}new{behind}")
    before_it, _, behind_it = after.partition(" **new** ")

    assert re.fullmatch("… a-.*-first a-near", before_it)
    assert re.fullmatch("b-near b-.* …", behind_it)
    assert all(CONTEXT_LENGTH // 2 < len(near) <= CONTEXT_LENGTH for near in (before_it, behind_it))


def test_a_long_word_is_shown_without_its_middle(tmp_path: Path) -> None:
    half = "y" * (MAX_WORD_LENGTH // 2)
    longest, longer = "x" * MAX_WORD_LENGTH, f"{half}-{half}"

    assert values(tmp_path, before=longest, after=longer) == (longest, f"{half}…{half}")
    assert (
        values(tmp_path, before=1, after=int("1" * (MAX_WORD_LENGTH + 1)))[1]
        == f"`{'1' * len(half)}…{'1' * len(half)}`"
    )


def test_records_with_the_same_change_share_a_row_that_names_a_few_of_them(tmp_path: Path) -> None:
    many = [edit(f"facts/fr-{n}", before=1, after=2) for n in range(NAMES_SHOWN + 2)]
    rows = edits(tmp_path, *many, edit("facts/fr-one", before=1, after=3), edit(country="no", before=1, after=2))

    assert [markdown(row.cells[0]) for row in rows] == [
        "`facts/fr-0` · `facts/fr-1` · `facts/fr-2` – and 2 more",
        "`facts/fr-one`",
        "`facts/fr-vat`",
    ]


@pytest.mark.parametrize(
    ("phase", "cell"),
    [(PHASE, f"[Phase of 2027-01-01](/timeline/#step-{PHASE})"), ("fr-saft-gone", "`fr-saft-gone`")],
    ids=["recorded", "no longer recorded"],
)
def test_a_change_by_date_names_its_phase(tmp_path: Path, phase: str, cell: str) -> None:
    (row,) = rows_of(table_in(changes_page(tmp_path, two_releases(edit(), flip(phase))), BY_DATE))

    assert markdown(row.cells[4]) == cell
