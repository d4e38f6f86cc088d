// Shows in the grid what the filters leave of the rows that its cells link to, and counts the countries that are shown.
import { make } from "./elements.js";

const table = document.querySelector(".badge-grid table");
const [titles] = table.tHead.rows;
const [counts, ...countries] = table.tBodies[0].rows;
const links = countries.map((country) => [...country.querySelectorAll("td a")]);
const rowOf = new Map(links.flat().map((link) => [link, document.getElementById(link.hash.slice(1))]));

function show() {
  for (const link of rowOf.keys()) link.hidden = rowOf.get(link).hidden;
  countries.forEach((country, number) => (country.hidden = links[number].every(({ hidden }) => hidden)));
  const shown = links.filter((_, number) => !countries[number].hidden);
  counts.hidden = !shown.length;
  const natives = [...titles.cells].slice(1).map((_, product) => shown.filter((each) => isNative(each[product])).length);
  const most = Math.max(...natives);
  natives.forEach((native, product) => {
    const cell = counts.cells[product + 1];
    const words = `${native} of ${shown.length}`;
    cell.replaceChildren(native === most ? make("strong", {}, words) : words);
    const isHidden = shown.every((each) => each[product].hidden);
    for (const { cells } of [titles, counts, ...countries]) cells[product + 1].hidden = isHidden;
  });
}

const isNative = (link) => link.classList.contains("yes");

if (rowOf.size) {
  show();
  const [row] = rowOf.values();
  new MutationObserver(show).observe(row.closest("table"), { attributeFilter: ["hidden"], subtree: true });
}
