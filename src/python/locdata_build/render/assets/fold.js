// Opens the folded tables in which a filter finds rows, and closes them when all rows are shown again. A link to a folded row
// opens its table, also in browsers that do not do so themselves.
const ROW = "tbody tr:not(.group)";
const hasFacets = (row) => Object.keys(row.dataset).length > 0;
const folds = [...document.querySelectorAll("details.fold")]
  .map((fold) => ({ fold, rows: [...fold.querySelectorAll(ROW)].filter(hasFacets) }))
  .filter(({ rows }) => rows.length > 0);

function follow() {
  const isFiltered = document.querySelector(`${ROW}[hidden]`) !== null;
  for (const { fold, rows } of folds) {
    const matches = rows.some((row) => !row.hidden);
    fold.open = isFiltered && matches;
    fold.hidden = !matches;
  }
}

function reveal() {
  const target = document.getElementById(location.hash.slice(1));
  const fold = target?.closest("details.fold:not([open])");
  if (!fold) return;
  fold.open = true;
  target.scrollIntoView();
}

follow();
reveal();
const observer = new MutationObserver(follow);
// The tables and not the folds, which it hides itself.
for (const table of document.querySelectorAll("main table")) {
  observer.observe(table, { attributeFilter: ["hidden"], subtree: true });
}
addEventListener("hashchange", reveal);
