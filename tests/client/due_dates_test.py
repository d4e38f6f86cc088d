"""The client has what is due between two days, in all countries or in some."""

import datetime as dt
from pathlib import Path

import pytest

from locdata_client import Client, NotFoundError

FIRST, LAST = dt.date(2026, 11, 21), dt.date(2027, 1, 31)


def test_due_dates_of_chosen_countries_are_among_those_of_all(site: Path) -> None:
    client = Client(site)
    every = client.due_between(FIRST, LAST)

    assert every == tuple(sorted(every, key=lambda each: (each.date, each.id)))
    assert client.due_between(FIRST, LAST, "AQ") == tuple(each for each in every if each.country == "aq") != ()
    assert client.due_between(FIRST, LAST, ["aq", "gs"]) == tuple(
        each for each in every if each.country in {"aq", "gs"}
    )
    with pytest.raises(NotFoundError, match="no country has the code 'zz'"):
        client.due_between(FIRST, LAST, "zz")
