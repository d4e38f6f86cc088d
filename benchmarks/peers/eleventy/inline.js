// Lines of text as HTML.
import { href, words } from "./text.js";

const external = (part) => (part.sponsored ? ' rel="sponsored nofollow"' : part.is_external ? ' rel="external"' : "");
const language = (part) => (part.language ? ` lang="${part.language}"` : "");
const look = (part) => (part.tone ? ` class="badge ${part.tone}"` : "");
const id = (part) => (part.id ? ` id="${part.id}"` : "");
export const link = (part) =>
  `<a${id(part)} href="${href(part.href)}"${look(part)}${external(part)}${language(part)}>${words(part.text)}</a>`;
export const badge = (part) => `<span class="badge ${part.tone}">${words(part.text)}</span>`;
export const anchor = (id) => `<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a>`;

const INLINE = {
  words: (part) => words(part.text),
  link,
  badge,
  code: (part) => `<code>${words(part.text)}</code>`,
  strong: (part) => `<strong>${words(part.text)}</strong>`,
  day: (part) => `<time datetime="${part.date}">${part.text}</time>`,
  break: () => "<br>",
  aside: (part) => `<div class="aside">${line(part.content)}</div>`,
  details: (part) => `<details><summary>${words(part.label)}</summary>${line(part.content)}</details>`,
};

/** A line of text. */
export function line(content) {
  let text = "";
  for (const part of content) text += INLINE[part.kind](part);
  return text;
}
