"""An obligation is told as a verdict, with the dated steps around today and what comes next."""

import datetime as dt
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.derive.toggles import TOGGLE_RULES
from locdata_build.source.records import Obligation, Obligations
from locdata_build.view.obligations import Told, tell_obligations, verdict
from locdata_build.view.text import Badge, Inline, Rich, Strong, Tone, rich
from locdata_build.view.words import OBLIGATIONS, STATUSES
from locdata_model.vocabulary import ObligationKind
from support.dataset import obligation, provenance, source

TODAY = dt.date(2026, 11, 21)
PAST, NOW, FUTURE, LATER = "2020-01-01", "2026-11-21", "2026-11-22", "2027-01-01"
DAYS = (PAST, NOW, FUTURE, LATER)
NEXT, ANNOUNCED = Strong("Next"), Strong("Announced")
UNVERIFIED = {"provenance": provenance()}
KINDS = [kind.value for kind in ObligationKind]


def record(value: dict[str, Any]) -> Obligation:
    return msgspec.convert(value, Obligation)


def told(value: dict[str, Any], kind: str = "e_invoicing_b2b") -> Told:
    """The obligation of that kind, of a country of which no other is known."""
    obligations = dict.fromkeys(KINDS, obligation("unknown")) | {kind: value}
    return next(
        each for each in tell_obligations(msgspec.convert(obligations, Obligations), TODAY) if each.kind == kind
    )


@pytest.mark.parametrize(
    ("value", "badge"),
    [
        pytest.param(obligation("in_force"), Badge("Yes", Tone.YES), id="in force"),
        pytest.param(obligation("in_force", PAST), Badge("Yes", Tone.YES), id="in force since"),
        pytest.param(obligation("in_force", FUTURE), Badge("Yes", Tone.YES), id="in force, a step ahead"),
        pytest.param(obligation("enacted"), Badge("Enacted, no start date", Tone.SOON), id="enacted"),
        pytest.param(obligation("enacted", PAST), Badge("Yes", Tone.YES), id="enacted, has come"),
        pytest.param(obligation("enacted", NOW), Badge("Yes", Tone.YES), id="enacted, comes today"),
        pytest.param(obligation("enacted", PAST, FUTURE), Badge("Yes", Tone.YES), id="enacted, first step has come"),
        pytest.param(obligation("enacted", FUTURE), Badge("From 22 November 2026", Tone.SOON), id="enacted, ahead"),
        pytest.param(obligation("planned"), Badge("No, planned", Tone.SOON), id="planned"),
        pytest.param(obligation("planned", FUTURE), Badge("No, planned", Tone.SOON), id="planned, a step ahead"),
        pytest.param(obligation("voluntary"), Badge("No, voluntary", Tone.NO), id="voluntary"),
        pytest.param(obligation("voluntary", PAST), Badge("No, voluntary", Tone.NO), id="voluntary since"),
        pytest.param(obligation("voluntary", FUTURE), Badge("No, voluntary", Tone.NO), id="voluntary, a step ahead"),
        pytest.param(obligation("none"), Badge("No", Tone.NO), id="none"),
        pytest.param(obligation("unknown"), Badge("Unknown", Tone.UNKNOWN), id="unknown"),
    ],
)
def test_the_verdict_answers_in_a_word_or_two(value: dict[str, Any], badge: Badge) -> None:
    assert verdict(record(value), TODAY) == badge


@pytest.mark.parametrize("status", [status for status in STATUSES if status != "unknown"])
@pytest.mark.parametrize("dates", [(), (PAST,), (FUTURE,)], ids=["no step", "past", "future"])
def test_an_unverified_obligation_is_unknown_whatever_its_status(status: str, dates: tuple[str, ...]) -> None:
    each = told(obligation(status, *dates) | UNVERIFIED)

    assert (each.verdict, each.account) == (Badge("Unknown", Tone.UNKNOWN), rich("No clear source was found."))


def account(*parts: Inline | str) -> Rich:
    """A line in which a text that is a date stands for it."""
    return rich(*(dt.date.fromisoformat(part) if part in DAYS else part for part in parts))


