"""What starts when: every dated step of the duties of all countries, past and to come."""

from collections.abc import Sequence

from locdata_build.source.files import CountryFile
from locdata_build.source.page_names import PageName
from locdata_build.source.slugs import page_slug
from locdata_build.view.blocks import Column, Filter, Filters, Group, Option, Row, Table
from locdata_build.view.chart import phase_chart
from locdata_build.view.dates import STANDINGS, Step, steps_by_date
from locdata_build.view.evidence import primary_source
from locdata_build.view.feeds import CALENDAR_OF_ALL
from locdata_build.view.filters import country_filter, region_filter
from locdata_build.view.newest_check import newest_check
from locdata_build.view.page import Page, Script, Section
from locdata_build.view.pages.flips import flips_section
from locdata_build.view.places import TOP_PAGES, country_link, country_path, obligation_anchor, top_link, top_path
from locdata_build.view.text import Link, rich
from locdata_build.view.words import OBLIGATIONS, counted
from locdata_build.view.world import World
from locdata_model.endpoints import PHASES


def timeline_page(world: World) -> Page:
    """The steps to come, the next first, then those that have come, the last first."""
    steps = steps_by_date(world.countries)
    ahead = [step for step in steps if not step.is_past(world.today)]
    come = [step for step in reversed(steps) if step.is_past(world.today)]
    top = TOP_PAGES[PageName.TIMELINE]
    return Page(
        path=top_path(PageName.TIMELINE),
        title=top.label,
        description=top.text,
        lead=rich(
            f"{counted(len(ahead), 'step lies', 'steps lie')} ahead of ",
            world.today,
            f", {counted(len(come), 'lies', 'lie')} behind. Only steps with a recorded date are here; announced ones have no law yet. To subscribe to them: ",
            top_link(PageName.FEEDS),
            ".",
        ),
        blocks=(phase_chart("phase-chart", steps, world.today, "all countries"),) if steps else (),
        sections=(
            flips_section(world),
            Section(
                id="steps",
                title="Every step",
                blocks=(Filters(_filters(world), len(steps)), steps_table(world, (*ahead, *come))),
            ),
        ),
        data=(PHASES.path,),
        feeds=(CALENDAR_OF_ALL,),
        last_checked=newest_check(step.obligation for step in steps),
        scripts=(Script.FILTER,),
    )


def steps_table(
    world: World, steps: Sequence[Step], country: CountryFile | None = None, *, has_anchors: bool = True
) -> Table:
    """Steps in the order given; those of one country without a column for it."""
    columns = ("Date", *(() if country else ("Country",)), "Duty", "Step", "State", "Source")
    return Table(
        caption=f"Dated steps: {country.name}" if country else "Dated steps",
        columns=tuple(map(Column, columns)),
        groups=(
            Group(
                rows=tuple(_row(world, step, with_country=country is None, has_anchor=has_anchors) for step in steps)
            ),
        ),
    )


def _filters(world: World) -> tuple[Filter, ...]:
    return (
        Filter("kind", "Duty", tuple(Option(kind, words.label) for kind, words in OBLIGATIONS.items())),
        region_filter(world),
        country_filter(world.countries),
        Filter("standing", "State", tuple(Option(standing, badge.text) for standing, badge in STANDINGS.items())),
    )


def _row(world: World, step: Step, *, with_country: bool, has_anchor: bool) -> Row:
    country = step.country
    provenance = step.obligation.provenance
    standing = step.standing(world.today)
    duty = Link(OBLIGATIONS[step.kind].label, f"{country_path(country)}#{obligation_anchor(step.kind)}")
    return Row(
        id=step.anchor if has_anchor else None,
        cells=(
            rich(step.phase.date),
            *((rich(country_link(country)),) if with_country else ()),
            rich(duty),
            rich(step.phase.what),
            rich(STANDINGS[standing]),
            primary_source(provenance),
        ),
        facets={
            "kind": (step.kind,),
            "region": (page_slug(country.region),),
            "country": (country.code,),
            "standing": (standing,),
        },
    )
