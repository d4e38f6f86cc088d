"""The phases of the obligations of all countries by date, and the toggles that they will flip."""

from collections.abc import Sequence

from locdata_build.derive.countries import CountryRecords
from locdata_build.view.blocks import Filter, Filters, Option, Row, Table, paragraph, row, table_of
from locdata_build.view.chart import phase_chart
from locdata_build.view.context import SiteContext
from locdata_build.view.feeds import ALL_COUNTRIES_CALENDAR, UPCOMING_CALENDAR
from locdata_build.view.navigation import country_filter, country_link, country_path, region_filter, top_link
from locdata_build.view.obligations import PHASE_STATES, phase_badge, phase_requirements
from locdata_build.view.page import Page, Script, Section, section, top_page
from locdata_build.view.provenance import primary_source
from locdata_build.view.text import Link, rich
from locdata_build.view.words import OBLIGATIONS, counted, toggle_badge
from locdata_model.anchors import PageAnchor, obligation_anchor, phase_anchor
from locdata_model.endpoints import FLIPS, PHASES
from locdata_model.phases import Flip, Phase
from locdata_model.toggles import TOGGLES
from locdata_model.urls import PageName, slugify


def page(context: SiteContext) -> Page:
    """Return the timeline: phases after today with the next one first, then all others with the latest first."""
    phases = context.published.phases
    later = [phase for phase in phases if phase.date > context.today]
    past = [phase for phase in reversed(phases) if phase.date <= context.today]
    return Page(
        **top_page(PageName.TIMELINE),
        lead=rich(
            f"{counted(len(later), 'phase')} after ",
            context.today,
            f", {counted(len(past), 'phase')} up to that day. A phase is a dated step of an obligation. Phases without a "
            "recorded date are not listed; announced ones have no law yet. Subscribe: ",
            top_link(PageName.FEEDS),
            ".",
        ),
        blocks=(
            (phase_chart(phases, context.today, "all countries", lambda code: context.country(code).name),)
            if phases
            else ()
        ),
        sections=(
            _flips_section(context),
            section(
                "steps", "Every phase", Filters(_filters(context), len(phases)), phases_table(context, (*later, *past))
            ),
        ),
        data=(PHASES.path,),
        feeds=(UPCOMING_CALENDAR, ALL_COUNTRIES_CALENDAR),
        last_checked=max((phase.last_checked for phase in phases), default=None),
        scripts=(Script.FILTER,),
    )


def phases_table(
    context: SiteContext, phases: Sequence[Phase], country: CountryRecords | None = None, *, has_anchors: bool = True
) -> Table:
    """Return a table of phases in the order given, without a column for the country if all are of ``country``."""
    columns = ("Date", *(() if country else ("Country",)), "Obligation", "Phase", "Requires", "State", "Source")
    return table_of(
        f"Dated phases: {country.name}" if country else "Dated phases",
        columns,
        (_phase_row(context, phase, has_country=country is None, has_anchor=has_anchors) for phase in phases),
    )


def _filters(context: SiteContext) -> tuple[Filter, ...]:
    return (
        Filter("kind", "Obligation", tuple(Option(kind, words.label) for kind, words in OBLIGATIONS.items())),
        region_filter(context),
        country_filter(context.countries),
        Filter("state", "State", tuple(Option(state, badge.text) for state, badge in PHASE_STATES.items())),
    )


def _phase_row(context: SiteContext, phase: Phase, *, has_country: bool, has_anchor: bool) -> Row:
    country = context.country(phase.country)
    label = OBLIGATIONS[phase.obligation].label
    return row(
        phase.date,
        *((country_link(country),) if has_country else ()),
        Link(label, country_path(country, obligation_anchor(phase.obligation))),
        phase.what,
        phase_requirements(phase),
        phase_badge(phase, context.today),
        primary_source(country.phase_provenance(phase.id)),
        anchor=phase_anchor(phase.id) if has_anchor else None,
        facets={
            "kind": (phase.obligation,),
            "region": (slugify(country.region),),
            "country": (country.code,),
            "state": (phase.state,),
        },
    )


def _flips_section(context: SiteContext) -> Section:
    """Return the section on the toggles that will flip on a known date, even if the data stays the same."""
    title = "Toggles that will flip"
    flips = [flip for flip in context.published.flips if flip.date > context.today]
    if not flips:
        return section(PageAnchor.FLIPS, title, paragraph("No toggle will flip on a known date."))
    intro = paragraph(
        "Toggles are as of the day of the build. On these dates they flip although nobody edits the data. As JSON: ",
        Link(FLIPS.path, FLIPS.path),
        ".",
    )
    columns = ("Date", "Country", "Toggle", "Before", "After", "Phase", "Source")
    table = table_of("Toggles by the date on which they flip", columns, (_flip_row(context, flip) for flip in flips))
    return section(PageAnchor.FLIPS, title, intro, table)


def _flip_row(context: SiteContext, flip: Flip) -> Row:
    country = context.country(flip.country)
    return row(
        flip.date,
        country_link(country),
        TOGGLES[flip.toggle].label,
        toggle_badge(flip.before),
        toggle_badge(flip.after),
        Link(flip.what, f"#{phase_anchor(flip.phase)}"),
        primary_source(country.phase_provenance(flip.phase)),
    )
