// Lines of text as HTML.
import { escape, href } from "./text.js";

const external = (part) => (part.sponsored ? ' rel="sponsored nofollow"' : part.is_external ? ' rel="external"' : "");
export const link = (part) => `<a href="${href(part.href)}"${external(part)}>${escape(part.text)}</a>`;
export const badge = (part) => `<span class="badge ${part.tone}">${escape(part.text)}</span>`;
export const anchor = (id) => `<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a>`;

const INLINE = {
  words: (part) => escape(part.text),
  link,
  badge,
  code: (part) => `<code>${escape(part.text)}</code>`,
  strong: (part) => `<strong>${escape(part.text)}</strong>`,
  day: (part) => `<time datetime="${part.date}">${part.text}</time>`,
  break: () => "<br>",
  aside: (part) => `<br><small>${line(part.content)}</small>`,
};

/** A line of text. */
export function line(content) {
  let text = "";
  for (const part of content) text += INLINE[part.kind](part);
  return text;
}
