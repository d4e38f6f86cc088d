// Drawings as SVG.
import { shared } from "./data.js";
import { link } from "./inline.js";
import { each, escape, href } from "./text.js";

/** Maps of which the reader chooses one. */
export const tile_maps = ({ caption, width, height, maps }) => `<fieldset class="maps">
<legend>${escape(caption)}</legend>
${maps.map(choice).join("")}<svg class="patterns" width="0" height="0" aria-hidden="true">
${each(shared.patterns, pattern)}</svg>
${each(maps, (map) => tileMap(map, width * 10, height * 10))}</fieldset>`;

const choice = ({ id, label }, number) => `<input type="radio" name="map" id="choose-${id}"${number ? "" : " checked"}>
<label for="choose-${id}">${escape(label)}</label>
`;

const pattern = ({ tone, size, lines }) =>
  `<pattern id="tile-${tone}" class="${tone}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">` +
  `<rect width="${size}" height="${size}"/>${lines ? `<path d="${lines}"/>` : ""}</pattern>\n`;

const square = (tone) =>
  `<rect x=".4" y=".4" width="9.2" height="9.2" rx="1" fill="url(#tile-${tone})" ` +
  'stroke="currentColor" stroke-width=".3"/>';

const legendEntry = ({ tone, link: target }) =>
  `<li><svg class="swatch ${tone}" viewBox="0 0 10 10" width="20" height="20" text-anchor="middle" aria-hidden="true">` +
  `${square(tone)}<text class="glyph" paint-order="stroke" x="5" y="7">${shared.glyphs[tone]}</text></svg> ${link(target)}</li>\n`;

const tileMap = ({ title, legend, tiles }, width, height) => `<figure>
<figcaption>${escape(title)}
<ul class="legend">
${each(legend, legendEntry)}</ul></figcaption>
<svg viewBox="0 0 ${width} ${height}" role="group" aria-label="${escape(title)}" font-size="3.6" text-anchor="middle">
${each(tiles, tile)}</svg>
</figure>
`;

const tile = ({ x, y, code, name, verdict, href: path }) =>
  `<a class="tile ${verdict.tone}" href="${href(path)}" transform="translate(${x * 10} ${y * 10})">` +
  `<title>${escape(`${code}, ${name}: ${verdict.text}`)}</title>` +
  square(verdict.tone) +
  `<text paint-order="stroke" x="5" y="4.9" aria-hidden="true">${escape(code)}</text>` +
  `<text class="glyph" paint-order="stroke" x="5" y="8.5" aria-hidden="true">${shared.glyphs[verdict.tone]}</text></a>\n`;

/** Phases on an axis of years. */
export function phase_chart({ id, caption, description, width, height, ticks, today_x, lanes, mark_size }) {
  const foot = height - 16;
  return `<figure class="chart">
<figcaption id="${id}">${escape(caption)}. ${escape(description)}</figcaption>
<svg viewBox="0 0 ${width} ${height}" role="group" aria-labelledby="${id}">
<g aria-hidden="true">
${each(ticks, (tick) => chartTick(tick, foot))}${chartToday(today_x, foot)}
${each(lanes, (lane) => chartLane(lane, mark_size))}</g>
</svg>
</figure>`;
}

const chartTick = ({ x, label }, foot) =>
  `<line class="grid" x1="${x}" x2="${x}" y1="0" y2="${foot}"/>` +
  `<text x="${x + 2}" y="${foot + 12}">${escape(label)}</text>\n`;

const chartToday = (x, foot) =>
  `<text class="now" x="${x - 3}" y="15">today</text><line class="today" x1="${x}" x2="${x}" y1="0" y2="${foot}"/>`;

const chartLane = ({ y, label, marks }, size) =>
  `<text class="lane" paint-order="stroke" x="0" y="${y}">${escape(label)}</text>\n` +
  each(marks, (mark) => chartMark(mark, size));

const chartMark = ({ state, is_filled, x, y, label, anchor }, size) =>
  `<a href="#${anchor}" tabindex="-1"><title>${escape(label)}</title>` +
  `<rect class="${state}"${is_filled ? "" : ' fill="none"'} stroke="currentColor" x="${x + 1}" y="${y}" ` +
  `width="${size}" height="${size}"/></a>\n`;
