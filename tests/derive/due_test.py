"""A claim is due if a date in it has come since its check, or if that check is too long ago."""

import datetime as dt
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict

from locdata_build.data.obligations import SourceObligation
from locdata_build.data.sources import CitedSource
from locdata_build.derive.claims import Claim
from locdata_build.derive.due import DueClaim, due_claims
from locdata_build.derive.provenance import cite
from locdata_build.derive.published import derive
from support.dataset import COUNTRY, Files, as_read, load, whole
from support.published import located
from support.records import fact, obligation, source_record

LAW = msgspec.convert(source_record("https://law.example/saft"), CitedSource)
DATES = st.dates(dt.date(2025, 1, 1), dt.date(2029, 12, 31))


def claim(dates: list[dt.date], checked: dt.date, key: str = "saft") -> Claim[Any, Any]:
    """A claim on an obligation with a phase on each date."""
    phases = (date.isoformat() for date in sorted(dates))
    record = obligation("in_force", *phases, summary="There is one[^law].", checked=checked.isoformat())
    found = located(as_read(record, SourceObligation), {"law": LAW}, key=key)
    return Claim(**asdict(found), provenance=cite(found, {}), record=None, parts=())


def due(folder: Path, files: Files, day: str) -> dict[str, DueClaim]:
    """The claims of the dataset that are due on a day, by name."""
    claims = derive(load(folder, files)).claims
    return {each.claim.name: each for each in due_claims(claims, dt.date.fromisoformat(day))}


@given(st.lists(DATES, max_size=4), DATES, DATES)
def test_claim_is_due_if_a_date_of_it_has_come_since_its_check_or_the_check_is_old(
    dates: list[dt.date], checked: dt.date, today: dt.date
) -> None:
    passed = sorted({date for date in dates if checked < date <= today})
    is_old = today > checked + dt.timedelta(days=180)
    found = due_claims([claim(dates, checked)], today)

    assert [(list(each.passed), each.is_old) for each in found] == ([(passed, is_old)] if passed or is_old else [])


@given(st.lists(DATES, min_size=1, max_size=4), DATES, DATES, DATES)
def test_claim_that_is_due_stays_due_until_it_is_checked(
    dates: list[dt.date], checked: dt.date, one: dt.date, other: dt.date
) -> None:
    earlier, later = sorted((one, other))
    found = [len(due_claims([claim(dates, checked)], day)) for day in (earlier, later)]

    assert found == sorted(found)
    assert due_claims([claim(dates, max(checked, later))], later) == ()


@given(st.lists(DATES, max_size=6))
def test_oldest_check_comes_first_and_of_several_the_first_name(days: list[dt.date]) -> None:
    claims = [claim([], day, f"k{number}") for number, day in enumerate(days)]
    found = [(each.claim.provenance.last_checked, each.claim.name) for each in due_claims(claims, dt.date(2031, 1, 1))]

    assert found == sorted((each.provenance.last_checked, each.name) for each in claims)


def test_of_claims_checked_on_one_day_the_one_that_was_overtaken_first_comes_first() -> None:
    checked, early, late = dt.date(2026, 1, 1), dt.date(2026, 3, 1), dt.date(2026, 4, 1)
    claims = [claim([], checked, "a"), claim([late], checked, "b"), claim([early, late], checked, "c")]
    found = [each.claim.name for each in due_claims(claims, dt.date(2027, 1, 1))]

    assert found == ["obligations/fr-c", "obligations/fr-b", "obligations/fr-a"]


@pytest.mark.parametrize(
    ("text", "passed"),
    [
        pytest.param("20% from 1 January 2027.", [dt.date(2027, 1, 1)], id="date in the text"),
        pytest.param("20% from 1 January 2026.", [], id="date before the check"),
        pytest.param("20% from 21 November 2028.", [], id="date to come"),
    ],
)
def test_dates_of_a_text_count(tmp_path: Path, text: str, passed: list[dt.date]) -> None:
    files = whole()
    files[COUNTRY]["facts"]["vat"] = fact(text)
    found = due(tmp_path, files, "2027-01-01")

    assert [date for name, each in found.items() if name == "facts/fr-vat" for date in each.passed] == passed


def test_nothing_is_due_on_the_day_of_the_data(tmp_path: Path) -> None:
    assert due(tmp_path, whole(), "2026-11-21") == {}


def test_claim_that_is_not_known_is_due_by_age_alone(tmp_path: Path) -> None:
    found = due(tmp_path, whole(), "2027-05-20")["obligations/fr-audit-file"]

    assert (found.passed, found.is_old) == ((), True)
