"""Dated phases as calendars (RFC 5545, RFC 7986): of all countries, of each region and of each country, each in two forms.

The calendars of all phases of a region or country do not depend on the day of the build, so they change only when their data
does. Those of all countries are two: one of the phases from some years before the build on, and one of earlier phases. The id
of an event is permanent: when the date of a phase moves, its event moves. There is no ``METHOD``, because RFC 5546 then
requires an organizer.

The upcoming calendars have the phases from the year of the build on, and depend on nothing else of its date. An event has all
phases of one country on one day that share a source: one law often sets several obligations in force. Its id is made from
that of its first phase, and differs from the ids in the calendars of all phases, so that subscribers to both see both. It
stays when the date moves, and when any other phase joins or leaves, unless the id of a phase that joins is lower.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.data.dates_in_words import day_in_words
from locdata_build.data.site import SiteFile
from locdata_build.derive.claims import group_by
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.phases import phases_by_event
from locdata_build.render.artifacts import Artifact
from locdata_build.render.ical import component, day_value, midnight_value, text_value, texts_value
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import (
    ALL_COUNTRIES_CALENDAR,
    EARLIER_CALENDAR,
    UPCOMING_CALENDAR,
    YEARS_BEFORE,
    Feed,
    countries_by_region,
    country_calendar,
    first_day,
    region_calendar,
    upcoming_country_calendar,
    upcoming_phases,
    upcoming_region_calendar,
)
from locdata_build.view.navigation import country_path
from locdata_build.view.obligations import PHASE_STATES, phase_requirements
from locdata_build.view.provenance import citation_grade, source_name
from locdata_build.view.words import ADVICE, CERTAINTIES, STATUSES, VERIFICATIONS, capitalized, sentence
from locdata_model.anchors import obligation_anchor
from locdata_model.ids import permanent_uuid
from locdata_model.phases import Phase
from locdata_model.urls import PageName
from locdata_model.vocabulary import OBLIGATION_LABELS, Certainty, PhaseState, Verification

REFRESH = "P1D"
"""Interval at which subscribers should look for changes, as a duration (RFC 5545, 3.3.6)."""

SOURCES_SHOWN = 3
"""Sources of a phase in the description of an event. The page of the country has all of them."""

MAX_TITLE = 250
"""Characters of the title of an event. Outlook makes no event with a title of more than 255."""

MAX_CUT = 50
"""Maximum number of characters that are left out, so that a title that is cut ends with a whole word."""

ABOUT = "Dated phases of obligations to invoice and report electronically"


class Scope(Struct, frozen=True):
    """The scope of a calendar: its feed, the path of the page that shows the same phases, and the countries."""

    feed: Feed
    page_path: str
    countries: Sequence[CountryRecords]

    @property
    def checked(self) -> dt.date:
        """The day of the newest check of an obligation."""
        return max(claim.provenance.last_checked for country in self.countries for claim in country.obligations)


def calendar_artifacts(context: SiteContext) -> Iterator[Artifact]:
    """Yield every calendar of all phases. For all countries, there are two."""
    site, phases = context.site, context.published.phases
    events = {phase.id: _event(context, phase) for phase in phases}
    if_empty = "no dated phase is recorded"
    whole, *parts = _scopes(context, ALL_COUNTRIES_CALENDAR, region_calendar, country_calendar)
    start = first_day(context, YEARS_BEFORE)
    for feed, period, covered in (
        (
            ALL_COUNTRIES_CALENDAR,
            f"from {day_in_words(start)} on (earlier ones: {site.url(EARLIER_CALENDAR.path)})",
            [events[phase.id] for phase in phases if phase.date >= start],
        ),
        (
            EARLIER_CALENDAR,
            f"before {day_in_words(start)} (later ones: {site.url(ALL_COUNTRIES_CALENDAR.path)})",
            [events[phase.id] for phase in phases if phase.date < start],
        ),
    ):
        # With each new year, events move from one to the other.
        modified = max(whole.checked, first_day(context))
        scope, about = replace(whole, feed=feed), f"{ABOUT}, {period}"
        yield calendar_artifact(site, scope, covered, about=about, if_empty=if_empty, modified=modified)
    for scope in parts:
        codes = {country.code for country in scope.countries}
        covered = [events[phase.id] for phase in phases if phase.country in codes]
        yield calendar_artifact(site, scope, covered, about=ABOUT, if_empty=if_empty, modified=scope.checked)


def _scopes(
    context: SiteContext,
    all_countries: Feed,
    of_region: Callable[[str], Feed],
    of_country: Callable[[CountryRecords], Feed],
) -> Iterator[Scope]:
    """Yield the scope of each calendar of a kind: all countries, then each region, then each country."""
    timeline = PageName.TIMELINE.path
    yield Scope(all_countries, timeline, context.countries)
    for region, countries in countries_by_region(context).items():
        yield Scope(of_region(region), timeline, countries)
    for country in context.countries:
        yield Scope(of_country(country), country_path(country), (country,))


def calendar_artifact(
    site: SiteFile, scope: Scope, events: Sequence[bytes], *, about: str, if_empty: str, modified: dt.date
) -> Artifact:
    """Return a calendar. ``about`` describes it, and ``if_empty`` states that it has no events yet."""
    feed = scope.feed
    title = text_value(feed.title)
    empty = "" if events else f" {sentence(capitalized(if_empty))}"
    description = text_value(f"{about}.{empty} {ADVICE} {origin(site)}")
    properties = (
        ("VERSION", "2.0"),
        # An identifier, which keeps its wording.
        ("PRODID", text_value(f"-//{site.title}//Dated steps//EN")),
        ("CALSCALE", "GREGORIAN"),
        ("DESCRIPTION", description),
        ("X-WR-CALDESC", description),
        ("NAME", title),
        ("X-WR-CALNAME", title),
        ("LAST-MODIFIED", midnight_value(modified)),
        ("REFRESH-INTERVAL;VALUE=DURATION", REFRESH),
        ("SOURCE;VALUE=URI", site.url(feed.path)),
        ("UID", str(permanent_uuid(feed.path))),
        ("URL", site.url(scope.page_path)),
        # Outlook reads this instead of the refresh interval.
        ("X-PUBLISHED-TTL", REFRESH),
    )
    return Artifact(feed.path, component("VCALENDAR", properties, events or [_journal(feed, if_empty, modified)]))


def _journal(feed: Feed, if_empty: str, modified: dt.date) -> bytes:
    """Return a journal entry for a calendar without events, which must have a component (RFC 5545, 3.6).

    Calendar apps do not display one without a date.
    """
    properties = (
        ("DTSTAMP", midnight_value(modified)),
        ("LAST-MODIFIED", midnight_value(modified)),
        ("SUMMARY", text_value(f"{feed.title}: {if_empty}")),
        ("UID", str(permanent_uuid(f"{feed.path}#none"))),
    )
    return component("VJOURNAL", properties)


class Event(Struct, frozen=True, kw_only=True):
    """An event of whole days. Its permanent id is made from ``name``. If its title is too long, the description begins with it."""

    name: str
    summary: str
    start: dt.date
    last: dt.date
    checked: dt.date
    categories: Iterable[str]
    description: Iterable[str]
    is_certain: bool
    url: str

    def encoded(self) -> bytes:
        """Return the event as part of a calendar."""
        checked, title = midnight_value(self.checked), _shortened(self.summary)
        description = self.description if title == self.summary else (self.summary, "", *self.description)
        properties = (
            ("SUMMARY", text_value(title)),
            ("DTSTART;VALUE=DATE", day_value(self.start)),
            # Exclusive. RFC 5545 does not require it, but some clients do not take a single date for a whole day.
            ("DTEND;VALUE=DATE", day_value(self.last + dt.timedelta(days=1))),
            ("DTSTAMP", checked),
            ("UID", str(permanent_uuid(self.name))),
            ("CATEGORIES", texts_value(self.categories)),
            ("DESCRIPTION", text_value("\n".join(description))),
            ("LAST-MODIFIED", checked),
            ("STATUS", "CONFIRMED" if self.is_certain else "TENTATIVE"),
            ("TRANSP", "TRANSPARENT"),
            ("URL", self.url),
        )
        return component("VEVENT", properties)


def _shortened(title: str) -> str:
    """Return a title, or the beginning of one that is too long, up to a blank if there is one near the limit."""
    if len(title) <= MAX_TITLE:
        return title
    blank = title.rfind(" ", MAX_TITLE - MAX_CUT, MAX_TITLE)
    return f"{title[: MAX_TITLE - 1 if blank < 0 else blank].rstrip(' ,;:')}…"


def _component(
    name: str, country: CountryRecords, phases: Sequence[Phase], summary: str, description: Iterable[str]
) -> bytes:
    """Return an event for phases of one day, with the page of the first."""
    first = phases[0]
    return Event(
        name=name,
        summary=summary,
        start=first.date,
        last=first.date,
        checked=max(phase.last_checked for phase in phases),
        categories=[country.name, *dict.fromkeys(map(_label, phases))],
        description=description,
        is_certain=all(map(_is_certain, phases)),
        url=first.url,
    ).encoded()


def _is_certain(phase: Phase) -> bool:
    return phase.certainty is Certainty.ENACTED and phase.verification is not Verification.UNVERIFIED


def _event(context: SiteContext, phase: Phase) -> bytes:
    country = context.country(phase.country)
    summary = f"{country.name}: {_label(phase)}{_remarks(phase)}: {phase.what}"
    return _component(f"phases/{phase.id}", country, (phase,), summary, _description(context.site, country, phase))


def _label(phase: Phase) -> str:
    return OBLIGATION_LABELS[phase.obligation]


def _remarks(phase: Phase) -> str:
    """Return in parentheses that no law requires the phase, or that no source confirms it; empty if neither is so."""
    # These two states alone do not depend on the day of the build.
    is_binding = phase.state not in (PhaseState.ANNOUNCED, PhaseState.VOLUNTARY)
    state = None if is_binding else PHASE_STATES[phase.state].text
    verification = VERIFICATIONS[phase.verification].label if phase.verification is Verification.UNVERIFIED else None
    found = ", ".join(filter(None, (state, verification)))
    return f" ({found})" if found else ""


def _description(site: SiteFile, country: CountryRecords, phase: Phase) -> Iterator[str]:
    """Yield the lines of the description: the phase, its obligation, its provenance, a link to the page, the licence."""
    status = STATUSES[phase.status]
    yield sentence(phase.what)
    yield ""
    certainty = CERTAINTIES[phase.certainty]
    yield f"This phase: from {day_in_words(phase.date)}, {certainty.label}. {certainty.meaning}"
    yield phase_requirements(phase)
    yield f"The obligation as a whole: {status.label}. {status.meaning}"
    yield f"Checked {day_in_words(phase.last_checked)}: {VERIFICATIONS[phase.verification].label}"
    yield from _source_lines(country, phase)
    yield f"The obligation with all its sources: {_obligation_url(site, country, phase)}"
    yield ""
    yield ADVICE
    yield origin(site)


def _source_lines(country: CountryRecords, phase: Phase) -> Iterator[str]:
    """Yield the first sources of a phase, a line for each. A law that was read in a copy has both addresses."""
    for citation in country.phase(phase.id).provenance.citations[:SOURCES_SHOWN]:
        source = citation.source
        name = ", ".join(filter(None, (source_name(source), citation.locator)))
        yield f"{name} ({citation_grade(citation)}): {' '.join(filter(None, (source.url, source.read_at)))}"


def _obligation_url(site: SiteFile, country: CountryRecords, phase: Phase) -> str:
    """Return the URL of the phase's obligation on the page of the country, with all its sources."""
    return site.url(country_path(country, obligation_anchor(phase.obligation)))


