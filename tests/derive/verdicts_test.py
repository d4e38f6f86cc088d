"""On every day, the verdict, the states of phases, the toggles and the effective date of an obligation agree."""

import datetime as dt

import pytest
from hypothesis import given
from msgspec.structs import asdict

from locdata_build.data.dates_in_words import named_dates
from locdata_build.data.obligations import B2gObligation, RealTimeObligation, SourceObligation, SourcePhase
from locdata_build.data.record import walk
from locdata_build.data.rule import CheckContext
from locdata_build.data.rules import find_issues
from locdata_build.derive.obligations import (
    applies,
    effective_date,
    is_mandatory,
    is_unknown,
    phase_state,
    phases_in,
    required,
)
from locdata_build.derive.verdicts import VerdictForm, verdict
from locdata_model.vocabulary import BoundParty, Certainty, ObligationStatus, PhaseState, ReportingMode, Requirement
from support.obligations import DAYS, ONE_DAY, obligations

TODAY = dt.date(2026, 11, 21)
YESTERDAY, TOMORROW = TODAY - ONE_DAY, TODAY + ONE_DAY
JULY_2019, LATER, LATEST = dt.date(2019, 7, 1), dt.date(2027, 1, 1), dt.date(2028, 1, 1)
ISSUE, RECEIVE, REPORT, ARCHIVE = Requirement


def phase(date: dt.date, *binds: Requirement, certainty: Certainty = Certainty.ENACTED) -> SourcePhase:
    """A phase with what it requires."""
    who = "all" if binds else None
    return SourcePhase(slug=f"from-{date}", date=date, what="Text", binds=binds, who=who, certainty=certainty)


def open_phase(date: dt.date) -> SourcePhase:
    """A phase that does not say what it requires."""
    return SourcePhase(slug=f"open-{date}", date=date, what="Text", binds=None, who=None, certainty=Certainty.ENACTED)


def announced(date: dt.date) -> SourcePhase:
    """A phase without a law."""
    return phase(date, ISSUE, certainty=Certainty.ANNOUNCED)


def obligation(status: str, *phases: SourcePhase, since: dt.date | None = None) -> SourceObligation:
    """An obligation that was checked today."""
    return SourceObligation(status=ObligationStatus(status), since=since, phases=phases, summary="Text.", checked=TODAY)


def b2g(status: str, *phases: SourcePhase, bound: tuple[BoundParty, ...] | None) -> B2gObligation:
    """An obligation to use e-invoices with public bodies."""
    return B2gObligation(**asdict(obligation(status, *phases)), bound=bound)


def real_time(mode: ReportingMode | None, days: int | None = None) -> RealTimeObligation:
    """Real-time reporting that is in force since 1 July 2019."""
    return RealTimeObligation(**asdict(obligation("in_force", since=JULY_2019)), mode=mode, within_days=days)


