"""The dated steps as calendars (RFC 5545, RFC 7986): one of all countries, one of each region, one of each country.

Nothing in them depends on the day of the build, so that a calendar changes only when its data does. A step keeps its id
when its day moves, and its entry moves along. There is no ``METHOD``: a published one (RFC 5546) asks for an organizer.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence

from icalendar import Calendar, Event, Journal, vDuration, vText
from icalendar.enums import STATUS, TRANSP

from locdata_build.render.artifacts import Artifact
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

REFRESH = dt.timedelta(days=1)
"""How often a subscriber looks again: a site is built once a day at most."""

SOURCES_SHOWN = 3
"""The page of the country has all of them."""

NOTED_STATUSES: Mapping[ObligationStatus, str] = {
    ObligationStatus.PLANNED: STANDINGS[Standing.ANNOUNCED].text,
    ObligationStatus.VOLUNTARY: STANDINGS[Standing.VOLUNTARY].text,
}
"""Where a step binds nobody, whatever day it is, its title says so."""


def calendar_artifacts(world: World) -> Iterator[Artifact]:
    """Every calendar."""
    timeline = top_path(PageName.TIMELINE)
    events = {phase.id: _event(world, phase) for phase in world.published.phases}
    yield _artifact(world, CALENDAR_OF_ALL, timeline, world.countries, events)
    for region, countries in countries_by_region(world).items():
        yield _artifact(world, calendar_of_region(region), timeline, countries, events)
    for country in world.countries:
        yield _artifact(world, calendar_of_country(country), country_path(country), (country,), events)


def _artifact(
    world: World, feed: Feed, page: str, countries: Sequence[CountryFile], events: Mapping[str, Event]
) -> Artifact:
    """The calendar of ``countries``, which the page at ``page`` shows to people."""
    site = world.site
    checked = max(day for country in countries if (day := newest_check(country.obligations)))
    codes = {country.code for country in countries}
    steps = [events[phase.id] for phase in world.published.phases if phase.country in codes]
    description = f"Dated steps of duties to invoice and report electronically. {ADVICE} {_origin(site)}"
    calendar = Calendar.new(
        prodid=f"-//{site.title}//Dated steps//EN",
        calscale="GREGORIAN",
        uid=permanent_id(feed.path),
        description=description,
        last_modified=_midnight(checked),
        url=f"{site.base_url}{page}",
        subcomponents=steps or [_no_step(feed, checked)],
    )
    # What the library says of these by itself lacks the escapes of a text.
    calendar["NAME"] = calendar["X-WR-CALNAME"] = vText(feed.title)
    calendar["X-WR-CALDESC"] = vText(description)
    # The library leaves out the types of these two, which RFC 7986 asks for.
    calendar.add("REFRESH-INTERVAL", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("SOURCE", f"{site.base_url}{feed.path}", parameters={"VALUE": "URI"})
    # What Outlook reads instead of the interval.
    calendar.add("X-PUBLISHED-TTL", vDuration(REFRESH))
    return Artifact(feed.path, calendar.to_ical())


def _no_step(feed: Feed, checked: dt.date) -> Journal:
    """What stands in a calendar without steps. It must hold something; a note without a day is shown on none."""
    return Journal.new(
        uid=permanent_id(f"{feed.path}#none"),
        stamp=_midnight(checked),
        last_modified=_midnight(checked),
        summary=f"{feed.title}: no dated step is recorded",
    )


def _event(world: World, phase: Phase) -> Event:
    country = world.country(phase.country)
    checked = _midnight(phase.last_checked)
    return Event.new(
        uid=permanent_id(f"phases/{phase.id}"),
        stamp=checked,
        last_modified=checked,
        start=phase.date,
        # Exclusive. RFC 5545 does not ask for it, but not every client knows that a date alone is a day.
        end=phase.date + dt.timedelta(days=1),
        summary=_summary(country, phase),
        description="\n".join(_description(world.site, country, phase)),
        categories=[country.name, OBLIGATIONS[phase.obligation].label],
        status=STATUS.CONFIRMED if _is_certain(phase) else STATUS.TENTATIVE,
        transparency=TRANSP.TRANSPARENT,
        url=phase.url,
    )


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


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), dt.UTC)
