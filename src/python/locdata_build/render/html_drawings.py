"""Drawings in the pages as SVG: tile maps of the obligations and charts of phases."""

from collections.abc import Mapping

from locdata_build.render.html_text import Html, HtmlText, badge, concat, escape, isolated, markup
from locdata_build.view.blocks import Lane, Mark, PhaseChart, Tick, Tile, TileMap, TileMaps
from locdata_build.view.text import Tone

GLYPHS: Mapping[Tone, str] = {
    Tone.YES: "✓",
    Tone.SOON: "→",
    Tone.PARTLY: "◐",
    Tone.NO: "–",
    Tone.UNKNOWN: "?",
    Tone.ATTENTION: "!",
}
"""The glyph of each tone, which distinguishes it without colour. The stylesheet puts the same in front of badges."""

TILE = 10
"""Width and height of a tile, in units of its drawing."""

AXIS = 16
"""Height of the axis of years below the lanes of a chart, in pixels."""


def tile_maps(block: TileMaps, text: HtmlText) -> Html:
    """Return tile maps, each with a button that selects it. The first is selected."""
    size = markup("%s %s", block.width * TILE, block.height * TILE)
    return markup(
        '<fieldset class="maps">\n<legend>%s</legend>\n%s%s</fieldset>',
        escape(block.caption),
        concat(_map_button(tiles, is_checked=tiles is block.maps[0]) for tiles in block.maps),
        concat(_tile_map(tiles, size, text) for tiles in block.maps),
    )


def _tile_map(tiles: TileMap, size: Html, text: HtmlText) -> Html:
    return markup(
        '<figure>\n<figcaption>%(title)s\n<span class="legend">%(legend)s</span></figcaption>\n'
        '<svg viewBox="0 0 %(size)s" role="group" aria-label="%(title)s" font-size="3.6" text-anchor="middle">\n'
        "%(tiles)s</svg>\n</figure>\n",
        title=escape(tiles.title),
        legend=concat(markup("%s %s ", badge(verdict), count) for verdict, count in tiles.legend),
        size=size,
        tiles=concat(_tile(tile, text) for tile in tiles.tiles),
    )


def _tile(tile: Tile, text: HtmlText) -> Html:
    tone = tile.verdict.tone
    return markup(
        '<a class="tile %(tone)s" href="%(href)s" transform="translate(%(x)s %(y)s)">'
        "<title>%(code)s, %(name)s: %(verdict)s</title>"
        '<rect x=".4" y=".4" width="9.2" height="9.2" rx="1" fill="none" stroke="currentColor" stroke-width=".3"/>'
        '<text x="5" y="5.2" aria-hidden="true">%(code)s</text>'
        '<text class="glyph" x="5" y="8.6" aria-hidden="true">%(glyph)s</text></a>\n',
        tone=escape(tone.value),
        href=escape(text.href(tile.href)),
        code=escape(tile.code),
        name=escape(tile.name),
        verdict=escape(tile.verdict.text),
        x=tile.x * TILE,
        y=tile.y * TILE,
        glyph=escape(GLYPHS[tone]),
    )


def _map_button(tiles: TileMap, *, is_checked: bool) -> Html:
    return markup(
        '<input type="radio" name="map" id="choose-%(id)s"%(checked)s>\n<label for="choose-%(id)s">%(label)s</label>\n',
        id=escape(tiles.id),
        checked=Html(" checked" if is_checked else ""),
        label=escape(tiles.label),
    )


def phase_chart(block: PhaseChart) -> Html:
    """Return a chart of phases on an axis of years."""
    return markup(
        '<figure class="chart">\n<figcaption id="%(id)s">%(caption)s. %(description)s</figcaption>\n'
        '<svg viewBox="0 0 %(width)s %(height)s" role="img" aria-labelledby="%(id)s">\n'
        '%(ticks)s<text class="now" x="%(label_x)s" y="15">today</text>'
        '<line class="today" x1="%(today_x)s" x2="%(today_x)s" y1="0" y2="%(foot)s"/>\n'
        "%(lanes)s</svg>\n</figure>",
        id=escape(block.id),
        caption=isolated(block.caption),
        description=escape(block.description),
        width=block.width,
        height=block.height,
        ticks=concat(_tick(tick, block) for tick in block.ticks),
        label_x=block.today_x - 3,
        today_x=block.today_x,
        foot=block.height - AXIS,
        lanes=concat(_lane(lane, block.mark_size) for lane in block.lanes),
    )


def _tick(tick: Tick, block: PhaseChart) -> Html:
    return markup(
        '<line class="grid" x1="%(x)s" x2="%(x)s" y1="0" y2="%(foot)s"/>'
        '<text x="%(label_x)s" y="%(label_y)s">%(label)s</text>\n',
        x=tick.x,
        foot=block.height - AXIS,
        label_x=tick.x + 2,
        label_y=block.height - 4,
        label=escape(tick.label),
    )


def _lane(lane: Lane, size: int) -> Html:
    return markup(
        '<text class="lane" paint-order="stroke" x="0" y="%s">%s</text>\n%s',
        lane.y,
        escape(lane.label),
        concat(_mark(mark, size) for mark in lane.marks),
    )


def _mark(mark: Mark, size: int) -> Html:
    """Return a mark as a link to the row of its phase.

    It is for mouse and touch only: with the keyboard or a screen reader, hundreds of marks would be in the way of the rows,
    which say the same and can be filtered.
    """
    return markup(
        '<a href="#%(anchor)s" aria-hidden="true" tabindex="-1"><title>%(label)s</title>'
        '<rect class="%(state)s"%(fill)s stroke="currentColor" x="%(x)s" y="%(y)s" width="%(size)s" height="%(size)s"/></a>\n',
        anchor=escape(mark.anchor),
        state=escape(mark.state),
        fill=Html("" if mark.is_filled else ' fill="none"'),
        x=mark.x + 1,
        y=mark.y,
        size=size,
        label=escape(mark.label),
    )
