// Pages as Markdown.
import { shared } from "./data.js";

const { site, today, methodology } = shared;
const BASE = site.base_url;

const escape = (text) => (/[\\`*_[\]<>|~&]/.test(text) ? text.replace(SPECIAL, "\\$&") : text);
const SPECIAL = /[\\`*_[\]<>|~]|&(?=#?[\p{L}\p{N}_]+;)/gu;

// The start of a list, a rule or a heading.
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
  const pageUrl = BASE + page.url_path;
  const { data_licence: licence } = site;
  const parts = [
    heading(1, escape(page.title)),
    `> ${plainStart(line(page.lead, pageUrl))}`,
    `Page: <${pageUrl}>, version ${site.version}, as of ${today.text}. ` +
      `${escape(site.attribution)}, [${escape(licence.name)}](${target(licence.url)}). ` +
      `[What the words mean](${BASE}${methodology}).`,
  ];
  addBlocks(parts, page.blocks, 2, pageUrl);
  addSections(parts, page.sections, 2, pageUrl);
  return `${parts.join("\n\n")}\n`;
}

function addSections(parts, sections, level, pageUrl) {
  for (const { title, blocks, sections: inner } of sections) {
    parts.push(heading(level, escape(title)));
    addBlocks(parts, blocks, level + 1, pageUrl);
    addSections(parts, inner, level + 1, pageUrl);
  }
}

function addBlocks(parts, blocks, level, pageUrl) {
  for (const block of blocks) parts.push(...BLOCKS[block.kind](block, level, pageUrl));
}

const INLINE = {
  words: (part) => escape(part.text),
  link,
  badge: (part) => strong(part.text),
  strong: (part) => strong(part.text),
  code: (part) => codeSpan(part.text),
  day: (part) => part.text,
  break: () => " · ",
  aside: (part, pageUrl) => ` – ${line(part.content, pageUrl)}`,
  details: (part, pageUrl) => ` · ${escape(part.label)}: ${line(part.content, pageUrl)}`,
};

function line(content, pageUrl) {
  let text = "";
  for (const part of content) text += INLINE[part.kind](part, pageUrl);
  // What is folded away at the start is set off from nothing.
  return content[0]?.kind === "details" ? text.trim().replace(/^· /, "") : text.trim();
}

function link({ text, href }, pageUrl) {
  const whole = href.startsWith("#") ? pageUrl + href : href.startsWith("/") ? BASE + href : href;
  return text === whole ? `<${whole}>` : `[${escape(text)}](${target(whole)})`;
}

const list = (members, write) => members.map((member) => `- ${write(member)}`).join("\n");
const pair = ({ term, content }, pageUrl) => `${strong(term)}: ${line(content, pageUrl)}`;

const BLOCKS = {
  paragraph: (block, level, pageUrl) => [plainStart(line(block.content, pageUrl))],
  items: (block, level, pageUrl) => [list(block.items, (item) => plainStart(line(item, pageUrl)))],
  pairs: (block, level, pageUrl) => [list(block.pairs, (member) => pair(member, pageUrl))],
  cards: (block, level, pageUrl) => [list(block.cards, (card) => `${link(card.link, pageUrl)}: ${escape(card.text)}`)],
  questions: (block, level, pageUrl) => [
    heading(2, escape(block.title)),
    list(block.questions, (member) => question(member, pageUrl)),
  ],
  snippet({ language, label, text }) {
    const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
    return [`${escape(label)}:`, `${fence}${language}\n${text.trimEnd()}\n${fence}`];
  },
  // Markdown has no forms, and the table beside a chart has every phase.
  filters: () => [],
  phase_chart: () => [],
  table,
  tile_maps: (block, level, pageUrl) => block.maps.flatMap((map) => tileMap(map, level, pageUrl)),
};

function question({ question: text, verdict, content, source, more }, pageUrl) {
  const parts = [strong(text)];
  if (verdict) parts.push(`**${escape(verdict.text)}.**`);
  parts.push(sentence(line(content, pageUrl)));
  if (source.length) parts.push(`${line(source, pageUrl)}.`);
  parts.push(`${link(more, pageUrl)}.`);
  return parts.join(" ");
}

function table(block, level, pageUrl) {
  const parts = [];
  for (const { title, intro, rows } of block.groups) {
    if (title.length) parts.push(heading(level, line(title, pageUrl)));
    if (intro.length) parts.push(intro.map((member) => `* ${pair(member, pageUrl)}`).join("\n"));
    parts.push(block.is_compact ? grid(block.columns, rows, pageUrl) : records(block.columns, rows, pageUrl));
  }
  return parts;
}

function grid(columns, rows, pageUrl) {
  const lines = [
    tableRow(columns.map(({ title }) => escape(title))),
    tableRow(columns.map(({ is_number }) => (is_number ? "---:" : "---"))),
  ];
  for (const { cells } of rows) lines.push(tableRow(cells.map((cell) => line(cell, pageUrl))));
  return lines.join("\n");
}

function records(columns, rows, pageUrl) {
  const starts = columns.map(({ title }) => `  - ${plainStart(escape(title))}: `);
  const lines = [];
  for (const { id, cells } of rows) {
    lines.push(`- ${plainStart(line(cells[0], pageUrl))}${id ? ` ([row](${pageUrl}#${id}))` : ""}`);
    for (let column = 1; column < cells.length; column++) {
      const text = line(cells[column], pageUrl);
      if (text) lines.push(starts[column] + text);
    }
  }
  return lines.join("\n");
}

function tileMap({ label, title, legend, tiles }, level, pageUrl) {
  const countries = legend.map((entry) => {
    const found = tiles
      .filter(({ verdict }) => verdict.tone === entry.tone)
      .map(({ name, href, verdict }) => `${link({ text: name, href }, pageUrl)} (${escape(verdict.text)})`);
    return `- ${link(entry.link, pageUrl)}: ${found.join(", ")}`;
  });
  return [heading(level, escape(label)), escape(title), countries.join("\n")];
}
