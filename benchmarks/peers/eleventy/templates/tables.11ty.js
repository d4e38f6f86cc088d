import { manifest, read } from "../data.js";

export const data = {
  tables: manifest.tables,
  pagination: { data: "tables", size: 1, alias: "path" },
  permalink: ({ path }) => path,
  eleventyExcludeFromCollections: true,
};

const cell = (value) => {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const line = (values) => `${values.map(cell).join(",")}\r\n`;

export function render({ path }) {
  const rows = read(`documents${path.replace(/\.csv$/, ".json")}`);
  return line(Object.keys(rows[0])) + rows.map((row) => line(Object.values(row))).join("");
}
