"""Blank values follow from types: those of a new record, and those of fields that files lack."""

import datetime as dt
import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

import pytest
from msgspec import Meta, field
from msgspec.structs import replace

from locdata_build.data.blank import blank_record, fill_missing_fields
from locdata_build.data.errors import Issue, IssueCode
from locdata_build.data.files import FileKind
from locdata_build.data.reading import SourceFile
from locdata_build.data.record import NOT_KNOWN, SourceRecord
from locdata_model.scalars import IsoDate, Text

DAY = dt.date(2026, 11, 20)


class Colour(StrEnum):
    """A vocabulary with a word for the unknown."""

    RED = "red"
    UNKNOWN = "no colour"


class Inner(SourceRecord, frozen=True, kw_only=True):
    """A record in another one."""

    text: Text
    checked: IsoDate
    words: tuple[Text, ...]


class Outer(SourceRecord, frozen=True, kw_only=True):
    """A record with a field of each kind of type."""

    schema: Literal["outer.schema.json"] = field(name="$schema")
    name: Text
    colour: Colour
    inner: Inner
    perhaps: Annotated[Inner | None, Meta(description="May be null")]
    items: tuple[Inner, ...]
    by_name: Mapping[str, Inner]
    optional: Text = ""


class Unfillable(SourceRecord, frozen=True, kw_only=True):
    """A record with fields that have no blank value."""

    number: int
    some: Annotated[tuple[Text, ...], Meta(min_length=1)]


INNER: dict[str, object] = {"text": "A text.", "checked": "2026-11-01", "words": ["word"]}
OUTER: dict[str, object] = {
    "$schema": "outer.schema.json",
    "name": "Name",
    "colour": "red",
    "inner": INNER,
    "perhaps": INNER,
    "items": [INNER, INNER],
    "by_name": {"one": INNER},
}


def source_file(value: object, kind: type[SourceRecord] = Outer) -> SourceFile:
    """A source file with a JSON value."""
    return SourceFile("data/outer.json", FileKind(kind, "outer.json"), "outer.json", json.dumps(value).encode())


def without(value: dict[str, object], *names: str) -> dict[str, object]:
    """A JSON object without some of its members."""
    return {name: member for name, member in value.items() if name not in names}


# New records


def test_blank_record_says_what_is_known_and_that_nothing_else_is() -> None:
    assert blank_record(Outer, {"name": "Name"}, DAY) == {
        "$schema": "outer.schema.json",
        "name": "Name",
        "colour": "no colour",
        "inner": {"text": NOT_KNOWN, "checked": DAY, "words": []},
        "perhaps": None,
        "items": [],
        "by_name": {},
    }


def test_blank_record_leaves_out_what_has_no_blank_value() -> None:
    assert blank_record(Unfillable, {}, DAY) == {}
    assert blank_record(Unfillable, {"number": 1}, DAY) == {"number": 1}


# Missing fields


@pytest.mark.parametrize(
    ("lacking", "filled"),
    [
        (OUTER, OUTER),
        (without(OUTER, "perhaps"), {**OUTER, "perhaps": None}),
        (without(OUTER, "items"), {**OUTER, "items": []}),
        (without(OUTER, "by_name"), {**OUTER, "by_name": {}}),
        ({**OUTER, "inner": without(INNER, "words")}, {**OUTER, "inner": {**INNER, "words": []}}),
        ({**OUTER, "perhaps": without(INNER, "words")}, {**OUTER, "perhaps": {**INNER, "words": []}}),
        ({**OUTER, "items": [INNER, without(INNER, "words")]}, {**OUTER, "items": [INNER, {**INNER, "words": []}]}),
        ({**OUTER, "inner": 1, "items": {}}, {**OUTER, "inner": 1, "items": {}}),
    ],
)
def test_missing_fields_are_filled_with_null_or_an_empty_list(lacking: object, filled: object) -> None:
    file = fill_missing_fields(source_file(lacking))

    assert (json.loads(file.raw), file.issues) == (filled, ())


def test_missing_fields_that_can_be_neither_are_issues() -> None:
    file = fill_missing_fields(source_file({**without(OUTER, "items"), "inner": {}}))

    assert [(issue.path, issue.code) for issue in file.issues] == [
        ("$.inner.text", IssueCode.MISSING_FIELD),
        ("$.inner.checked", IssueCode.MISSING_FIELD),
    ]


def test_files_that_cannot_be_parsed_are_left_alone() -> None:
    broken = replace(source_file({}), raw=b"{")
    unread = replace(source_file({}), issues=(Issue("data/outer.json", "$", IssueCode.MISSING_FILE, "is missing"),))

    assert fill_missing_fields(broken) == broken
    assert fill_missing_fields(unread) == unread
