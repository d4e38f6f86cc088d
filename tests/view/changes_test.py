"""The page of the changes: each release with what it changed, by cause and country, then what was withdrawn."""

import datetime as dt
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Group, Paragraph, Row, Table
from locdata_build.view.page import Page
from locdata_build.view.pages.record_changes import CONTEXT, NAMES_SHOWN
from locdata_build.view.text import Aside, Badge, Break, Code, Link, Rich, Strong, Tone, Words, rich
from locdata_model.endpoints import CHANGES, TOMBSTONES
from support.dataset import Files, country, whole
from support.pages import links_of, load_pages, pairs_of, rows_of, section_of, sections_of, tables_of, texts_of

VERSION = "1.2.3"
"""That of the small set of source files."""

EDITS = "v1-2-3-edit"
FLIPS = "v1-2-3-time"
CONTRACT = "v1-2-3-contract"
STEP = "fr-e-invoicing-b2b-step-2"


def edit(record: str = "facts/fr-vat", **more: object) -> dict[str, Any]:
    """A record with another value; ``before`` and ``after`` are values, and missing where there was none."""
    resource, _, name = record.rpartition("/")
    sides = {side: json.dumps(more.pop(side)) if side in more else None for side in ("before", "after")}
    return {
        "resource": resource,
        "record": name,
        "country": "fr",
        "kind": "changed",
        "cause": "edit",
        "field": "value",
        **sides,
        "phase": None,
        **more,
    }


def flip(phase: str = STEP) -> dict[str, Any]:
    """A toggle that became another by that phase."""
    return edit("countries/fr", field="toggles.saft_required", before=False, after=True, cause="time", phase=phase)


def promise(name: str, part: str = "field", kind: str = "added", **more: object) -> dict[str, Any]:
    """A change of the contract."""
    return {"part": part, "name": name, "kind": kind, "is_breaking": False, "before": None, "after": None, **more}


def stone(name: str, since: str = VERSION, **more: object) -> dict[str, Any]:
    """A tombstone of a record."""
    return {"part": "record", "name": name, "since": since, "reason": "It was wrong.", "replaced_by": None, **more}


def release(version: str, day: str, *changes: dict[str, Any], contract: Sequence[dict[str, Any]] = ()) -> Files:
    """The file of a release."""
    record = {"version": version, "released_at": f"{day}T00:00:00Z", "contract": [*contract], "changes": [*changes]}
    return {f"releases/{version}.json": {"$schema": "../schema/release.schema.json", "release": record}}


def page_of(folder: Path, files: Files, *tombstones: dict[str, Any]) -> Page:
    """The page, with these files and tombstones beside those of the small set."""
    all_files = whole() | files
    all_files["tombstones.json"]["tombstones"] = [*tombstones]
    return load_pages(folder, all_files)["/changes/"]


def changed(folder: Path, *changes: dict[str, Any], contract: Sequence[dict[str, Any]] = ()) -> Page:
    """The page where the newest of two releases changed that."""
    first = release("1.0.0", "2026-01-01")
    return page_of(folder, first | release(VERSION, "2026-11-21", *changes, contract=contract))


def table_in(page: Page, section: str) -> Table:
    """The one table of a section."""
    (table,) = [block for block in section_of(page, section).blocks if isinstance(block, Table)]
    return table


def edits(folder: Path, *changes: dict[str, Any]) -> list[Row]:
    """The rows of what was edited."""
    return rows_of(table_in(changed(folder, *changes), EDITS))


def sides(folder: Path, **values: object) -> tuple[Rich, Rich]:
    """How a change shows what stood there before and since."""
    (row,) = edits(folder, edit("facts/fr-vat", **values))
    return row.cells[2], row.cells[3]


def titles(groups: Sequence[Group]) -> list[Rich]:
    return [group.title for group in groups]


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


def test_records_stand_by_the_names_of_countries_and_those_of_no_single_one_last(tmp_path: Path) -> None:
    files = release("1.0.0", "2026-01-01") | release(
        VERSION, "2026-11-21", *(edit(country=code) for code in (None, "zz", "fr", "at"))
    )
    page = page_of(tmp_path, files | {"countries/at.json": country("at", "Zland") | {"e_invoicing": None}})

    assert titles(table_in(page, EDITS).groups) == [
        rich(Link("France", "/france/")),
        rich("ZZ"),
        rich(Link("Zland", "/zland/")),
        rich("No single country"),
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (edit("partners/fr-new", field=None, kind="added"), rich("added")),
        (edit("partners/fr-old", field=None, kind="removed"), rich("removed")),
        (edit(field="details.scope", before="a", after="b"), rich("changed", " ", Code("details.scope"))),
    ],
    ids=["added", "removed", "changed"],
)
def test_a_record_tells_what_became_of_it(tmp_path: Path, change: dict[str, Any], told: Rich) -> None:
    (row,) = edits(tmp_path, change)

    assert row.cells[:2] == (rich(Code(f"{change['resource']}/{change['record']}")), told)


