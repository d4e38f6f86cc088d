import { pages, read } from "../data.js";
import { twin } from "../markdown.js";

export const data = {
  pages,
  pagination: { data: "pages", size: 1, alias: "entry" },
  permalink: ({ entry }) => entry.markdown_path,
  eleventyExcludeFromCollections: true,
};

// A buffer: Eleventy keeps all pages until the last is done, and a string of pieces takes half as much memory again.
export const render = ({ entry }) => Buffer.from(twin(read(entry.file)));
