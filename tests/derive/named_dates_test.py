"""Dates are found in English texts, however they are written."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.derive.named_dates import MONTHS, named_dates

WORDS = st.text(alphabet="abc äß.,;:()-", max_size=8)


def forms(date: dt.date) -> list[str]:
    """Each way to write a date."""
    month = MONTHS[date.month - 1]
    return [
        f"{date.day} {month} {date.year:04}",
        f"{date.day:02} {month} {date.year:04}",
        f"{date.day}th {month} {date.year:04}",
        f"{month} {date.day}, {date.year:04}",
        date.isoformat(),
    ]


@given(st.lists(st.tuples(WORDS, st.dates(), st.integers(0, 4))), WORDS)
def test_every_date_of_a_text_is_named_and_no_other(parts: list[tuple[str, dt.date, int]], end: str) -> None:
    text = "".join(f"{words} {forms(date)[form]} " for words, date, form in parts) + end

    assert sorted(named_dates(text)) == sorted(date for _, date, _ in parts)


@given(st.dates())
def test_month_names_its_first_day(date: dt.date) -> None:
    text = f"from {MONTHS[date.month - 1]} {date.year:04}"

    assert list(named_dates(text)) == [date.replace(day=1)]


@given(st.text())
def test_any_text_can_be_searched(text: str) -> None:
    assert all(isinstance(date, dt.date) for date in named_dates(text))


@pytest.mark.parametrize(
    "text",
    [
        "in 2027",
        "31 June 2027",
        "2027-02-30",
        "1 januar 2027",
        "Mayor 2027",
        "12027-01-01",
        "2027-01-011",
        "0000-01-01",
    ],
)
def test_anything_else_names_no_date(text: str) -> None:
    assert list(named_dates(text)) == []


def test_end_of_a_range_is_named() -> None:
    assert list(named_dates("from 1 to 30 June 2027")) == [dt.date(2027, 6, 30)]
