"""Comparison of two folders that should contain the same site, made by tools that lay out text differently.

JSON and CSV files are equivalent if they have the same values. HTML may differ in the order of attributes, in blank lines
and in white space at both ends of a line, Markdown in blank lines alone, because its indentation has a meaning; neither may
differ in a ``pre`` element or a fence. All other files must have the same bytes.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

SHOWN = 10
"""The number of differing files that are named."""


class Difference(msgspec.Struct, frozen=True):
    """A file that differs between both folders, and the reason."""

    path: str
    reason: str


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of files with the same bytes, with the same meaning, and with another meaning."""

    identical: int
    equivalent: int
    differing: int
    examples: tuple[Difference, ...]


def differences(ours: Path, theirs: Path) -> Comparison:
    """Compare all files in two folders."""
    paths = sorted(_files(ours) | _files(theirs))
    reasons = {path: _reason(ours / path, theirs / path) for path in paths}
    found = [Difference(path, reason) for path, reason in reasons.items() if reason not in {_IDENTICAL, _EQUIVALENT}]
    return Comparison(
        identical=[*reasons.values()].count(_IDENTICAL),
        equivalent=[*reasons.values()].count(_EQUIVALENT),
        differing=len(found),
        examples=tuple(found[:SHOWN]),
    )


_IDENTICAL, _EQUIVALENT = "identical", "equivalent"


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _reason(ours: Path, theirs: Path) -> str:
    if not theirs.is_file():
        return "is missing"
    if not ours.is_file():
        return "is unexpected"
    our, their = ours.read_bytes(), theirs.read_bytes()
    if our == their:
        return _IDENTICAL
    meaning = _MEANINGS.get(ours.suffix)
    if meaning is None:
        return "has other bytes"
    try:
        return _first_difference(meaning(our.decode()), meaning(their.decode()))
    except (ValueError, csv.Error) as error:
        return f"cannot be read: {error}"


def _first_difference(ours: list[str], theirs: list[str]) -> str:
    for number, (our, their) in enumerate(zip(ours, theirs, strict=False), start=1):
        if our != their:
            return f"part {number}: {_around(our, their)}"
    if len(ours) != len(theirs):
        return f"has {len(theirs)} parts instead of {len(ours)}"
    return _EQUIVALENT


def _around(our: str, their: str) -> str:
    """Return the two texts from shortly before their first difference."""
    same = next(
        (at for at, pair in enumerate(zip(our, their, strict=False)) if pair[0] != pair[1]), min(len(our), len(their))
    )
    start = max(0, same - 20)
    return f"{their[start : same + 40]!r} instead of {our[start : same + 40]!r}"


def _json(text: str) -> list[str]:
    """Return each top-level member. As in JavaScript, the number ``1`` equals ``1.0``, but not ``true``."""
    value = json.loads(text, parse_int=float)
    members = value if isinstance(value, list) else sorted(value.items()) if isinstance(value, dict) else [value]
    return [type(value).__name__, *(json.dumps(member, ensure_ascii=False, sort_keys=True) for member in members)]


def _csv(text: str) -> list[str]:
    return [json.dumps(row, ensure_ascii=False) for row in csv.reader(io.StringIO(text, newline=""), strict=True)]


_PRE = re.compile(r"<pre\b.*?</pre>", re.DOTALL)
_ATTRIBUTE = r' [a-z][a-z0-9-]*(?:="[^"]*")?'
_TAG = re.compile(f"(?<=<)([a-z][a-z0-9]*)((?:{_ATTRIBUTE}){{2,}})(?=/?>)")
_FENCE = re.compile(r"^(`{3,}).*?^\1$", re.DOTALL | re.MULTILINE)


def _html(text: str) -> list[str]:
    return [line.strip() for line in _lines(_TAG.sub(_with_sorted_attributes, text), _PRE)]


def _with_sorted_attributes(tag: re.Match[str]) -> str:
    return tag[1] + "".join(sorted(re.findall(_ATTRIBUTE, tag[2])))


def _markdown(text: str) -> list[str]:
    return _lines(text, _FENCE)


def _lines(text: str, verbatim: re.Pattern[str]) -> list[str]:
    """Return the lines that are not blank; a verbatim part is one line."""
    joined = verbatim.sub(lambda found: found[0].replace("\n", "\0"), text)
    return [line for line in joined.split("\n") if line.strip()]


_MEANINGS: Mapping[str, Callable[[str], list[str]]] = {
    ".json": _json,
    ".csv": _csv,
    ".html": _html,
    ".md": _markdown,
}
