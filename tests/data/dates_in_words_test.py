"""Dates are found in English texts, however they are written."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.data.dates_in_words import MONTHS, named_dates

WORDS = st.text(alphabet="abc äß.,;:()-", max_size=8)


def forms(date: dt.date) -> list[str]:
    """Each way to write a date."""
    month = MONTHS[date.month - 1]
    return [
        f"{date.day} {month} {date.year:04}",
        f"{date.day:02} {month} {date.year:04}",
        f"{date.day}th {month} {date.year:04}",
        f"{date.day}th of {month} {date.year:04}",
        f"{date.day}\u00a0{month}\u00a0{date.year:04}",
        f"{date.day} {month[:3]} {date.year:04}",
        f"{month} {date.day}, {date.year:04}",
        f"{month} {date.day} {date.year:04}",
        date.isoformat(),
    ]


@given(st.lists(st.tuples(WORDS, st.dates(), st.integers(0, 8))), WORDS)
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
        "2027-13-01",
        "in May",
        "1 January 20270",
        "1 Janu 2027",
        "Marcha 2027",
        "from 1 April to 30 June",
        "1 januar 2027",
        "Mayor 2027",
        "12027-01-01",
        "2027-01-011",
        "0000-01-01",
    ],
)
def test_anything_else_names_no_date(text: str) -> None:
    assert list(named_dates(text)) == []


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("from 1 to 30 June 2027", ["2027-06-01", "2027-06-30"]),
        ("1-15 January 2027", ["2027-01-01", "2027-01-15"]),
        ("1\u201315 January 2027", ["2027-01-01", "2027-01-15"]),
        ("1 and 20 January 2027", ["2027-01-01", "2027-01-20"]),
        ("1st or 20th of January 2027", ["2027-01-01", "2027-01-20"]),
        ("January 1-15, 2027", ["2027-01-01", "2027-01-15"]),
        ("January and July 2027", ["2027-01-01", "2027-07-01"]),
        ("April, July, and October 2027", ["2027-04-01", "2027-07-01", "2027-10-01"]),
        ("January/July 2027", ["2027-01-01", "2027-07-01"]),
        ("from 1 April to 30 June 2027", ["2027-04-01", "2027-06-30"]),
        ("from 1 October to 31 March 2027", ["2026-10-01", "2027-03-31"]),
        ("from 30 December 2026 to 2 January 2027", ["2026-12-30", "2027-01-02"]),
        ("Sept. 2027", ["2027-09-01"]),
        ("1 May 2027", ["2027-05-01"]),
        ("phase 2, 1 July 2027", ["2027-07-01"]),
        ("since-15 July 2027", ["2027-07-15"]),
        ("form 1.2-3 July 2027", ["2027-07-03"]),
        ("30 to 31 June 2027", ["2027-06-30"]),
    ],
)
def test_range_or_list_names_each_of_its_dates(text: str, dates: list[str]) -> None:
    assert sorted(map(str, named_dates(text))) == dates


@pytest.mark.parametrize("text", ["1 and " * 1_600, "May, " * 2_000, "1-" * 5_000, "1 May to " * 1_100, " " * 10_000])
def test_long_text_is_searched_to_its_end(text: str) -> None:
    assert [*map(str, named_dates(f"In 2027: {text}; 2 July 2027"))] == ["2027-07-02"]
