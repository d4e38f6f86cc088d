"""The dated steps as calendars (RFC 5545, RFC 7986): one of all countries, one of each region, one of each country.

Nothing in them depends on the day of the build, so that a calendar changes only when its data does. A step keeps its id
when its day moves, and its entry moves along. There is no ``METHOD``: a published one (RFC 5546) asks for an organizer.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence

from locdata_build.render.artifacts import Artifact
from locdata_build.render.content_lines import component, day, midnight, text, texts
from locdata_build.render.permanent_ids import permanent_id
from locdata_build.source.files import CountryFile, SiteFile
from locdata_build.source.page_names import PageName
from locdata_build.view.dates import STANDINGS, Standing
from locdata_build.view.feeds import (
    CALENDAR_OF_ALL,
    Feed,
    calendar_of_country,
    calendar_of_region,
    countries_by_region,
)
from locdata_build.view.newest_check import newest_check
from locdata_build.view.pages.about import ADVICE
from locdata_build.view.places import country_link, country_path, obligation_anchor, top_path
from locdata_build.view.words import OBLIGATIONS, STATUSES, VERIFICATIONS, day_in_words, sentence
from locdata_build.view.world import World
from locdata_model.phases import Phase
from locdata_model.vocabulary import ObligationStatus, Verification

REFRESH = "P1D"
"""How often a subscriber looks again (a duration, RFC 5545 3.3.6): a site is built once a day at most."""

SOURCES_SHOWN = 3
"""The page of the country has all of them."""

NOTED_STATUSES: Mapping[ObligationStatus, str] = {
    ObligationStatus.PLANNED: STANDINGS[Standing.ANNOUNCED].text,
    ObligationStatus.VOLUNTARY: STANDINGS[Standing.VOLUNTARY].text,
}
"""Where a step binds nobody, whatever day it is, its title says so."""


def calendar_paths(world: World) -> tuple[str, ...]:
    """Where the calendars lie."""
    of_regions = map(calendar_of_region, countries_by_region(world))
    of_countries = map(calendar_of_country, world.countries)
    return tuple(feed.path for feed in (CALENDAR_OF_ALL, *of_regions, *of_countries))


def calendar_artifacts(world: World) -> Iterator[Artifact]:
    """Every calendar."""
    timeline = top_path(PageName.TIMELINE)
    events = [(phase.country, _event(world, phase)) for phase in world.published.phases]
    of_country: dict[str, list[bytes]] = {country.code: [] for country in world.countries}
    for code, event in events:
        of_country[code].append(event)
    yield _artifact(world, CALENDAR_OF_ALL, timeline, world.countries, [event for _, event in events])
    for region, countries in countries_by_region(world).items():
        codes = {country.code for country in countries}
        inside = [event for code, event in events if code in codes]
        yield _artifact(world, calendar_of_region(region), timeline, countries, inside)
    for country in world.countries:
        feed = calendar_of_country(country)
        yield _artifact(world, feed, country_path(country), (country,), of_country[country.code])


def _artifact(
    world: World, feed: Feed, page: str, countries: Sequence[CountryFile], events: Sequence[bytes]
) -> Artifact:
    """The calendar of ``countries``, which the page at ``page`` shows to people."""
    site = world.site
    checked = max(when for country in countries if (when := newest_check(country.obligations)))
    title = text(feed.title)
    description = text(f"Dated steps of duties to invoice and report electronically. {ADVICE} {_origin(site)}")
    properties = (
        ("VERSION", "2.0"),
        ("PRODID", text(f"-//{site.title}//Dated steps//EN")),
        ("CALSCALE", "GREGORIAN"),
        ("DESCRIPTION", description),
        ("X-WR-CALDESC", description),
        ("NAME", title),
        ("X-WR-CALNAME", title),
        ("LAST-MODIFIED", midnight(checked)),
        ("REFRESH-INTERVAL;VALUE=DURATION", REFRESH),
        ("SOURCE;VALUE=URI", f"{site.base_url}{feed.path}"),
        ("UID", str(permanent_id(feed.path))),
        ("URL", f"{site.base_url}{page}"),
        # What Outlook reads instead of the interval.
        ("X-PUBLISHED-TTL", REFRESH),
    )
    return Artifact(feed.path, component("VCALENDAR", properties, events or [_no_step(feed, checked)]))


def _no_step(feed: Feed, checked: dt.date) -> bytes:
    """What stands in a calendar without steps. It must hold something; a note without a day is shown on none."""
    properties = (
        ("DTSTAMP", midnight(checked)),
        ("LAST-MODIFIED", midnight(checked)),
        ("SUMMARY", text(f"{feed.title}: no dated step is recorded")),
        ("UID", str(permanent_id(f"{feed.path}#none"))),
    )
    return component("VJOURNAL", properties)


def _event(world: World, phase: Phase) -> bytes:
    country = world.country(phase.country)
    properties = (
        ("SUMMARY", text(_summary(country, phase))),
        ("DTSTART;VALUE=DATE", day(phase.date)),
        # Exclusive. RFC 5545 does not ask for it, but not every client knows that a date alone is a day.
        ("DTEND;VALUE=DATE", day(phase.date + dt.timedelta(days=1))),
        ("DTSTAMP", midnight(phase.last_checked)),
        ("UID", str(permanent_id(f"phases/{phase.id}"))),
        ("CATEGORIES", texts([country.name, OBLIGATIONS[phase.obligation].label])),
        ("DESCRIPTION", text("\n".join(_description(world.site, country, phase)))),
        ("LAST-MODIFIED", midnight(phase.last_checked)),
        ("STATUS", "CONFIRMED" if _is_certain(phase) else "TENTATIVE"),
        ("TRANSP", "TRANSPARENT"),
        ("URL", phase.url),
    )
    return component("VEVENT", properties)


def _is_certain(phase: Phase) -> bool:
    return phase.status is not ObligationStatus.PLANNED and phase.verification is not Verification.UNVERIFIED


def _summary(country: CountryFile, phase: Phase) -> str:
    status = NOTED_STATUSES.get(phase.status)
    quality = VERIFICATIONS[phase.verification].label if phase.verification is Verification.UNVERIFIED else None
    notes = ", ".join(filter(None, (status, quality)))
    return f"{country.name}: {OBLIGATIONS[phase.obligation].label}{notes and f' ({notes})'}: {phase.what}"


def _description(site: SiteFile, country: CountryFile, phase: Phase) -> Iterator[str]:
    """Line by line: what the step is, where its duty stands, what that rests on, where to read on, and the licence."""
    status = STATUSES[phase.status]
    duty = country_link(country, obligation_anchor(phase.obligation))
    yield sentence(phase.what)
    yield ""
    yield f"This step: from {day_in_words(phase.date)}"
    yield f"The duty as a whole: {status.label}. {status.meaning}"
    yield f"Checked {day_in_words(phase.last_checked)}: {VERIFICATIONS[phase.verification].label}"
    yield from phase.source_urls[:SOURCES_SHOWN]
    yield f"The duty with all its sources: {site.base_url}{duty.href}"
    yield ""
    yield ADVICE
    yield _origin(site)


def _origin(site: SiteFile) -> str:
    return f"{site.attribution}, {site.data_licence.name}: {site.data_licence.url}"
