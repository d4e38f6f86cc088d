// JSON-LD in a page, with the same bytes as by Jinja2: sorted keys, ASCII alone, nothing that ends the script.

const unicode = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;

const word = (text) => JSON.stringify(text).replace(/[<>&'\u007f-\uffff]/g, unicode);

/** A value as JSON. */
export function jsonLd(value) {
  if (typeof value === "string") return word(value);
  if (Array.isArray(value)) return `[${value.map(jsonLd).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${word(name)}: ${jsonLd(value[name])}`).join(", ")}}`;
}
