"""A file either has one JSON value or an issue for each reason why it has none."""

import json
import tracemalloc

import pytest

from locdata_build.data.parsing import MAX_TEXT_LENGTH, MAX_VALUES, parse_json

FILE = "data/file.json"
TOO_DEEP = "must not be nested more than 50 levels deep [not-json]"
HALF_PAIR = "must not contain half of a surrogate pair"
TWICE = "must not appear twice in its object [duplicate-key]"


def printed(raw: bytes) -> list[str]:
    """The issues of ``raw`` without the file, as they are printed."""
    value, issues = parse_json(raw, FILE)
    assert value is None
    return [str(issue).removeprefix("data/file.json: ") for issue in issues]


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param(b'{"b": 1, "a": [true, null]}', {"b": 1, "a": [True, None]}, id="object"),
        pytest.param(b'"Gr\\u00f6\\u00dfe"', "Größe", id="escaped"),
        pytest.param(b'[{"a": 1}, {"a": {"a": 1}}]', [{"a": 1}, {"a": {"a": 1}}], id="same key in several objects"),
        pytest.param(b'"\\ud83e\\uddfe"', "🧾", id="escaped surrogate pair"),
    ],
)
def test_json_is_parsed_as_its_value(raw: bytes, value: object) -> None:
    assert parse_json(raw, FILE) == (value, [])


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        pytest.param(b"\xff\xfe{\x00}\x00", "must be UTF-8, got 0xff at byte 0", id="UTF-16"),
        pytest.param(b'{"name": "Espa\xf1a"}', "must be UTF-8, got 0xf1 at byte 14", id="Latin-1"),
        pytest.param(b'"\xed\xa0\x80"', "must be UTF-8, got 0xed at byte 1", id="encoded surrogate"),
        pytest.param(b"\xef\xbb\xbf{}", "must not begin with a byte order mark", id="byte order mark"),
    ],
)
def test_bytes_that_are_not_utf8_are_refused(raw: bytes, message: str) -> None:
    assert printed(raw) == [f"$: {message} [not-utf8]"]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "line 1, column 1: Expecting value"),
        (b'{\n  "a": 1\n  "b": 2\n}', "line 3, column 3: Expecting ',' delimiter"),
        (b"{}\n{}", "line 2, column 1: Extra data"),
    ],
)
def test_bytes_that_are_not_json_are_refused(raw: bytes, message: str) -> None:
    assert printed(raw) == [f"$: must be JSON: {message} [not-json]"]


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"[" * 50 + b"1" + b"]" * 50, id="50 lists"),
        pytest.param(b'[{"a":' * 25 + b"1" + b"}]" * 25, id="50 lists and objects"),
        pytest.param(b'"' + b"a" * MAX_TEXT_LENGTH + b'"', id="longest text"),
        pytest.param(b"[" + b"1," * (MAX_VALUES - 2) + b"1]", id="most values"),
    ],
)
def test_json_at_the_limit_is_accepted(raw: bytes) -> None:
    assert parse_json(raw, FILE)[1] == []


TOO_LONG = "a" * (MAX_TEXT_LENGTH + 1)
CHARACTERS = f"at most {MAX_TEXT_LENGTH} characters, got {MAX_TEXT_LENGTH + 1} [too-long]"


@pytest.mark.parametrize(
    ("raw", "issue"),
    [
        pytest.param(b"[" * 51 + b"1" + b"]" * 51, f"${'[0]' * 50}: {TOO_DEEP}", id="51 lists"),
        pytest.param(b"[" * 51 + b"1, 2, [3]" + b"]" * 51, f"${'[0]' * 50}: {TOO_DEEP}", id="several below: once"),
        pytest.param(b"[" * 100_000, f"$: {TOO_DEEP}", id="too deep for the parser"),
        pytest.param(b'{"a": [1, NaN]}', "$.a[1]: must be a finite number, got nan [not-json]", id="NaN"),
        pytest.param(b"[-1e999]", "$[0]: must be a finite number, got -inf [not-json]", id="number out of range"),
        pytest.param(b"9" * 5000, "$: must not contain a number with thousands of digits [not-json]", id="number"),
        pytest.param(json.dumps({"b": TOO_LONG}).encode(), f"$.b: must have {CHARACTERS}", id="text"),
        pytest.param(json.dumps({TOO_LONG: 1}).encode(), f"$: must have keys of {CHARACTERS}", id="key"),
        pytest.param(b"[" + b"1," * MAX_VALUES + b"1]", f"$: must have at most {MAX_VALUES} values [too-long]", id="values"),
        pytest.param(b"," * 11 * MAX_VALUES, f"$: must have at most {MAX_VALUES} values [too-long]", id="commas, unparsed"),
    ],
)  # fmt: skip
def test_json_beyond_a_limit_is_refused(raw: bytes, issue: str) -> None:
    assert printed(raw) == [issue]


@pytest.mark.parametrize(
    ("raw", "paths"),
    [
        pytest.param(b'{"a": 1, "a": 2, "a": 3}', ["$.a"], id="three times"),
        pytest.param(b'[{"a": 1, "a": 2}, {"a": 1, "a": 2}]', ["$[0].a", "$[1].a"], id="in two objects"),
        pytest.param(b'{"a": 1, "a": {"b": 1, "b": 2}}', ["$.a", "$.a.b"], id="inside a repeated one"),
        pytest.param(b'{"a": 1, "\\u0061": 2}', ["$.a"], id="written in two ways"),
    ],
)
def test_duplicate_key_is_refused(raw: bytes, paths: list[str]) -> None:
    assert printed(raw) == [f"{path}: {TWICE}" for path in paths]


def test_every_one_of_many_duplicate_keys_is_found() -> None:
    raw = b"{" + b",".join(b'"%d":1' % (n // 2) for n in range(100_000)) + b"}"

    assert len(printed(raw)) == 50_000


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        pytest.param(b'"\\udc00"', "$", id="at the top"),
        pytest.param(b'{"a": [1, "b\\ud83e"]}', "$.a[1]", id="first half, at depth"),
        pytest.param(b'["\\uddfe\\ud83e"]', "$[0]", id="halves in the wrong order"),
    ],
)
def test_half_of_a_surrogate_pair_is_refused(raw: bytes, path: str) -> None:
    assert printed(raw) == [f"{path}: {HALF_PAIR} [lone-surrogate]"]


def test_issues_below_long_keys_take_little_memory() -> None:
    levels, key = 40, b'{"%s":' % (b"a" * MAX_TEXT_LENGTH)
    raw = key * levels + b"[" + b",".join([b'"\\ud800"'] * 1_000) + b"]" + b"}" * levels
    tracemalloc.start()

    _, issues = parse_json(raw, FILE)

    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert str(issues[0]).startswith(f"{FILE}: $.{'a' * 198}...: must not contain half of a surrogate pair")
    assert peak < 20_000_000


def test_every_issue_of_a_parsed_value_is_reported() -> None:
    raw = b'{"\\ud83e": "\\udc00", "a": 1, "a": ' + b"[" * 51 + b"]" * 51 + b', "b": ["\\udc00"]}'

    assert printed(raw) == [
        f"$.a: {TWICE}",
        f"$['\\ud83e']: {HALF_PAIR} in its key [lone-surrogate]",
        f"$['\\ud83e']: {HALF_PAIR} [lone-surrogate]",
        f"$.a{'[0]' * 49}: {TOO_DEEP}",
        f"$.b[0]: {HALF_PAIR} [lone-surrogate]",
    ]
