"""Two sites compared byte by byte: which files are not the same, and where the first of them begins to differ."""

import json
from collections.abc import Mapping
from itertools import zip_longest

from msgspec import Struct

from locdata_build.source.faults import member_path

LONGEST = 80
"""Characters of a value that a line of text shows."""

ABSENT = object()
"""Stands for what one of two JSON texts does not have."""


class Sameness(Struct, frozen=True, kw_only=True):
    """What became of the paths of two sites, the found and the wanted one: each tuple in the order of the paths."""

    same: tuple[str, ...]
    changed: tuple[str, ...]
    missing: tuple[str, ...]
    strange: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether the two are the same."""
        return not (self.changed or self.missing or self.strange)


def compare_contents(found: Mapping[str, object], wanted: Mapping[str, object]) -> Sameness:
    """Compare two sites by what they hold at each path: its bytes, or its checksum on both sides."""
    shared = sorted(found.keys() & wanted.keys())
    return Sameness(
        same=tuple(path for path in shared if found[path] == wanted[path]),
        changed=tuple(path for path in shared if found[path] != wanted[path]),
        missing=tuple(sorted(wanted.keys() - found.keys())),
        strange=tuple(sorted(found.keys() - wanted.keys())),
    )


def first_deviation(found: bytes, wanted: bytes) -> str:
    """Where ``found`` begins to differ from ``wanted``: a JSON path, a line or a byte, and what is there and should be."""
    try:
        found_text, wanted_text = found.decode(), wanted.decode()
    except UnicodeDecodeError:
        return _in_bytes(found, wanted)
    try:
        deviation = _in_values(json.loads(found_text), json.loads(wanted_text), "$")
    except (ValueError, RecursionError):
        deviation = None
    return deviation or _in_lines(found_text, wanted_text)


def _in_values(found: object, wanted: object, path: str) -> str | None:
    """The first place where two JSON values differ, in the order of the wanted one; None where they are equal."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        keys = [*wanted, *(key for key in found if key not in wanted)]
        members = [(key, found.get(key, ABSENT), wanted.get(key, ABSENT)) for key in keys]
    elif isinstance(found, list) and isinstance(wanted, list):
        members = [(number, *pair) for number, pair in enumerate(zip_longest(found, wanted, fillvalue=ABSENT))]
    else:
        is_same = type(found) is type(wanted) and found == wanted
        return None if is_same else f"{path}: {_told(_json(found), _json(wanted))}"
    deviations = (_in_values(one, other, member_path(path, key)) for key, one, other in members)
    return next(filter(None, deviations), None)


def _in_lines(found: str, wanted: str) -> str:
    pairs = zip_longest(found.splitlines(keepends=True), wanted.splitlines(keepends=True))
    for number, (one, other) in enumerate(pairs, 1):
        if one != other:
            return f"line {number}: {_told(*_around(one, other))}"
    raise ValueError("the two are the same")


def _around(one: str | None, other: str | None) -> tuple[str, str]:
    """The two lines as ASCII, from a little before the character in which they differ."""
    start = 0
    if one is not None and other is not None:
        start = next((at for at, pair in enumerate(zip_longest(one, other)) if pair[0] != pair[1]), 0)
    shown = max(0, start - LONGEST // 4)
    first, second = ("nothing" if line is None else ascii(line[shown:]) for line in (one, other))
    return first, second


def _in_bytes(found: bytes, wanted: bytes) -> str:
    at = next(number for number, pair in enumerate(zip_longest(found, wanted)) if pair[0] != pair[1])
    one, other = (content[at : at + LONGEST // 4].hex(" ") or "nothing" for content in (found, wanted))
    return f"byte {at}: {_told(one, other)}"


def _json(value: object) -> str:
    return "absent" if value is ABSENT else json.dumps(value)


def _told(found: str, wanted: str) -> str:
    found, wanted = (text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…" for text in (found, wanted))
    return f"must be {wanted}, but is {found}"
