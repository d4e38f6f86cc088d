// Loads the index of the search, and words its results.
import { make } from "./elements.js";
import { SearchIndex } from "./search_ranking.js";

async function load(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(url);
  return answer.json();
}

// Loads the index that a form names. Paths of the index are below its folder, which is the root of the site.
export async function openIndex(form) {
  const root = new URL(form.dataset.index, location);
  const index = new SearchIndex(await load(root), (code) => load(new URL(`./search/${code}.json`, root)));
  return { index, root };
}

// Each part has its own direction, whatever the script of its first letter.
const isolated = (text) => make("bdi", {}, text);

const allIsolated = (parts = []) => parts.map(isolated);

// The name of a result after its country, the value, and what is shown in smaller letters.
export function wordsOf({ name, value, note, label, place, kind }, index) {
  const country = kind !== "country" && index.places.get(place)?.name;
  const title = country ? [isolated(country), ", ", ...allIsolated(name)] : allIsolated(name);
  const isNamed = name.join("").toLowerCase().includes(label.toLowerCase());
  const details = [note, isNamed ? "" : label].filter(Boolean).flatMap((part) => [" · ", isolated(part)]);
  return { title, value: value ? [": ", ...allIsolated(value)] : [], details: details.slice(1) };
}

export const urlOf = ({ path }, root) => new URL(`.${path}`, root);

// The message that nothing was found, with a link to all names.
export function nothingFound(query, allNames) {
  const link = make("a", { href: allNames }, "browse A–Z");
  return ['Nothing found for "', isolated(query), '". Try a country or the name of a form, or ', link, "."];
}
