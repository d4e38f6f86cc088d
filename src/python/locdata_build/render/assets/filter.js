// Narrows down the rows of a page's tables to those that answer to every choice, and keeps the choices in the URL.
const form = document.querySelector("form.filters");
const choices = [...form.querySelectorAll("select")];
const rows = [...document.querySelectorAll("tbody tr:not(.group)")].filter((row) =>
  choices.some(({ name }) => row.hasAttribute(`data-${name}`)),
);
const bodies = new Set(rows.map((row) => row.parentElement));
const count = form.querySelector("output");

const answers = (row) =>
  choices.every(({ name, value }) => !value || (row.getAttribute(`data-${name}`) ?? "").split(" ").includes(value));

function show() {
  for (const row of rows) row.hidden = !answers(row);
  for (const body of bodies) body.hidden = !body.querySelector("tr:not(.group):not([hidden])");
  const shown = rows.filter((row) => !row.hidden).length;
  count.value = shown ? `${shown} of ${rows.length} rows` : `No row answers to these choices (${rows.length} in all)`;
}

function choose(parameters) {
  for (const choice of choices) {
    const wanted = parameters.get(choice.name) ?? "";
    choice.value = [...choice.options].some(({ value }) => value === wanted) ? wanted : "";
  }
}

// Parameters that are not ours stay as they are.
function remember() {
  const url = new URL(location);
  for (const { name, value } of choices) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  history.replaceState(null, "", url);
}

// A link to a row must lead to it, whatever the choices hide.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest("[hidden]")) return;
  choose(new URLSearchParams());
  remember();
  show();
  target.scrollIntoView();
}

choose(new URL(location).searchParams);
show();
reveal();
form.addEventListener("change", () => (remember(), show()));
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
  event.preventDefault();
  choose(new URLSearchParams());
  remember();
  show();
});
addEventListener("hashchange", reveal);
