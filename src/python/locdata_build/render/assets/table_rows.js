// The rows of the page's tables, and which of them match what is chosen.
import { plain } from "./plain_text.js";
import { groupOf } from "./row_order.js";

// The rows that name a value for one of the filters.
export const rowsWith = (names) =>
  [...document.querySelectorAll("tbody tr:not(.group)")].filter((row) =>
    names.some((name) => row.hasAttribute(`data-${name}`)),
  );

export const titleOfGroup = (row) => groupOf(row).querySelector(".group th");

const values = (row, name) => (row.getAttribute(`data-${name}`) ?? "").split(" ");

export const hasValue = (row, name, value) => values(row, name).includes(value);

const texts = new WeakMap();

// The words of a row: those of its group, those that it shows, and the further ones by which readers look for it.
function textOf(row) {
  if (!texts.has(row)) texts.set(row, plain([titleOfGroup(row)?.textContent, row.textContent, row.dataset.words].join(" ")));
  return texts.get(row);
}

const contains = (row, words) => plain(words).split(/\s+/).every((word) => textOf(row).includes(word));

// The date of a row is its facet, or else the first that it shows.
function isWithin(row, from = "", to = "\uffff") {
  const date = row.dataset.date ?? row.querySelector("time")?.dateTime;
  return date && from <= date && date <= to;
}

// Whether a row has one of the chosen values of each name, all words, and a date in the range.
function matches(row, { words, from, to, ...facets }) {
  return (
    Object.entries(facets).every(([name, wanted]) => wanted.some((value) => hasValue(row, name, value))) &&
    (!(from || to) || isWithin(row, from?.[0], to?.[0])) &&
    (!words || contains(row, words[0]))
  );
}

// Hides the rows that do not match, and groups without any other row.
export function showMatching(rows, selection) {
  for (const row of rows) row.hidden = !matches(row, selection);
  for (const body of new Set(rows.map((row) => row.parentElement))) {
    body.hidden = !body.querySelector("tr:not(.group):not([hidden])");
  }
}
