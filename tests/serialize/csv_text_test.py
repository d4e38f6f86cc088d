"""CSV as RFC 4180 has it: what is read back is what was written, to the letter."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.serialize.csv_text import encode_csv

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
HARD_TEXT = st.text(st.sampled_from(list("a,\";\r\n\t 'é世\U0001f600")))


def tables(cells: st.SearchStrategy[str]) -> st.SearchStrategy[list[list[str]]]:
    """Tables of one to five columns, header first."""
    return st.integers(1, 5).flatmap(
        lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=6)
    )


def read(content: bytes) -> list[list[str]]:
    """The rows as Python's own reader understands them."""
    return list(csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True))


@given(tables(TEXT))
def test_every_text_survives(table: list[list[str]]) -> None:
    assert read(encode_csv(table[0], table[1:])) == table


@given(tables(HARD_TEXT))
def test_every_text_that_looks_like_csv_survives(table: list[list[str]]) -> None:
    assert read(encode_csv(table[0], table[1:])) == table


@given(tables(TEXT))
def test_the_same_table_gives_the_same_bytes(table: list[list[str]]) -> None:
    assert encode_csv(table[0], table[1:]) == encode_csv(list(table[0]), iter(table[1:]))


def test_rows_end_with_crlf_and_there_is_no_byte_order_mark() -> None:
    assert encode_csv(["a", "b"], [["1", "2"]]) == b"a,b\r\n1,2\r\n"


def test_quotes_stand_only_where_needed() -> None:
    row = ["plain", "with blank", "a,b", 'say "x"', "two\nlines", "", "é"]

    assert encode_csv(row, []) == 'plain,with blank,"a,b","say ""x""","two\nlines",,é\r\n'.encode()


def test_a_single_empty_cell_is_still_a_row() -> None:
    assert read(encode_csv(["a"], [[""]])) == [["a"], [""]]


def test_a_row_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a row must have 2 cells, but has 1$"):
        encode_csv(["a", "b"], [["1"]])


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        encode_csv(["\ud800"], [])
