// Rows as CSV (RFC 4180).

// By this mark Excel recognises UTF-8.
const BYTE_ORDER_MARK = "\ufeff";

// A spreadsheet would take a cell that begins with one of these characters for a formula. Where it expects semicolons between
// cells, each of them in a text, and each new line, begins a cell.
const harmless = (text) => text.replace(/(^|[;\n] *)([=+\-@\t\r])/g, "$1'$2");

const textOf = (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : harmless(String(value)));

const field = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const lineOf = (values) => `${values.map((value) => field(textOf(value))).join(",")}\r\n`;

export const csvOf = (rows) => BYTE_ORDER_MARK + rows.map(lineOf).join("");
