import { pages, read } from "../data.js";
import { document } from "../page.js";

export const data = {
  pages,
  pagination: { data: "pages", size: 1, alias: "entry" },
  permalink: ({ entry }) => entry.html_path,
  eleventyExcludeFromCollections: true,
};

// A buffer: Eleventy keeps all pages until the last is done, and a string of pieces takes half as much memory again.
export const render = ({ entry }) => Buffer.from(document(read(entry.file)));
