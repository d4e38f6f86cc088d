"""Whether two folders hold the same site, although the tools that made them lay out text in their own ways.

JSON and CSV files are the same when they read the same. HTML may differ in the order of attributes, in blank lines and
in the white space at both ends of a line, Markdown in blank lines alone, as its indentation has a meaning; neither may
inside of a ``pre`` element or a fence. All other files are the same to the byte.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

SHOWN = 10
"""How many differing files are named."""


class Difference(msgspec.Struct, frozen=True):
    """A file that is not the same in both folders, and why."""

    path: str
    reason: str


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two folders side by side: how many files are the same to the byte, how many mean the same, how many differ."""

    identical: int
    equivalent: int
    differing: int
    examples: tuple[Difference, ...]


def differences(ours: Path, theirs: Path) -> Comparison:
    """Compare all files below two folders."""
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
        return "is one too many"
    our, their = ours.read_bytes(), theirs.read_bytes()
    if our == their:
        return _IDENTICAL
    meaning = _MEANINGS.get(ours.suffix)
    if meaning is None:
        return "holds other bytes"
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
    """The two texts from shortly before the place where they part."""
    same = next(
        (at for at, pair in enumerate(zip(our, their, strict=False)) if pair[0] != pair[1]), min(len(our), len(their))
    )
    start = max(0, same - 20)
    return f"{their[start : same + 40]!r} instead of {our[start : same + 40]!r}"


def _json(text: str) -> list[str]:
    """Each member at the top on its own. Numbers are as in JavaScript: ``1`` is ``1.0``, yet not ``true``."""
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
    """The lines that are not blank, with what is verbatim as a line of its own."""
    held = verbatim.sub(lambda found: found[0].replace("\n", "\0"), text)
    return [line for line in held.split("\n") if line.strip()]


_MEANINGS: Mapping[str, Callable[[str], list[str]]] = {
    ".json": _json,
    ".csv": _csv,
    ".html": _html,
    ".md": _markdown,
}
