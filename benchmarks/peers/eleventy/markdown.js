// Pages as Markdown.
import { shared } from "./data.js";

const { site, today, methodology } = shared;
const BASE = site.base_url;

const escape = (text) => (/[\\`*_[\]<>|~&]/.test(text) ? text.replace(SPECIAL, "\\$&") : text);
const SPECIAL = /[\\`*_[\]<>|~]|&(?=#?[\p{L}\p{N}_]+;)/gu;

// A list, a rule or a heading.
const BLOCK = /^(\d+(?=[.)])|(?=[+=#-]))([.)](?=\s|$)|[+=-](?=\s|$|-|=)|#(?=#*(?:\s|$)))/;
const plainStart = (text) => text.replace(BLOCK, "$1\\$2");
const heading = (level, text) => `${"#".repeat(level)} ${text.replace(/((?:^|\s)#*)#$/, "$1\\#")}`;
const longestRun = (text) => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));

function codeSpan(text) {
  const longest = longestRun(text);
  const fence = "`".repeat(longest + 1);
  const pad = longest ? " " : "";
  return fence + pad + text + pad + fence;
}

function target(url) {
  const safe = url
    .replaceAll("<", "%3C")
    .replaceAll(">", "%3E")
    .replace(/&(?=#?[\p{L}\p{N}_]+;)/gu, "&amp;");
  return /[()\s]/.test(safe) ? `<${safe}>` : safe;
}

const tableRow = (cells) => `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`;
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);
const strong = (text) => `**${escape(text)}**`;

/** A page as Markdown. */
export function twin(page) {
  const address = BASE + page.address;
  const { data_licence: licence } = site;
  const parts = [
    heading(1, escape(page.title)),
    `> ${plainStart(line(page.lead, address))}`,
    `Page: <${address}>, version ${site.version}, as of ${today.text}. ` +
      `${escape(site.attribution)}, [${escape(licence.name)}](${target(licence.url)}). ` +
      `[What the words mean](${BASE}${methodology}).`,
  ];
  addBlocks(parts, page.blocks, 2, address);
  addSections(parts, page.sections, 2, address);
  return `${parts.join("\n\n")}\n`;
}

function addSections(parts, sections, level, address) {
  for (const { title, blocks, sections: inner } of sections) {
    parts.push(heading(level, escape(title)));
    addBlocks(parts, blocks, level + 1, address);
    addSections(parts, inner, level + 1, address);
  }
}

function addBlocks(parts, blocks, level, address) {
  for (const block of blocks) parts.push(...BLOCKS[block.kind](block, level, address));
}

const INLINE = {
  words: (part) => escape(part.text),
  link,
  badge: (part) => strong(part.text),
  strong: (part) => strong(part.text),
  code: (part) => codeSpan(part.text),
  day: (part) => part.text,
  break: () => " · ",
  aside: (part, address) => ` – ${line(part.content, address)}`,
};

function line(content, address) {
  let text = "";
  for (const part of content) text += INLINE[part.kind](part, address);
  return text.trim();
}

function link({ text, href }, address) {
  const url = href.startsWith("#") ? address + href : href.startsWith("/") ? BASE + href : href;
  return text === url ? `<${url}>` : `[${escape(text)}](${target(url)})`;
}

const list = (members, write) => members.map((member) => `- ${write(member)}`).join("\n");
const pair = ({ term, content }, address) => `${strong(term)}: ${line(content, address)}`;

const BLOCKS = {
  paragraph: (block, level, address) => [plainStart(line(block.content, address))],
  items: (block, level, address) => [list(block.items, (item) => plainStart(line(item, address)))],
  pairs: (block, level, address) => [list(block.pairs, (member) => pair(member, address))],
  cards: (block, level, address) => [list(block.cards, (card) => `${link(card.link, address)}: ${escape(card.text)}`)],
  answers: (block, level, address) => [
    heading(2, escape(block.title)),
    list(block.answers, (member) => answer(member, address)),
  ],
  snippet({ language, label, text }) {
    const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
    return [`${escape(label)}:`, `${fence}${language}\n${text.trimEnd()}\n${fence}`];
  },
  // The rows are all there, and the table beside a chart holds every step.
  filters: () => [],
  phase_chart: () => [],
  table,
  tile_maps: (block, level, address) => block.maps.flatMap((map) => tileMap(map, level, address)),
};

function answer({ question, verdict, content, source, more }, address) {
  const parts = [strong(question)];
  if (verdict) parts.push(`**${escape(verdict.text)}.**`);
  parts.push(sentence(line(content, address)));
  if (source.length) parts.push(`${line(source, address)}.`);
  parts.push(`${link(more, address)}.`);
  return parts.join(" ");
}

function table(block, level, address) {
  const parts = [];
  for (const { title, intro, rows } of block.groups) {
    if (title.length) parts.push(heading(level, line(title, address)));
    if (intro.length) parts.push(intro.map((member) => `* ${pair(member, address)}`).join("\n"));
    parts.push(block.is_compact ? grid(block.columns, rows, address) : records(block.columns, rows, address));
  }
  return parts;
}

function grid(columns, rows, address) {
  const lines = [
    tableRow(columns.map(({ title }) => escape(title))),
    tableRow(columns.map(({ is_number }) => (is_number ? "---:" : "---"))),
  ];
  for (const { cells } of rows) lines.push(tableRow(cells.map((cell) => line(cell, address))));
  return lines.join("\n");
}

function records(columns, rows, address) {
  const starts = columns.map(({ title }) => `  - ${plainStart(escape(title))}: `);
  const lines = [];
  for (const { id, cells } of rows) {
    lines.push(`- ${plainStart(line(cells[0], address))}${id ? ` ([row](${address}#${id}))` : ""}`);
    for (let place = 1; place < cells.length; place++) {
      const text = line(cells[place], address);
      if (text) lines.push(starts[place] + text);
    }
  }
  return lines.join("\n");
}

function tileMap({ label, title, legend, tiles }, level, address) {
  const countries = legend.map(([badge, count]) => {
    const links = tiles
      .filter(({ answer: { text, tone } }) => text === badge.text && tone === badge.tone)
      .map(({ name, href }) => link({ text: name, href }, address));
    return `- ${escape(badge.text)} (${count})${links.length ? ": " : ""}${links.join(", ")}`;
  });
  return [heading(level, escape(label)), `${escape(title)}.`, countries.join("\n")];
}
