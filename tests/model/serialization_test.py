"""Every value and every table survives its encoding, which has one form."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_model.serialization import encode_csv, encode_json, estimated_tokens

# A lone surrogate is not a character, and UTF-8 cannot encode it.
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
CSV_TEXT = TEXT | st.text(st.sampled_from(list("a,\";\r\n\t 'é世\U0001f600")))
TABLES = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.lists(CSV_TEXT, min_size=width, max_size=width), min_size=1, max_size=6)
)


def read_csv(content: bytes) -> list[list[str]]:
    """The rows of a table, read with the reader of the standard library."""
    return list(csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True))


def test_json_has_two_spaces_for_each_level_and_one_newline_at_the_end() -> None:
    assert encode_json({"name": "Türkiye", "list": [1, {}], "empty": []}) == (
        '{\n  "name": "Türkiye",\n  "list": [\n    1,\n    {}\n  ],\n  "empty": []\n}\n'.encode()
    )


@given(TABLES)
def test_every_table_survives_csv(table: list[list[str]]) -> None:
    assert read_csv(encode_csv(table[0], iter(table[1:]))) == table


def test_csv_has_crlf_and_quotes_only_where_needed() -> None:
    row = ["plain", "with blank", "a,b", 'say "x"', "two\nlines", "", "é"]

    assert (
        encode_csv(row, [row[::-1]])
        == (
            'plain,with blank,"a,b","say ""x""","two\nlines",,é\r\né,,"two\nlines","say ""x""","a,b",with blank,plain\r\n'
        ).encode()
    )


def test_row_that_is_not_as_long_as_the_header_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a row must have 2 cells, got 1$"):
        encode_csv(["a", "b"], [["1"]])


def test_lone_surrogate_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        encode_json("\ud800")
    with pytest.raises(UnicodeEncodeError):
        encode_csv(["\ud800"], [])


@pytest.mark.parametrize(
    ("content", "tokens"), [(b"", 0), (b"a", 1), (b"abc", 1), (b"abcd", 2), ("é".encode(), 1), (b"x" * 1_800, 600)]
)
def test_a_token_has_at_least_three_bytes(content: bytes, tokens: int) -> None:
    assert estimated_tokens(content) == tokens
