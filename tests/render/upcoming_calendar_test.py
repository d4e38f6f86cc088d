"""The upcoming calendars have the phases from the build's year on, each in the one event of all that starts with it."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from locdata_build.render.calendars import calendar_artifacts, upcoming_calendar_artifacts
from locdata_build.view.context import SiteContext
from locdata_model.vocabulary import Certainty, ObligationKind, PhaseState, Requirement, Verification
from render.calendars import events, parsed, properties, three_countries, uids, with_phases
from support.context import load_context
from support.records import source

ALL = "/feeds/upcoming.ics"
FRANCE = "/feeds/upcoming/countries/fr.ics"
CHECKED = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)
START = dt.date(2026, 1, 1)
"""The first day of the year of the build."""

DAYS = [START - dt.timedelta(days=1), START, dt.date(2026, 12, 31), dt.date(2027, 1, 1)]
LAWS = [source(name) for name in ("law-a", "law-b", "law-c")]


def calendars_of(context: SiteContext) -> dict[str, bytes]:
    """Return each upcoming calendar by path."""
    return {artifact.path: artifact.content for artifact in upcoming_calendar_artifacts(context)}


def on_one_day(context: SiteContext, *changes: Mapping[str, object]) -> SiteContext:
    """Return the context with phases of France only, of one obligation after the other, all on one day."""
    common = {"date": dt.date(2027, 1, 1), "what": "Text"}
    french = [each for each in context.published.phases if each.country == "fr"]
    kinds = [ObligationKind.E_INVOICING_B2B, ObligationKind.E_INVOICING_B2G, ObligationKind.REAL_TIME_REPORTING]
    pairs = zip(sorted(french, key=lambda each: each.id), kinds, changes, strict=False)
    return with_phases(context, [replace(each, **{**common, "obligation": kind, **more}) for each, kind, more in pairs])


@pytest.fixture(scope="module")
def calendars(countries: SiteContext) -> Mapping[str, bytes]:
    """The upcoming calendars of three countries by path."""
    return calendars_of(countries)


# Calendars


def test_calendar_depends_on_the_year_of_the_build_and_not_on_its_day(
    tmp_path: Path, calendars: Mapping[str, bytes]
) -> None:
    files = three_countries()
    files["site.json"] |= {"generated_at": "2026-12-31T23:59:59Z"}
    same_year = calendars_of(load_context(tmp_path / "same", files))
    files["site.json"] |= {"generated_at": "2027-01-01T00:00:00Z"}
    next_year = parsed(calendars_of(load_context(tmp_path / "next", files))[FRANCE])

    assert same_year == calendars
    assert [event.dtstart.value for event in events(calendars[FRANCE])] == [START, dt.date(2027, 1, 1)]
    assert [event.dtstart.value for event in next_year.vevent_list] == [dt.date(2027, 1, 1)]
    assert properties(next_year)["LAST-MODIFIED"] == "20270101T000000Z"


# Events


@given(data=st.data())
def test_every_phase_from_the_year_of_the_build_on_is_in_one_event_of_its_country_and_day(
    countries: SiteContext, data: st.DataObject
) -> None:
    dates = st.sampled_from(DAYS)
    laws = st.lists(st.sampled_from(LAWS), unique=True).map(tuple)
    phases = [
        replace(each, what=f"<{each.id}>", date=data.draw(dates), source_urls=data.draw(laws))
        for each in countries.published.phases
    ]
    upcoming = {each.id: each for each in phases if each.date >= START}
    found = events(calendars_of(with_phases(countries, phases))[ALL])
    phases_of_events = [[id_ for id_ in upcoming if f"<{id_}>" in event.description.value] for event in found]

    assert sorted(id_ for ids in phases_of_events for id_ in ids) == sorted(upcoming)
    for event, ids in zip(found, phases_of_events, strict=True):
        assert {upcoming[id_].date for id_ in ids} == {event.dtstart.value}
        assert {countries.country(upcoming[id_].country).name for id_ in ids} == {event.categories.value[0]}


def test_event_names_its_obligations_and_has_each_phase_and_what_they_share_once(
    calendars: Mapping[str, bytes],
) -> None:
    event = events(calendars[FRANCE])[-1]

    assert event.categories.value == ["France", "B2B e-invoicing", "Real-time reporting"]
    assert event.description.value.split("\n")[:-2] == [
        "B2B e-invoicing: Phase of 2027-01-01.",
        "What is required is not known.",
        "Enacted; checked 20 November 2026: official",
        "",
        "Real-time reporting: Phase of 2027-01-01.",
        "What is required is not known.",
        "Enacted; checked 20 November 2026: official",
        "",
        "Enacted: A law, a decree or a binding order of an authority sets the date.",
        "Tax office, Law (official, read in full): https://tax.example/law",
        "All sources, B2B e-invoicing: https://data.example/france/#duty-e-invoicing-b2b",
        "All sources, Real-time reporting: https://data.example/france/#duty-real-time-reporting",
        "",
    ]


@pytest.mark.parametrize(
    ("changes", "title", "status"),
    [
        ([{}], "B2B e-invoicing: Text", "CONFIRMED"),
        ([{}, {}, {}], "B2B e-invoicing, B2G e-invoicing, Real-time reporting: Text", "CONFIRMED"),
        ([{}, {"what": "Other"}], "B2B e-invoicing, B2G e-invoicing: Text, and more", "CONFIRMED"),
        ([{"obligation": ObligationKind.SAFT}] * 2, "SAF-T: Text", "CONFIRMED"),
        (
            [{}, {"state": PhaseState.ANNOUNCED, "certainty": Certainty.ANNOUNCED}, {}],
            "B2B e-invoicing, Real-time reporting; B2G e-invoicing (announced, no law): Text",
            "TENTATIVE",
        ),
        (
            [{"verification": Verification.UNVERIFIED}] * 2,
            "B2B e-invoicing, B2G e-invoicing (unverified): Text",
            "TENTATIVE",
        ),
    ],
)
def test_title_names_the_obligations_together_and_event_is_certain_only_if_all_its_phases_are(
    countries: SiteContext, changes: list[Mapping[str, object]], title: str, status: str
) -> None:
    (event,) = events(calendars_of(on_one_day(countries, *changes))[FRANCE])

    assert (event.summary.value, event.status.value) == (f"France: {title}", status)


def test_each_phase_has_its_own_requirement_certainty_and_check(countries: SiteContext) -> None:
    issue = {"binds": (Requirement.ISSUE,), "who": "large enterprises", "last_checked": dt.date(2026, 11, 21)}
    announced = {
        "state": PhaseState.ANNOUNCED,
        "certainty": Certainty.ANNOUNCED,
        "verification": Verification.SECONDARY,
    }
    (event,) = events(calendars_of(on_one_day(countries, issue, announced))[FRANCE])

    assert event.description.value.split("\n")[:10] == [
        "B2B e-invoicing: Text.",
        "You must issue e-invoices. Who: large enterprises.",
        "Enacted; checked 21 November 2026: official",
        "",
        "B2G e-invoicing: Text.",
        "What is required is not known.",
        "Announced; checked 20 November 2026: secondary",
        "",
        "Enacted: A law, a decree or a binding order of an authority sets the date.",
        "Announced: The date is proposed, expected or announced. No law sets it.",
    ]
    assert event.dtstamp.value == CHECKED + dt.timedelta(days=1)


# Ids


def test_ids_differ_from_those_of_the_calendars_of_all_phases(
    countries: SiteContext, calendars: Mapping[str, bytes]
) -> None:
    others = [artifact.content for artifact in calendar_artifacts(countries)]
    ids = [{parsed(content).uid.value for content in files} for files in (calendars.values(), others)]
    ids_of_events = [{id_ for content in files for id_ in uids(content)} for files in (calendars.values(), others)]

    assert ids[0] & ids[1] == ids_of_events[0] & ids_of_events[1] == set()


def test_event_keeps_its_id_if_its_date_moves_and_if_any_phase_but_the_first_joins_or_leaves(
    countries: SiteContext,
) -> None:
    def ids(*changes: Mapping[str, object]) -> list[str]:
        return uids(calendars_of(on_one_day(countries, *changes))[FRANCE])

    both = ids({}, {})
    moved = {"date": dt.date(2028, 1, 1)}

    assert ids({}) == ids({}, {}, {}) == ids(moved, moved) == both
    assert ids({}, moved)[0] == both[0] != ids({}, moved)[1]
