// Rows of tables as records for files. The value of a column is a text, a number, a Date or a URL.
import { labelOf } from "./choices.js";

const LEFT_OUT = ".anchor, .relative, .visually-hidden, [hidden], select, summary, sup";
const ON_LINES_OF_THEIR_OWN = "br, dd, details, div, dt, li, p";
const UNKNOWN =
  /^((start )?not[ -](known|recorded|stated)|no date given|unknown|(none|nothing) is recorded|no information yet)\.?( consulted:)?$/i;

// Filters whose options are no property of a row.
const WITHOUT_CODES = ["country", "region", "days"];

const TABLE = "Table";
// In front of the columns of the table, and behind them.
const FIRST = ["Country", "Region", "Country code"];
const LAST = ["Sources", "Link"];

function textIn(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\s+/g, " ");
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches(LEFT_OUT)) return "";
  const text = [...node.childNodes].map(textIn).join("");
  return node.matches(ON_LINES_OF_THEIR_OWN) ? `\n${text}\n` : text;
}

// The text of an element in the order in which it is read, folded details included, without what serves the page alone.
const textOf = (element) =>
  textIn(element)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");

const isKnown = (text) => !UNKNOWN.test(text);

function valueOf(cell) {
  const text = textOf(cell);
  const time = cell.querySelector("time");
  if (time && text === textOf(time)) return new Date(time.dateTime);
  if (cell.matches(".number") && /^\d+$/.test(text)) return Number(text);
  return isKnown(text) ? text : "";
}

const unique = (values) => [...new Set(values)];

const facet = (row, name) => (row.getAttribute(`data-${name}`) ?? "").split(" ").filter(Boolean);

// The options of a row's facet in the form: checkboxes, or options of a select.
const optionsOf = (row, name, form) =>
  facet(row, name).flatMap((value) => [
    ...form.querySelectorAll(`[name="${name}"][value="${value}"], [name="${name}"] > [value="${value}"]`),
  ]);

const namesOf = (options) => unique(options.map((option) => option.label ?? labelOf(option))).join(", ");

function regionsOf(row, countries, form) {
  const wholes = countries.map((box) => box.closest("fieldset")?.querySelector("legend input")).filter(Boolean);
  return namesOf([...wholes, ...optionsOf(row, "region", form)]);
}

const labelIn = (field) =>
  field.closest("details")?.querySelector("[role=group]").getAttribute("aria-label") ?? textOf(field.labels[0]);

function codesOf(row, form) {
  const fields = [...form.querySelectorAll("select, [type=checkbox]")].filter(({ name }) => !WITHOUT_CODES.includes(name));
  return [...new Map(fields.map((field) => [field.name, field]))].map(([name, field]) => [`${labelIn(field)} (code)`, facet(row, name).filter(isKnown).join(", ")]);
}

// The address at which the page is published.
const pageUrl = () => document.querySelector("link[rel=canonical]")?.href ?? location.href;

// Where the record of a row is: the page that its name leads to, or else the row itself, or the page that another cell leads to.
function linkOf(row) {
  const links = [...row.querySelectorAll("a:not(.anchor, [rel], sup > a)")].map((link) => link.getAttribute("href"));
  const pages = links.filter((href) => !href.startsWith("#"));
  const named = row.cells[0].querySelector("a:not(.anchor, [rel], [href^='#'])")?.getAttribute("href");
  const target = named ?? (row.id && `#${row.id}`);
  return new URL(target || (pages.find((href) => href.includes("#")) ?? pages[0] ?? ""), pageUrl());
}

// The URL of a link to another site, or of the source that a note leads to.
const urlOf = (link) => (link.rel ? link : document.querySelector(`${link.hash} > a`))?.href ?? "";

const sourcesOf = (row) => unique([...row.querySelectorAll("a[rel~=external], sup > a")].map(urlOf)).join(" ");

// A column that a row has twice, such as its country, has one place, and the value that is shown.
function recordOf(row, form) {
  const table = row.closest("table");
  const titles = [...table.tHead.rows[0].cells].map(textOf);
  const countries = optionsOf(row, "country", form);
  const first = [namesOf(countries), regionsOf(row, countries, form), facet(row, "country").join(", ")];
  return new Map([
    ...FIRST.map((title, number) => [title, first[number]]),
    ...codesOf(row, form),
    [TABLE, textOf(table.caption)],
    ...(row.dataset.date ? [["Date", new Date(row.dataset.date)]] : []),
    ...[...row.cells].map((cell, number) => [titles[number], valueOf(cell)]),
    ["Sources", sourcesOf(row)],
    ["Link", linkOf(row)],
  ]);
}

// The titles of the columns, then the values of each row. Columns with the same title are one. Those that no cell of the
// page shows are left out if they are empty, and the caption of the table if it is the same for all rows.
export function exported(rows, form) {
  const records = rows.map((row) => recordOf(row, form));
  const shown = new Set(rows.flatMap((row) => [...row.closest("table").tHead.rows[0].cells].map(textOf)));
  const titles = unique(records.flatMap((record) => [...record.keys()]));
  const values = (title) => unique(records.map((record) => record.get(title) ?? ""));
  const isNeeded = (title) => (title === TABLE ? values(title).length > 1 : shown.has(title) || values(title).some(Boolean));
  const columns = [...titles.filter((title) => !LAST.includes(title)), ...LAST].filter(isNeeded);
  return [columns, ...records.map((record) => columns.map((title) => record.get(title) ?? ""))];
}

// What is chosen in the form: "Countries: Germany, Oceania; Kind: EC sales list".
function chosenWords(form) {
  const fields = [...form.querySelectorAll("select, label > input:not([type=checkbox])")].map((field) => [
    textOf(field.labels[0]),
    field.value && (field.selectedOptions?.[0].label ?? field.value),
  ]);
  const lists = [...form.querySelectorAll("details")].map((list) => {
    const words = list.querySelector("b").textContent;
    return [labelIn(list.querySelector("[type=checkbox]")), words === list.dataset.unchosen ? "" : words];
  });
  const chosen = [...lists, ...fields].filter(([, words]) => words);
  return chosen.map(([label, words]) => `${label}: ${words}`).join("; ");
}

// What a reader of the file should know: where it is from, what was chosen, and under which terms it may be used.
export function about(form) {
  const terms = document.querySelector(".colophon p:last-child");
  const licence = document.querySelector("link[rel=license]");
  return [
    ["Title", textOf(document.querySelector("h1"))],
    ["Page", new URL(location.search, pageUrl())],
    ["Filters", chosenWords(form) || "none"],
    ["Result", form.querySelector("output").value],
    ["Version", textOf(terms).match(/^Version (\S+),/)?.[1] ?? ""],
    ["Date of the data", new Date(terms.querySelector("time").dateTime)],
    ["Licence", new URL(licence.href)],
    ["Terms", textOf(terms)],
    ["Empty cells", "What is not known, or of which nothing is recorded."],
    ["Codes", "The same values as the URLs of the page name them. Several are separated by commas."],
  ];
}