def origin(site: SiteFile) -> str:
    """Return the attribution and the licence in a line."""
    return f"{site.attribution}, {site.data_licence.name}: {site.data_licence.url}"


# Upcoming calendars


def upcoming_calendar_artifacts(context: SiteContext) -> Iterator[Artifact]:
    """Yield every calendar of the phases from the first day of the build's year on."""
    start, upcoming = first_day(context), upcoming_phases(context, context.published.phases)
    encoded = [(phases[0].country, _upcoming_event(context, phases)) for phases in phases_by_event(upcoming)]
    for scope in _scopes(context, UPCOMING_CALENDAR, upcoming_region_calendar, upcoming_country_calendar):
        codes = {country.code for country in scope.countries}
        yield calendar_artifact(
            context.site,
            scope,
            [event for code, event in encoded if code in codes],
            about=f"{ABOUT}, from {day_in_words(start)} on",
            if_empty=f"no dated phase from {start.year} on is recorded",
            # With each new year, past events leave it.
            modified=max(scope.checked, start),
        )


def _upcoming_event(context: SiteContext, phases: Sequence[Phase]) -> bytes:
    country = context.country(phases[0].country)
    description = _upcoming_description(context.site, country, phases)
    return _component(f"upcoming/{phases[0].id}", country, phases, _summary(country, phases), description)