def test_a_record_that_came_or_went_has_no_values(tmp_path: Path) -> None:
    assert sides(tmp_path, field=None, kind="added") == ((), ())


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (False, True, (rich(Code("false")), rich(Code("true")))),
        (None, "2027-01-01", (rich(Code("null")), rich("2027-01-01"))),
        ("2027-01-01", None, (rich("2027-01-01"), rich(Code("null")))),
        ({"a": 1}, 2, (rich(Code('{"a": 1}')), rich(Code("2")))),
        ([1], [{}], (rich(Code("[1]")), rich(Code("[{}]")))),
        ("", "A note.", ((), rich("A note."))),
        ("One.", "Two.", (rich("One."), rich("Two."))),
        ("Rate 20%.", "Rate 21%.", (rich("Rate", " ", Strong("20%.")), rich("Rate", " ", Strong("21%.")))),
        ("New text.", "Old text.", (rich(Strong("New"), " ", "text."), rich(Strong("Old"), " ", "text."))),
        ("A c.", "A b c.", (rich("A", " ", "c."), rich("A", " ", Strong("b"), " ", "c."))),
        ("a a", "a a a", (rich("a a"), rich("a a", " ", Strong("a")))),
        (["https://a", "https://b"], ["https://a"], (rich("https://a", " ", Strong("https://b")), rich("https://a"))),
    ],
    ids=[
        "no text",
        "from unknown",
        "to unknown",
        "JSON",
        "lists",
        "empty",
        "all words",
        "end",
        "start",
        "middle",
        "again",
        "texts",
    ],
)
def test_values_are_shown_with_the_words_that_differ(
    tmp_path: Path, before: object, after: object, shown: tuple[Rich, Rich]
) -> None:
    assert sides(tmp_path, before=before, after=after) == shown


def test_a_field_that_came_or_went_has_a_value_on_one_side(tmp_path: Path) -> None:
    assert sides(tmp_path, after="A note.") == ((), rich("A note."))
    assert sides(tmp_path, before=1) == (rich(Code("1")), ())


def test_of_a_long_text_only_what_is_near_the_difference_is_shown(tmp_path: Path) -> None:
    ahead, behind = ("a-first a-near " * CONTEXT).split(), ("b-near b-last " * CONTEXT).split()

    _, after = sides(tmp_path, before=" ".join([*ahead, "old", *behind]), after=" ".join([*ahead, "new", *behind]))

    before_it, _, difference, _, behind_it = [part for part in after if isinstance(part, Words | Strong)]
    assert difference == Strong("new")
    assert before_it.text.startswith("… a-") and before_it.text.endswith(" a-near")
    assert behind_it.text.startswith("b-near ") and behind_it.text.endswith(" …")
    assert all(CONTEXT // 2 < len(near.text) <= CONTEXT for near in (before_it, behind_it))
    assert {*f"{before_it.text} {behind_it.text}".split()} == {"…", "a-first", "a-near", "b-near", "b-last"}


def test_a_word_that_is_too_long_to_stand_near_is_left_out(tmp_path: Path) -> None:
    address = f"https://{'a' * CONTEXT}"

    assert sides(tmp_path, before=[address, "b"], after=[address]) == (rich("…", " ", Strong("b")), rich("…"))


def test_of_a_text_that_is_not_longer_than_what_is_near_all_is_shown(tmp_path: Path) -> None:
    words = "a" * CONTEXT

    assert sides(tmp_path, before=f"{words} old {words}", after=f"{words} {words}")[1] == rich(words, " ", words)


def test_records_with_the_same_change_share_a_row(tmp_path: Path) -> None:
    many = [edit(f"facts/fr-{n}", before=1, after=2) for n in range(NAMES_SHOWN + 2)]
    rows = edits(tmp_path, *many, edit("facts/fr-other", before=1, after=3), edit(country="no", before=1, after=2))

    assert [row.cells[0] for row in rows] == [
        rich(Code("facts/fr-0"), Break(), Code("facts/fr-1"), Break(), Code("facts/fr-2"), Aside(rich("and 2 more"))),
        rich(Code("facts/fr-other")),
        rich(Code("facts/fr-vat")),
    ]


def test_a_row_names_all_its_records_where_they_are_few(tmp_path: Path) -> None:
    (row,) = edits(tmp_path, *(edit(f"facts/fr-{n}") for n in range(NAMES_SHOWN)))

    assert texts_of(row.cells[0]) == ["facts/fr-0", "facts/fr-1", "facts/fr-2"]


def test_what_came_with_a_date_leads_to_its_step(tmp_path: Path) -> None:
    page = changed(tmp_path, flip())
    (row,) = rows_of(table_in(page, FLIPS))

    assert row.cells[2:] == (
        rich(Code("false")),
        rich(Code("true")),
        rich(Link("Step of 2027-01-01", f"/timeline/#step-{STEP}")),
    )


def test_a_step_that_is_there_no_longer_is_told_by_its_id(tmp_path: Path) -> None:
    (row,) = rows_of(table_in(changed(tmp_path, flip("fr-saft-gone")), FLIPS))

    assert row.cells[-1] == rich(Code("fr-saft-gone"))


def test_edits_tell_of_no_step(tmp_path: Path) -> None:
    table = table_in(changed(tmp_path, edit()), EDITS)

    assert [column.title for column in table.columns] == ["Record", "Change", "Before", "After"]


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
