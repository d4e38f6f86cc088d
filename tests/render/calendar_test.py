"""A calendar program finds every dated phase in the calendars, with its texts as they are and under a permanent id."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from locdata_build.render.calendars import calendar_artifacts, upcoming_calendar_artifacts
from locdata_build.view.context import SiteContext
from locdata_model.vocabulary import Certainty, PhaseState, Verification
from render.calendars import events, parsed, properties, three_countries, uids, with_phases
from render.texts import AWKWARD_TEXT, TEXTS
from support.context import load_context
from support.dataset import COUNTRY, whole
from support.records import cited, marked, obligation, phase, source_id, source_record

ALL = "/feeds/all.ics"
EARLIER = "/feeds/earlier.ics"
FRANCE = "/feeds/countries/fr.ics"
CHECKED = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)


def calendars_of(context: SiteContext) -> dict[str, bytes]:
    """Return each calendar by path."""
    return {artifact.path: artifact.content for artifact in calendar_artifacts(context)}


def with_phase(context: SiteContext, **changes: object) -> SiteContext:
    """Return the context with a single phase, the first one with ``changes``."""
    return with_phases(context, [replace(context.published.phases[0], **changes)])


@pytest.fixture(scope="module")
def calendars(countries: SiteContext) -> Mapping[str, bytes]:
    """The calendars of three countries by path."""
    return calendars_of(countries)


@pytest.fixture(scope="module")
def upcoming(countries: SiteContext) -> Mapping[str, bytes]:
    """Their upcoming calendars by path."""
    return {artifact.path: artifact.content for artifact in upcoming_calendar_artifacts(countries)}


# Calendars


def test_calendars_are_of_all_countries_of_each_region_and_of_each_country(
    calendars: Mapping[str, bytes], upcoming: Mapping[str, bytes]
) -> None:
    parts = [*(f"regions/region-{number}" for number in (1, 2)), *(f"countries/{code}" for code in ("fr", "no", "se"))]

    assert [*calendars] == [ALL, EARLIER, *(f"/feeds/{part}.ics" for part in parts)]
    assert [*upcoming] == ["/feeds/upcoming.ics", *(f"/feeds/upcoming/{part}.ics" for part in parts)]


def test_event_is_the_same_in_every_calendar(calendars: Mapping[str, bytes], upcoming: Mapping[str, bytes]) -> None:
    for of_france, of_all in (
        (calendars[FRANCE], [*events(calendars[EARLIER]), *events(calendars[ALL])]),
        (upcoming["/feeds/upcoming/countries/fr.ics"], events(upcoming["/feeds/upcoming.ics"])),
    ):
        assert {event.serialize() for event in events(of_france)} < {event.serialize() for event in of_all}


@pytest.mark.parametrize(
    ("built", "days", "earlier", "later"),
    [
        ("2026-11-21", ["2020-12-31", "2021-01-01"], ["2020-12-31"], ["2021-01-01"]),
        ("2027-01-01", ["2021-12-31", "2022-01-01"], ["2021-12-31"], ["2022-01-01"]),
        ("2026-11-21", [], [], []),
    ],
)
def test_calendar_of_all_countries_begins_five_years_before_that_of_the_build_and_another_has_the_rest(
    tmp_path: Path, built: str, days: list[str], earlier: list[str], later: list[str]
) -> None:
    files = three_countries()
    files["site.json"] |= {"generated_at": f"{built}T00:00:00Z"}
    context = load_context(tmp_path, files)
    some = zip(context.published.phases, map(dt.date.fromisoformat, days), strict=False)
    found = calendars_of(with_phases(context, [replace(each, date=day) for each, day in some]))

    for path, expected in ((EARLIER, earlier), (ALL, later)):
        assert [event.dtstart.value.isoformat() for event in events(found[path])] == expected


def test_calendars_of_all_countries_say_what_is_in_them_and_in_the_other(calendars: Mapping[str, bytes]) -> None:
    start = "Dated phases of obligations to invoice and report electronically"
    descriptions = {path: parsed(calendars[path]).x_wr_caldesc.value for path in (ALL, EARLIER)}

    assert descriptions[ALL].startswith(
        f"{start}, from 1 January 2021 on (earlier ones: https://data.example/feeds/earlier.ics). This is not"
    )
    assert descriptions[EARLIER].startswith(
        f"{start}, before 1 January 2021 (later ones: https://data.example/feeds/all.ics). This is not"
    )


def test_calendar_without_events_says_so(calendars: Mapping[str, bytes]) -> None:
    calendar = parsed(calendars["/feeds/countries/se.ics"])
    (entry,) = calendar.components()
    title = "E-invoicing and reporting dates: Sweden"

    assert "electronically. No dated phase is recorded. This is not" in calendar.x_wr_caldesc.value
    assert calendar.description.value == calendar.x_wr_caldesc.value
    assert (entry.name, entry.summary.value) == ("VJOURNAL", f"{title}: no dated phase is recorded")


# Events


@pytest.mark.parametrize(
    ("state", "verification", "title", "status"),
    [
        ("started", "secondary", "B2G e-invoicing", "CONFIRMED"),
        ("upcoming", "secondary", "B2G e-invoicing", "CONFIRMED"),
        ("announced", "official", "B2G e-invoicing (announced, no law)", "TENTATIVE"),
        ("voluntary", "official", "B2G e-invoicing (not mandatory)", "CONFIRMED"),
        ("started", "unverified", "B2G e-invoicing (unverified)", "TENTATIVE"),
        ("announced", "unverified", "B2G e-invoicing (announced, no law, unverified)", "TENTATIVE"),
    ],
)
def test_title_states_if_no_law_requires_the_phase_or_no_source_confirms_it(
    countries: SiteContext, state: str, verification: str, title: str, status: str
) -> None:
    certainty = Certainty.ANNOUNCED if state == "announced" else Certainty.ENACTED
    changes = {"state": PhaseState(state), "certainty": certainty, "verification": Verification(verification)}
    (event,) = events(calendars_of(with_phase(countries, what="Text", **changes))[FRANCE])

    assert (event.summary.value, event.status.value) == (f"France: {title}: Text", status)


def test_certainty_is_that_of_the_phase_and_not_of_its_obligation(tmp_path: Path) -> None:
    files = whole()
    later = phase("2031-01-01", certainty="announced", binds=["issue"], who="small enterprises")
    files[COUNTRY]["obligations"]["e_invoicing_b2b"] = obligation("in_force", "2026-01-01", later)
    event = events(calendars_of(load_context(tmp_path, files))[FRANCE])[-1]

    assert event.status.value == "TENTATIVE"
    assert event.summary.value == "France: B2B e-invoicing (announced, no law): Phase of 2031-01-01"
    assert event.description.value.split("\n")[2:5] == [
        "This phase: from 1 January 2031, announced. The date is proposed, expected or announced. No law sets it.",
        "You must issue e-invoices. Who: small enterprises.",
        "The obligation as a whole: in force. The obligation applies, at least in part.",
    ]


def test_event_shows_the_first_three_sources_with_their_grades(tmp_path: Path) -> None:
    files = whole()
    urls = [f"https://{host}.example/law" for host in ("law", "news", "tax", "b")]
    files[COUNTRY]["sources"] = {
        source_id(urls[0]): {"url": urls[0], "read_at": "https://copy.example/law"} | source_record(urls[0])
    }
    changed = files[COUNTRY]["obligations"]["e_invoicing_b2g"]
    changed["summary"] = marked("It applies.", f"{urls[0]}: Art. 226", *urls[1:])
    event = events(calendars_of(load_context(tmp_path, files))[FRANCE])[0]

    assert [line for line in event.description.value.split("\n") if ".example/law" in line] == [
        "law.example, Law, Art. 226 (text of the law, unofficial copy): https://law.example/law https://copy.example/law",
        "news.example, Law (secondary, read in full): https://news.example/law",
        "Tax office, Law (official, read in full): https://tax.example/law",
    ]


# Changes


def test_event_keeps_its_id_if_its_date_moves_and_gets_the_date_of_the_new_check(tmp_path: Path) -> None:
    files = whole()
    before = events(calendars_of(load_context(tmp_path, files))[FRANCE])[0]
    files[COUNTRY] = cited(files[COUNTRY])
    files[COUNTRY]["sources"]["tax-example-law"]["read"] = "2026-11-21"
    moved = files[COUNTRY]["obligations"]["e_invoicing_b2g"]
    moved["phases"][0]["date"] = "2020-07-01"
    moved["checked"] = "2026-11-21"
    calendar = parsed(calendars_of(load_context(tmp_path, files))[FRANCE])
    after = calendar.vevent_list[0]

    assert after.uid.value == before.uid.value
    assert (after.dtstart.value, after.dtend.value) == (dt.date(2020, 7, 1), dt.date(2020, 7, 2))
    assert (before.dtstamp.value, after.dtstamp.value) == (CHECKED, CHECKED + dt.timedelta(days=1))
    assert properties(calendar)["LAST-MODIFIED"] == "20261121T000000Z"


def test_events_keep_their_ids_if_the_site_moves(tmp_path: Path, calendars: Mapping[str, bytes]) -> None:
    files = three_countries()
    files["site.json"]["base_url"] = "https://example.org/locdata"

    assert uids(calendars_of(load_context(tmp_path, files))[ALL]) == uids(calendars[ALL])


@pytest.mark.parametrize(("built", "changed"), [("2026-12-31", set()), ("2027-06-30", {ALL, EARLIER})])
def test_later_build_of_the_same_data_has_the_same_calendars_but_those_of_all_countries_in_another_year(
    tmp_path: Path, calendars: Mapping[str, bytes], built: str, changed: set[str]
) -> None:
    files = three_countries()
    files["site.json"] |= {"generated_at": f"{built}T00:00:00Z", "version": "1.9.0"}
    later = calendars_of(load_context(tmp_path, files))

    assert {path for path in calendars if later[path] != calendars[path]} == changed


# Texts


@pytest.mark.parametrize("text", [AWKWARD_TEXT, "\\" * 99, "x" + "\\" * 99])
def test_no_line_is_too_long_or_cuts_a_character_or_an_escape(countries: SiteContext, text: str) -> None:
    lines = calendars_of(with_phase(countries, what=text))[FRANCE].split(b"\r\n")

    assert lines.pop() == b""
    assert [line for line in lines if len(line) > 75 or b"\r" in line or b"\n" in line] == []
    # Two backslashes are one escape. Decoding fails for a part of a character.
    assert [line for line in lines if (len(line) - len(line.rstrip(b"\\"))) % 2 or not line.decode()] == []


@given(text=TEXTS | st.sampled_from([AWKWARD_TEXT, "one\ntwo", "\\", "\\n", "\\,", ";", "x" * 74, "é" * 37, "😀" * 19]))
def test_any_text_is_read_as_it_is(countries: SiteContext, text: str) -> None:
    (event,) = events(calendars_of(with_phase(countries, what=text))[FRANCE])

    assert event.summary.value == f"France: B2G e-invoicing: {text}"
    assert event.description.value.startswith(text)


WORDS = "word " * 60
NO_WORDS = "字" * 300


@pytest.mark.parametrize(
    ("text", "title"),
    [
        pytest.param("x" * 225, "x" * 225, id="longest"),
        pytest.param("x" * 226, f"{'x' * 224}…", id="without a blank"),
        pytest.param(WORDS.strip(), f"{'word ' * 44}word…", id="words"),
        pytest.param(f"{'x' * 220},  {'y' * 20}", f"{'x' * 220}…", id="no comma before the ellipsis"),
        pytest.param(NO_WORDS, f"{'字' * 224}…", id="several bytes"),
        pytest.param("a;" * 150, f"{'a;' * 112}"[:223] + "…", id="escapes"),
    ],
)
def test_title_has_at_most_250_characters_and_the_description_all_of_them(
    countries: SiteContext, text: str, title: str
) -> None:
    (event,) = events(calendars_of(with_phase(countries, what=text))[FRANCE])
    start = "France: B2G e-invoicing: "

    assert event.summary.value == f"{start}{title}"
    assert len(event.summary.value) <= 250
    assert text in event.description.value
    assert event.description.value.startswith(f"{start}{text}\n\n") == (title != text)


def test_special_characters_are_escaped_in_every_property(tmp_path: Path) -> None:
    files = whole()
    files[COUNTRY]["name"] = "France, the Republic; \\"
    lines = calendars_of(load_context(tmp_path, files))[FRANCE].decode().replace("\r\n ", "").split("\r\n")
    name = "France\\, the Republic\\; \\\\"

    assert {line.split(":")[0]: line for line in lines if "Republic" in line} == {
        "NAME": f"NAME:E-invoicing and reporting dates: {name}",
        "X-WR-CALNAME": f"X-WR-CALNAME:E-invoicing and reporting dates: {name}",
        "SUMMARY": f"SUMMARY:{name}: Real-time reporting: Phase of 2027-01-01",
        "CATEGORIES": f"CATEGORIES:{name},Real-time reporting",
    }
