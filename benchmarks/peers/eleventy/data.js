// The prepared records and pages. Modules import them: the data cascade would put a proxy around every object.
import { readFileSync } from "node:fs";

const parse = (path) => JSON.parse(readFileSync(path, "utf8"));

export const prepared = "prepared";

/** The value of a prepared file. */
export const read = (path) => parse(`${prepared}/${path}`);

export const shared = read("site.json");
export const manifest = read("manifest.json");

/** The file and the two paths of each page. The pages themselves would take much memory at once. */
export const pages = parse("pages.json");
