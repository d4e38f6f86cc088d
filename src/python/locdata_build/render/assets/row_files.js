// Files with the rows that a reader chose, loaded with the first download.
import { csvOf } from "./csv.js";
import { download } from "./download.js";
import { about, exported } from "./exported_rows.js";
import { WORKBOOK_TYPE, workbookOf } from "./workbook.js";

export async function downloadRows(name, rows, form) {
  const found = exported(rows, form);
  if (name.endsWith(".csv")) return download(name, "text/csv", csvOf(found));
  const author = document.querySelector(".brand").textContent;
  const facts = about(form);
  const sheets = [
    { name: "Rows", rows: found, hasHeader: true },
    { name: "About", rows: facts },
  ];
  return download(name, WORKBOOK_TYPE, await workbookOf(sheets, { title: facts[0][1], author }));
}
