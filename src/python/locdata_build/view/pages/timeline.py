"""The phases of the obligations of all countries by date, and the toggles that they will flip."""

from collections.abc import Sequence

from locdata_build.view.blocks import Block, Filter, Filters, Option, Paragraph, Row, paragraph, row, table_of
from locdata_build.view.components.phases import (
    Event,
    count_of_phases,
    events_by_date,
    events_table,
    latest_first,
    phase_chart,
)
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import ALL_COUNTRIES_CALENDAR, UPCOMING_CALENDAR
from locdata_build.view.navigation import country_filter, country_link
from locdata_build.view.obligations import PHASE_STATES
from locdata_build.view.page import Page, Script, Section, section, top_page
from locdata_build.view.prose import line
from locdata_build.view.text import Link, rich
from locdata_build.view.words import TOGGLE_BADGES, counted
from locdata_model.anchors import PageAnchor, phase_anchor
from locdata_model.endpoints import PHASES
from locdata_model.phases import Flip
from locdata_model.toggles import TOGGLES
from locdata_model.urls import PageName
from locdata_model.vocabulary import OBLIGATION_LABELS, PhaseState


def timeline_page(context: SiteContext) -> Page:
    """Return the timeline: events after today with the next one first, then past ones with the latest first."""
    phases = context.published.phases
    events = events_by_date(context, phases)
    later = [event for event in events if event[0].date > context.today]
    past = latest_first(event for event in events if event[0].date <= context.today)
    filters = (
        country_filter(context),
        Filter("kind", "Obligation", tuple(Option(kind, label) for kind, label in OBLIGATION_LABELS.items())),
        Filter("state", "State", tuple(Option(state, badge.text) for state, badge in PHASE_STATES.items())),
    )
    return Page(
        **top_page(PageName.TIMELINE),
        lead=line(
            f"{count_of_phases(later)} after {{today}}, and {count_of_phases(past, 'earlier')}. A phase is a date from which an "
            "obligation applies to more businesses or transactions. Phases that one country starts together share a row. "
            "[Recently started](/recent/). Subscribe: {feeds}.",
            today=context.today,
        ),
        blocks=(
            (
                Filters(filters, len(events), has_words=True, has_dates=True, file_name="timeline.csv"),
                # The rows describe the phases: repeated for each mark, they would add a sixth to the page.
                phase_chart(phases, context.today, "all countries", lambda phase: context.country(phase.country).name),
            )
            if phases
            else ()
        ),
        sections=(section("steps", "Every phase", *_tables(context, later, past)), _flips_section(context)),
        data=(PHASES.path,),
        feeds=(UPCOMING_CALENDAR, ALL_COUNTRIES_CALENDAR),
        last_checked=max((phase.last_checked for phase in phases), default=None),
        scripts=(Script.FILTER, Script.FOLD, Script.RELATIVE_DAYS) if phases else (),
    )


def _tables(context: SiteContext, later: Sequence[Event], past: Sequence[Event]) -> tuple[Block, ...]:
    """Return the tables of both kinds of events. Past ones are folded away: most readers look for later ones."""
    states = rich(
        PHASE_STATES[PhaseState.UPCOMING],
        " is law, for a later date; ",
        PHASE_STATES[PhaseState.ANNOUNCED],
        " is proposed, expected or announced. ",
        Link("All states", f"{PageName.METHODOLOGY.path}#phases"),
    )
    coming = events_table(context, "Phases to come", later, has_anchors=True, has_years=True)
    fold = count_of_phases(past, "earlier")
    gone = events_table(context, "Earlier phases", past, has_anchors=True, has_years=True, fold=fold)
    shown = (Paragraph(states), coming) if later else (paragraph("No information yet on phases to come."),)
    return (*shown, *((gone,) if past else ()))


def _flips_section(context: SiteContext) -> Section:
    """Return the section on the toggles that will flip on a known date, even if the data stays the same."""
    title = "Toggles that will flip"
    flips = [flip for flip in context.published.flips if flip.date > context.today]
    if not flips:
        return section(PageAnchor.FLIPS, title, paragraph("No toggle will flip on a known date."))
    intro = line(
        "For users of the API: toggles are as of the day of the build. On these dates they flip without an edit of the data. "
        "As JSON: </api/v1/flips.json>."
    )
    columns = ("Date", "Country", "Toggle", "Before", "After", "Phase")
    rows = (_flip_row(context, flip) for flip in flips)
    fold = f"Toggles: {counted(len(flips), 'flip')}"
    table = table_of("Toggles by the date on which they flip", columns, rows, fold=fold)
    return section(PageAnchor.FLIPS, title, Paragraph(intro), table)


def _flip_row(context: SiteContext, flip: Flip) -> Row:
    country = context.country(flip.country)
    return row(
        flip.date,
        country_link(country),
        TOGGLES[flip.toggle].label,
        TOGGLE_BADGES[flip.before],
        TOGGLE_BADGES[flip.after],
        Link(flip.what, f"#{phase_anchor(flip.phase)}"),
    )