PUBLIC_BODIES = (BoundParty.PUBLIC_BODIES,)
BOTH = (BoundParty.SUPPLIERS, BoundParty.PUBLIC_BODIES)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (obligation("in_force", since=JULY_2019), "Yes, since 1 July 2019"),
        (obligation("in_force"), "Yes"),
        (obligation("in_force", phase(YESTERDAY, RECEIVE)), "Yes, receiving only"),
        (obligation("in_force", phase(YESTERDAY, RECEIVE, ARCHIVE)), "Yes, receiving only"),
        (obligation("in_force", phase(JULY_2019, RECEIVE), open_phase(YESTERDAY)), "Yes"),
        (
            obligation("in_force", phase(JULY_2019, RECEIVE), phase(LATER, ISSUE), since=JULY_2019),
            "Yes, receiving only; issuing from 1 January 2027",
        ),
        (obligation("in_force", phase(JULY_2019, RECEIVE), announced(LATER)), "Yes, receiving only"),
        (
            obligation("in_force", phase(JULY_2019, RECEIVE), phase(TODAY, ISSUE), since=JULY_2019),
            "Yes, receiving since 1 July 2019, issuing since 21 November 2026",
        ),
        (obligation("in_force", phase(JULY_2019, RECEIVE), phase(TODAY, ISSUE)), "Yes"),
        (
            obligation("in_force", phase(JULY_2019, RECEIVE, ISSUE), phase(TODAY, ISSUE), since=JULY_2019),
            "Yes, since 1 July 2019",
        ),
        (b2g("in_force", bound=PUBLIC_BODIES), "Yes, for public bodies only"),
        (
            b2g("in_force", phase(JULY_2019, RECEIVE), phase(LATER, ISSUE), bound=PUBLIC_BODIES),
            "Yes, for public bodies only; issuing from 1 January 2027",
        ),
        (b2g("in_force", phase(JULY_2019, RECEIVE), phase(TODAY, ISSUE), bound=PUBLIC_BODIES), "Yes"),
        (b2g("in_force", bound=None), "Yes"),
        (b2g("enacted", phase(LATER, RECEIVE), bound=PUBLIC_BODIES), "For public bodies from 1 January 2027"),
        (
            b2g("enacted", phase(LATER, RECEIVE), phase(LATEST, ISSUE), bound=PUBLIC_BODIES),
            "Receiving from 1 January 2027, issuing from 1 January 2028",
        ),
        (b2g("enacted", phase(LATER, ISSUE), bound=PUBLIC_BODIES), "From 1 January 2027"),
        (real_time(ReportingMode.CLEARANCE), "Yes, clearance"),
        (real_time(ReportingMode.REAL_TIME), "Yes, in real time"),
        (real_time(ReportingMode.WITHIN_DAYS, 4), "Yes, within 4 days"),
        (real_time(ReportingMode.WITHIN_DAYS, 1), "Yes, within a day"),
        (real_time(ReportingMode.WITHIN_WORKING_DAYS, 5), "Yes, within 5 working days"),
        (real_time(ReportingMode.WITHIN_WORKING_DAYS, 1), "Yes, within a working day"),
        (real_time(None), "Yes, since 1 July 2019"),
        (obligation("enacted"), "Enacted, no start date"),
        (obligation("enacted", announced(LATER)), "Enacted, no start date"),
        (obligation("enacted", phase(LATER)), "Enacted, no start date"),
        (obligation("enacted", phase(LATER, ISSUE), phase(LATEST, REPORT)), "From 1 January 2027"),
        (obligation("enacted", announced(TOMORROW), phase(LATER, ISSUE)), "From 1 January 2027"),
        (obligation("enacted", phase(LATER, RECEIVE)), "Receiving from 1 January 2027"),
        (obligation("enacted", phase(LATER, RECEIVE), phase(LATER, ISSUE)), "From 1 January 2027"),
        (
            obligation("enacted", phase(LATER, RECEIVE), phase(LATEST, ISSUE)),
            "Receiving from 1 January 2027, issuing from 1 January 2028",
        ),
        (obligation("enacted", phase(TODAY, ISSUE)), "Yes, since 21 November 2026"),
        (obligation("planned", announced(LATEST)), "Planned for 2028"),
        (obligation("planned", announced(TODAY), announced(LATEST)), "Planned, not confirmed"),
        (obligation("planned"), "Planned, no date"),
        (obligation("voluntary", phase(JULY_2019)), "No, voluntary"),
        (obligation("none"), "No"),
        (obligation("unknown"), "Unknown"),
    ],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "",
)
def test_verdict_says_whether_an_obligation_applies(value: SourceObligation, words: str) -> None:
    assert verdict(value, TODAY).words == words


@pytest.mark.parametrize(
    ("value", "state"),
    [
        pytest.param(phase(YESTERDAY, ISSUE), "started", id="past"),
        pytest.param(phase(TODAY, ISSUE), "started", id="today"),
        pytest.param(phase(TOMORROW, ISSUE), "upcoming", id="future"),
        pytest.param(announced(TOMORROW), "announced", id="announced"),
        pytest.param(announced(YESTERDAY), "announced", id="announced for a day that has passed"),
        pytest.param(phase(YESTERDAY), "voluntary", id="requires nothing"),
        pytest.param(phase(TOMORROW), "voluntary", id="will require nothing"),
        pytest.param(open_phase(TODAY), "started", id="requires what is not known"),
    ],
)
def test_state_of_a_phase_follows_from_its_certainty_what_it_requires_and_its_date(
    value: SourcePhase, state: str
) -> None:
    assert phase_state(value, TODAY) == state


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(obligation("in_force", phase(LATER, ISSUE), since=JULY_2019), JULY_2019, id="in force"),
        pytest.param(obligation("in_force", phase(JULY_2019, ISSUE)), None, id="first recorded phase is no start"),
        pytest.param(obligation("enacted", phase(LATER, ISSUE), phase(LATEST, ISSUE)), LATER, id="enacted"),
        pytest.param(obligation("enacted", announced(TOMORROW), phase(LATER, ISSUE)), LATER, id="announced before"),
        pytest.param(obligation("enacted", phase(TOMORROW), phase(LATER, ISSUE)), LATER, id="voluntary before"),
        pytest.param(obligation("enacted"), None, id="no phase"),
        pytest.param(obligation("planned", announced(LATER)), None, id="planned"),
    ],
)
def test_effective_date_is_the_start_of_a_mandatory_obligation(
    value: SourceObligation, expected: dt.date | None
) -> None:
    assert effective_date(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(
            obligation("in_force", phase(JULY_2019, REPORT), phase(TODAY, RECEIVE, ISSUE), phase(TOMORROW, ISSUE)),
            (ISSUE, RECEIVE, REPORT),
            id="all started phases",
        ),
        pytest.param(obligation("in_force", phase(TOMORROW, ISSUE)), None, id="applies, but no phase says to what"),
        pytest.param(real_time(None), (REPORT,), id="real-time reporting without a phase"),
        pytest.param(b2g("in_force", bound=BOTH), (ISSUE, RECEIVE), id="whom it binds, without a phase"),
        pytest.param(b2g("in_force", phase(TODAY, ISSUE), bound=BOTH), (ISSUE,), id="whom it binds, with a phase"),
        pytest.param(b2g("in_force", bound=None), None, id="not known whom it binds"),
        pytest.param(obligation("enacted", phase(TOMORROW, ISSUE)), (), id="does not apply yet"),
        pytest.param(obligation("voluntary", phase(JULY_2019)), (), id="voluntary"),
        pytest.param(obligation("unknown"), None, id="unknown"),
    ],
)
def test_obligation_requires_what_its_started_phases_require_or_what_it_is_for(
    value: SourceObligation, expected: tuple[Requirement, ...] | None
) -> None:
    assert required(value, TODAY) == expected


