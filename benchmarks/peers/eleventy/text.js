// What all templates need.
import { shared } from "./data.js";

const BASE_PATH = new URL(shared.site.base_url).pathname.replace(/\/$/, "");
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };

const entity = (sign) => ENTITIES[sign];

/** The text as HTML. */
export const escape = (text) => (/[&<>"']/.test(text) ? text.replace(/[&<>"']/g, entity) : text);

/** The target of a link: paths are below the base URL. */
export const href = (target) => escape(target.startsWith("/") ? BASE_PATH + target : target);

/** The results of `write` for all members. */
export function each(members, write) {
  let text = "";
  for (const member of members) text += write(member);
  return text;
}
