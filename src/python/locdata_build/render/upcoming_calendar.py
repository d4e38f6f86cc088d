"""The dated phases from the year of the build on as calendars, with one event for all that starts together.

Unlike the calendars of all phases, these depend on the year of the build, and on nothing else of its date. An event has all
phases of one country on one day that share a source: one law often sets several obligations in force.

The id of an event is made from the id of its first phase, and differs from the ids in the calendars of all phases, so that
subscribers to both see both. It stays when the date moves, and when any other phase joins or leaves. A phase that joins
becomes the first one only if its id, which begins with its country and obligation, is lower. When an event is split, the
part with the first phase keeps the id. An id made from all phases would change each time.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence

from locdata_build.data.site import SiteFile
from locdata_build.derive.claims import group_by
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.derive.phases import phases_by_event
from locdata_build.render.artifacts import Artifact
from locdata_build.render.calendar import (
    ABOUT,
    Event,
    calendar_artifact,
    encode_event,
    obligation_url,
    origin,
    remarks,
    scopes,
    source_lines,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import UPCOMING_CALENDAR, upcoming_country_calendar, upcoming_region_calendar
from locdata_build.view.obligations import phase_requirements
from locdata_build.view.words import ADVICE, CERTAINTIES, OBLIGATIONS, VERIFICATIONS, sentence
from locdata_model.phases import Phase


def upcoming_calendar_artifacts(context: SiteContext) -> Iterator[Artifact]:
    """Yield every calendar of the phases from the first day of the build's year on."""
    start = dt.date(context.today.year, 1, 1)
    upcoming = (phase for phase in context.published.phases if phase.date >= start)
    events = [_event(context, phases) for phases in phases_by_event(upcoming)]
    encoded = [(event.country.code, encode_event(event)) for event in events]
    for scope in scopes(context, UPCOMING_CALENDAR, upcoming_region_calendar, upcoming_country_calendar):
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


def _event(context: SiteContext, phases: Sequence[Phase]) -> Event:
    country = context.country(phases[0].country)
    return Event(
        name=f"upcoming/{phases[0].id}",
        country=country,
        phases=phases,
        summary=_summary(country, phases),
        description="\n".join(_description(context.site, country, phases)),
    )


def _summary(country: CountryRecords, phases: Sequence[Phase]) -> str:
    """Return the title: the obligations, and what starts with the first of them."""
    labels = (
        f"{', '.join(dict.fromkeys(map(_label, same)))}{remark}" for remark, same in group_by(phases, remarks).items()
    )
    what, *others = dict.fromkeys(phase.what for phase in phases)
    return f"{country.name}: {'; '.join(labels)}: {what}{', and more' if others else ''}"


def _label(phase: Phase) -> str:
    return OBLIGATIONS[phase.obligation].label


def _description(site: SiteFile, country: CountryRecords, phases: Sequence[Phase]) -> Iterator[str]:
    """Yield the lines of the description: each phase, the meaning of its certainty, sources, links, the licence.

    Lines that several phases have in common are not repeated.
    """
    for phase in phases:
        yield f"{_label(phase)}: {sentence(phase.what)}"
        yield f"Requires: {phase_requirements(phase)}"
        checked, verification = day_in_words(phase.last_checked), VERIFICATIONS[phase.verification].label
        yield f"{CERTAINTIES[phase.certainty].label.capitalize()}; checked {checked}: {verification}"
        yield ""
    yield from _unique(map(_certainty, phases))
    yield from _unique(line for phase in phases for line in source_lines(country, phase))
    yield from _unique(f"All sources, {_label(phase)}: {obligation_url(site, country, phase)}" for phase in phases)
    yield ""
    yield ADVICE
    yield origin(site)


def _unique(lines: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(lines)


def _certainty(phase: Phase) -> str:
    certainty = CERTAINTIES[phase.certainty]
    return f"{certainty.label.capitalize()}: {certainty.meaning}"
