// What all templates need.
import { shared } from "./data.js";

const BASE_PATH = new URL(shared.site.base_url).pathname.replace(/\/$/, "");
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;" };

const entity = (sign) => ENTITIES[sign];

/** The text in HTML. */
export const escape = (text) => (/[&<>"']/.test(text) ? text.replace(/[&<>"']/g, entity) : text);

/** The address of a link: paths stand below the base URL. */
export const href = (address) => escape(address.startsWith("/") ? BASE_PATH + address : address);

/** What `write` makes of each member. */
export function each(members, write) {
  let text = "";
  for (const member of members) text += write(member);
  return text;
}
