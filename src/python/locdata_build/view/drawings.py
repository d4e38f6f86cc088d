"""The drawings of pages: tile maps of countries, and the chart of phases."""

from msgspec import Struct

from locdata_build.view.text import Badge, Link, Tone


class Tile(Struct, frozen=True, kw_only=True):
    """A country on a tile map. ``x`` and ``y`` count tiles from the upper left, starting with 0."""

    x: int
    y: int
    code: str
    name: str
    verdict: Badge
    href: str


class LegendEntry(Struct, frozen=True):
    """A tone on a map, with a link that names it and leads to the countries with a verdict of that tone."""

    tone: Tone
    link: Link


class TileMap(Struct, frozen=True, kw_only=True):
    """A map of one obligation. ``legend`` explains the tones that occur on it."""

    id: str
    label: str
    title: str
    tiles: tuple[Tile, ...]
    legend: tuple[LegendEntry, ...]


class TileMaps(Struct, frozen=True, kw_only=True):
    """Maps of the same countries, shown one at a time; ``width`` and ``height`` are in tiles."""

    caption: str
    width: int
    height: int
    maps: tuple[TileMap, ...]


class Mark(Struct, frozen=True, kw_only=True):
    """A phase on a chart: its position, its state, its label, and the anchor of its row on the same page."""

    x: int
    y: int
    state: str
    is_filled: bool
    label: str
    anchor: str


class Lane(Struct, frozen=True, kw_only=True):
    """The marks of one kind of obligation."""

    label: str
    y: int
    marks: tuple[Mark, ...]


class Tick(Struct, frozen=True, kw_only=True):
    """A labelled position on the time axis."""

    x: int
    label: str


class PhaseChart(Struct, frozen=True, kw_only=True):
    """Phases on a time axis, in one lane for each kind of obligation. All positions and sizes are in pixels."""

    id: str
    caption: str
    description: str
    width: int
    height: int
    today_x: int
    mark_size: int
    ticks: tuple[Tick, ...]
    lanes: tuple[Lane, ...]
