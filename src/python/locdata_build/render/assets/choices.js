// Lists of checkboxes, each folded below a summary that names what is chosen. In some, groups have a box for all of the group.
import { plain } from "./plain_text.js";

const lists = (form) => [...form.querySelectorAll("details")];

// A picker is part of the page, which would move under the pointer if it closed by a click elsewhere.
const isAbovePage = (list) => !list.matches(".picker");

export const labelOf = (field) => field.labels[0].textContent.trim();

// The checked boxes of a form, without those of whole groups.
export const checkedBoxes = (form) => [...form.querySelectorAll("input:checked:not(legend input)")];

// The boxes of each group, and the one for the whole group.
export function groupsIn(form) {
  return [...form.querySelectorAll("fieldset")].map((group) => {
    const [whole, ...boxes] = group.querySelectorAll("input");
    return { group, whole, boxes };
  });
}

// What is chosen, with whole groups by their name alone.
function namesIn(list) {
  const boxes = [...list.querySelectorAll("input:checked")];
  return boxes.filter((box) => box.matches("legend input") || !box.closest("fieldset:has(legend :checked)")).map(labelOf);
}

// Says in each summary what is chosen. A group of which a box was unchecked is no longer whole.
export function summarize(form) {
  for (const { whole, boxes } of groupsIn(form)) {
    const count = boxes.filter(({ checked }) => checked).length;
    whole.checked &&= count === boxes.length;
    whole.indeterminate = !whole.checked && count > 0;
  }
  for (const list of lists(form)) {
    list.querySelector("b").textContent = namesIn(list).join(", ") || list.dataset.unchosen;
  }
}

function clear(list) {
  for (const box of checkedBoxes(list)) box.checked = false;
  list.dispatchEvent(new Event("input", { bubbles: true }));
}

// Lists may be long, so a letter leads to the next label that begins with it.
function moveTo(letter, box, list) {
  const boxes = [...list.querySelectorAll("[type=checkbox]")];
  const after = boxes.indexOf(box) + 1;
  const ordered = [...boxes.slice(after), ...boxes.slice(0, after)];
  ordered.find((each) => labelOf(each).toLowerCase().startsWith(letter.toLowerCase()))?.focus();
}

function onKey(event, list) {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (key === "Escape" && list.open) {
    list.open = false;
    list.querySelector("summary").focus();
  } else if (target.type === "checkbox" && /^\p{L}$/u.test(key) && !(ctrlKey || metaKey || altKey)) {
    moveTo(key, target, list);
  }
}

// Shows the choices that contain what is typed in the field of a list or have it as their code, and all of a group that does.
function search(list, { value }) {
  const words = plain(value.trim());
  const isFound = (box) => box.value === words || plain(labelOf(box)).includes(words);
  for (const { group, whole, boxes } of groupsIn(list)) {
    const shown = isFound(whole) ? boxes : boxes.filter(isFound);
    for (const box of boxes) box.labels[0].hidden = !shown.includes(box);
    group.hidden = !shown.length;
  }
}

// Enter chooses the first choice that is found.
function onEnter(event, list, field) {
  if (event.key !== "Enter" || !field.value.trim()) return;
  event.preventDefault();
  const first = list.querySelector("label:not([hidden]) > input:not([hidden] *, legend *)");
  field.value = "";
  search(list, field);
  if (first && !first.checked) first.click();
}

function prepareGroups(list) {
  for (const { whole, boxes } of groupsIn(list)) {
    whole.addEventListener("input", () => boxes.forEach((box) => (box.checked = whole.checked)));
  }
  const field = list.querySelector("[type=search]");
  field?.addEventListener("input", (event) => {
    event.stopPropagation();
    search(list, field);
  });
  field?.addEventListener("keydown", (event) => onEnter(event, list, field));
  list.addEventListener("toggle", () => {
    if (!field || list.open) return;
    field.value = "";
    search(list, field);
  });
}

// Lets each list be cleared by its button and closed by Escape, and one above the page also by a click or the focus elsewhere.
export function prepareLists(form) {
  for (const list of lists(form)) {
    list.dataset.unchosen = list.querySelector("b").textContent;
    prepareGroups(list);
    list.querySelector("button").addEventListener("click", () => clear(list));
    list.addEventListener("keydown", (event) => onKey(event, list));
    for (const type of isAbovePage(list) ? ["pointerdown", "focusin"] : []) {
      document.addEventListener(type, ({ target }) => {
        if (!list.contains(target)) list.open = false;
      });
    }
  }
}
