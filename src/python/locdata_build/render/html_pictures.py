"""Pictures as SVG inside a page."""

from collections.abc import Mapping

from locdata_build.render.html_text import HtmlText, badge, escape
from locdata_build.view.pictures import Lane, Mark, PhaseChart, Tick, Tile, TileMap, TileMaps
from locdata_build.view.text import Tone

GLYPHS: Mapping[Tone, str] = {
    Tone.YES: "✓",
    Tone.SOON: "→",
    Tone.PARTLY: "◐",
    Tone.NO: "–",
    Tone.UNKNOWN: "?",
    Tone.NOTE: "!",
}
"""What tells tones apart without colour; the stylesheet puts the same in front of badges."""

TILE = 10
"""Units of the drawing that a tile is wide and high."""

AXIS = 16
"""Pixels below the lanes of a chart, for the years."""


def tile_maps(block: TileMaps, text: HtmlText) -> str:
    """Maps, each with a button that chooses it; the first is chosen."""
    buttons = "".join(
        f'<input type="radio" name="map" id="choose-{escape(tiles.id)}"{" checked" if tiles is block.maps[0] else ""}>\n'
        f'<label for="choose-{escape(tiles.id)}">{escape(tiles.label)}</label>\n'
        for tiles in block.maps
    )
    size = f"{block.width * TILE} {block.height * TILE}"
    maps = "".join(_tile_map(tiles, size, text) for tiles in block.maps)
    return f'<fieldset class="maps">\n<legend>{escape(block.caption)}</legend>\n{buttons}{maps}</fieldset>'


def _tile_map(tiles: TileMap, size: str, text: HtmlText) -> str:
    legend = "".join(f"{badge(answer)} {count} " for answer, count in tiles.legend)
    title = escape(tiles.title)
    return (
        f'<figure>\n<figcaption>{title}.\n<span class="legend">{legend}</span></figcaption>\n'
        f'<svg viewBox="0 0 {size}" role="group" aria-label="{title}" font-size="3.6" text-anchor="middle">\n'
        f"{''.join(_tile(tile, text) for tile in tiles.tiles)}</svg>\n</figure>\n"
    )


def _tile(tile: Tile, text: HtmlText) -> str:
    tone, code = tile.answer.tone, escape(tile.code)
    return (
        f'<a class="tile {tone.value}" href="{escape(text.href(tile.href))}" '
        f'aria-label="{code}, {escape(tile.name)}: {escape(tile.answer.text)}" '
        f'transform="translate({tile.x * TILE} {tile.y * TILE})">'
        '<rect x=".4" y=".4" width="9.2" height="9.2" rx="1" fill="none" stroke="currentColor" stroke-width=".3"/>'
        f'<text x="5" y="5.2" aria-hidden="true">{code}</text>'
        f'<text class="glyph" x="5" y="8.6" aria-hidden="true">{GLYPHS[tone]}</text></a>\n'
    )


def phase_chart(block: PhaseChart) -> str:
    """A chart of dated steps."""
    foot = block.height - AXIS
    return (
        f'<figure class="chart">\n<figcaption id="{escape(block.id)}">{escape(block.caption)}. '
        f"{escape(block.description)}</figcaption>\n"
        f'<svg viewBox="0 0 {block.width} {block.height}" role="img" aria-labelledby="{escape(block.id)}">\n'
        f"{''.join(_tick(tick, block) for tick in block.ticks)}"
        f'<text class="now" x="{block.today_x - 3}" y="15">today</text>'
        f'<line class="today" x1="{block.today_x}" x2="{block.today_x}" y1="0" y2="{foot}"/>\n'
        f"{''.join(_lane(lane, block.mark_size) for lane in block.lanes)}</svg>\n</figure>"
    )


def _tick(tick: Tick, block: PhaseChart) -> str:
    return (
        f'<line class="grid" x1="{tick.x}" x2="{tick.x}" y1="0" y2="{block.height - AXIS}"/>'
        f'<text x="{tick.x + 2}" y="{block.height - 4}">{escape(tick.label)}</text>\n'
    )


def _lane(lane: Lane, size: int) -> str:
    marks = "".join(_mark(mark, size) for mark in lane.marks)
    return f'<text class="lane" paint-order="stroke" x="0" y="{lane.y}">{escape(lane.label)}</text>\n{marks}'


def _mark(mark: Mark, size: int) -> str:
    hollow = "" if mark.is_filled else ' fill="none"'
    return (
        f'<rect class="{escape(mark.standing)}"{hollow} stroke="currentColor" x="{mark.x + 1}" y="{mark.y}" '
        f'width="{size}" height="{size}"><title>{escape(mark.label)}</title></rect>\n'
    )
