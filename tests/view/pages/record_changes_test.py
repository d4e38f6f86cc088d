"""Changes of records are grouped by country; equal ones share a row, and values show the words that differ."""

from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Row
from locdata_build.view.pages.record_changes import CONTEXT, LONGEST, NAMES_SHOWN
from locdata_build.view.text import Aside, Break, Code, Link, Rich, Strong, Words, rich
from support.pages import rows_of
from support.records import country
from support.releases import BY_DATE, EDITS, PHASE, changes_page, edit, flip, table_in, two_releases


def edits(folder: Path, *changes: dict[str, Any]) -> list[Row]:
    """The rows of these edits."""
    return rows_of(table_in(changes_page(folder, two_releases(*changes)), EDITS))


def values(folder: Path, **fields: object) -> tuple[Rich, Rich]:
    """How the values before and after a change are shown."""
    (row,) = edits(folder, edit("facts/fr-vat", **fields))
    return row.cells[2], row.cells[3]


def test_changes_are_grouped_by_country_in_the_order_of_names(tmp_path: Path) -> None:
    files = two_releases(*(edit(country=code) for code in (None, "zz", "fr", "at")))
    austria = {"countries/at.json": country("at", "Zland") | {"e_invoicing": None}}
    page = changes_page(tmp_path, files | austria)

    assert [group.title for group in table_in(page, EDITS).groups] == [
        rich(Link("France", "/france/")),
        rich("ZZ"),
        rich(Link("Zland", "/zland/")),
        rich("No single country"),
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (edit("partners/fr-new", field=None, kind="added"), rich("added")),
        (edit("partners/fr-old", field=None, kind="removed"), rich("removed")),
        (edit(field="details.scope", before="a", after="b"), rich("changed", " ", Code("details.scope"))),
    ],
    ids=["added", "removed", "changed"],
)
def test_a_row_names_the_record_and_the_kind_of_change(tmp_path: Path, change: dict[str, Any], words: Rich) -> None:
    (row,) = edits(tmp_path, change)

    assert row.cells[:2] == (rich(Code(f"{change['resource']}/{change['record']}")), words)


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (False, True, (rich(Code("false")), rich(Code("true")))),
        (None, "2027-01-01", (rich(Code("null")), rich("2027-01-01"))),
        ("2027-01-01", None, (rich("2027-01-01"), rich(Code("null")))),
        ({"a": 1}, 2, (rich(Code('{"a": 1}')), rich(Code("2")))),
        ([1], [{}], (rich(Code("[1]")), rich(Code("[{}]")))),
        ("", "A text.", ((), rich("A text."))),
        ("One.", "Two.", (rich("One."), rich("Two."))),
        ("Rate 20%.", "Rate 21%.", (rich("Rate", " ", Strong("20%.")), rich("Rate", " ", Strong("21%.")))),
        ("New text.", "Old text.", (rich(Strong("New"), " ", "text."), rich(Strong("Old"), " ", "text."))),
        ("A c.", "A b c.", (rich("A", " ", "c."), rich("A", " ", Strong("b"), " ", "c."))),
        ("a a", "a a a", (rich("a a"), rich("a a", " ", Strong("a")))),
        (["https://a", "https://b"], ["https://a"], (rich("https://a", " ", Strong("https://b")), rich("https://a"))),
    ],
    ids=[
        "not a text",
        "from unknown",
        "to unknown",
        "JSON",
        "lists",
        "empty",
        "all words",
        "end",
        "start",
        "middle",
        "repeated word",
        "texts",
    ],
)
def test_values_are_shown_with_the_words_that_differ(
    tmp_path: Path, before: object, after: object, shown: tuple[Rich, Rich]
) -> None:
    assert values(tmp_path, before=before, after=after) == shown


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"field": None, "kind": "added"}, ((), ())),
        ({"after": "A text."}, ((), rich("A text."))),
        ({"before": 1}, (rich(Code("1")), ())),
    ],
    ids=["a whole record", "a field was added", "a field was removed"],
)
def test_a_value_that_does_not_exist_is_not_shown(
    tmp_path: Path, fields: dict[str, Any], shown: tuple[Rich, Rich]
) -> None:
    assert values(tmp_path, **fields) == shown


def test_only_the_words_around_the_difference_are_shown(tmp_path: Path) -> None:
    ahead, behind = ("a-first a-near " * CONTEXT).split(), ("b-near b-last " * CONTEXT).split()

    _, after = values(tmp_path, before=" ".join([*ahead, "old", *behind]), after=" ".join([*ahead, "new", *behind]))

    before_it, _, difference, _, behind_it = [part for part in after if isinstance(part, Words | Strong)]
    assert difference == Strong("new")
    assert before_it.text.endswith(" a-near")
    assert behind_it.text.startswith("b-near ")
    assert (before_it.text[0], behind_it.text[-1]) == ("…", "…")
    assert all(CONTEXT // 2 < len(near.text) <= CONTEXT for near in (before_it, behind_it))
    assert {*f"{before_it.text} {behind_it.text}".split()} == {"…", "a-first", "a-near", "b-near", "b-last"}


def test_words_that_fit_around_the_difference_are_all_shown(tmp_path: Path) -> None:
    words = ("abcd " * CONTEXT)[: CONTEXT - 1]

    assert values(tmp_path, before=f"{words} old {words}", after=f"{words} {words}")[1] == rich(words, " ", words)


def test_a_long_word_is_shown_without_its_middle(tmp_path: Path) -> None:
    half = "y" * (LONGEST // 2)
    longest, longer = "x" * LONGEST, f"{half}-{half}"

    assert values(tmp_path, before=longest, after=longer) == (rich(longest), rich(f"{half}…{half}"))
    assert values(tmp_path, before=[longer, "b"], after=[longer]) == (
        rich(f"{half}…{half}", " ", Strong("b")),
        rich(f"{half}…{half}"),
    )
    assert values(tmp_path, before=1, after=[10**LONGEST])[1] == rich(
        Code(f"[1{'0' * (LONGEST // 2 - 2)}…{'0' * (LONGEST // 2 - 1)}]")
    )


def test_records_with_the_same_change_share_a_row_that_names_a_few_of_them(tmp_path: Path) -> None:
    many = [edit(f"facts/fr-{n}", before=1, after=2) for n in range(NAMES_SHOWN + 2)]
    few = [edit(f"facts/fr-few-{n}", before=1, after=3) for n in range(2)]
    rows = edits(tmp_path, *many, *few, edit(country="no", before=1, after=2))

    assert [row.cells[0] for row in rows] == [
        rich(Code("facts/fr-0"), Break(), Code("facts/fr-1"), Break(), Code("facts/fr-2"), Aside(rich("and 2 more"))),
        rich(Code("facts/fr-few-0"), Break(), Code("facts/fr-few-1")),
        rich(Code("facts/fr-vat")),
    ]


@pytest.mark.parametrize(
    ("phase", "cell"),
    [
        (PHASE, rich(Link("Phase of 2027-01-01", f"/timeline/#step-{PHASE}"))),
        ("fr-saft-gone", rich(Code("fr-saft-gone"))),
    ],
    ids=["recorded", "no longer recorded"],
)
def test_a_change_by_date_names_its_phase(tmp_path: Path, phase: str, cell: Rich) -> None:
    table = table_in(changes_page(tmp_path, two_releases(edit(), flip(phase))), BY_DATE)
    (row,) = rows_of(table)

    assert [column.title for column in table.columns] == ["Record", "Change", "Before", "After", "Phase"]
    assert row.cells[2:] == (rich(Code("false")), rich(Code("true")), cell)
