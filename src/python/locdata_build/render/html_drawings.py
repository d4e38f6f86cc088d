"""Drawings in the pages as SVG: tile maps of the obligations and charts of phases."""

from collections.abc import Mapping

from locdata_build.render.html_text import NOTHING, Html, HtmlText, concat, escape, isolated, markup
from locdata_build.view.drawings import Lane, LegendEntry, Mark, PhaseChart, Tick, Tile, TileMap, TileMaps
from locdata_build.view.text import Tone

TILE = 10
"""Width and height of a tile, in units of its drawing."""

PATTERNS: Mapping[Tone, tuple[int, str]] = {
    Tone.YES: (TILE, ""),
    Tone.CLEARANCE: (TILE, "M1.1 1.1h7.8v7.8h-7.8z"),
    Tone.REAL_TIME: (2, "M0 1h2"),
    Tone.WITHIN_DAYS: (2, "M0 2l2-2M-1 1l2-2M1 3l2-2"),
    Tone.PARTLY: (TILE, "M1.2 0v10"),
    Tone.SOON: (2, "M0 2l2-2M-1 1l2-2M1 3l2-2"),
    Tone.UNDATED: (2, "M.6 1h.8M1 .6v.8"),
    Tone.PLANNED: (2, "M1 0v2"),
    Tone.VOLUNTARY: (TILE, "M1.1 1.1h7.8v7.8h-7.8z"),
    Tone.NO: (TILE, ""),
    Tone.UNKNOWN: (TILE, ""),
}
"""The pattern of each tone of a verdict: the size of what is repeated, in units of the drawing, and its lines."""

AXIS = 16
"""Height of the axis of years below the lanes of a chart, in pixels."""


def tile_maps(block: TileMaps, text: HtmlText) -> Html:
    """Return tile maps, each with a button that selects it. The first is selected."""
    size = markup("%s %s", block.width * TILE, block.height * TILE)
    return markup(
        '<fieldset class="maps">\n<legend>%s</legend>\n%s%s%s</fieldset>',
        escape(block.caption),
        concat(_map_button(tiles, is_checked=tiles is block.maps[0]) for tiles in block.maps),
        tile_patterns(),
        concat(_tile_map(tiles, size, text) for tiles in block.maps),
    )


def tile_patterns() -> Html:
    """Return the patterns with which tiles are filled. They are apart, because browsers ignore those of a hidden map."""
    return markup(
        '<svg class="patterns" width="0" height="0" aria-hidden="true">\n%s</svg>\n',
        concat(
            markup(
                '<pattern id="tile-%(tone)s" class="%(tone)s" width="%(size)s" height="%(size)s" '
                'patternUnits="userSpaceOnUse"><rect width="%(size)s" height="%(size)s"/>%(lines)s</pattern>\n',
                tone=escape(tone.value),
                size=size,
                lines=markup('<path d="%s"/>', escape(path)) if path else NOTHING,
            )
            for tone, (size, path) in PATTERNS.items()
        ),
    )


def _tile_map(tiles: TileMap, size: Html, text: HtmlText) -> Html:
    return markup(
        '<figure>\n<figcaption>%(title)s\n<ul class="legend">\n%(legend)s</ul></figcaption>\n'
        '<svg viewBox="0 0 %(size)s" role="group" aria-label="%(title)s" font-size="3.6" text-anchor="middle">\n'
        "%(tiles)s</svg>\n</figure>\n",
        title=escape(tiles.title),
        legend=concat(_legend_entry(entry, text) for entry in tiles.legend),
        size=size,
        tiles=concat(_tile(tile, text) for tile in tiles.tiles),
    )


def _legend_entry(entry: LegendEntry, text: HtmlText) -> Html:
    return markup(
        '<li><svg class="swatch %(tone)s" viewBox="0 0 10 10" width="20" height="20" text-anchor="middle" aria-hidden="true">'
        '%(square)s<text class="glyph" paint-order="stroke" x="5" y="7">%(glyph)s</text></svg> %(link)s</li>\n',
        tone=escape(entry.tone.value),
        square=_square(entry.tone),
        glyph=escape(entry.tone.glyph),
        link=text.link(entry.link),
    )


def _tile(tile: Tile, text: HtmlText) -> Html:
    tone = tile.verdict.tone
    return markup(
        '<a class="tile %(tone)s" href="%(href)s" transform="translate(%(x)s %(y)s)">'
        "<title>%(code)s, %(name)s: %(verdict)s</title>%(square)s"
        '<text paint-order="stroke" x="5" y="4.9" aria-hidden="true">%(code)s</text>'
        '<text class="glyph" paint-order="stroke" x="5" y="8.5" aria-hidden="true">%(glyph)s</text></a>\n',
        tone=escape(tone.value),
        href=escape(text.href(tile.href)),
        code=escape(tile.code),
        name=escape(tile.name),
        verdict=escape(tile.verdict.text),
        x=tile.x * TILE,
        y=tile.y * TILE,
        square=_square(tone),
        glyph=escape(tone.glyph),
    )


def _square(tone: Tone) -> Html:
    """Return the square of a tile. Without a stylesheet, its outline is still seen."""
    return markup(
        '<rect x=".4" y=".4" width="9.2" height="9.2" rx="1" fill="url(#tile-%s)" stroke="currentColor" stroke-width=".3"/>',
        escape(tone.value),
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
        '<svg viewBox="0 0 %(width)s %(height)s" role="group" aria-labelledby="%(id)s">\n'
        '<g aria-hidden="true">\n%(ticks)s<text class="now" x="%(label_x)s" y="15">today</text>'
        '<line class="today" x1="%(today_x)s" x2="%(today_x)s" y1="0" y2="%(foot)s"/>\n'
        "%(lanes)s</g>\n</svg>\n</figure>",
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
    """Return a lane. The phases that have started, which are most of them, are one shape."""
    started = concat(_square_at(mark, size) for mark in lane.marks if mark.is_filled)
    return markup(
        '<text class="lane" paint-order="stroke" x="0" y="%s">%s</text>\n<g stroke="currentColor">%s%s</g>\n',
        lane.y,
        escape(lane.label),
        markup('<path class="started" d="%s"/>\n', started) if started else NOTHING,
        concat(_mark(mark, size) for mark in lane.marks if not mark.is_filled),
    )


def _square_at(mark: Mark, size: int) -> Html:
    return markup("M%s %sh%sv%sh-%sz", mark.x + 1, mark.y, size, size, size)


def _mark(mark: Mark, size: int) -> Html:
    """Return the mark of a phase that has not started as a link to its row.

    It is for mouse and touch only: with the keyboard or a screen reader, hundreds of marks would be in the way of the rows,
    which have the same content and can be filtered.
    """
    return markup(
        '<a href="#%(anchor)s" tabindex="-1"><title>%(label)s</title>'
        '<path class="%(state)s" fill="none" d="%(square)s"/></a>\n',
        anchor=escape(mark.anchor),
        state=escape(mark.state),
        square=_square_at(mark, size),
        label=escape(mark.label),
    )
