import { manifest, read } from "../data.js";

export const data = {
  documents: manifest.documents,
  pagination: { data: "documents", size: 1, alias: "path" },
  permalink: ({ path }) => path,
  eleventyExcludeFromCollections: true,
};

export const render = ({ path }) => `${JSON.stringify(read(`documents${path}`), null, 2)}\n`;
