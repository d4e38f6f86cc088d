"""A file either has one JSON value or a fault that says where it has none."""

import pytest

from locdata_build.read.parse import parse_json
from locdata_build.source.codes import Code
from locdata_build.source.faults import Fault

FILE = "data/file.json"


def printed(raw: bytes) -> list[str]:
    """The faults of ``raw``, as they are printed."""
    value, faults = parse_json(raw, FILE)
    assert value is None
    return [str(fault) for fault in faults]


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param(b'{"b": 1, "a": [true, null]}', {"b": 1, "a": [True, None]}, id="object"),
        pytest.param(b"[]", [], id="list"),
        pytest.param(b"null", None, id="null"),
        pytest.param(b" 1.5\r\n", 1.5, id="blanks around"),
        pytest.param('"Größe"'.encode(), "Größe", id="non-ASCII"),
        pytest.param(b'"Gr\\u00f6\\u00dfe"', "Größe", id="escaped"),
        pytest.param(b'[{"a": 1}, {"a": 1}]', [{"a": 1}, {"a": 1}], id="same key in two objects"),
        pytest.param(b'{"a": {"a": 1}}', {"a": {"a": 1}}, id="same key inside and outside"),
        pytest.param(b'"\\ud83e\\uddfe"', "🧾", id="escaped surrogate pair"),
    ],
)
def test_json_is_read_as_its_value(raw: bytes, value: object) -> None:
    assert parse_json(raw, FILE) == (value, [])


def test_keys_keep_their_order() -> None:
    value, _ = parse_json(b'{"b": 1, "c": 2, "a": 3}', FILE)

    assert isinstance(value, dict)
    assert [*value] == ["b", "c", "a"]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        pytest.param(b"\xff\xfe{\x00}\x00", "must be UTF-8, but byte 0 is 0xff", id="UTF-16"),
        pytest.param(b'{"name": "Espa\xf1a"}', "must be UTF-8, but byte 14 is 0xf1", id="Latin-1"),
        pytest.param(b'"\xed\xa0\x80"', "must be UTF-8, but byte 1 is 0xed", id="encoded surrogate"),
        pytest.param(b'"\xc0\xaf"', "must be UTF-8, but byte 1 is 0xc0", id="overlong form"),
        pytest.param(b'"\xe2\x82', "must be UTF-8, but byte 1 is 0xe2", id="cut short"),
    ],
)
def test_bytes_that_are_not_utf8_are_refused(raw: bytes, message: str) -> None:
    assert printed(raw) == [f"data/file.json: $: {message} [not-utf8]"]


@pytest.mark.parametrize("raw", [b"\xef\xbb\xbf{}", b"\xef\xbb\xbf", b"\xef\xbb\xbf\xff"])
def test_byte_order_mark_is_refused(raw: bytes) -> None:
    assert printed(raw) == [
        "data/file.json: $: must begin without a byte order mark, but begins with one [not-utf8]",
    ]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        pytest.param(b"", "line 1, column 1: Expecting value", id="empty"),
        pytest.param(b" \n ", "line 2, column 2: Expecting value", id="blank"),
        pytest.param(b"fr", "line 1, column 1: Expecting value", id="bare word"),
        pytest.param(b'{\n  "a": 1\n  "b": 2\n}', "line 3, column 3: Expecting ',' delimiter", id="comma missing"),
        pytest.param(b'{"a" 1}', "line 1, column 6: Expecting ':' delimiter", id="colon missing"),
        pytest.param(b"[1,]", "line 1, column 4: Expecting value", id="comma at the end of a list"),
        pytest.param(
            b'{"a": 1,\n}',
            "line 2, column 1: Expecting property name enclosed in double quotes",
            id="comma at the end of an object",
        ),
        pytest.param(
            b"{'a': 1}",
            "line 1, column 2: Expecting property name enclosed in double quotes",
            id="single quotes",
        ),
        pytest.param(
            b"{\n  // no\n}",
            "line 2, column 3: Expecting property name enclosed in double quotes",
            id="comment",
        ),
        pytest.param(b'{"a": [1, 2', "line 1, column 12: Expecting ',' delimiter", id="cut short"),
        pytest.param(b'"a', "line 1, column 1: Unterminated string starting at", id="text cut short"),
        pytest.param(b"{}\n{}", "line 2, column 1: Extra data", id="two values"),
        pytest.param(b'"a\nb"', "line 1, column 3: Invalid control character at", id="line break in a text"),
        pytest.param(b'"\\x41"', "line 1, column 2: Invalid \\escape", id="unknown escape"),
        pytest.param(b'"\\u12"', "line 1, column 3: Invalid \\uXXXX escape", id="escape cut short"),
        pytest.param(b"[01]", "line 1, column 3: Expecting ',' delimiter", id="leading zero"),
        pytest.param(b"[+1]", "line 1, column 2: Expecting value", id="plus sign"),
    ],
)
def test_bytes_that_are_not_json_are_refused_with_line_and_column(raw: bytes, message: str) -> None:
    assert printed(raw) == [f"data/file.json: $: must be JSON, but is not: {message} [not-json]"]