@pytest.mark.parametrize(
    ("value", "told_as"),
    [
        pytest.param(obligation("in_force"), ("The duty is in_force.",), id="in force"),
        pytest.param(
            obligation("in_force", PAST), ("Recorded step, ", PAST, ": Step of 2020-01-01."), id="in force, one step"
        ),
        pytest.param(
            obligation("in_force", PAST, NOW),
            ("Latest step, ", NOW, ": Step of 2026-11-21. First recorded step: ", PAST, "."),
            id="in force, two steps",
        ),
        pytest.param(
            obligation("in_force", PAST, FUTURE, LATER),
            ("Recorded step, ", PAST, ": Step of 2020-01-01.", " ", NEXT, ", ", FUTURE, ": Step of 2026-11-22."),
            id="in force, steps ahead",
        ),
        pytest.param(
            obligation("in_force", FUTURE),
            ("The duty is in_force.", " ", NEXT, ", ", FUTURE, ": Step of 2026-11-22."),
            id="in force, all steps ahead",
        ),
        pytest.param(obligation("enacted"), ("The duty is enacted.",), id="enacted"),
        pytest.param(
            obligation("enacted", NOW), ("Recorded step, ", NOW, ": Step of 2026-11-21."), id="enacted, comes today"
        ),
        pytest.param(
            obligation("enacted", PAST, FUTURE),
            ("Recorded step, ", PAST, ": Step of 2020-01-01.", " ", NEXT, ", ", FUTURE, ": Step of 2026-11-22."),
            id="enacted, first step has come",
        ),
        pytest.param(
            obligation("enacted", FUTURE), ("From ", FUTURE, ": Step of 2026-11-22."), id="enacted, a step ahead"
        ),
        pytest.param(
            obligation("enacted", FUTURE, LATER),
            ("From ", FUTURE, ": Step of 2026-11-22.", " ", NEXT, ", ", LATER, ": Step of 2027-01-01."),
            id="enacted, steps ahead",
        ),
        pytest.param(obligation("planned"), ("The duty is planned.",), id="planned"),
        pytest.param(
            obligation("planned", FUTURE, LATER),
            ("The duty is planned.", " ", ANNOUNCED, ", ", FUTURE, ": Step of 2026-11-22."),
            id="planned, steps ahead",
        ),
        pytest.param(obligation("voluntary", PAST), ("The duty is voluntary.",), id="voluntary"),
        pytest.param(
            obligation("voluntary", PAST, FUTURE),
            ("The duty is voluntary.", " ", ANNOUNCED, ", ", FUTURE, ": Step of 2026-11-22."),
            id="voluntary, a step ahead",
        ),
        pytest.param(obligation("none"), ("The duty is none.",), id="none"),
        pytest.param(obligation("unknown"), ("No clear source was found.",), id="unknown"),
        pytest.param(
            obligation("unknown") | {"provenance": provenance(source("law"))},
            ("Not known.",),
            id="unknown, with a source",
        ),
    ],
)
def test_an_account_tells_the_steps_around_today(value: dict[str, Any], told_as: tuple[Inline | str, ...]) -> None:
    assert told(value).account == account(*told_as)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_told_by_its_own_words(kind: str) -> None:
    each = told(obligation("none"), kind)

    assert (each.words, each.obligation, each.verdict.text) == (
        OBLIGATIONS[ObligationKind(kind)],
        record(obligation("none")),
        "No",
    )


def test_kinds_are_told_in_the_order_of_the_source_files() -> None:
    obligations = msgspec.convert(dict.fromkeys(KINDS, obligation("none")), Obligations)

    assert [each.kind for each in tell_obligations(obligations, TODAY)] == KINDS


@given(
    st.sampled_from(list(STATUSES)),
    st.lists(st.dates(dt.date(2000, 1, 1), dt.date(2040, 1, 1)), max_size=3),
    st.booleans(),
    st.dates(dt.date(2000, 1, 1), dt.date(2040, 1, 1)),
)
def test_the_verdict_is_yes_exactly_where_the_toggle_of_a_duty_in_force_is_true(
    status: str, dates: list[dt.date], is_unverified: bool, today: dt.date
) -> None:
    value = obligation(status, *sorted(date.isoformat() for date in dates)) | (UNVERIFIED if is_unverified else {})
    obligations = msgspec.convert(dict.fromkeys(KINDS, value), Obligations)
    _, applies = TOGGLE_RULES["e_invoicing_b2b_in_force"]
    is_known = status != "unknown" and not is_unverified
    is_yes = is_known and applies(obligations.e_invoicing_b2b, today)

    assert {each.verdict == Badge("Yes", Tone.YES) for each in tell_obligations(obligations, today)} == {is_yes}
