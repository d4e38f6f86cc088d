"""JSON that takes much memory or many calls is refused before it does."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.contract.limited_json import (
    DEEPEST,
    LONGEST_NUMBER,
    MOST_BYTES,
    MOST_VALUES,
    LimitedDecoder,
    LimitError,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


def decode(*contents: bytes) -> object:
    """Decode the JSON files of one site, and return the last value."""
    decoder = LimitedDecoder()
    return [decoder.decode(content, object) for content in contents][-1]


@given(JSON)
def test_value_within_the_limits_is_decoded(value: object) -> None:
    assert decode(json.dumps(value).encode()) == value
    assert decode(json.dumps(value, ensure_ascii=False).encode()) == value


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"[" * 100_000 + b"]" * 100_000, f"more than {DEEPEST} levels", id="more levels than calls"),
        pytest.param(b"1" * (LONGEST_NUMBER + 1), f"more than {LONGEST_NUMBER} digits", id="long number"),
        pytest.param(b"[" + b"[]," * 400_000 + b"1]", f"{MOST_VALUES:,} values", id="many lists"),
        pytest.param(b'["' + b"x" * MOST_BYTES + b'"]', f"{MOST_BYTES:,} bytes", id="long text"),
    ],
)
def test_value_beyond_a_limit_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(LimitError, match=re.escape(reason)):
        decode(content)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"[" * DEEPEST + b"]" * DEEPEST, id="deepest"),
        pytest.param(b'["' + b"[" * 99 + rb"\"" + b"1" * 99 + rb"\\" + b'"]', id="brackets and digits in a text"),
        pytest.param(b"1" * LONGEST_NUMBER, id="longest number"),
    ],
)
def test_value_at_a_limit_is_decoded(content: bytes) -> None:
    assert decode(content) == json.loads(content)


def test_files_of_a_site_share_the_limits() -> None:
    half = b"[" + b"1," * (MOST_VALUES // 2) + b"1]"

    assert decode(b"[]", half)
    with pytest.raises(LimitError, match="together with other files of the site"):
        decode(half, half)