def _summary(country: CountryRecords, phases: Sequence[Phase]) -> str:
    """Return the title: the obligations, and what starts with the first of them."""
    labels = (
        f"{', '.join(dict.fromkeys(map(_label, same)))}{remark}" for remark, same in group_by(phases, _remarks).items()
    )
    what, *others = dict.fromkeys(phase.what for phase in phases)
    return f"{country.name}: {'; '.join(labels)}: {what}{', and more' if others else ''}"


def _upcoming_description(site: SiteFile, country: CountryRecords, phases: Sequence[Phase]) -> Iterator[str]:
    """Yield the lines of the description: each phase, the meaning of its certainty, sources, links, the licence.

    Lines that several phases have in common are not repeated.
    """
    for phase in phases:
        yield f"{_label(phase)}: {sentence(phase.what)}"
        yield phase_requirements(phase)
        checked, verification = day_in_words(phase.last_checked), VERIFICATIONS[phase.verification].label
        yield f"{CERTAINTIES[phase.certainty].label.capitalize()}; checked {checked}: {verification}"
        yield ""
    certainties = dict.fromkeys(CERTAINTIES[phase.certainty] for phase in phases)
    yield from (f"{each.label.capitalize()}: {each.meaning}" for each in certainties)
    yield from dict.fromkeys(line for phase in phases for line in _source_lines(country, phase))
    yield from dict.fromkeys(
        f"All sources, {_label(phase)}: {_obligation_url(site, country, phase)}" for phase in phases
    )
    yield ""
    yield ADVICE
    yield origin(site)
