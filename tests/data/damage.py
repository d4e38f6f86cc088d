"""Hypothesis strategies for source files with damaged texts, values, bytes or lines."""

import copy
import json
import re
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import getitem
from typing import Any

from hypothesis import strategies as st

from support.base_files import Json
from support.payloads import FAMILIES, NUMBERS, OTHERS

Keys = tuple[Any, ...]
"""The keys and positions that lead to a value."""

PAYLOADS = st.one_of(*map(st.sampled_from, FAMILIES))
FORMS = st.sampled_from(["{payload}", "{old}{payload}", "{payload} {old}", "{old} {payload} {n}"])
"""The form of a damaged text. ``n`` differs from text to text."""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
"""Any value, including those that JSON does not have."""

UNITS = (
    "a", "a.", "-", "=", "<", "`", "*", "[", "(", "&", " ", "a b", "\u0301", "\u00e9", "\U0001f9fe", "@.", ".", "\\", "1",
)  # fmt: skip
HUGE = st.builds(
    lambda make, unit, size: make(unit, size),
    st.sampled_from(
        [
            lambda unit, size: json.dumps(unit * size, ensure_ascii=False),
            lambda unit, size: json.dumps(f"https://{unit * size}"),
            lambda unit, size: json.dumps(f"x@{unit * size}@"),
            lambda unit, size: json.dumps({unit * size: 1}),
            lambda _, size: f"[{'[],' * size}1]",
            lambda _, size: json.dumps({str(number): 1 for number in range(size)}),
            lambda _, size: "{" + ",".join(f'"{number // 2}":1' for number in range(size)) + "}",
            lambda _, size: "9" * size,
            lambda _, size: "[" * size + "]" * size,
            lambda _, size: '{"a":' * size + "1" + "}" * size,
            lambda _, size: "[" * size,
        ]
    ),
    st.sampled_from(UNITS),
    st.sampled_from([50, 200, 1_000, 5_000, 20_000]),
)  # fmt: skip
"""The text of values that are long, have many members, or are nested deeply; one has each member twice."""

SPOILERS = (
    b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80\xae", b"\0", b"\xef\xbb\xbf", b"\\ud800",
    b"\\u0000", b"NaN", b"-Infinity", b"1e999", b"0" * 50, b"9" * 5000, b"01", b"{", b"]", b",", b'"', b"'", b"//",
    b"\n", b"\r\n", b"\t", bytes(512), b"\xff" * 12,
)  # fmt: skip
"""Bytes that make other bytes invalid as UTF-8 or as JSON."""

HERE = "@HERE@"


def keys_in(value: object, keys: Keys = ()) -> Iterator[Keys]:
    """The keys that lead to each value inside ``value``, including itself."""
    yield keys
    members: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield from keys_in(member, (*keys, key))


def encoded(value: object) -> bytes:
    """The content of a file with a value, in the canonical format if the value is JSON."""
    try:
        return json.dumps(value, indent=2, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(value, indent=2).encode() + b"\n"


def put(value: Json, keys: Keys, new: object) -> bytes:
    """The content of a file with ``new`` at a place."""

    def replaced(inner: Json, rest: Keys) -> Json:
        if not rest:
            return new
        members = {**inner} if isinstance(inner, dict) else [*inner]
        members[rest[0]] = replaced(inner[rest[0]], rest[1:])
        return members

    return encoded(replaced(value, keys))


def damaged_texts(value: Json) -> st.SearchStrategy[bytes]:
    """Contents with a payload in one text, or in nearly all texts except codes."""
    texts = [keys for keys in keys_in(value) if isinstance(reduce(getitem, keys, value), str) and "$schema" not in keys]
    prose = [keys for keys in texts if not re.fullmatch(r"[a-z0-9_:/.Z-]+", reduce(getitem, keys, value))]

    def damage(chosen: Sequence[Keys], form: str, payload: str) -> bytes:
        changed = copy.deepcopy(value)
        for n, keys in enumerate(chosen):
            text = form.format(old=reduce(getitem, keys, value), payload=payload, n=n)
            reduce(getitem, keys[:-1], changed)[keys[-1]] = text
        return encoded(changed)

    return st.builds(damage, st.sampled_from(texts).map(lambda keys: [keys]) | st.just(prose), FORMS, PAYLOADS)


def damaged_values(value: Json) -> st.SearchStrategy[bytes]:
    """Contents with another value, key, list or size at a place."""
    places = [*keys_in(value)]

    def change(keys: Keys, name: str | None, times: int) -> bytes:
        """Rename or remove a member, and repeat the items of a list."""
        inner = reduce(getitem, keys, value)
        if isinstance(inner, list):
            return put(value, keys, [*reversed(inner * times)])
        return put(value, keys, {name or "x": inner, **inner} if isinstance(inner, dict) else {name: inner})

    new = (
        PAYLOADS
        | st.sampled_from([*NUMBERS, *OTHERS])
        | JSON
        | st.sampled_from(places).map(lambda keys: reduce(getitem, keys, value))
    )
    return st.one_of(
        st.builds(lambda keys, new: put(value, keys, new), st.sampled_from(places), new),
        st.builds(lambda keys, raw: put(value, keys, HERE).replace(f'"{HERE}"'.encode(), raw.encode()), st.sampled_from(places), HUGE),
        st.builds(change, st.sampled_from(places), st.none() | PAYLOADS, st.sampled_from([0, 1, 2, 50])),
        st.sampled_from([keys for keys in places if keys]).map(lambda keys: put(value, keys[:-1], _without(reduce(getitem, keys[:-1], value), keys[-1]))),
    )  # fmt: skip


def _without(members: Json, key: Any) -> Json:  # noqa: ANN401  # a key or a position
    if isinstance(members, dict):
        return {name: member for name, member in members.items() if name != key}
    return [*members[:key], *members[key + 1 :]]


def damaged_bytes(raw: bytes) -> st.SearchStrategy[bytes]:
    """Contents with bytes that are replaced, cut out, repeated, inserted or encoded differently."""
    places, lines = st.integers(0, len(raw)), raw.splitlines(keepends=True)
    pieces = st.just(b"") | st.sampled_from(SPOILERS) | st.binary(min_size=1, max_size=16) | st.sampled_from(lines)
    splices = st.builds(lambda start, piece, end: raw[:start] + piece + raw[end:], places, pieces, places)
    near = st.builds(
        lambda start, piece, length: raw[:start] + piece + raw[start + length :], places, pieces, st.integers(0, 9)
    )
    line_places = st.integers(0, len(lines))
    line_splices = st.builds(
        lambda start, line, end: b"".join([*lines[:start], line.rstrip(b",\n") + b",\n", *lines[end:]]),
        line_places, st.sampled_from(lines), line_places,
    )  # fmt: skip
    codecs = st.sampled_from(["utf-16", "utf-32-le", "utf-8-sig"]).map(raw.decode("latin-1").encode)
    return st.one_of(splices, near, line_splices, codecs, st.just(raw.replace(b"\n", b"\r\n")), st.binary(max_size=200))