# Properties


@given(obligations())
def test_obligations_of_these_tests_pass_the_checks(value: SourceObligation) -> None:
    assert [*find_issues(walk(value), CheckContext(file=""))] == []


@given(obligations(), DAYS)
def test_verdict_amounts_to_the_toggles(value: SourceObligation, today: dt.date) -> None:
    found = verdict(value, today).form

    assert (found is VerdictForm.UNKNOWN) is is_unknown(value)
    if not is_unknown(value):
        assert (found.status is ObligationStatus.IN_FORCE) is applies(value, today)
        is_enacted_with_date = found.status is ObligationStatus.ENACTED and found is not VerdictForm.NO_START
        assert is_mandatory(value) is (applies(value, today) or is_enacted_with_date)


@given(obligations(), DAYS)
def test_verdict_names_no_date_but_the_start_and_the_first_of_issuing(value: SourceObligation, today: dt.date) -> None:
    words = verdict(value, today).words
    binding = (*phases_in(value, PhaseState.STARTED, today), *phases_in(value, PhaseState.UPCOMING, today))
    issued = [each.date for each in binding if ISSUE in (each.binds or ())]
    issuing = [date for date in issued if date > today]

    assert {*named_dates(words)} <= {effective_date(value), *issued[:1], *issuing[:1]}
    if "since" in words:
        assert all(date <= today for date in named_dates(words))
    if " from " in words:
        assert max(named_dates(words)) > today


@given(obligations(), DAYS)
def test_effective_date_is_the_day_from_which_the_obligation_applies(value: SourceObligation, today: dt.date) -> None:
    start = effective_date(value)

    if start is not None:
        assert is_mandatory(value)
        assert applies(value, today) is (start <= today)
        assert all(start <= each.date for each in phases_in(value, PhaseState.STARTED, today))
        assert value.status is ObligationStatus.ENACTED or start == value.since


@given(obligations(), DAYS)
def test_no_phase_starts_without_a_law_before_its_date_or_before_its_obligation_applies(
    value: SourceObligation, today: dt.date
) -> None:
    for each in phases_in(value, PhaseState.STARTED, today):
        assert each.certainty is Certainty.ENACTED
        assert each.date <= today
        assert value.status in (ObligationStatus.IN_FORCE, ObligationStatus.ENACTED)
        assert not is_unknown(value)
        assert applies(value, today)


@given(obligations(), DAYS)
def test_nothing_is_required_before_the_obligation_applies(value: SourceObligation, today: dt.date) -> None:
    found = required(value, today)
    started = {each for binding in phases_in(value, PhaseState.STARTED, today) for each in binding.binds or ()}

    assert set(found or ()) <= started or not started
    if found:
        assert applies(value, today)
    if "receiving only" in verdict(value, today).words:
        assert started - {ARCHIVE} == {RECEIVE}
        assert all(each.binds is not None for each in phases_in(value, PhaseState.STARTED, today))


@given(obligations(), DAYS, DAYS)
def test_time_alone_only_starts_an_obligation(value: SourceObligation, one: dt.date, other: dt.date) -> None:
    earlier, later = sorted((one, other))
    order = [PhaseState.UPCOMING, PhaseState.STARTED]

    assert applies(value, later) or not applies(value, earlier)
    for each in value.phases:
        before, after = phase_state(each, earlier), phase_state(each, later)
        assert before is after or [before, after] == order
