// What the page of a country says, as parts that have a title. The parts are found by the anchors of the page.
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
  const made = document.createElement("div");
  if (cell.dataset.label) made.append(`${cell.dataset.label}: `);
  made.append(...copyOf(cell, path));
  return made;
}

// Returns the rows of the tables of a section as a list.
function listOf(rows, path) {
  const list = document.createElement("ul");
  for (const row of rows) {
    const item = document.createElement("li");
    item.append(...[...row.cells].filter((cell) => cell.childNodes.length).map((cell) => line(cell, path)));
    list.append(item);
  }
  return list;
}

function rowsOf(page, id, path) {
  const heading = page.getElementById(id);
  const rows = [...(heading?.parentElement.querySelectorAll("tbody tr:not(.group)") ?? [])];
  return rows.length ? [[textOf(heading, path), [listOf(rows, path)]]] : [];
}

// Returns the titles of the parts, each with its content.
export async function partsOf(path) {
  const page = await load(path, "document");
  // Of any other page, such as that of a network that asks for a login, it would be said that nothing is recorded.
  if (!page.querySelector(ANSWERS)) throw new Error(path);
  return new Map([
    ...pairsIn(page.querySelectorAll(ANSWERS), path),
    ...pairsIn(page.querySelectorAll(`[aria-labelledby=${WITH_FACTS}] > .pairs > div`), path),
    ...WITH_ROWS.flatMap((id) => rowsOf(page, id, path)),
  ]);
}
