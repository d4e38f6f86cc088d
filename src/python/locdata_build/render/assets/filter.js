// Shows the rows of the page's tables that match every filter, and keeps the filters in the URL.
const form = document.querySelector("form.filters");
const filters = [...form.querySelectorAll("select")];
const rows = [...document.querySelectorAll("tbody tr:not(.group)")].filter((row) =>
  filters.some(({ name }) => row.hasAttribute(`data-${name}`)),
);
const bodies = new Set(rows.map((row) => row.parentElement));
const count = form.querySelector("output");

const matches = (row) =>
  filters.every(({ name, value }) => !value || (row.getAttribute(`data-${name}`) ?? "").split(" ").includes(value));

function show() {
  for (const row of rows) row.hidden = !matches(row);
  for (const body of bodies) body.hidden = !body.querySelector("tr:not(.group):not([hidden])");
  const shown = rows.filter((row) => !row.hidden).length;
  count.value = shown ? `${shown} of ${rows.length} rows` : `No row matches these filters (${rows.length} in all)`;
}

// Unknown values are treated as no filter.
function choose(parameters) {
  for (const filter of filters) {
    const wanted = parameters.get(filter.name) ?? "";
    filter.value = [...filter.options].some(({ value }) => value === wanted) ? wanted : "";
  }
}

// The target of the fragment, if the filters hide it. Anchors are plain ASCII, so the fragment needs no decoding.
const hiddenTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  return target?.closest("[hidden]") && target;
};

// Keeps all other parameters. Keeps the fragment unless its target is now hidden: opening the URL again must show the
// same rows.
function remember() {
  const url = new URL(location);
  for (const { name, value } of filters) {
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

// Applies the filters of the URL. A link to a row that they hide removes them.
function follow() {
  choose(new URL(location).searchParams);
  show();
  const target = hiddenTarget();
  if (!target) return;
  showAll();
  target.scrollIntoView();
}

follow();
// Going back or forward may change the filters without changing the fragment.
addEventListener("hashchange", follow);
addEventListener("popstate", follow);
form.addEventListener("change", apply);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", (event) => {
  event.preventDefault();
  showAll();
});
