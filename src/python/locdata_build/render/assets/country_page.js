// What the page of a country says, as parts that have a title. The parts are found by the anchors of the page.
import { make } from "./elements.js";
import { load } from "./request.js";

const ANSWERS = ".answers > div";
const WITH_FACTS = "vat-reporting";
const WITH_ROWS = ["phases", "vat-reporting", "saf-t"];

// Returns a copy of the content of an element for this page, whose anchors would otherwise be in the way of its own.
function copyOf(element, path) {
  const copy = document.importNode(element, true);
  for (const each of copy.querySelectorAll(".anchor, script")) each.remove();
  for (const each of copy.querySelectorAll("[id]")) each.removeAttribute("id");
  for (const link of copy.querySelectorAll("a[href^='#']")) link.href = path + link.getAttribute("href");
  return [...copy.childNodes];
}

const textOf = (element, path) => copyOf(element, path).map(({ textContent }) => textContent).join("");

const pairsIn = (parent, path) =>
  [...parent].map((pair) => [pair.querySelector("dt").textContent, copyOf(pair.querySelector("dd"), path)]);

function line(cell, path) {
  const { label } = cell.dataset;
  return make("div", {}, label ? `${label}: ` : "", ...copyOf(cell, path));
}

// Returns a row of a table as an item of a list, without its empty cells.
function itemOf(row, path) {
  const cells = [...row.cells].filter((cell) => cell.childNodes.length);
  return make("li", {}, ...cells.map((cell) => line(cell, path)));
}

// Returns the rows of the tables of a section as a list.
const listOf = (rows, path) => make("ul", {}, ...rows.map((row) => itemOf(row, path)));

function rowsOf(page, id, path) {
  const heading = page.getElementById(id);
  const rows = [...(heading?.parentElement.querySelectorAll("tbody tr:not(.group)") ?? [])];
  if (!rows.length) return [];
  return [[textOf(heading, path).trim(), [listOf(rows, path)]]];
}

// Returns the titles of the parts, each with its content.
export async function partsOf(path) {
  const page = await load(path, "document", (found) => found.querySelector(ANSWERS));
  return new Map([
    ...pairsIn(page.querySelectorAll(ANSWERS), path),
    ...pairsIn(page.querySelectorAll(`[aria-labelledby=${WITH_FACTS}] > .pairs > div`), path),
    ...WITH_ROWS.flatMap((id) => rowsOf(page, id, path)),
  ]);
}
