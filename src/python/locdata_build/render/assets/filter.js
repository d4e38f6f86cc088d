// Shows the rows of the page's tables that match every filter, and keeps the filters in the URL.
import { checkedBoxes, labelOf, prepareLists, summarize } from "./choices.js";
import { offerRemembered, rememberChoices } from "./remembered.js";
import { orderRows } from "./row_order.js";
import { choose, chosen, noteOnUnknown, selectionUrl } from "./selection.js";
import { hasValue, rowsWith, showMatching } from "./table_rows.js";

const form = document.querySelector("form.filters");
const rows = rowsWith([...new Set([...form.elements].map(({ name }) => name)), "date"].filter(Boolean));
const output = form.querySelector("output");
const buttons = form.querySelectorAll("[data-file]");

const offer = offerRemembered(form);

const shownRows = () => rows.filter((row) => !row.hidden);

// The chosen countries and products that no row of `found` is about.
const without = (found) =>
  checkedBoxes(form).filter(({ name, value }) => !found.some((row) => hasValue(row, name, value)));

const sentence = (words, boxes) => (boxes.length ? `${words} ${boxes.map(labelOf).join(", ")}` : "");

// What the page says of the rows that are shown.
function status(shown) {
  const unrecorded = without(rows);
  const nothing = sentence("Nothing is recorded here for", unrecorded);
  if (!shown.length) return [`No row matches these filters (${rows.length} in all)`, nothing].filter(Boolean).join(". ");
  const unmatched = without(shown).filter((box) => !unrecorded.includes(box));
  const count = `${shown.length} of ${rows.length} rows`;
  return [count, nothing, sentence("No row matches for", unmatched)].filter(Boolean).join(". ");
}

function show(note = "") {
  summarize(form);
  const { sort, ...selection } = chosen(form);
  orderRows(rows, sort?.[0] === "date");
  showMatching(rows, selection);
  const shown = shownRows();
  output.value = status(shown) + note;
  for (const button of buttons) button.disabled = !shown.length;
  offer();
}

// The target of the fragment, if the filters hide it. Anchors are plain ASCII, so the fragment needs no decoding.
const hiddenTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  return target?.closest("[hidden]") && target;
};

// Keeps the fragment unless its target is now hidden: opening the URL again must show the same rows.
function keep() {
  const url = selectionUrl(form);
  if (hiddenTarget()) url.hash = "";
  history.replaceState(null, "", url);
}

function apply() {
  show();
  keep();
}

function showAll() {
  choose(form, new URLSearchParams());
  apply();
}

// Applies the filters of the URL. A link to a row that they hide removes them.
function follow() {
  const parameters = new URL(location).searchParams;
  choose(form, parameters);
  show(noteOnUnknown(form, parameters));
  const target = hiddenTarget();
  if (!target) return;
  showAll();
  target.scrollIntoView();
}

prepareLists(form);
follow();
// Going back or forward may change the filters without changing the fragment.
addEventListener("hashchange", follow);
addEventListener("popstate", follow);
form.addEventListener("input", () => {
  rememberChoices(form);
  apply();
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
  event.preventDefault();
  showAll();
});
for (const button of buttons) {
  button.addEventListener("click", async () => {
    try {
      const { downloadRows } = await import("./row_files.js");
      await downloadRows(button.dataset.file, shownRows(), form);
    } catch {
      output.value = "The file could not be made. Try again later.";
    }
  });
}
