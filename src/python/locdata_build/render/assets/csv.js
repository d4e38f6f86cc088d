// Rows of tables as CSV (RFC 4180): the text of each cell, below the title of its column.
import { titleOfGroup } from "./table_rows.js";

const TABLE = "Table";
const GROUP = "Group";
const URLS = "URLs";
const ON_LINES_OF_THEIR_OWN = "br, dd, details, div, dt, li, p, summary";

function textIn(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\s+/g, " ");
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches(".anchor, .visually-hidden, sup, [hidden]")) return "";
  const text = [...node.childNodes].map(textIn).join("");
  return node.matches(ON_LINES_OF_THEIR_OWN) ? `\n${text}\n` : text;
}

// The text of an element in the order in which it is read, folded details included.
const textOf = (element) =>
  textIn(element)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");

// The URL of a link to another site, or of the source that a note leads to.
const urlOf = (link) => (link.rel ? link : document.querySelector(`${link.hash} > a`)).href;

const urlsIn = (row) => [...new Set([...row.querySelectorAll("a[rel~=external], sup > a")].map(urlOf))];

// What a row says, by the titles of the columns. Nothing has the title of what is empty.
function recordOf(row) {
  const table = row.closest("table");
  const group = titleOfGroup(row);
  const titles = [...table.tHead.rows[0].cells].map(textOf);
  const cells = [...row.cells].map((cell, column) => [titles[column], textOf(cell)]);
  const pairs = [[TABLE, textOf(table.caption)], [GROUP, group ? textOf(group) : ""], ...cells];
  return new Map([...pairs, [URLS, urlsIn(row).join(" ")]]);
}

// A spreadsheet would take a cell that begins with one of these characters for a formula. Where it expects semicolons between
// cells, each of them in a text, and each new line, begins a cell.
const harmless = (text) => text.replace(/(^|[;\n] *)([=+\-@\t\r])/g, "$1'$2");

const field = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const lineOf = (texts) => `${texts.map((text) => field(harmless(text))).join(",")}\r\n`;

// Columns with the same title are one. The caption of the table, the title of the group and the URLs are left out if they
// tell no row from another.
function columnsOf(records) {
  const titles = new Set(records.flatMap((record) => [...record.keys()]));
  titles.delete(URLS);
  const values = (title) => new Set(records.map((record) => record.get(title)));
  if (values(TABLE).size < 2) titles.delete(TABLE);
  if (![...values(GROUP)].some(Boolean)) titles.delete(GROUP);
  return [...titles, ...([...values(URLS)].some(Boolean) ? [URLS] : [])];
}

export function csvOf(rows) {
  const records = rows.map(recordOf);
  const columns = columnsOf(records);
  return [columns, ...records.map((record) => columns.map((title) => record.get(title) ?? ""))].map(lineOf).join("");
}
