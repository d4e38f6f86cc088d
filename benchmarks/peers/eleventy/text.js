// What all templates need.
import { shared } from "./data.js";

const BASE_PATH = new URL(shared.site.base_url).pathname.replace(/\/$/, "");
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };

const entity = (sign) => ENTITIES[sign];

/** The text as HTML. */
export const escape = (text) => (/[&<>"']/.test(text) ? text.replace(/[&<>"']/g, entity) : text);

/** The text as HTML in which lines break between the parts of an address, and not within a code such as "SAF-T". */
export const words = (text) =>
  escape(text)
    .replace(/([A-Za-z0-9-]{6,}(?:[./_?=]|&amp;))([A-Za-z0-9])/g, "$1<wbr>$2")
    .replace(/([A-Za-z0-9_]{24})([A-Za-z0-9_]{8})/g, "$1<wbr>$2")
    .replace(/(^|[\s(/;“])([A-Za-z0-9]{2,10}-[A-Za-z0-9](?:_[A-Za-z0-9]+)?\b)/g, '$1<span class="whole">$2</span>');

/** The target of a link: paths are below the base URL. */
export const href = (target) => escape(target.startsWith("/") ? BASE_PATH + target : target);

/** The results of `write` for all members. */
export function each(members, write) {
  let text = "";
  for (const member of members) text += write(member);
  return text;
}
