"""From the bytes of one JSON file to its value, or to the faults that keep it from having one."""

import json
from collections.abc import Iterator
from typing import Any

from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault, member_path


class _Repeated(dict[str, Any]):
    """A JSON object that gives some of its keys more than once."""

    keys_repeated: tuple[str, ...] = ()


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    repeated = _Repeated(members)
    names = [name for name, _ in pairs]
    repeated.keys_repeated = tuple(name for name in members if names.count(name) > 1)
    return repeated


def _repeated_keys(value: object, path: str) -> Iterator[str]:
    if isinstance(value, _Repeated):
        yield from (member_path(path, key) for key in value.keys_repeated)
    members: Iterator[tuple[str | int, object]] = iter(())
    if isinstance(value, dict):
        members = iter(value.items())
    elif isinstance(value, list):
        members = iter(enumerate(value))
    for key, member in members:
        yield from _repeated_keys(member, member_path(path, key))


def parse_json(raw: bytes, file: str) -> tuple[object, list[Fault]]:
    """The value of ``raw``, with no fault; or None and at least one fault that names ``file``.

    Stricter than JSON: UTF-8 without a byte order mark, and no key twice in one object.
    """
    try:
        value = json.loads(raw.decode("utf-8"), object_pairs_hook=_members)
        repeated = list(_repeated_keys(value, "$"))
    except UnicodeDecodeError as error:
        message = f"must be UTF-8, but byte {error.start} is {raw[error.start]:#04x}"
        return None, [Fault(file, "$", Code.NOT_UTF8, message)]
    except json.JSONDecodeError as error:
        message = f"must be JSON, but is not: line {error.lineno}, column {error.colno}: {error.msg}"
        return None, [Fault(file, "$", Code.NOT_JSON, message)]
    except RecursionError:
        return None, [Fault(file, "$", Code.NOT_JSON, "must be JSON of reasonable depth, but is nested too deeply")]
    except ValueError as error:
        return None, [Fault(file, "$", Code.NOT_JSON, f"must be JSON, but holds a number out of range: {error}")]
    if repeated:
        message = "must be given once in its object, but is given twice or more"
        return None, [Fault(file, path, Code.DUPLICATE_KEY, message) for path in repeated]
    return value, []
