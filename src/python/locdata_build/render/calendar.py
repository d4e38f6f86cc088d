"""Dated phases as calendars (RFC 5545, RFC 7986): one of all countries, one of each region and one of each country.

A calendar does not depend on the day of the build, so it changes only when its data does. The id of an event is permanent:
when the date of a phase moves, its event moves. There is no ``METHOD``, because RFC 5546 then requires an organizer.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.derive.provenance import Citation
from locdata_build.render.artifacts import Artifact
from locdata_build.source.files import SiteFile
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import (
    ALL_COUNTRIES_CALENDAR,
    Feed,
    countries_by_region,
    country_calendar,
    region_calendar,
)
from locdata_build.view.navigation import country_path
from locdata_build.view.obligations import PHASE_STATES, phase_requirements
from locdata_build.view.provenance import citation_grade, newest_check, source_name
from locdata_build.view.words import ADVICE, CERTAINTIES, OBLIGATIONS, STATUSES, VERIFICATIONS, sentence
from locdata_model.ids import permanent_uuid
from locdata_model.phases import Phase
from locdata_model.urls import PageName, obligation_anchor
from locdata_model.vocabulary import Certainty, PhaseState, Verification

LONGEST_LINE = 75
"""Octets of a line without its end (RFC 5545, 3.1)."""

REFRESH = "P1D"
"""How often subscribers should look for changes, as a duration (RFC 5545, 3.3.6)."""

SOURCES_SHOWN = 3
"""Sources in the description of an event. The page of the country has all of them."""


def calendar_artifacts(context: SiteContext) -> Iterator[Artifact]:
    """Yield every calendar."""
    timeline = PageName.TIMELINE.path
    events = {phase.id: _event(context, phase) for phase in context.published.phases}
    yield _artifact(context, ALL_COUNTRIES_CALENDAR, timeline, context.countries, [*events.values()])
    for region, countries in countries_by_region(context).items():
        codes = {country.code for country in countries}
        in_region = [events[phase.id] for phase in context.published.phases if phase.country in codes]
        yield _artifact(context, region_calendar(region), timeline, countries, in_region)
    for country in context.countries:
        in_country = [events[phase.id] for phase in country.phases]
        yield _artifact(context, country_calendar(country), country_path(country), (country,), in_country)


def _artifact(
    context: SiteContext, feed: Feed, page_path: str, countries: Sequence[CountryRecords], events: Sequence[bytes]
) -> Artifact:
    """Return the calendar of ``countries``. The page at ``page_path`` shows the same phases."""
    site = context.site
    checked = max(when for country in countries if (when := newest_check(country.source.obligations)))
    title = _text(feed.title)
    description = _text(f"Dated phases of obligations to invoice and report electronically. {ADVICE} {_origin(site)}")
    properties = (
        ("VERSION", "2.0"),
        # An identifier, which keeps its wording.
        ("PRODID", _text(f"-//{site.title}//Dated steps//EN")),
        ("CALSCALE", "GREGORIAN"),
        ("DESCRIPTION", description),
        ("X-WR-CALDESC", description),
        ("NAME", title),
        ("X-WR-CALNAME", title),
        ("LAST-MODIFIED", _midnight(checked)),
        ("REFRESH-INTERVAL;VALUE=DURATION", REFRESH),
        ("SOURCE;VALUE=URI", site.url(feed.path)),
        ("UID", str(permanent_uuid(feed.path))),
        ("URL", site.url(page_path)),
        # Outlook reads this instead of the refresh interval.
        ("X-PUBLISHED-TTL", REFRESH),
    )
    return Artifact(feed.path, _component("VCALENDAR", properties, events or [_no_phase(feed, checked)]))


def _no_phase(feed: Feed, checked: dt.date) -> bytes:
    """Return a journal entry for a calendar without phases, which must not be empty. Without a date it is not displayed."""
    properties = (
        ("DTSTAMP", _midnight(checked)),
        ("LAST-MODIFIED", _midnight(checked)),
        ("SUMMARY", _text(f"{feed.title}: no dated phase is recorded")),
        ("UID", str(permanent_uuid(f"{feed.path}#none"))),
    )
    return _component("VJOURNAL", properties)


def _event(context: SiteContext, phase: Phase) -> bytes:
    country = context.country(phase.country)
    properties = (
        ("SUMMARY", _text(_summary(country, phase))),
        ("DTSTART;VALUE=DATE", _day(phase.date)),
        # Exclusive. RFC 5545 does not require it, but some clients do not take a single date for a whole day.
        ("DTEND;VALUE=DATE", _day(phase.date + dt.timedelta(days=1))),
        ("DTSTAMP", _midnight(phase.last_checked)),
        ("UID", str(permanent_uuid(f"phases/{phase.id}"))),
        ("CATEGORIES", _texts([country.name, OBLIGATIONS[phase.obligation].label])),
        ("DESCRIPTION", _text("\n".join(_description(context.site, country, phase)))),
        ("LAST-MODIFIED", _midnight(phase.last_checked)),
        ("STATUS", "CONFIRMED" if _is_certain(phase) else "TENTATIVE"),
        ("TRANSP", "TRANSPARENT"),
        ("URL", phase.url),
    )
    return _component("VEVENT", properties)


def _is_certain(phase: Phase) -> bool:
    return phase.certainty is Certainty.ENACTED and phase.verification is not Verification.UNVERIFIED


def _summary(country: CountryRecords, phase: Phase) -> str:
    # These two states alone do not depend on the day of the build.
    is_binding = phase.state not in (PhaseState.ANNOUNCED, PhaseState.VOLUNTARY)
    state = None if is_binding else PHASE_STATES[phase.state].text
    verification = VERIFICATIONS[phase.verification].label if phase.verification is Verification.UNVERIFIED else None
    remarks = ", ".join(filter(None, (state, verification)))
    return f"{country.name}: {OBLIGATIONS[phase.obligation].label}{remarks and f' ({remarks})'}: {phase.what}"


def _description(site: SiteFile, country: CountryRecords, phase: Phase) -> Iterator[str]:
    """Yield the lines of the description: the phase, its obligation, its provenance, a link to the page, the licence."""
    status = STATUSES[phase.status]
    details = site.url(country_path(country, obligation_anchor(phase.obligation)))
    yield sentence(phase.what)
    yield ""
    certainty = CERTAINTIES[phase.certainty]
    yield f"This phase: from {day_in_words(phase.date)}, {certainty.label}. {certainty.meaning}"
    yield f"Requires: {phase_requirements(phase)}"
    yield f"The obligation as a whole: {status.label}. {status.meaning}"
    yield f"Checked {day_in_words(phase.last_checked)}: {VERIFICATIONS[phase.verification].label}"
    yield from map(_source, country.phase_provenance(phase.id).citations[:SOURCES_SHOWN])
    yield f"The obligation with all its sources: {details}"
    yield ""
    yield ADVICE
    yield _origin(site)


def _source(citation: Citation) -> str:
    """Return a source with its place, its grade and its address; a law that was read in a copy has both addresses."""
    source = citation.source
    name = ", ".join(filter(None, (source_name(source), citation.locator)))
    return f"{name} ({citation_grade(citation)}): {' '.join(filter(None, (source.url, source.read_at)))}"


def _origin(site: SiteFile) -> str:
    return f"{site.attribution}, {site.data_licence.name}: {site.data_licence.url}"


def _component(name: str, properties: Iterable[tuple[str, str]], components: Iterable[bytes] = ()) -> bytes:
    """Return a component such as ``VEVENT`` with its properties, as names and values, and the components in it."""
    return b"".join([*map(_line, [("BEGIN", name), *properties]), *components, _line(("END", name))])


def _line(name_and_value: tuple[str, str]) -> bytes:
    return b"\r\n ".join(_fold(":".join(name_and_value).encode())) + b"\r\n"


def _fold(line: bytes) -> Iterator[bytes]:
    """Yield the parts of a line (3.1). No character and no escape is cut, for clients that read the parts one by one."""
    # Every part but the first begins with a blank, which counts as well.
    room = LONGEST_LINE - 1
    while len(line) > room:
        end = room
        while line[end] & 0xC0 == 0x80:
            end -= 1
        if (end - len(line[:end].rstrip(b"\\"))) % 2:
            end -= 1
        yield line[:end]
        line = line[end:]
    yield line


def _text(value: str) -> str:
    """Return a text as a value (3.3.11)."""
    return value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _texts(values: Iterable[str]) -> str:
    """Return texts as a list of values."""
    return ",".join(map(_text, values))


def _day(value: dt.date) -> str:
    """Return a date as a value: ``20261121``."""
    return f"{value:%Y%m%d}"


def _midnight(value: dt.date) -> str:
    """Return the first second of a day in UTC as a value: ``20261121T000000Z``."""
    return f"{_day(value)}T000000Z"
