"""Hypothesis strategies that damage a file or a folder: its JSON value, its bytes, its lines or its entries."""

import copy
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import strategies as st

from locdata_model.serialization import encode_json
from support.base_files import Json
from support.payloads import CONTROLS, FAMILIES, LINKS, MAILS, MOMENTS, NAMES, NUMBERS, OTHERS, SCRIPTS

T = TypeVar("T")

Keys = tuple[str | int, ...]
"""The keys and positions that lead to a value."""

Contents = st.SearchStrategy[bytes]

LINK_FIELDS = {"url", "read_at", "website", "source", "base_url", "pattern", "contact", "commercial_licence"}
MOMENT_FIELDS = {
    *("date", "checked", "read", "published", "first_seen", "generated_at", "start", "end", "released_at", "version")
}

PAYLOADS = st.one_of(*map(st.sampled_from, FAMILIES.values()))
FORMS = st.sampled_from(["{payload}", "{old}{payload}", "{payload} {old}", "{old} {payload} {n}"])
"""Forms of a changed text. ``n`` differs from text to text."""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
"""Any value, including those that JSON does not have."""

KEYS = PAYLOADS | st.sampled_from(["__proto__", "x" * 300, "\ud800", "$ref", "id "])

OTHER_LISTS: Sequence[Callable[[list[Json]], list[Json]]] = (
    lambda items: [],
    lambda items: items * 2,
    lambda items: items * 50,
    lambda items: [*reversed(items)],
    lambda items: [items],
    lambda items: [*items, None],
)

# fmt: off
SPOILERS = (
    b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80\xae", b"\0", b"\xef\xbb\xbf", b"\\ud800",
    b"\\u0000", b"NaN", b"-Infinity", b"1e999", b"0" * 50, b"9" * 5000, b"01", b"{", b"]", b",", b'"', b"'", b"//",
    b"\n", b"\r\n", b"\t", bytes(512), b"\xff" * 12,
)
"""Bytes that make other bytes invalid: as UTF-8, as JSON, or as a header of an archive."""

UNITS = (
    "a", "a.", "-", "=", "<", "`", "*", "[", "(", "&", " ", "a b", "\u0301", "\u00e9", "\U0001f9fe", "@.", ".", "\\", "1",
)
# fmt: on

HUGE: Sequence[Callable[[str, int], str]] = (
    lambda unit, size: json.dumps(unit * size, ensure_ascii=False),
    lambda unit, size: json.dumps(f"https://{unit * size}"),
    lambda unit, size: json.dumps(f"x@{unit * size}@"),
    lambda unit, size: json.dumps({unit * size: 1}),
    lambda _, size: f"[{'1,' * size}1]",
    lambda _, size: f"[{'[],' * size}1]",
    lambda _, size: json.dumps({str(number): 1 for number in range(size)}),
    lambda _, size: "{" + ",".join(f'"{number // 2}":1' for number in range(size)) + "}",
    lambda _, size: "9" * size,
)
"""Values that are long or have many members; the eighth has each key twice."""

SIZES = (200, 1_000, 5_000, 20_000)

NESTED: Sequence[Callable[[str, int], str]] = (
    lambda _, depth: "[" * depth + "]" * depth,
    lambda _, depth: '{"a":' * depth + "1" + "}" * depth,
    lambda _, depth: "[" * depth,
)
DEPTHS = (50, 51, 2_000, 10_000)


def keys_in(value: object, keys: Keys = ()) -> Iterator[Keys]:
    """Yield the keys that lead to each value inside ``value``, itself included."""
    yield keys
    members: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield from keys_in(member, (*keys, key))


def value_at(value: Json, keys: Keys) -> Json:
    """Return the value that keys lead to."""
    for key in keys:
        value = value[key]
    return value


def with_value(value: Json, keys: Keys, new: object) -> bytes:
    """Return the content of a file that has ``new`` where the keys lead."""
    if not keys:
        return encoded(new)
    changed = copy.deepcopy(value)
    value_at(changed, keys[:-1])[keys[-1]] = new
    return encoded(changed)


