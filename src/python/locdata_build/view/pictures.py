"""Pictures as pages show them: shapes with their places and labels, of which a renderer makes a drawing."""

from typing import ClassVar

from msgspec import Struct

from locdata_build.view.text import Badge


class Tile(Struct, frozen=True, kw_only=True):
    """A country on a tile map: ``x`` and ``y`` in tiles from the upper left."""

    x: int
    y: int
    code: str
    name: str
    answer: Badge
    href: str


class TileMap(Struct, frozen=True, kw_only=True):
    """A map of one question, with the number of countries for each answer."""

    id: str
    label: str
    title: str
    tiles: tuple[Tile, ...]
    legend: tuple[tuple[Badge, int], ...]


class TileMaps(Struct, frozen=True, kw_only=True):
    """Maps of the same tiles, of which the reader chooses one; ``width`` and ``height`` in tiles."""

    caption: str
    width: int
    height: int
    maps: tuple[TileMap, ...]
    kind: ClassVar[str] = "tile_maps"


class Mark(Struct, frozen=True, kw_only=True):
    """A dated step on a chart: its place in pixels, and how it stands."""

    x: int
    y: int
    standing: str
    is_filled: bool
    label: str


class Lane(Struct, frozen=True, kw_only=True):
    """The steps of one kind."""

    label: str
    y: int
    marks: tuple[Mark, ...]


class Tick(Struct, frozen=True, kw_only=True):
    """A place on the axis of years."""

    x: int
    label: str


class PhaseChart(Struct, frozen=True, kw_only=True):
    """Dated steps on an axis of years, in one lane for each kind. All measures in pixels of the drawing."""

    id: str
    caption: str
    description: str
    width: int
    height: int
    today_x: int
    mark_size: int
    ticks: tuple[Tick, ...]
    lanes: tuple[Lane, ...]
    kind: ClassVar[str] = "phase_chart"
