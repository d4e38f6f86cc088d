"""Changes of records stand by country; equal ones share a row, and values show the words that differ."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from locdata_build.view.blocks import Group, Row
from locdata_build.view.pages.record_changes import CONTEXT, LONGEST, NAMES_SHOWN
from locdata_build.view.text import Aside, Break, Code, Link, Rich, Strong, Words, rich
from support.dataset import country
from support.pages import rows_of, texts_of
from support.releases import EDITS, FLIPS, STEP, VERSION, changed, edit, flip, page_of, release, table_in


def edits(folder: Path, *changes: dict[str, Any]) -> list[Row]:
    """The rows of what was edited."""
    return rows_of(table_in(changed(folder, *changes), EDITS))


def sides(folder: Path, **values: object) -> tuple[Rich, Rich]:
    """How a change shows what stood there before and since."""
    (row,) = edits(folder, edit("facts/fr-vat", **values))
    return row.cells[2], row.cells[3]


def titles(groups: Sequence[Group]) -> list[Rich]:
    return [group.title for group in groups]


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
    assert before_it.text.endswith(" a-near")
    assert behind_it.text.startswith("b-near ")
    assert (before_it.text[0], behind_it.text[-1]) == ("…", "…")
    assert all(CONTEXT // 2 < len(near.text) <= CONTEXT for near in (before_it, behind_it))
    assert {*f"{before_it.text} {behind_it.text}".split()} == {"…", "a-first", "a-near", "b-near", "b-last"}


def test_a_long_address_near_a_difference_is_shown_in_short_too(tmp_path: Path) -> None:
    address, half = "a" * (LONGEST + 1), "a" * (LONGEST // 2)

    assert sides(tmp_path, before=[address, "b"], after=[address]) == (
        rich(f"{half}…{half}", " ", Strong("b")),
        rich(f"{half}…{half}"),
    )


def test_of_a_text_that_is_not_longer_than_what_is_near_all_is_shown(tmp_path: Path) -> None:
    words = ("abcd " * CONTEXT)[: CONTEXT - 1]

    assert sides(tmp_path, before=f"{words} old {words}", after=f"{words} {words}")[1] == rich(words, " ", words)


@pytest.mark.parametrize("wrap", [str, lambda text: [text, text]], ids=["text", "texts"])
def test_a_word_that_fits_no_column_is_shown_without_its_middle(tmp_path: Path, wrap: Callable[[str], object]) -> None:
    long, half = "x" * LONGEST, "y" * (LONGEST // 2)
    before, after = sides(tmp_path, before=wrap(long), after=wrap(f"{half}-{half}"))

    assert {*texts_of(before)[0].split()} == {long}
    assert {*texts_of(after)[0].split()} == {f"{half}…{half}"}


def test_so_is_other_json(tmp_path: Path) -> None:
    _, after = sides(tmp_path, before=1, after=[10**LONGEST])

    assert after == rich(Code(f"[1{'0' * (LONGEST // 2 - 2)}…{'0' * (LONGEST // 2 - 1)}]"))


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
