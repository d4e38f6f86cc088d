// Shows what the pages of the chosen countries say side by side, and keeps the countries in the URL.
import { checkedBoxes, labelOf } from "./choices.js";
import { onChoice } from "./chosen_countries.js";
import { partsOf } from "./country_page.js";
import { make } from "./elements.js";

const MOST = 8;
const NOTHING = "Nothing is recorded.";

const form = document.querySelector("form.filters");
const output = form.querySelector("output");
const title = document.title;
const paths = new Map([...document.querySelectorAll(".columns a")].map((link) => [link.textContent, link.href]));

const region = make("div", { className: "comparison", role: "region", ariaLabel: "Comparison", tabIndex: 0 });
form.after(region);

function remove(box) {
  box.checked = false;
  form.dispatchEvent(new Event("input"));
  form.querySelector("summary").focus();
}

function headOf(box) {
  const name = labelOf(box);
  const button = make("button", { type: "button", ariaLabel: `Remove ${name}` }, "Remove");
  button.addEventListener("click", () => remove(box));
  return make("th", { scope: "col" }, make("a", { href: paths.get(name) }, name), " ", button);
}

function tableOf(boxes, countries) {
  const titles = new Set(countries.flatMap((parts) => [...parts.keys()]));
  const rows = [...titles].map((each) => {
    const cells = countries.map((parts) => make("td", {}, ...(parts.get(each) ?? [NOTHING])));
    return make("tr", {}, make("th", { scope: "row" }, each), ...cells);
  });
  const head = make("tr", {}, make("th", { scope: "col" }, "Question"), ...boxes.map(headOf));
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}

function countText(boxes, chosen) {
  const names = boxes.map(labelOf).join(", ");
  if (!boxes.length) return "Choose the countries to compare";
  if (chosen > MOST) return `The first ${MOST} of the ${chosen} chosen countries: ${names}`;
  return `Side by side: ${names}`;
}

// What was asked for last is shown, in whatever order the pages arrive.
let asked = 0;

async function show(note) {
  const number = (asked += 1);
  const chosen = checkedBoxes(form);
  const boxes = chosen.slice(0, MOST);
  region.hidden = !boxes.length;
  if (!region.hasChildNodes()) region.append("Loading the pages of the countries");
  output.value = countText(boxes, chosen.length) + note;
  document.title = [...(boxes.length ? [boxes.map(labelOf).join(", ")] : []), title].join(": ");
  try {
    const countries = await Promise.all(boxes.map((box) => partsOf(paths.get(labelOf(box)))));
    if (number !== asked) return;
    region.replaceChildren(...(boxes.length ? [tableOf(boxes, countries)] : []));
  } catch {
    if (number !== asked) return;
    region.hidden = true;
    output.value = "The pages of the countries could not be loaded. Try again later.";
  }
}

onChoice(form, show);
