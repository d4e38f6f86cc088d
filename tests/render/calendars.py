"""Calendars as a calendar program reads them, and the countries and phases that are in them."""

from collections.abc import Iterable

from msgspec.structs import replace
from vobject import readComponents
from vobject.base import Component

from locdata_build.view.context import SiteContext
from locdata_model.phases import Phase
from support.dataset import COUNTRY, Files, whole
from support.records import country, obligation


def three_countries() -> Files:
    """Return two countries with phases, in two regions of three, and one without any."""
    files = whole()
    files["site.json"]["regions"] = ["Region 1", "Region 2", "Region 3"]
    files["countries/no.json"] = country("no", "Norway") | {"region": "Region 2"}
    none = dict.fromkeys(files[COUNTRY]["obligations"], obligation("none"))
    files["countries/se.json"] = country("se", "Sweden") | {"region": "Region 2", "obligations": none}
    return files


def with_phases(context: SiteContext, phases: Iterable[Phase]) -> SiteContext:
    """Return the context with these phases instead of its own."""
    phases = tuple(phases)
    records = tuple(
        replace(record, phases=tuple(phase for phase in phases if phase.country == record.code))
        for record in context.published.records
    )
    published = replace(context.published, phases=phases, records=records)
    return SiteContext(dataset=context.dataset, published=published)


def parsed(content: bytes) -> Component:
    """Return the only calendar of a file, which is valid."""
    (calendar,) = readComponents(content.decode())
    calendar.validate(raiseException=True)
    return calendar


def events(content: bytes) -> list[Component]:
    """Return the events of a calendar."""
    return [component for component in parsed(content).components() if component.name == "VEVENT"]


def properties(component: Component) -> dict[str, object]:
    """Return the values of a component by the names of its properties, of which each occurs once."""
    lines = [*component.lines()]

    assert len({line.name for line in lines}) == len(lines)
    return {line.name: line.value for line in lines}


def uids(content: bytes) -> list[str]:
    """Return the ids of the events of a calendar."""
    return [event.uid.value for event in events(content)]
