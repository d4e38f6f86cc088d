// The order of the rows of a page: in their groups, or all by date.
const groups = new WeakMap();
let areByDate = false;

// The group that a row belongs to, wherever it is shown.
export const groupOf = (row) => groups.get(row) ?? row.parentElement;

const dateOf = (row) => row.dataset.date || "9999";

const byDate = (row, other) => (dateOf(row) < dateOf(other) ? -1 : dateOf(row) > dateOf(other) ? 1 : 0);

function showByDate(rows) {
  const all = document.createElement("tbody");
  rows[0].closest("table").append(all);
  for (const row of [...rows].sort(byDate)) {
    const group = row.parentElement;
    groups.set(row, group);
    group.hidden = true;
    row.cells[0].dataset.group = group.querySelector(".group th a").textContent;
    all.append(row);
  }
}

function showInGroups(rows) {
  const all = rows[0].parentElement;
  for (const row of rows) {
    groups.get(row).append(row);
    groups.delete(row);
    delete row.cells[0].dataset.group;
  }
  all.remove();
}

// Shows the rows by date, those without one last and each with the name of its group, or in their groups.
export function orderRows(rows, isByDate) {
  if (isByDate === areByDate || !rows.length) return;
  areByDate = isByDate;
  if (isByDate) showByDate(rows);
  else showInGroups(rows);
}