def encoded(value: object) -> bytes:
    """Return the canonical content for a value, or what Python writes if there is none."""
    try:
        return encode_json(value)
    except (TypeError, UnicodeEncodeError, OverflowError):
        return json.dumps(value, indent=2).encode() + b"\n"


def one_of(*strategies: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    """Return any of the strategies, each as often as the others. Hypothesis prefers those that are a choice themselves."""
    return st.sampled_from(strategies).flatmap(lambda strategy: strategy)


def damaged_texts(value: Json) -> Contents:
    """Contents of a JSON file with hostile text instead of one text, in it or in nearly all texts."""
    texts = _texts(value)
    prose = [keys for keys in texts if not re.fullmatch(r"[a-z0-9_:/.Z-]+", value_at(value, keys))]

    def change(chosen: Sequence[Keys], form: str, payload: str) -> bytes:
        changed = copy.deepcopy(value)
        for n, keys in enumerate(chosen):
            new = form.format(old=value_at(value, keys), payload=payload, n=n)
            value_at(changed, keys[:-1])[keys[-1]] = new
        return encoded(changed)

    one, other = st.sampled_from(texts).map(lambda keys: [keys]), st.just(prose)
    return st.builds(change, one | other, FORMS, PAYLOADS)


def damaged_json(value: Json) -> Contents:
    """Contents of a JSON file in which texts, another value, bytes or lines are wrong."""
    return one_of(
        damaged_texts(value), damaged_values(value), damaged_bytes(encoded(value)), damaged_lines(encoded(value))
    )


def damaged_values(value: Json) -> Contents:
    """Contents of a JSON file in which a link, date, type, key, list or size is wrong."""
    everywhere, texts = [*keys_in(value)], _texts(value)
    named = [keys for keys in everywhere if keys and isinstance(keys[-1], str)]
    lists = [keys for keys in everywhere if isinstance(value_at(value, keys), list)]
    links, moments = ([keys for keys in texts if fields & {*keys}] for fields in (LINK_FIELDS, MOMENT_FIELDS))

    def put(places: list[Keys], new: st.SearchStrategy[Any]) -> Contents:
        return st.builds(partial(with_value, value), st.sampled_from(places), new) if places else damaged_texts(value)

    def rename(keys: Keys, name: str | None) -> bytes:
        holder = {**value_at(value, keys[:-1])}
        member = holder.pop(keys[-1])
        return with_value(value, keys[:-1], holder if name is None else {**holder, name: member})

    def change_list(keys: Keys, change: Callable[[list[Json]], list[Json]]) -> bytes:
        return with_value(value, keys, change(value_at(value, keys)))

    def enlarge(keys: Keys, huge: Callable[[str, int], str], unit: str, size: int) -> bytes:
        return with_value(value, keys, "@HERE@").replace(b'"@HERE@"', huge(unit, size).encode())

    return one_of(
        put(links, st.sampled_from([*LINKS, *MAILS])),
        put(moments, st.sampled_from(MOMENTS)),
        put(everywhere, st.sampled_from([*NUMBERS, *OTHERS])),
        put(everywhere, JSON),
        put(everywhere, st.sampled_from(everywhere).map(partial(value_at, value))),
        st.builds(rename, st.sampled_from(named), st.none() | KEYS) if named else damaged_texts(value),
        st.builds(change_list, st.sampled_from(lists), st.sampled_from(OTHER_LISTS)) if lists else damaged_texts(value),
        st.builds(enlarge, *map(st.sampled_from, (everywhere, HUGE, UNITS, SIZES))),
        st.builds(enlarge, *map(st.sampled_from, (everywhere, NESTED, UNITS, DEPTHS))),
        st.just(json.dumps(value).encode()),
    )


def _texts(value: object) -> list[Keys]:
    """Return the keys that lead to each text, except those that name a schema."""
    return [keys for keys in keys_in(value) if isinstance(value_at(value, keys), str) and keys[-1:] != ("$schema",)]


def damaged_bytes(raw: bytes) -> Contents:
    """Contents with bytes that are exchanged, cut off, cut out, doubled, inserted or encoded differently."""
    text = raw.decode("latin-1")
    places, lengths = st.integers(0, len(raw)), st.sampled_from([1, 2, 10, 100, 1000])
    pieces = st.sampled_from(SPOILERS) | st.binary(min_size=1, max_size=16)
    return st.one_of(
        st.builds(lambda start, piece: raw[:start] + piece + raw[start + len(piece) :], places, pieces),
        st.builds(lambda start, piece: raw[:start] + piece + raw[start:], places | st.just(0), pieces),
        st.builds(lambda start, length: raw[:start] + raw[start + length :], places, lengths),
        st.builds(lambda start, length: raw[: start + length] + raw[start:], places, lengths),
        places.map(lambda end: raw[:end]),
        pieces.map(raw.__add__),
        st.sampled_from(["utf-16", "utf-32-le", "utf-8-sig"]).map(text.encode),
        st.just(raw.replace(b"\n", b"\r\n")),
        st.binary(max_size=200),
    )


def damaged_lines(raw: bytes) -> Contents:
    """Contents with a line that is missing, repeated, so that keys may be, or exchanged for another."""
    lines = raw.splitlines(keepends=True) or [b"\n"]
    places = st.integers(0, len(lines) - 1)
    return st.one_of(
        places.map(lambda one: b"".join(lines[:one] + lines[one + 1 :])),
        places.map(lambda one: b"".join([*lines[:one], lines[one].rstrip(b",\n") + b",\n", *lines[one:]])),
        st.builds(lambda one, other: b"".join([*lines[:one], lines[other], *lines[one + 1 :]]), places, places),
    )


# Folders

ODD_NAMES = tuple(
    name
    for name in (*NAMES, *CONTROLS, *SCRIPTS, "x\ny", "BUILD", "README.md", "schema", ".hidden", "a.JSON", "a.json")
    if name not in ("", ".", "..") and not {"/", "\0", "\ud800"} & {*name} and len(name) < 200
)

FolderChange = Callable[[Path], object]
"""Changes a file of a folder, or what is beside it."""


def write_here(file: Path, content: bytes) -> None:
    """Write a file, but never through a link, which could lead out of the folder, and without waiting for a pipe."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK
    with open(os.open(file, flags, 0o644), "wb") as stream:  # noqa: PTH123  # a descriptor
        stream.write(content)


def _replace(make: FolderChange) -> FolderChange:
    def change(file: Path) -> None:
        file.unlink()
        make(file)

    return change


def _replace_folder_by_file(file: Path) -> None:
    folder = file.parent
    for entry in [*folder.iterdir()] if folder.name in ("countries", "erps", "releases") else []:
        entry.unlink()
    if not [*folder.iterdir()]:
        folder.rmdir()
        write_here(folder, b"x")


def _add(name: str) -> FolderChange:
    return lambda file: write_here(file.parent / name, file.read_bytes())


def _add_name_of_bytes(file: Path) -> None:
    write_here(Path(os.fsdecode(os.fsencode(file.parent) + b"/\xff\xfe\xed\xa0\x80.json")), b"{}")


FOLDER_CHANGES: st.SearchStrategy[FolderChange] = st.one_of(
    st.sampled_from(ODD_NAMES).map(_add),
    st.sampled_from(ODD_NAMES).map(lambda name: _add(f"{name}.json")),
    st.sampled_from(ODD_NAMES).map(lambda name: lambda file: (file.parent / f"{name}.json").mkdir(exist_ok=True)),
    st.sampled_from(ODD_NAMES).map(lambda name: lambda file: (file.parent / name).symlink_to("..")),
    # The first is read-only, so a test cannot write through the link.
    st.sampled_from(["/proc/version", "/dev/zero", "/", "nowhere"]).map(
        lambda target: _replace(lambda file: file.symlink_to(target))
    ),
    st.sampled_from(
        [
            Path.unlink,
            lambda file: write_here(file, b""),
            _replace(Path.mkdir),
            _replace(os.mkfifo),
            _replace(lambda file: file.symlink_to(file.name)),
            _replace_folder_by_file,
            _add_name_of_bytes,
        ]
    ),
)
"""A file that is missing, empty, a link or no file, or an entry with an odd name beside it."""