def test_column_counts_characters() -> None:
    assert printed('{"Größe" 1}'.encode()) == [
        "data/file.json: $: must be JSON, but is not: line 1, column 10: Expecting ':' delimiter [not-json]"
    ]


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"[" * 100_000, id="lists that are never closed"),
        pytest.param(b"[" * 100_000 + b"]" * 100_000, id="lists"),
        pytest.param(b'{"a":' * 100_000 + b"1" + b"}" * 100_000, id="objects"),
    ],
)
def test_json_too_deep_for_the_parser_is_refused(raw: bytes) -> None:
    assert printed(raw) == [
        "data/file.json: $: must be nested no more than 50 levels deep, but is [not-json]",
    ]


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"[" * 50 + b"1" + b"]" * 50, id="lists"),
        pytest.param(b'{"a":' * 50 + b"1" + b"}" * 50, id="objects"),
        pytest.param(b'[{"a":' * 25 + b"1" + b"}]" * 25, id="lists and objects"),
    ],
)
def test_json_nested_50_levels_deep_is_no_fault(raw: bytes) -> None:
    value, faults = parse_json(raw, FILE)

    assert value is not None
    assert faults == []


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        pytest.param(b"[" * 51 + b"1" + b"]" * 51, "[0]" * 50, id="lists"),
        pytest.param(b'{"a":' * 51 + b"1" + b"}" * 51, ".a" * 50, id="objects"),
        pytest.param(
            b"[" * 51 + b"1, 2, [3]" + b"]" * 51, "[0]" * 50, id="more than one value below: the first is told"
        ),
        pytest.param(b'{"b": 1, "a":' + b"[" * 500 + b"]" * 500 + b"}", ".a" + "[0]" * 49, id="far deeper"),
    ],
)
def test_json_nested_more_than_50_levels_deep_is_refused_with_its_path(raw: bytes, path: str) -> None:
    assert printed(raw) == [
        f"data/file.json: ${path}: must be nested no more than 50 levels deep, but is [not-json]",
    ]


def test_number_with_thousands_of_digits_is_refused() -> None:
    assert printed(b'{"a": ' + b"9" * 5000 + b"}") == [
        "data/file.json: $: must hold numbers of reasonable length alone, but does not [not-json]",
    ]


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_word_for_what_is_no_number_is_refused(word: str) -> None:
    assert printed(f'{{"a": [1, {word}]}}'.encode()) == [
        f"data/file.json: $: must be JSON, but is not: {word} is no number [not-json]",
    ]


@pytest.mark.parametrize(
    ("raw", "paths"),
    [
        pytest.param(b'{"a": 1, "a": 1}', ["$.a"], id="at the top"),
        pytest.param(b'{"a": 1, "a": 2, "a": 3}', ["$.a"], id="three times"),
        pytest.param(b'{"a": 1, "b": 1, "b": 2, "a": 2}', ["$.a", "$.b"], id="two keys"),
        pytest.param(b'{"a": [1, {"b": {"c": 1, "c": 2}}]}', ["$.a[1].b.c"], id="at depth"),
        pytest.param(b'[{"a": 1, "a": 2}, {"a": 1, "a": 2}]', ["$[0].a", "$[1].a"], id="in two objects"),
        pytest.param(b'{"a": 1, "a": {"b": 1, "b": 2}}', ["$.a", "$.a.b"], id="inside what is repeated"),
        pytest.param(b'{"a": 1, "\\u0061": 2}', ["$.a"], id="spelt in two ways"),
        pytest.param(b'{"$schema": 1, "$schema": 2}', ["$['$schema']"], id="key that is no word"),
        pytest.param(b'{"": 1, "": 2}', ["$['']"], id="empty key"),
    ],
)
def test_key_given_twice_is_refused_with_its_path(raw: bytes, paths: list[str]) -> None:
    assert printed(raw) == [
        f"data/file.json: {path}: must be given once in its object, but is given twice or more [duplicate-key]"
        for path in paths
    ]


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        pytest.param(b'"\\udc00"', "$", id="at the top"),
        pytest.param(b'{"a": [1, "b\\ud83e"]}', "$.a[1]", id="first half, at depth"),
        pytest.param(b'["\\uddfe\\ud83e"]', "$[0]", id="halves the wrong way round"),
    ],
)
def test_half_of_a_surrogate_pair_is_refused_with_its_path(raw: bytes, path: str) -> None:
    assert printed(raw) == [
        f"data/file.json: {path}: must hold whole characters, but holds half of a surrogate pair [lone-surrogate]",
    ]


def test_half_of_a_surrogate_pair_in_a_key_is_refused_with_its_path() -> None:
    assert printed(b'{"a": {"\\ud83e": 1}}') == [
        (
            "data/file.json: $.a['\\ud83e']: must hold whole characters in its key, but holds half of a surrogate pair "
            "[lone-surrogate]"
        )
    ]


def test_every_finding_in_what_was_parsed_is_told() -> None:
    raw = b'{"\\ud83e": "\\udc00", "a": 1, "a": ' + b"[" * 51 + b"]" * 51 + b', "b": ["\\udc00"]}'

    assert printed(raw) == [
        "data/file.json: $.a: must be given once in its object, but is given twice or more [duplicate-key]",
        (
            "data/file.json: $['\\ud83e']: must hold whole characters in its key, but holds half of a surrogate pair "
            "[lone-surrogate]"
        ),
        (
            "data/file.json: $['\\ud83e']: must hold whole characters, but holds half of a surrogate pair "
            "[lone-surrogate]"
        ),
        f"data/file.json: $.a{'[0]' * 49}: must be nested no more than 50 levels deep, but is [not-json]",
        "data/file.json: $.b[0]: must hold whole characters, but holds half of a surrogate pair [lone-surrogate]",
    ]


def test_fault_names_the_file() -> None:
    message = "must be JSON, but is not: line 1, column 1: Expecting value"

    assert parse_json(b"", "other.json") == (None, [Fault("other.json", "$", Code.NOT_JSON, message)])
