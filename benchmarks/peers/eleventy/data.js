// The prepared records and pages. Modules import them, as the data cascade would put a proxy around every object.
import { readFileSync } from "node:fs";

const parse = (path) => JSON.parse(readFileSync(path, "utf8"));

export const prepared = "prepared";

/** What a prepared file holds. */
export const read = (path) => parse(`${prepared}/${path}`);

export const shared = read("site.json");
export const manifest = read("manifest.json");

/** The file and the two addresses of each page: all pages at once would take much memory. */
export const pages = parse("pages.json");
