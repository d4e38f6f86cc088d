// Shows what the pages of the chosen countries say on each question, and keeps the countries in the URL.
import { checkedBoxes, labelOf } from "./choices.js";
import { onChoice } from "./chosen_countries.js";
import { rowsOf } from "./country_page.js";
import { make } from "./elements.js";
import { chosen } from "./selection.js";

const MAX_COUNTRIES = 30;
const NOTHING = "No information yet.";

const form = document.querySelector("form.filters");
const picker = form.querySelector(".picker");
const output = form.querySelector("output");
const title = document.title;
const paths = new Map([...document.querySelectorAll(".columns a")].map((link) => [link.textContent, link.href]));

const region = make("div", { className: "comparison", role: "region", ariaLabel: "Comparison" });
form.after(region);

function remove(box) {
  box.checked = false;
  form.dispatchEvent(new Event("input"));
  picker.querySelector("summary").focus();
}

function nameOf(box) {
  const name = labelOf(box);
  const button = make("button", { type: "button", ariaLabel: `Remove ${name}` }, "Remove");
  button.addEventListener("click", () => remove(box));
  return make("li", {}, make("a", { href: paths.get(name) }, name), " ", button);
}

// The verdict of an answer, or all of it if it has none or lists products by their badges.
function gist(nodes) {
  const answer = make("div", {}, ...nodes.map((node) => node.cloneNode(true)));
  const badges = answer.querySelectorAll(".badge");
  return (badges.length === 1 ? badges[0] : answer).textContent.replace(/\s+/g, " ").trim();
}

// Whether the countries give one answer.
const isShared = ({ contents }) => new Set(contents.map(gist)).size === 1;

function questionOf({ title, contents }, names) {
  const answers = contents.map((content, number) =>
    make("div", {}, make("dt", {}, names[number]), make("dd", {}, ...content)),
  );
  return make("section", {}, make("h2", {}, title), make("dl", {}, ...answers));
}

function questionsIn(countries) {
  const titles = new Set(countries.flatMap((rows) => [...rows.keys()]));
  const nothing = () => [make("p", {}, NOTHING)];
  return [...titles].map((title) => ({ title, contents: countries.map((rows) => rows.get(title) ?? nothing()) }));
}

function countText(names, count) {
  if (!names.length) return "Choose the countries to compare";
  const first = count > MAX_COUNTRIES ? `the first ${MAX_COUNTRIES} of the ${count} chosen countries: ` : "";
  return `Comparing ${first}${names.join(", ")}`;
}

// What was asked for last is shown, in whatever order the pages arrive.
let asked = 0;

async function show(note) {
  const number = (asked += 1);
  const checked = checkedBoxes(picker);
  const boxes = checked.slice(0, MAX_COUNTRIES);
  const names = boxes.map(labelOf);
  const wanted = chosen(form).show ?? [];
  region.hidden = !boxes.length;
  if (!region.hasChildNodes()) region.append("Loading the pages of the countries");
  output.value = countText(names, checked.length) + note;
  document.title = [...(names.length ? [names.join(", ")] : []), title].join(": ");
  try {
    const loading = names.map((name) => rowsOf(paths.get(name), wanted.includes("details")));
    const questions = questionsIn(await Promise.all(loading));
    if (number !== asked) return;
    const isShortened = names.length > 1 && wanted.includes("differences");
    const shown = isShortened ? questions.filter((each) => !isShared(each)) : questions;
    region.replaceChildren(make("ul", {}, ...boxes.map(nameOf)), ...shown.map((each) => questionOf(each, names)));
    if (isShortened) output.value += `. ${shown.length} of ${questions.length} answers differ`;
  } catch {
    if (number !== asked) return;
    region.hidden = true;
    output.value = "The pages of the countries could not be loaded. Try again later.";
  }
}

onChoice(form, show);
picker.open = !checkedBoxes(picker).length;
