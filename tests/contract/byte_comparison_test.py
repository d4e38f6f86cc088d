"""The byte comparison of two sites names every path that differs, and the first difference in a file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.contract.byte_comparison import ByteComparison, compare_contents, first_difference

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def test_every_path_is_the_same_changed_missing_or_unexpected() -> None:
    actual = {"/same": 1, "/changed": 2, "/unexpected/b": 3, "/unexpected/a": 3}
    comparison = compare_contents(actual, {"/same": 1, "/changed": 4, "/missing": 5})

    assert comparison == ByteComparison(
        same=("/same",),
        changed=("/changed",),
        missing=("/missing",),
        unexpected=("/unexpected/a", "/unexpected/b"),
    )
    assert not comparison.is_identical
    assert compare_contents(actual, actual).is_identical


@pytest.mark.parametrize(
    ("actual", "expected", "message"),
    [
        ({"a": [1, 2]}, {"a": [1, 3]}, "$.a[1]: must be 3, but is 2"),
        ({"a": 1}, {"b": 2, "a": 1}, "$.b: must be 2, but is absent"),
        ({"a": 1, "b": "x"}, {"a": 1}, '$.b: must be absent, but is "x"'),
        ([1], [1, 2], "$[1]: must be 2, but is absent"),
        ({"a": 1}, {"a": True}, "$.a: must be true, but is 1"),
        ([0], {"a": 0}, '$: must be {"a": 0}, but is [0]'),
        ("ü\x1b", "u", '$: must be "u", but is "\\u00fc\\u001b"'),
        ("x" * 200, "", '$: must be "", but is "' + "x" * 78 + "…"),
        ({"x" * 200: 1}, {}, f"$.{'x' * 77}…: must be absent, but is 1"),
    ],
)
def test_first_difference_of_json_files_is_a_json_path(actual: object, expected: object, message: str) -> None:
    assert first_difference(json.dumps(actual).encode(), json.dumps(expected).encode()) == message


@pytest.mark.parametrize(
    ("actual", "expected", "message"),
    [
        pytest.param(b"a\nb\n", b"a\nc\n", "line 2: must be 'c\\n', but is 'b\\n'", id="line"),
        pytest.param(b"a\n", b"a\nc\n", "line 2: must be 'c\\n', but is nothing", id="missing line"),
        pytest.param(b"a\r\n", b"a\n", "line 1: must be 'a\\n', but is 'a\\r\\n'", id="line ending"),
        pytest.param(b"{}\n", b"{}", "line 1: must be '{}', but is '{}\\n'", id="equal JSON values"),
        pytest.param(
            b"x" * 10_000 + b"actual",
            b"x" * 10_000 + b"expected",
            f"line 1: must be '{'x' * 20}expected', but is '{'x' * 20}actual'",
            id="long line",
        ),
        pytest.param(b"\xff\x00", b"\xff\x01\x02", "byte 1: must be 01 02, but is 00", id="binary"),
        pytest.param(b"\xff", b"\xff\x01", "byte 1: must be 01, but is nothing", id="truncated binary"),
    ],
)
def test_first_difference_of_other_files_is_a_line_or_a_byte(actual: bytes, expected: bytes, message: str) -> None:
    assert first_difference(actual, expected) == message


def test_first_difference_of_deeply_nested_json_is_a_line() -> None:
    assert first_difference(b"[" * 100_000, b"[" * 99_999).startswith("line 1: must be")


@given(JSON, JSON)
def test_files_with_different_bytes_have_a_first_difference(one: object, other: object) -> None:
    actual, expected = json.dumps(one).encode(), json.dumps(other).encode()

    if actual != expected:
        assert "must be" in first_difference(actual, expected)
