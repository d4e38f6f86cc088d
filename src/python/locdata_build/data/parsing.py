"""Strict parsing of a JSON file: its value, or every issue that prevents its use."""

import codecs
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from locdata_build.data.errors import Issue, IssueCode, member_path

MAX_DEPTH = 50
"""The maximum depth of nesting. Source files need far fewer levels, and recursion stays bounded."""

MAX_TEXT_LENGTH = 10_000
"""The maximum number of characters of a text or key: more than needed, and few enough for fast pattern matching."""

MAX_VALUES = 100_000
"""The maximum number of values of a file, including nested ones."""

MAX_MARKS_PER_VALUE = 10
"""A file with more than this number of commas and opening brackets for each allowed value is refused without parsing.

Some of them may be in texts.
"""

_TOO_DEEP = f"must not be nested more than {MAX_DEPTH} levels deep"

_HALF_PAIR = "must not contain half of a surrogate pair"


def parse_json(raw: bytes, file: str) -> tuple[object, list[Issue]]:
    """Return the value of ``raw`` and no issue, or None and at least one issue of ``file``.

    Parsing is stricter than JSON: UTF-8 without a byte order mark, no duplicate keys, no lone surrogates, finite numbers,
    at most ``MAX_DEPTH`` levels, ``MAX_TEXT_LENGTH`` characters in a text and ``MAX_VALUES`` values.
    """

    def refused(code: IssueCode, message: str) -> tuple[None, list[Issue]]:
        return None, [Issue(file, "$", code, message)]

    if sum(map(raw.count, (b",", b"[", b"{"))) > MAX_VALUES * MAX_MARKS_PER_VALUE:
        # Values take many times the memory of their text.
        return refused(IssueCode.TOO_LONG, f"must have at most {MAX_VALUES} values")
    if raw.startswith(codecs.BOM_UTF8):
        return refused(IssueCode.NOT_UTF8, "must not begin with a byte order mark")
    try:
        value = json.loads(raw.decode("utf-8"), object_pairs_hook=_object)
    except UnicodeDecodeError as error:
        return refused(IssueCode.NOT_UTF8, f"must be UTF-8, got {raw[error.start]:#04x} at byte {error.start}")
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        return refused(IssueCode.NOT_JSON, f"must be JSON: {place}: {error.msg}")
    except RecursionError:
        return refused(IssueCode.NOT_JSON, _TOO_DEEP)
    except ValueError:
        return refused(IssueCode.NOT_JSON, "must not contain a number with thousands of digits")
    if _has_too_many_values(value):
        return refused(IssueCode.TOO_LONG, f"must have at most {MAX_VALUES} values")
    issues = [Issue(file, path, code, message) for path, code, message in _issues_in(value, "$", MAX_DEPTH)]
    return (None, issues) if issues else (value, [])


class _RepeatedKeys(dict[str, Any]):
    """A JSON object with repeated keys."""

    repeated: tuple[str, ...] = ()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    by_name = dict(pairs)
    if len(by_name) == len(pairs):
        return by_name
    counts = Counter(name for name, _ in pairs)
    object_ = _RepeatedKeys(by_name)
    object_.repeated = tuple(name for name in by_name if counts[name] > 1)
    return object_


def _has_too_many_values(value: object) -> bool:
    waiting, count = [value], 1
    while waiting and count <= MAX_VALUES:
        inner = [member for _, member in members(waiting.pop())]
        count += len(inner)
        waiting.extend(inner)
    return count > MAX_VALUES


def _issues_in(value: object, path: str, levels: int) -> Iterator[tuple[str, IssueCode, str]]:
    """Yield the path, code and message of each part that the parser accepts and this project refuses.

    ``levels`` is the number of further levels that are allowed.
    """
    if isinstance(value, str | float):
        yield from _issues_of_scalar(value, path)
    if isinstance(value, _RepeatedKeys):
        for name in value.repeated:
            yield member_path(path, name), IssueCode.DUPLICATE_KEY, "must not appear twice in its object"
    if isinstance(value, dict | list) and levels == 0:
        yield path, IssueCode.NOT_JSON, _TOO_DEEP
        return
    for key, member in members(value):
        if isinstance(key, str) and len(key) > MAX_TEXT_LENGTH:
            message = f"must have keys of at most {MAX_TEXT_LENGTH} characters, got {len(key)}"
            yield path, IssueCode.TOO_LONG, message
            continue
        inner = member_path(path, key)
        if isinstance(key, str) and _has_surrogate(key):
            yield inner, IssueCode.LONE_SURROGATE, f"{_HALF_PAIR} in its key"
        yield from _issues_in(member, inner, levels - 1)


def members(value: object) -> Iterable[tuple[str | int, Any]]:
    """Return the members of an object with their keys, and the items of a list with their indexes; of other values, none."""
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list | tuple) else ()


def _issues_of_scalar(value: str | float, path: str) -> Iterator[tuple[str, IssueCode, str]]:
    if isinstance(value, float):
        if not math.isfinite(value):
            yield path, IssueCode.NOT_JSON, f"must be a finite number, got {value}"
    elif len(value) > MAX_TEXT_LENGTH:
        yield path, IssueCode.TOO_LONG, f"must have at most {MAX_TEXT_LENGTH} characters, got {len(value)}"
    elif _has_surrogate(value):
        yield path, IssueCode.LONE_SURROGATE, _HALF_PAIR


def _has_surrogate(text: str) -> bool:
    """Return whether the text contains a surrogate, which UTF-8 cannot encode."""
    return any("\ud800" <= char <= "\udfff" for char in text)
