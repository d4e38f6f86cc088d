"""JSON as this project writes it: every value survives, and one value has one form."""

import datetime as dt
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from locdata_build.serialize.json_text import encode_json

# JSON text is Unicode; a lone surrogate is no character.
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner), max_leaves=20)


@given(VALUES)
def test_every_value_survives(value: object) -> None:
    assert json.loads(encode_json(value)) == value


@given(VALUES)
def test_a_value_read_back_gives_the_same_bytes(value: object) -> None:
    assert encode_json(json.loads(encode_json(value))) == encode_json(value)


@given(st.permutations(["b", "a", "é", "10", "9"]))
def test_keys_keep_the_order_given(keys: list[str]) -> None:
    read = json.loads(encode_json(dict.fromkeys(keys, 0)), object_pairs_hook=lambda pairs: [key for key, _ in pairs])

    assert read == keys


@given(VALUES)
def test_there_is_one_newline_at_the_end_and_no_byte_order_mark(value: object) -> None:
    content = encode_json(value)

    assert content.endswith(b"\n")
    assert not content.endswith(b"\n\n")
    assert not content.startswith(b"\xef\xbb\xbf")


@given(TEXT)
def test_non_ascii_characters_stand_as_themselves(text: str) -> None:
    visible = "".join(char for char in text if char.isprintable() and char not in '"\\')

    assert encode_json(visible) == f'"{visible}"\n'.encode()


def test_layout_is_two_spaces_for_each_level() -> None:
    assert encode_json({"name": "Türkiye", "list": [1, {}], "empty": []}) == (
        '{\n  "name": "Türkiye",\n  "list": [\n    1,\n    {}\n  ],\n  "empty": []\n}\n'.encode()
    )


def test_a_struct_is_written_in_the_order_of_its_fields_with_iso_dates() -> None:
    class Entry(Struct):
        when: dt.date
        at: dt.datetime
        answer: bool | None

    entry = Entry(when=dt.date(2026, 1, 2), at=dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC), answer=None)

    assert encode_json(entry) == b'{\n  "when": "2026-01-02",\n  "at": "2026-01-02T03:04:05Z",\n  "answer": null\n}\n'


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        encode_json("\ud800")


def test_a_value_without_a_form_in_json_is_refused() -> None:
    with pytest.raises(TypeError):
        encode_json(object())
