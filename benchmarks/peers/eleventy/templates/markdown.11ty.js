import { pages, read } from "../data.js";
import { twin } from "../markdown.js";

export const data = {
  pages,
  pagination: { data: "pages", size: 1, alias: "entry" },
  permalink: ({ entry }) => entry.markdown_path,
  eleventyExcludeFromCollections: true,
};

// A buffer: Eleventy holds all pages until the last is done, and a string in pieces would take half as much again.
export const render = ({ entry }) => Buffer.from(twin(read(entry.file)));
