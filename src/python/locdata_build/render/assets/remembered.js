// The countries and products that the reader chose last. They stay in this browser, and other pages offer them.
import { checkedBoxes, labelOf } from "./choices.js";
import { make } from "./elements.js";

const KEY = "chosen";
const LABELS = { country: "Your countries", erp: "Your products" };

// Storage may be unavailable, and may hold anything.
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return Object.fromEntries(Object.keys(LABELS).map((name) => [name, [found?.[name] ?? []].flat()]));
  } catch {
    return {};
  }
}

function store(choices) {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // Nothing is offered then.
  }
}

const boxesOf = (form, name) => [...form.querySelectorAll(`[type=checkbox][name=${name}]`)];

// Keeps what is chosen. A filter without a choice changes nothing.
export function rememberChoices(form) {
  const choices = stored();
  for (const name of Object.keys(LABELS)) {
    const chosen = boxesOf(form, name).filter(({ checked }) => checked);
    if (chosen.length) choices[name] = chosen.map(({ value }) => value);
  }
  store(choices);
}

function button(text, act, form) {
  const made = make("button", { type: "button" }, text);
  made.addEventListener("click", () => {
    act();
    // The button is gone by now.
    form.querySelector("summary").focus();
  });
  return made;
}

// Adds a line to the form that offers the last choice. Returns a function that shows the line if it differs from what is
// chosen, and hides it otherwise.
export function offerRemembered(form) {
  const remembered = () =>
    Object.entries(stored()).flatMap(([name, values]) =>
      boxesOf(form, name).filter(({ value }) => values.includes(value)),
    );
  const apply = () => {
    const wanted = remembered();
    for (const { name } of wanted) for (const box of boxesOf(form, name)) box.checked = wanted.includes(box);
    form.dispatchEvent(new Event("input"));
  };
  const forget = () => {
    store({});
    update();
  };
  const words = make("span", {});
  const line = make("p", {}, words, button("Apply", apply, form), button("Forget", forget, form));
  form.append(line);

  function update() {
    const boxes = remembered();
    const chosen = checkedBoxes(form).filter(({ name }) => boxes.some((box) => box.name === name));
    line.hidden = boxes.every((box) => chosen.includes(box)) && boxes.length === chosen.length;
    words.textContent = Object.entries(LABELS)
      .map(([name, label]) => [label, boxes.filter((box) => box.name === name).map(labelOf)])
      .filter(([, names]) => names.length)
      .map(([label, names]) => `${label}: ${names.join(", ")}.`)
      .join(" ");
  }
  return update;
}
