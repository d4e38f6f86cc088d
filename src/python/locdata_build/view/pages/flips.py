"""The flip calendar: which answers change by themselves, on which day, by which step."""

from collections.abc import Iterator

from locdata_build.view.blocks import Block, Column, Group, Paragraph, Row, Table, nothing
from locdata_build.view.dates import Step, steps_by_date
from locdata_build.view.evidence import primary_source
from locdata_build.view.page import Section
from locdata_build.view.places import country_link
from locdata_build.view.text import Link, rich
from locdata_build.view.words import TOGGLE_LABELS, toggle_badge
from locdata_build.view.world import World
from locdata_model.endpoints import FLIPS
from locdata_model.phases import Flip


def flips_section(world: World) -> Section:
    """The answers that will be others on a day to come, while the data stays as it is."""
    flips = [flip for flip in world.published.flips if flip.date > world.today]
    return Section(id="flips", title="Answers that will change by themselves", blocks=tuple(_blocks(world, flips)))


def _blocks(world: World, flips: list[Flip]) -> Iterator[Block]:
    if not flips:
        yield from nothing("No answer changes on a day that is known.")
        return
    steps = {step.phase_id: step for step in steps_by_date(world.countries)}
    yield Paragraph(
        rich(
            "Answers are those of the day of the build. On these days they become others, though nobody edits the data. "
            "As JSON: ",
            Link(FLIPS.path, FLIPS.path),
            ".",
        )
    )
    yield Table(
        caption="Answers by the day on which they change",
        columns=tuple(
            map(Column, ("Date", "Country", "Answer", "Until then", "From then on", "By the step", "Source"))
        ),
        groups=(Group(rows=tuple(_row(flip, steps[flip.phase]) for flip in flips)),),
    )


def _row(flip: Flip, step: Step) -> Row:
    return Row(
        cells=(
            rich(flip.date),
            rich(country_link(step.country)),
            rich(TOGGLE_LABELS[flip.toggle]),
            rich(toggle_badge(flip.before)),
            rich(toggle_badge(flip.after)),
            rich(Link(flip.what, f"#{step.anchor}")),
            primary_source(step.obligation.provenance),
        )
    )
