"""The byte comparison of two sites: which files differ, and where a file differs first."""

import json
from bisect import bisect_left
from collections.abc import Mapping
from itertools import zip_longest

import msgspec
from msgspec import Struct

from locdata_build.contract.limited_json import LimitedDecoder, LimitError
from locdata_build.data.errors import member_path

LONGEST_VALUE = 80
"""Characters of a path or value that a message shows."""

CONTEXT = 20
"""Characters that a message shows in front of the first difference in a line, and bytes that it shows of a binary file."""

ABSENT = object()
"""Stands for a member that one of two JSON values does not have."""


class ByteComparison(Struct, frozen=True, kw_only=True):
    """The paths of a site compared with those of the expected site, each tuple sorted."""

    same: tuple[str, ...]
    changed: tuple[str, ...]
    missing: tuple[str, ...]
    unexpected: tuple[str, ...]

    @property
    def is_identical(self) -> bool:
        """Whether both sites have the same files."""
        return not (self.changed or self.missing or self.unexpected)


def compare_contents(actual: Mapping[str, object], expected: Mapping[str, object]) -> ByteComparison:
    """Compare two sites by the content at each path: bytes on both sides, or checksums on both sides."""
    shared = sorted(actual.keys() & expected.keys())
    return ByteComparison(
        same=tuple(path for path in shared if actual[path] == expected[path]),
        changed=tuple(path for path in shared if actual[path] != expected[path]),
        missing=tuple(sorted(expected.keys() - actual.keys())),
        unexpected=tuple(sorted(actual.keys() - expected.keys())),
    )


def first_difference(actual: bytes, expected: bytes) -> str:
    """Return where two different files differ first, as a JSON path, a line or a byte, with both values there."""
    try:
        actual_text, expected_text = actual.decode(), expected.decode()
    except UnicodeDecodeError:
        return _byte_difference(actual, expected)
    return _difference_in_json(actual, expected) or _line_difference(actual_text, expected_text)


def _difference_in_json(actual: bytes, expected: bytes) -> str | None:
    """Return the first difference of two JSON files; None if there is none, or if one of them cannot be read as JSON."""
    decoder = LimitedDecoder()
    try:
        return _json_difference(decoder.decode(actual, object), decoder.decode(expected, object), "$")
    except (msgspec.MsgspecError, LimitError):
        return None


def _json_difference(actual: object, expected: object, path: str) -> str | None:
    """Return the first difference of two JSON values, in the order of the expected one; None if they are equal."""
    if isinstance(actual, dict) and isinstance(expected, dict):
        members = [(key, actual.get(key, ABSENT), expected.get(key, ABSENT)) for key in expected | actual]
    elif isinstance(actual, list) and isinstance(expected, list):
        members = [(number, *pair) for number, pair in enumerate(zip_longest(actual, expected, fillvalue=ABSENT))]
    else:
        is_same = type(actual) is type(expected) and actual == expected
        return None if is_same else f"{_shorten(path)}: {_message(_encode(actual), _encode(expected))}"
    differences = (_json_difference(one, other, member_path(path, key)) for key, one, other in members)
    return next(filter(None, differences), None)


def _line_difference(actual: str, expected: str) -> str:
    index = _first_index(actual, expected)
    start, number = expected.rfind("\n", 0, index) + 1, expected.count("\n", 0, index) + 1
    shown = max(start, index - CONTEXT)
    texts = (ascii(_line_from(text, shown)) if text[shown:] else "nothing" for text in (actual, expected))
    return f"line {number}: {_message(*texts)}"


def _line_from(text: str, start: int) -> str:
    end = text.find("\n", start)
    return text[start : end + 1] if end >= 0 else text[start:]


def _byte_difference(actual: bytes, expected: bytes) -> str:
    start = _first_index(actual, expected)
    texts = (content[start : start + CONTEXT].hex(" ") or "nothing" for content in (actual, expected))
    return f"byte {start}: {_message(*texts)}"


def _first_index(one: str | bytes, other: str | bytes) -> int:
    """Return the length of the common prefix of two texts, by binary search: a loop over characters would take seconds."""
    lengths = range(min(len(one), len(other)))
    return bisect_left(lengths, True, key=lambda length: one[: length + 1] != other[: length + 1])


def _encode(value: object) -> str:
    return "absent" if value is ABSENT else json.dumps(value)


def _message(actual: str, expected: str) -> str:
    return f"must be {_shorten(expected)}, but is {_shorten(actual)}"


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"
