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

// What the fragment of the URL names, where the choices hide it. Anchors are plain letters, so that none needs to be decoded.
const hiddenTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  return target?.closest("[hidden]") && target;
};

// Parameters that are not ours stay as they are. A fragment stays as well, unless it names what is now hidden:
// the URL must lead back to the rows that are seen.
function remember() {
  const url = new URL(location);
  for (const { name, value } of choices) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  if (hiddenTarget()) url.hash = "";
  history.replaceState(null, "", url);
}

function apply() {
  show();
  remember();
}

function showAll() {
  choose(new URLSearchParams());
  apply();
}

// The URL decides, but a link to a row must lead to it, whatever the choices hide.
function follow() {
  choose(new URL(location).searchParams);
  show();
  const target = hiddenTarget();
  if (!target) return;
  showAll();
  target.scrollIntoView();
}

follow();
// On the way back as well, which may lead to other choices and changes no fragment then.
addEventListener("hashchange", follow);
addEventListener("popstate", follow);
form.addEventListener("change", apply);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
  event.preventDefault();
  showAll();
});
