// Lists of checkboxes, each folded below a summary that names what is chosen.
const lists = (form) => [...form.querySelectorAll("details")];

export const labelOf = (field) => field.labels[0].textContent.trim();

// The checked boxes of a form.
export const checkedBoxes = (form) => [...form.querySelectorAll("input:checked")];

// Says in each summary what is chosen.
export function summarize(form) {
  for (const list of lists(form)) {
    list.querySelector("b").textContent = checkedBoxes(list).map(labelOf).join(", ") || list.dataset.unchosen;
  }
}

function clear(list) {
  for (const box of checkedBoxes(list)) box.checked = false;
  list.dispatchEvent(new Event("input", { bubbles: true }));
}

// Lists may be long, so a letter leads to the next label that begins with it.
function moveTo(letter, box, list) {
  const boxes = [...list.querySelectorAll("input")];
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

// Lets each list be cleared by its button, and closed by Escape or by a click or the focus anywhere else.
export function prepareLists(form) {
  for (const list of lists(form)) {
    list.dataset.unchosen = list.querySelector("b").textContent;
    list.querySelector("button").addEventListener("click", () => clear(list));
    list.addEventListener("keydown", (event) => onKey(event, list));
    for (const type of ["pointerdown", "focusin"]) {
      document.addEventListener(type, ({ target }) => {
        if (!list.contains(target)) list.open = false;
      });
    }
  }
}
