// What the page of a country says, as rows with a title. It depends on the answers, the key facts and tables below known
// anchors; what a page lacks has no row.
import { make } from "./elements.js";
import { load } from "./request.js";

const ANSWERS = ".answers > div";
const KEY_FACTS = "main .first table, [aria-labelledby=records] table";
const WITH_ROWS = ["phases", "vat-reporting", "saf-t"];
const DETAILS = "sup, .source, .aside, details";

// Returns a copy of the content of an element for this page, whose anchors would otherwise be in the way of its own.
function copyOf(element, path, hasDetails) {
  const copy = document.importNode(element, true);
  for (const each of copy.querySelectorAll(hasDetails ? ".anchor, script" : `.anchor, script, ${DETAILS}`)) each.remove();
  for (const each of copy.querySelectorAll("[id]")) each.removeAttribute("id");
  for (const link of copy.querySelectorAll("a[href^='#']")) link.href = path + link.getAttribute("href");
  return [...copy.childNodes];
}

const textOf = (element) =>
  copyOf(element, "", false)
    .map(({ textContent }) => textContent)
    .join("")
    .trim();

const answersOf = (page, path, hasDetails) =>
  [...page.querySelectorAll(ANSWERS)].map((pair) => [
    textOf(pair.querySelector("dt")),
    copyOf(pair.querySelector("dd"), path, hasDetails),
  ]);

// The first cell names a fact and the second has its value. All others are details.
function keyFactsOf(page, path, hasDetails) {
  const rows = [...(page.querySelector(KEY_FACTS)?.querySelectorAll("tbody tr:not(.group)") ?? [])];
  return rows.map(({ cells: [name, value, ...others] }) => {
    const details = others.map((cell) => make("div", { className: "aside" }, ...copyOf(cell, path, true)));
    return [textOf(name), [make("div", {}, ...copyOf(value, path, hasDetails)), ...(hasDetails ? details : [])]];
  });
}

function line(cell, path) {
  const { label } = cell.dataset;
  return make("div", {}, label ? `${label}: ` : "", ...copyOf(cell, path, true));
}

// Returns a row of a table as an item of a list, without its empty cells.
function itemOf(row, path) {
  const cells = [...row.cells].filter((cell) => cell.childNodes.length);
  return make("li", {}, ...cells.map((cell) => line(cell, path)));
}

function listOf(page, id, path) {
  const section = page.getElementById(id)?.closest("section");
  const rows = [...(section?.querySelectorAll("tbody tr:not(.group)") ?? [])];
  if (!rows.length) return [];
  return [[textOf(section.querySelector("h2, h3")), [make("ul", {}, ...rows.map((row) => itemOf(row, path)))]]];
}

// Returns the titles of the rows, each with its content.
export async function rowsOf(path, hasDetails) {
  const page = await load(path, "document", (found) => found.querySelector(ANSWERS));
  const found = [
    ...answersOf(page, path, hasDetails),
    ...keyFactsOf(page, path, hasDetails),
    ...(hasDetails ? WITH_ROWS.flatMap((id) => listOf(page, id, path)) : []),
  ];
  const rows = new Map();
  for (const [title, content] of found) rows.set(title, [...(rows.get(title) ?? []), ...content]);
  return rows;
}
