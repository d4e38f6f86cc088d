"""The section of a country's page on the dates of its obligations, and the phases that are still to come."""

from collections.abc import Iterator, Sequence

from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.dates_in_words import day_in_words
from locdata_build.view.blocks import Block, paragraph, table_or_message
from locdata_build.view.chart import phase_chart
from locdata_build.view.context import SiteContext
from locdata_build.view.events import events_by_date, events_table, latest_first
from locdata_build.view.feeds import country_calendar, country_changes_feed, upcoming_country_calendar
from locdata_build.view.page import Section, section
from locdata_build.view.text import Link
from locdata_build.view.words import counted
from locdata_model.phases import Phase
from locdata_model.urls import PageName

PHASES_ANCHOR, PHASES_TITLE = "phases", "What starts when"

SMALLEST_CHART = 6
"""Phases below which there is no chart: a short table is read faster."""


def later_phases(context: SiteContext, country: CountryRecords) -> Sequence[Phase]:
    """Return the phases after the day of the build, the earliest first."""
    return [phase for phase in country.phases if phase.date > context.today]


def without_later_phases(country: CountryRecords) -> str:
    """Return what is said of a country without later phases."""
    return "No later phase is recorded." if country.phases else "No dated phase is recorded."


def phases_section(context: SiteContext, country: CountryRecords) -> Section:
    """Return the section on everything that has started or will."""
    phases = country.phases
    charts = (
        (phase_chart(phases, context.today, country.name, lambda phase: phase.what),)
        if len(phases) >= SMALLEST_CHART
        else ()
    )
    subscribing = paragraph(
        "Subscribe: ",
        Link(f"upcoming dates of {country.name}", upcoming_country_calendar(country).path),
        ", ",
        Link("all dates", country_calendar(country).path),
        ", ",
        Link("changes of the data", country_changes_feed(country).path),
        " (",
        Link("how", PageName.FEEDS.path),
        ").",
    )
    return section(PHASES_ANCHOR, PHASES_TITLE, *charts, *_phases_tables(context, country), subscribing)


def _phases_tables(context: SiteContext, country: CountryRecords) -> Iterator[Block]:
    """Yield the phases after today, then all others with the latest first, folded away."""
    later = events_by_date(context, later_phases(context, country))
    table = events_table(context, f"Dated phases: {country.name}", later, country, has_anchors=True)
    yield table_or_message(table, without_later_phases(country))
    if past := [phase for phase in country.phases if phase.date <= context.today]:
        events = latest_first(events_by_date(context, past))
        fold = f"{counted(len(past), 'phase')} up to {day_in_words(context.today)}"
        yield events_table(context, f"Past phases: {country.name}", events, country, has_anchors=True, fold=fold)
