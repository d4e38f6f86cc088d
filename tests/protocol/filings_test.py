"""The tool for filings has what is due between two days, and counts what has no date."""

from typing import Any

import pytest

from locdata_client import Client
from protocol.answers_test import Ask, asking


@pytest.fixture
def ask(site: Any) -> Ask:  # noqa: ANN401  # a path
    """A function that calls a tool on the sample."""
    return asking(Client(site, fresh_for=3_600))


def test_filings_are_those_of_the_next_thirty_days_unless_other_days_are_asked_for(ask: Ask) -> None:
    soon = ask("filings", countries=["aq"])
    later = ask("filings", countries=["aq"], **{"from": "2027-01-01", "to": "2027-01-31"})

    assert [each["date"] for each in soon["records"]] == sorted(each["date"] for each in soon["records"]) != []
    assert all(each["date"] <= "2026-12-21" for each in soon["records"])
    assert all(each.get("last_date", each["date"]) >= "2026-11-21" for each in soon["records"])
    assert {each["date"][:7] for each in later["records"]} == {"2027-01"}


def test_reports_without_a_date_are_counted(ask: Ask) -> None:
    answer = ask("filings", countries=["aq", "gs"])

    assert answer["unknown"] == [
        "reports without a due date, by reason: event 2, no-rule 1, own-periods 1; ask reports for their deadlines"
    ]


def test_kind_chooses_filings_and_none_gives_a_hint(ask: Ask) -> None:
    assert {each["report"] for each in ask("filings", countries=["aq"], kind="vat-return")["records"]} != set()

    nothing = ask("filings", countries=["aq"], **{"from": "2030-01-01", "to": "2030-02-01"})
    assert nothing["records"] == []
    assert nothing["hint"].startswith("nothing is known to be due from 2030-01-01 to 2030-02-01 there")


def test_days_by_the_tax_number_and_days_that_may_move_are_marked(ask: Ask) -> None:
    records = ask("filings", countries=["aq"], to="2027-02-28")["records"]

    assert any("last_date" in each for each in records)
    assert any(each.get("may_move") for each in records)
