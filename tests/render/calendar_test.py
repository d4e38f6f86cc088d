"""A parser that did not write them finds in the calendars every dated step, and in each the same that the data says."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from vobject import readComponents
from vobject.base import Component

from locdata_build.render.calendar import calendar_artifacts
from locdata_build.view.world import World
from locdata_model.vocabulary import ObligationStatus, Verification
from support.dataset import COUNTRY, Files, country, obligation, whole
from support.pages import small_world
from support.world import load_world

ALL = "/feeds/all.ics"
FRANCE = "/feeds/countries/fr.ics"
BASE = "https://data.example"

AWKWARD = "a, b; c: \\d \\n \\\\ \"e\" 'f' <g> &amp; 😀 ñ 漢字 " + "é" * 100

TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Cn", "Zl", "Zp"]), min_size=1).map(
    lambda text: f"x{text}x"
)
"""Texts that the checks let into the data."""


def three_countries() -> Files:
    """Two countries with steps, in two regions of three, and one without any."""
    files = whole()
    files["site.json"]["regions"] = ["Region 1", "Region 2", "Region 3"]
    files["countries/no.json"] = country("no", "Norway") | {"region": "Region 2"}
    none = dict.fromkeys(files[COUNTRY]["obligations"], obligation("none"))
    files["countries/se.json"] = country("se", "Sweden") | {"region": "Region 2", "obligations": none}
    return files


def written(world: World) -> dict[str, bytes]:
    """Each calendar by its path."""
    return {artifact.path: artifact.content for artifact in calendar_artifacts(world)}


def parsed(content: bytes) -> Component:
    """The calendar that is all of a file."""
    (calendar,) = readComponents(content.decode())
    return calendar


def events(content: bytes) -> list[Component]:
    """The events of a calendar."""
    return [component for component in parsed(content).components() if component.name == "VEVENT"]


def said(component: Component) -> dict[str, object]:
    """What a component says by the names of its properties, of which each stands once."""
    lines = [*component.lines()]

    assert len({line.name for line in lines}) == len(lines)
    return {line.name: line.value for line in lines}


def uids(content: bytes) -> list[str]:
    """The ids of the events of a calendar."""
    return [event.uid.value for event in events(content)]


def with_phase(world: World, **changes: object) -> World:
    """The world with one step alone, its first, with ``changes``."""
    phase = replace(world.published.phases[0], **changes)
    return World(dataset=world.dataset, published=replace(world.published, phases=(phase,)))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Three countries."""
    return load_world(tmp_path_factory.mktemp("data"), three_countries())


@pytest.fixture(scope="module")
def calendars(world: World) -> Mapping[str, bytes]:
    """Their calendars by path."""
    return written(world)


def test_there_is_a_calendar_of_all_of_each_region_with_countries_and_of_each_country(
    calendars: Mapping[str, bytes],
) -> None:
    regions = [f"/feeds/regions/region-{number}.ics" for number in (1, 2)]

    assert [*calendars] == [ALL, *regions, *(f"/feeds/countries/{code}.ics" for code in ("fr", "no", "se"))]


def test_every_calendar_is_valid(calendars: Mapping[str, bytes]) -> None:
    for content in calendars.values():
        parsed(content).validate(raiseException=True)


def test_a_calendar_says_what_it_is_where_it_comes_from_and_when_to_look_again(
    calendars: Mapping[str, bytes],
) -> None:
    about = (
        "Dated steps of duties to invoice and report electronically. This is not a site of any authority. The content is "
        "informational only and is not tax or legal advice. Service (data.example), CC BY 4.0: https://licences.example/by"
    )

    assert said(parsed(calendars[FRANCE])) == {
        "VERSION": "2.0",
        "PRODID": "-//Service//Dated steps//EN",
        "CALSCALE": "GREGORIAN",
        "UID": "4102e627-e88e-5e0a-bdba-8f7d518ec85d",
        "NAME": "E-invoicing and reporting dates: France",
        "X-WR-CALNAME": "E-invoicing and reporting dates: France",
        "DESCRIPTION": about,
        "X-WR-CALDESC": about,
        "LAST-MODIFIED": "20261120T000000Z",
        "REFRESH-INTERVAL": "P1D",
        "X-PUBLISHED-TTL": "P1D",
        "SOURCE": f"{BASE}{FRANCE}",
        "URL": f"{BASE}/france/",
    }


def test_properties_without_a_default_type_name_theirs(calendars: Mapping[str, bytes]) -> None:
    lines = calendars[ALL].decode().split("\r\n")

    assert {"REFRESH-INTERVAL;VALUE=DURATION:P1D", f"SOURCE;VALUE=URI:{BASE}{ALL}"} <= {*lines}


