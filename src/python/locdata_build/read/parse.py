"""From the bytes of one JSON file to its value, or to the faults that keep it from having one."""

import codecs
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault, member_path

DEEPEST = 50
"""Levels of nesting beyond which nothing of ours goes, and recursion would come to its end."""

LONGEST = 10_000
"""Characters that a text or a key may have: many times what is needed, and little enough for every check of it to be quick."""

MOST = 100_000
"""Values that a file may hold, those inside others included."""


class _Repeated(dict[str, Any]):
    """A JSON object that gives some of its keys more than once."""

    keys_repeated: tuple[str, ...] = ()


def parse_json(raw: bytes, file: str) -> tuple[object, list[Fault]]:
    """The value of ``raw``, with no fault; or None and at least one fault that names ``file``.

    Stricter than JSON: UTF-8 without a byte order mark, no key twice in one object, no lone surrogate, no ``NaN``, no
    more than ``DEEPEST`` levels, ``LONGEST`` characters in a text and ``MOST`` values.
    """
    if raw.startswith(codecs.BOM_UTF8):
        return None, [Fault(file, "$", Code.NOT_UTF8, "must begin without a byte order mark, but begins with one")]
    try:
        value = json.loads(raw.decode("utf-8"), object_pairs_hook=_members, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        message = f"must be UTF-8, but byte {error.start} is {raw[error.start]:#04x}"
        return None, [Fault(file, "$", Code.NOT_UTF8, message)]
    except json.JSONDecodeError as error:
        message = f"must be JSON, but is not: line {error.lineno}, column {error.colno}: {error.msg}"
        return None, [Fault(file, "$", Code.NOT_JSON, message)]
    except _NoNumberError as error:
        return None, [Fault(file, "$", Code.NOT_JSON, str(error))]
    except RecursionError:
        return None, [Fault(file, "$", Code.NOT_JSON, _too_deep())]
    except ValueError:
        return None, [Fault(file, "$", Code.NOT_JSON, "must hold numbers of reasonable length alone, but does not")]
    if _is_too_much(value):
        return None, [Fault(file, "$", Code.TOO_LONG, f"must hold at most {MOST} values, but holds more")]
    faults = [Fault(file, path, code, message) for path, code, message in _findings(value, "$", DEEPEST)]
    return (None, faults) if faults else (value, [])


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    repeated = _Repeated(members)
    times = Counter(name for name, _ in pairs)
    repeated.keys_repeated = tuple(name for name in members if times[name] > 1)
    return repeated


class _NoNumberError(ValueError):
    """A word that Python takes for a number, and JSON does not."""


def _refuse_constant(name: str) -> None:
    raise _NoNumberError(f"must be JSON, but is not: {name} is no number")


def _is_too_much(value: object) -> bool:
    waiting, count = [value], 1
    while waiting and count <= MOST:
        members = [member for _, member in _members_of(waiting.pop())]
        count += len(members)
        waiting.extend(members)
    return count > MOST


def _too_deep() -> str:
    return f"must be nested no more than {DEEPEST} levels deep, but is"


def _findings(value: object, path: str, levels: int) -> Iterator[tuple[str, Code, str]]:
    """What the parser lets pass in a value that may go ``levels`` levels deeper."""
    if isinstance(value, str):
        if len(value) > LONGEST:
            yield path, Code.TOO_LONG, f"must have at most {LONGEST} characters, but has {len(value)}"
        elif not _is_sound(value):
            yield path, Code.LONE_SURROGATE, "must hold whole characters, but holds half of a surrogate pair"
        return
    if isinstance(value, _Repeated):
        for name in value.keys_repeated:
            message = "must be given once in its object, but is given twice or more"
            yield member_path(path, name), Code.DUPLICATE_KEY, message
    if isinstance(value, dict | list) and levels == 0:
        yield path, Code.NOT_JSON, _too_deep()
        return
    for key, member in _members_of(value):
        if isinstance(key, str) and len(key) > LONGEST:
            message = f"must have keys of at most {LONGEST} characters, but has one of {len(key)}"
            yield path, Code.TOO_LONG, message
            continue
        place = member_path(path, key)
        if isinstance(key, str) and not _is_sound(key):
            yield (
                place,
                Code.LONE_SURROGATE,
                "must hold whole characters in its key, but holds half of a surrogate pair",
            )
        yield from _findings(member, place, levels - 1)


def _members_of(value: object) -> Iterator[tuple[str | int, object]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _is_sound(text: str) -> bool:
    """Whether the text can be written as UTF-8."""
    return not any("\ud800" <= char <= "\udfff" for char in text)
