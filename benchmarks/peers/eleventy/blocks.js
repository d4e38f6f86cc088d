// Blocks as HTML.
import { anchor, badge, line, link } from "./inline.js";
import { phase_chart, tile_maps } from "./pictures.js";
import { each, escape, words } from "./text.js";

const BLOCKS = {
  paragraph: (block) => `<p>${line(block.content)}</p>`,
  items: ({ items, columns }) => `<ul${columns ? ' class="columns"' : ""}>
${each(items, (item) => `<li>${line(item)}</li>\n`)}</ul>`,
  pairs: (block) => pairs(block.pairs),
  cards: ({ cards }) => `<ul class="cards">
${each(cards, (card) => `<li>${link(card.link)}<p>${words(card.text)}</p></li>\n`)}</ul>`,
  questions: ({ title, questions }) => `<h2 class="visually-hidden" id="answers">${escape(title)}</h2>
<dl class="answers">
${each(questions, question)}</dl>`,
  snippet: (block) => `<figure class="snippet">
<figcaption>${words(block.label)}</figcaption>
<pre tabindex="0"><code class="language-${escape(block.language)}">${escape(block.text)}</code></pre>
</figure>`,
  filters,
  table,
  tile_maps,
  phase_chart,
};

/** Blocks in their order. */
export const blocks = (members) => each(members, (block) => `${BLOCKS[block.kind](block)}\n`);

const pairs = (members) => `<dl class="pairs">
${each(members, (pair) => `<div><dt>${words(pair.term)}</dt><dd>${line(pair.content)}</dd></div>\n`)}</dl>`;

const question = ({ question: text, verdict, source, more, content }) => `<div>
<dt>${words(text)}</dt>
<dd>
${verdict ? `<p class="verdict">${badge(verdict)}</p>\n` : ""}<p class="source">${
  source.length ? `${line(source)} · ` : ""
}${link(more)}</p>
<p>${line(content)}</p>
</dd>
</div>
`;

const WORDS = '<label>Words\n<input type="search" name="words">\n</label>\n';
const DATES =
  '<label>From\n<input type="date" name="from">\n</label>\n<label>To\n<input type="date" name="to">\n</label>\n';

function filters(block) {
  const { label, reset, download, file_name, row_count } = block;
  const button = `<button type="button" data-file="${escape(file_name)}">${escape(download)}</button>\n`;
  return `<form class="filters" aria-label="${escape(label)}">
${each(block.filters, filter)}${block.has_words ? WORDS : ""}${block.has_dates ? DATES : ""}\
<button type="reset">${escape(reset)}</button>
${file_name ? button : ""}<output>${row_count ? `${row_count} of ${row_count} rows` : ""}</output>
</form>`;
}

const filter = (choice) => (choice.is_multiple ? multipleFilter(choice) : singleFilter(choice));

const singleFilter = ({ label, name, options, unchosen }) => `<label>${escape(label)}
<select name="${escape(name)}">
<option value="">${escape(unchosen)}</option>
${each(options, (option) => `<option value="${escape(option.value)}">${escape(option.label)}</option>\n`)}</select>
</label>
`;

const multipleFilter = ({ label, name, options, unchosen }) => `<details>
<summary>${escape(label)} <b>${escape(unchosen)}</b></summary>
<div role="group" aria-label="${escape(label)}">
<button type="button">Clear</button>
${each(
  options,
  ({ value, label: text }) =>
    `<label><input type="checkbox" name="${escape(name)}" value="${escape(value)}">${escape(text)}</label>\n`,
)}</div>
</details>
`;

function table(block) {
  const shown = shownTable(block);
  return block.fold ? `<details class="fold">\n<summary>${escape(block.fold)}</summary>\n${shown}\n</details>` : shown;
}

const columnClass = ({ is_number, is_short }) => (is_number ? ' class="number"' : is_short ? ' class="short"' : "");

function shownTable(block) {
  const { caption, columns } = block;
  const cells = columns.map((column) => `<td data-label="${escape(column.title)}"${columnClass(column)}>`);
  const region = block.is_compact ? ` role="region" aria-label="${escape(caption)}" tabindex="0"` : "";
  const head = (column) => `<th scope="col"${columnClass(column)}>${words(column.title)}</th>\n`;
  return `<div class="${block.is_grid ? "compact badge-grid" : block.is_compact ? "compact" : "roomy"}"${region}>
<table>
<caption>${words(caption)}</caption>
<thead>
<tr>
${each(columns, head)}</tr>
</thead>
${each(block.groups, (group) => tableGroup(group, cells))}</table>
</div>${fold && "\n</details>"}`;
}

function tableGroup({ id, title, intro, rows }, cells) {
  const span = `colspan="${cells.length}"`;
  return `<tbody${id ? ` id="${id}"` : ""}>
${title.length ? `<tr class="group">\n<th ${span} scope="rowgroup">${line(title)}</th>\n</tr>\n` : ""}${
    intro.length ? `<tr class="group">\n<td ${span}>${pairs(intro)}</td>\n</tr>\n` : ""
  }${each(rows, (row) => tableRow(row, cells))}</tbody>
`;
}

function tableRow({ id, other_ids, facets, cells }, starts) {
  let text = `<tr${id ? ` id="${id}"` : ""}`;
  for (const name in facets) text += ` data-${name}="${escape(facets[name].join(" "))}"`;
  const others = each(other_ids, (other) => `<span id="${other}"></span>`);
  text += `><th scope="row">${others}${line(cells[0])}${id ? anchor(id) : ""}</th>`;
  for (let column = 1; column < cells.length; column++) text += `${starts[column]}${line(cells[column])}</td>`;
  return `${text}</tr>\n`;
}

/** A section with its subsections. */
export const section = ({ id, title, blocks: own, sections }, level) => `<section aria-labelledby="${id}">
<h${level} id="${id}">${words(title)}${anchor(id)}</h${level}>
${blocks(own)}${each(sections, (inner) => section(inner, level + 1))}</section>
`;