def test_an_event_says_what_applies_from_which_day_and_what_that_rests_on(calendars: Mapping[str, bytes]) -> None:
    event = events(calendars[FRANCE])[0]
    checked = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)

    assert said(event) == {
        "UID": "0e80ab1b-7bfd-532c-9178-59b314078ca7",
        "DTSTAMP": checked,
        "LAST-MODIFIED": checked,
        "DTSTART": dt.date(2020, 1, 1),
        "DTEND": dt.date(2020, 1, 2),
        "SUMMARY": "France: B2G e-invoicing: Step of 2020-01-01",
        "DESCRIPTION": (
            "Step of 2020-01-01.\n"
            "\n"
            "This step: from 1 January 2020\n"
            "The duty as a whole: in force. The duty applies, at least in part.\n"
            "Checked 20 November 2026: official or vendor source\n"
            "https://tax.example/law\n"
            "The duty with all its sources: https://data.example/france/#duty-e-invoicing-b2g\n"
            "\n"
            "This is not a site of any authority. The content is informational only and is not tax or legal advice.\n"
            "Service (data.example), CC BY 4.0: https://licences.example/by"
        ),
        "CATEGORIES": ["France", "B2G e-invoicing"],
        "STATUS": "CONFIRMED",
        "TRANSP": "TRANSPARENT",
        "URL": "https://data.example/timeline/#step-fr-e-invoicing-b2g-step-1",
    }


def test_an_event_is_a_whole_day_in_no_time_zone(calendars: Mapping[str, bytes]) -> None:
    assert b"\r\nDTSTART;VALUE=DATE:20200101\r\n" in calendars[FRANCE]
    assert b"TZID" not in calendars[ALL]


@pytest.mark.parametrize(
    ("status", "verification", "title", "certainty"),
    [
        pytest.param("in_force", "secondary", "B2G e-invoicing", "CONFIRMED", id="in force"),
        pytest.param("enacted", "official", "B2G e-invoicing", "CONFIRMED", id="enacted"),
        pytest.param("planned", "official", "B2G e-invoicing (announced, no law)", "TENTATIVE", id="planned"),
        pytest.param("voluntary", "official", "B2G e-invoicing (not a mandate)", "CONFIRMED", id="voluntary"),
        pytest.param("in_force", "unverified", "B2G e-invoicing (unverified)", "TENTATIVE", id="unverified"),
        pytest.param(
            "planned", "unverified", "B2G e-invoicing (announced, no law, unverified)", "TENTATIVE", id="both"
        ),
    ],
)
def test_the_title_says_where_a_step_binds_nobody_or_rests_on_nothing(
    world: World, status: str, verification: str, title: str, certainty: str
) -> None:
    other = with_phase(world, status=ObligationStatus(status), verification=Verification(verification), what="Step")
    (event,) = events(written(other)[FRANCE])

    assert (event.summary.value, event.status.value) == (f"France: {title}: Step", certainty)


def test_an_event_shows_the_first_three_sources(world: World) -> None:
    urls = tuple(f"https://tax.example/{number}" for number in range(1, 6))
    (event,) = events(written(with_phase(world, source_urls=urls))[FRANCE])

    assert [line for line in event.description.value.split("\n") if line in urls] == [*urls[:3]]


def test_every_step_stands_once_in_the_calendar_of_all_of_its_region_and_of_its_country(
    calendars: Mapping[str, bytes], world: World
) -> None:
    france, norway = (uids(calendars[f"/feeds/countries/{code}.ics"]) for code in ("fr", "no"))

    assert sorted(uids(calendars[ALL])) == sorted([*france, *norway])
    assert len({*france, *norway}) == len(world.published.phases)
    assert (uids(calendars["/feeds/regions/region-1.ics"]), uids(calendars["/feeds/regions/region-2.ics"])) == (
        france,
        norway,
    )


def test_an_event_is_the_same_in_every_calendar(calendars: Mapping[str, bytes]) -> None:
    texts = {path: {event.serialize() for event in events(content)} for path, content in calendars.items()}

    assert texts[FRANCE] < texts[ALL]


def test_a_calendar_without_steps_holds_a_note_instead_and_no_event(calendars: Mapping[str, bytes]) -> None:
    calendar = parsed(calendars["/feeds/countries/se.ics"])
    checked = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)

    assert [component.name for component in calendar.components()] == ["VJOURNAL"]
    assert said(calendar.vjournal) == {
        "UID": "fc3ab40f-5085-51d7-b93c-d1f815480bea",
        "DTSTAMP": checked,
        "LAST-MODIFIED": checked,
        "SUMMARY": "E-invoicing and reporting dates: Sweden: no dated step is recorded",
    }


