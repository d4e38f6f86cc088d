"""Two sites are compared byte by byte, and the first deviation is told where and how a reader can find it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.contract.sameness import compare_contents, first_deviation

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def test_every_path_is_the_same_changed_missing_or_strange() -> None:
    found = {"/same": 1, "/changed": 2, "/strange/b": 3, "/strange/a": 3}
    wanted = {"/same": 1, "/changed": 4, "/missing": 5}

    sameness = compare_contents(found, wanted)

    assert (sameness.same, sameness.changed) == (("/same",), ("/changed",))
    assert (sameness.missing, sameness.strange) == (("/missing",), ("/strange/a", "/strange/b"))
    assert not sameness.is_whole


def test_equal_sites_are_the_same() -> None:
    assert compare_contents({"/a": b""}, {"/a": b""}).is_whole


@pytest.mark.parametrize(
    ("found", "wanted", "told"),
    [
        pytest.param({"a": [1, 2]}, {"a": [1, 3]}, "$.a[1]: must be 3, but is 2", id="value"),
        pytest.param({"a": 1}, {"b": 2, "a": 1}, "$.b: must be 2, but is absent", id="missing member"),
        pytest.param({"a": 1, "b": "x"}, {"a": 1}, '$.b: must be absent, but is "x"', id="stray member"),
        pytest.param([1], [1, 2], "$[1]: must be 2, but is absent", id="missing element"),
        pytest.param({"a": 1}, {"a": True}, "$.a: must be true, but is 1", id="another type"),
        pytest.param([0], {"a": 0}, '$: must be {"a": 0}, but is [0]', id="another kind"),
        pytest.param("ü\x1b", "u", '$: must be "u", but is "\\u00fc\\u001b"', id="nothing reaches the terminal raw"),
        pytest.param("x" * 200, "", '$: must be "", but is "' + "x" * 78 + "…", id="long value"),
    ],
)
def test_of_json_the_path_of_the_first_deviation_is_told(found: object, wanted: object, told: str) -> None:
    assert first_deviation(json.dumps(found).encode(), json.dumps(wanted).encode()) == told


@pytest.mark.parametrize(
    ("found", "wanted", "told"),
    [
        pytest.param(b"a\nb\n", b"a\nc\n", "line 2: must be 'c\\n', but is 'b\\n'", id="line"),
        pytest.param(b"a\n", b"a\nc\n", "line 2: must be 'c\\n', but is nothing", id="missing line"),
        pytest.param(b"a\r\n", b"a\n", "line 1: must be 'a\\n', but is 'a\\r\\n'", id="line ends"),
        pytest.param(b'{"a": 1, "b": 2}', b'{"b": 2, "a": 1}', None, id="order of keys"),
        pytest.param(b"{}\n", b"{}", "line 1: must be '{}', but is '{}\\n'", id="blanks in JSON"),
        pytest.param(b"\xff\x00", b"\xff\x01\x02", "byte 1: must be 01 02, but is 00", id="no text"),
        pytest.param(b"\xff", b"\xff\x01", "byte 1: must be 01, but is nothing", id="cut off"),
        pytest.param(b"[" * 100_000, b"[" * 99_999, None, id="deep nesting"),
    ],
)
def test_of_all_else_the_line_or_the_byte_is_told(found: bytes, wanted: bytes, told: str | None) -> None:
    deviation = first_deviation(found, wanted)

    assert deviation.startswith("line 1: must be") if told is None else deviation == told


def test_of_a_long_line_the_deviation_itself_is_shown() -> None:
    start = b"x" * 10_000

    assert first_deviation(start + b"found", start + b"wanted") == (
        f"line 1: must be '{'x' * 20}wanted', but is '{'x' * 20}found'"
    )


@given(JSON, JSON)
def test_two_contents_that_are_not_the_same_have_a_first_deviation(one: object, other: object) -> None:
    found, wanted = json.dumps(one).encode(), json.dumps(other).encode()

    if found != wanted:
        assert "must be" in first_deviation(found, wanted)
