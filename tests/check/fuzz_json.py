"""Changes to one source file, to its JSON value or to its bytes. Each change describes itself."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from check.fuzz_base import Json
from check.fuzz_payloads import FAMILIES, LINKS, MAILS, MOMENTS, NUMBERS, OTHERS
from locdata_model.serialization import encode_json

Path = tuple[str | int, ...]
Change = tuple[bytes, str]
"""The new content of a file, and a description of the change."""

HUGE = 1_000_000
DEPTHS = (10, 49, 50, 51, 200, 990, 5_000, 100_000)
LINK_FIELDS = {"url", "read_at", "website", "source", "base_url", "pattern", "contact", "commercial_licence"}
MOMENT_FIELDS = {
    *("date", "checked", "read", "published", "first_seen", "generated_at", "start", "end", "released_at", "version")
}

# fmt: off
SPOILERS = (
    b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80\xae", b"\0", b"\xef\xbb\xbf", b"\\ud800",
    b"\\u0000",
)
TOKENS = (
    b"NaN", b"-Infinity", b"1e999", b"0" * 50, b"9" * 5000, b"01", b"{", b"]", b",", b'"', b"'", b"//", b"\n", b"\r\n",
    b"\t",
)
UNITS = (
    "a", "a.", "-", "=", "<", "`", "*", "[", "(", "&", " ", "a b", "\u0301", "\u00e9", "\U0001f9fe", "@.", ".", "\\", "1",
)
# fmt: on


def paths(value: object, path: Path = ()) -> Iterator[Path]:
    """The path of each value inside ``value``, itself included."""
    yield path
    members: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield from paths(member, (*path, key))


def value_at(value: Json, path: Path) -> Json:
    """The value at a path."""
    for key in path:
        value = value[key]
    return value


def with_value(value: Json, path: Path, new: object) -> Json:
    """A copy with ``new`` at the path."""
    if not path:
        return new
    changed = copy.deepcopy(value)
    value_at(changed, path[:-1])[path[-1]] = new
    return changed


def encoded(value: object) -> bytes:
    """The canonical content for a value, or what Python writes where there is none."""
    try:
        return encode_json(value)
    except (TypeError, UnicodeEncodeError, OverflowError):
        return json.dumps(value, indent=2).encode() + b"\n"


def shown(path: Path) -> str:
    """A path in words."""
    return ".".join(map(str, path)) or "the whole"


def texts(value: object) -> list[Path]:
    """The path of each text, except those that name a schema."""
    return [path for path in paths(value) if isinstance(value_at(value, path), str) and path[-1:] != ("$schema",)]


def _payload(rng: Random) -> tuple[str, str]:
    family = rng.choice([*FAMILIES])
    return family, rng.choice(FAMILIES[family])


def change_text(value: Json, rng: Random) -> Change:
    """Hostile text instead of a text, or in it."""
    path = rng.choice(texts(value))
    family, payload = _payload(rng)
    old = value_at(value, path)
    new = rng.choice([payload, f"{old}{payload}", f"{payload} {old}", f"{old} {payload} {old}"])
    return encoded(with_value(value, path, new)), f"{family} text {payload!a:.60} in {shown(path)}"


def change_every_text(value: Json, rng: Random) -> Change:
    """Hostile text in nearly every text of a file."""
    family, payload = _payload(rng)
    form = rng.choice(["{old}{payload}", "{payload} {old}", "{old} {payload} {n}", "{payload}"])
    known = {path for path in texts(value) if not re.fullmatch(r"[a-z0-9_:/.Z-]+", value_at(value, path))}
    chosen = [path for path in sorted(known, key=str) if rng.random() < 0.9]
    changed = copy.deepcopy(value)
    for n, path in enumerate(chosen):
        text = form.format(old=value_at(value, path), payload=payload, n=n)
        value_at(changed, path[:-1])[path[-1]] = text
    return encoded(changed), f"{family} text {payload!a:.60} in {len(chosen)} texts"


def change_link(value: Json, rng: Random) -> Change:
    """A hostile link or email address in a field for one."""
    fields = [path for path in texts(value) if LINK_FIELDS & {*path}]
    if not fields:
        return change_text(value, rng)
    path, link = rng.choice(fields), rng.choice([*LINKS, *MAILS])
    return encoded(with_value(value, path, link)), f"link {link!a:.60} in {shown(path)}"


def change_moment(value: Json, rng: Random) -> Change:
    """A date, time or version at the limits of what is allowed."""
    fields = [path for path in texts(value) if MOMENT_FIELDS & {*path}]
    if not fields:
        return change_type(value, rng)
    moment = rng.choice(MOMENTS)
    chosen = fields if rng.random() < 0.3 else [rng.choice(fields)]
    changed = value
    for path in chosen:
        changed = with_value(changed, path, moment)
    return encoded(changed), f"moment {moment!a} in {', '.join(map(shown, chosen))[:80]}"


def change_type(value: Json, rng: Random) -> Change:
    """A value of another type."""
    path = rng.choice([*paths(value)])
    new = rng.choice([*NUMBERS, *OTHERS, ["x"] * 100, {str(n): n for n in range(50)}])
    return encoded(with_value(value, path, new)), f"value {new!a:.60} in {shown(path)}"


def change_keys(value: Json, rng: Random) -> Change:
    """A key that is missing or renamed, or a list with other entries."""
    holders = (path for path in paths(value) if isinstance(value_at(value, path), dict | list))
    path = rng.choice([path for path in holders if value_at(value, path)])
    changed = copy.deepcopy(value)
    holder = value_at(changed, path)
    if isinstance(holder, list):
        holder[:] = rng.choice([[], holder * 2, holder * 50, [*reversed(holder)], [[*holder]], [*holder, None]])
        return encoded(changed), f"another list in {shown(path)}"
    key = rng.choice([*holder])
    member = holder.pop(key)
    new = rng.choice([None, f"{key} ", key.upper(), "__proto__", _payload(rng)[1], "x" * 300, "\ud800", "$ref"])
    if new is not None:
        holder[new] = member
    return encoded(changed), f"key {key!a} of {shown(path)} becomes {new!a:.60}"


def change_position(value: Json, rng: Random) -> Change:
    """A value of the file instead of another one."""
    one, other = rng.choice([*paths(value)]), rng.choice([*paths(value)])
    return encoded(with_value(value, one, copy.deepcopy(value_at(value, other)))), f"{shown(other)} in {shown(one)}"


def change_size(value: Json, rng: Random) -> Change:
    """A huge text, key, list, object or number, or deep nesting."""
    path, unit, depth = rng.choice([*paths(value)]), rng.choice(UNITS), rng.choice(DEPTHS)
    size = HUGE if rng.random() < 0.05 else rng.choice([1_000, 5_000, 20_000])
    name, write = rng.choice(SIZES)
    raw = write(unit, size, depth).encode()
    words = f"{name.format(unit=ascii(unit), size=size, depth=depth)} in {shown(path)}"
    return encoded(with_value(value, path, "@HERE@")).replace(b'"@HERE@"', raw), words


SIZES: tuple[tuple[str, Callable[[str, int, int], str]], ...] = (
    ("text of {size} of {unit}", lambda unit, size, _: json.dumps(unit * size, ensure_ascii=False)),
    ("link of {size} of {unit}", lambda unit, size, _: json.dumps(f"https://{unit * size}")),
    ("mail address of {size} of {unit}", lambda unit, size, _: json.dumps(f"x@{unit * size}@")),
    ("key of {size} of {unit}", lambda unit, size, _: json.dumps({unit * size: 1})),
    ("list of {size}", lambda _, size, __: f"[{'1,' * size}1]"),
    ("list of {size} lists", lambda _, size, __: f"[{'[],' * size}1]"),
    ("object of {size}", lambda _, size, __: f"{{{','.join(f'{chr(34)}{n}{chr(34)}:1' for n in range(size))}}}"),
    (
        "object of {size}, each twice",
        lambda _, size, __: f"{{{','.join(f'{chr(34)}{n // 2}{chr(34)}:1' for n in range(size))}}}",
    ),
    ("number of many digits", lambda _, size, __: "9" * min(size, 20_000)),
    ("{depth} lists in each other", lambda _, __, depth: "[" * depth + "]" * depth),
    ("{depth} objects in each other", lambda _, __, depth: '{"a":' * depth + "1" + "}" * depth),
    ("{depth} open brackets", lambda _, __, depth: "[" * depth),
)
"""What can be huge: a description, and how it is written."""


def change_bytes(value: Json, rng: Random) -> Change:
    """Bytes that are flipped, cut, doubled, inserted or encoded differently."""
    raw = encoded(value)
    start = rng.randrange(len(raw))
    end = min(len(raw), start + rng.choice([1, 2, 10, 100, 1000]))
    piece = rng.choice([*SPOILERS, *TOKENS, rng.randbytes(4)])
    name, changed = rng.choice(
        [
            ("one byte flipped", raw[:start] + bytes([raw[start] ^ (1 << rng.randrange(8))]) + raw[start + 1 :]),
            (f"cut from {start} to {end}", raw[:start] + raw[end:]),
            (f"ends at {start}", raw[:start]),
            (f"doubled from {start} to {end}", raw[:end] + raw[start:end] + raw[end:]),
            (f"{piece!a:.40} at {start}", raw[:start] + piece + raw[start:]),
            (f"{piece!a:.40} at the end", raw + piece),
            (f"{piece!a:.40} at the beginning", piece + raw),
            ("in UTF-16", raw.decode().encode("utf-16")),
            ("in UTF-32", raw.decode().encode("utf-32-le")),
            ("in UTF-8 with a byte order mark", raw.decode().encode("utf-8-sig")),
            ("in Latin-1", raw.decode().encode("latin-1", "replace")),
            ("in one line", json.dumps(value).encode()),
            ("with CRLF", raw.replace(b"\n", b"\r\n")),
            ("empty", b""),
            ("random bytes", rng.randbytes(200)),
        ]
    )
    return changed, name


def change_lines(value: Json, rng: Random) -> Change:
    """Lines that are doubled, so that keys are repeated, or exchanged."""
    lines = encoded(value).split(b"\n")
    one = rng.randrange(len(lines))
    other = rng.choice([number for number, line in enumerate(lines) if line != lines[one]])
    if rng.random() < 0.6:
        lines.insert(one, lines[one].rstrip(b",") + b",")
        return b"\n".join(lines), f"line {one} twice"
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines), f"lines {one} and {other} are exchanged"


CHANGES: tuple[tuple[Callable[[Any, Random], Change], int], ...] = (
    (change_text, 25),
    (change_every_text, 10),
    (change_link, 10),
    (change_moment, 8),
    (change_type, 10),
    (change_keys, 8),
    (change_position, 6),
    (change_size, 4),
    (change_bytes, 8),
    (change_lines, 4),
)
"""Every change to one file with its weight."""
