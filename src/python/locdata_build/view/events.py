"""The events of the timeline: each is a row with the phases of one country that start together.

The calendars of upcoming dates have the same events.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from locdata_build.derive.claims import group_by
from locdata_build.derive.countries import CountryRecords
from locdata_build.derive.phases import phases_by_event
from locdata_build.view.blocks import Column, Group, Row, Table, grouped_table
from locdata_build.view.context import SiteContext
from locdata_build.view.navigation import country_link, country_path
from locdata_build.view.obligations import phase_badge, phase_requirements, requirement_words
from locdata_build.view.provenance import primary_source, publisher_link, source_link
from locdata_build.view.text import Aside, Break, Link, Rich, Words, joined, links_by_badge, rich
from locdata_build.view.words import OBLIGATIONS
from locdata_model.anchors import obligation_anchor, phase_anchor
from locdata_model.phases import Phase
from locdata_model.urls import slugify

Event = Sequence[Phase]
"""The phases of an event, of which there is at least one."""


def events_by_date(context: SiteContext, phases: Iterable[Phase]) -> list[Event]:
    """Return the events of ``phases``, the earliest first; those of one day are sorted by the name of their country."""
    return sorted(phases_by_event(phases), key=lambda event: (event[0].date, context.country(event[0].country).name))


def latest_first(events: Iterable[Event]) -> list[Event]:
    """Return events with the latest day first; those of one day keep their order."""
    return sorted(events, key=lambda event: event[0].date, reverse=True)


def first_days(events: Sequence[Event], count: int) -> Sequence[Event]:
    """Return at least the first ``count`` of the events, which are sorted by date, and always all of a day."""
    last = events[:count][-1][0].date
    return [event for event in events if event[0].date <= last]


def events_table(
    context: SiteContext,
    caption: str,
    events: Iterable[Event],
    country: CountryRecords | None = None,
    *,
    has_anchors: bool = False,
    has_years: bool = False,
    fold: str = "",
) -> Table:
    """Return a table of events in the order given, without a column for the country if all are of ``country``.

    ``has_years`` puts the events of each year below its number. ``fold`` is the label under which the table is folded away.
    """
    columns = (
        "Date",
        *(() if country else (Column("Country", is_short=True),)),
        Column("State", is_short=True),
        "What changes",
        "Source",
    )
    years = group_by(events, lambda event: event[0].date.year if has_years else None)
    groups = (
        Group(
            title=rich(str(year)) if year else (),
            rows=tuple(_row(context, event, has_country=country is None, has_anchors=has_anchors) for event in same),
        )
        for year, same in years.items()
    )
    return grouped_table(caption, columns, groups, fold=fold)


def _row(context: SiteContext, event: Event, *, has_country: bool, has_anchors: bool) -> Row:
    country = context.country(event[0].country)
    anchor, *others = (phase_anchor(phase.id) for phase in event)
    link_to = publisher_link if has_country else source_link
    sources = dict.fromkeys(primary_source(country.phase(phase.id).provenance, link_to) for phase in event)
    return Row(
        cells=(
            rich(event[0].date),
            *((rich(country_link(country)),) if has_country else ()),
            _states(context, country, event),
            joined(" ", _changes(country, event, has_who=not has_country)),
            joined(Break(), sources),
        ),
        id=anchor if has_anchors else None,
        other_ids=tuple(others) if has_anchors else (),
        facets={
            "kind": tuple(dict.fromkeys(phase.obligation.value for phase in event)),
            "region": (slugify(country.region),),
            "country": (country.code,),
            "state": tuple(dict.fromkeys(phase.state.value for phase in event)),
            "date": (event[0].date.isoformat(),),
        },
    )


def _states(context: SiteContext, country: CountryRecords, event: Event) -> Rich:
    """Return the state of the event; with the obligations in each state if they differ."""
    badges = {phase: phase_badge(phase, context.today) for phase in event}
    state, *others = dict.fromkeys(badges.values())
    return links_by_badge((badges[phase], _link(country, phase)) for phase in event) if others else rich(state)


def _changes(country: CountryRecords, event: Event, *, has_who: bool) -> Iterator[Rich]:
    """Yield each thing that starts, with the obligations to which it belongs and what these require.

    ``has_who`` adds whom they bind. Tables of all countries leave it to the text, so that more events fit on a phone.
    """
    words = phase_requirements if has_who else lambda phase: requirement_words(phase.binds)
    for what, same in group_by(event, lambda phase: phase.what).items():
        yield rich(what, Aside(joined(" ", _requirements(country, same, words))))


def _requirements(country: CountryRecords, phases: Event, words: Callable[[Phase], str]) -> Iterator[Rich]:
    for requirements, same in group_by(phases, words).items():
        links = joined(", ", (rich(_link(country, phase)) for phase in same))
        yield (*links, Words(f". Requires: {requirements}."))


def _link(country: CountryRecords, phase: Phase) -> Link:
    """Return a link to the obligation of a phase."""
    return Link(OBLIGATIONS[phase.obligation].label, country_path(country, obligation_anchor(phase.obligation)))