def test_a_site_without_steps_has_a_calendar_of_all(tmp_path: Path) -> None:
    content = written(load_world(tmp_path, small_world()))[ALL]

    assert events(content) == []
    parsed(content).validate(raiseException=True)


def test_an_event_whose_day_moves_keeps_its_id(tmp_path: Path) -> None:
    files = whole()
    before = events(written(load_world(tmp_path, files))[FRANCE])
    files[COUNTRY]["obligations"]["e_invoicing_b2g"]["phases"][0]["date"] = "2020-07-01"
    after = events(written(load_world(tmp_path, files))[FRANCE])
    moved = [(old, new) for old, new in zip(before, after, strict=True) if old.dtstart.value != new.dtstart.value]

    assert [event.uid.value for event in before] == [event.uid.value for event in after]
    assert [(old.dtstart.value, new.dtstart.value, new.dtend.value) for old, new in moved] == [
        (dt.date(2020, 1, 1), dt.date(2020, 7, 1), dt.date(2020, 7, 2))
    ]


def test_events_keep_their_ids_when_the_site_moves(tmp_path: Path) -> None:
    files = whole()
    before = written(load_world(tmp_path, files))[ALL]
    files["site.json"]["base_url"] = "https://example.org/locdata"

    assert uids(written(load_world(tmp_path, files))[ALL]) == uids(before)


def test_a_new_check_is_a_new_stamp_of_event_and_calendar(tmp_path: Path) -> None:
    files = whole()
    files["site.json"]["generated_at"] = "2026-11-28T00:00:00Z"
    files[COUNTRY]["obligations"]["e_invoicing_b2g"]["provenance"]["last_checked"] = "2026-11-28"
    calendar = parsed(written(load_world(tmp_path, files))[ALL])
    checked = [(event.dtstamp.value, event.last_modified.value) for event in calendar.vevent_list]

    assert checked == [(dt.datetime(2026, 11, day, tzinfo=dt.UTC),) * 2 for day in (28, 20, 20, 20)]
    assert said(calendar)["LAST-MODIFIED"] == "20261128T000000Z"


def test_a_later_day_of_the_build_changes_no_byte(tmp_path: Path, calendars: Mapping[str, bytes]) -> None:
    files = three_countries()
    files["site.json"] |= {"generated_at": "2027-06-30T00:00:00Z", "version": "1.9.0"}

    assert written(load_world(tmp_path, files)) == calendars


def test_no_line_is_longer_than_75_octets_and_each_ends_in_cr_and_lf(world: World) -> None:
    for content in written(with_phase(world, what=AWKWARD)).values():
        lines = content.split(b"\r\n")

        assert lines.pop() == b""
        assert [line for line in lines if b"\r" in line or b"\n" in line] == []
        assert [line for line in lines if len(line) > 75] == []
        # A line that began or ended within a character could not be decoded.
        assert "".join(line.decode() for line in lines) == content.decode().replace("\r\n", "")


@pytest.mark.parametrize("text", [AWKWARD, "one\ntwo", "\\", "\\n", "\\,", ";", "x" * 74, "é" * 37, "😀" * 19])
def test_an_awkward_text_is_read_as_it_was_written(world: World, text: str) -> None:
    (event,) = events(written(with_phase(world, what=text))[FRANCE])

    assert event.summary.value == f"France: B2G e-invoicing: {text}"
    assert event.description.value.startswith(text)


@given(text=TEXTS)
def test_any_text_is_read_as_it_was_written(world: World, text: str) -> None:
    (event,) = events(written(with_phase(world, what=text))[FRANCE])

    assert event.summary.value == f"France: B2G e-invoicing: {text}"
    assert event.description.value.startswith(text)


def test_a_name_with_signs_of_the_format_is_escaped_wherever_it_stands(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["name"] = "France, the Republic; \\"
    lines = written(load_world(tmp_path, files))[FRANCE].decode().replace("\r\n ", "").split("\r\n")
    name = "France\\, the Republic\\; \\\\"

    assert {line.split(":")[0]: line for line in lines if "Republic" in line} == {
        "NAME": f"NAME:E-invoicing and reporting dates: {name}",
        "X-WR-CALNAME": f"X-WR-CALNAME:E-invoicing and reporting dates: {name}",
        "SUMMARY": f"SUMMARY:{name}: Real-time reporting: Step of 2027-01-01",
        "CATEGORIES": f"CATEGORIES:{name},Real-time reporting",
    }
