// Finds the names of the index that have all words of a query, the best first.
import { plain } from "./plain_text.js";

// Words that a query may contain and that say nothing.
const FILLERS = new Set(
  `a all and are by countries country deadline deadlines do does due for from how i in is issue must my of on require the to
   what when where which who`.split(/\s+/),
);

// The rank of a name, or of a country and a section of its page, in which the words begin words.
const SECTION_RANK = 5;

const split = (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const key = (text) => split(plain(text)).join("");

// The words of the text. "SAF-T" is three: "saf", "t" and "saft".
const tokens = (text) =>
  plain(text)
    .split(/\s+/)
    .flatMap((part) => {
      const words = split(part);
      return words.length > 1 ? [...words, words.join("")] : words;
    });

const has = (words, ...lists) => words.every((word) => lists.some((list) => list.some((each) => each.startsWith(word))));

// The entries and sections of an index with what a query is compared with.
export function prepare({ kinds, names, sections }) {
  const countries = new Map(names.filter(({ kind }) => kind === "country").map((name) => [name.countries[0], name]));
  const order = Object.keys(kinds);
  const entry = (each) => {
    const places = (each.countries ?? []).map((code) => countries.get(code));
    const isCountry = each.kind === "country";
    const aliases = each.aliases ?? [];
    const others = isCountry ? [...aliases, ...each.countries] : aliases;
    return {
      ...each,
      label: kinds[each.kind],
      places: isCountry ? [] : places.map(({ name }) => name),
      aliases,
      order: order.indexOf(each.kind),
      key: key(each.name),
      keys: others.map(key),
      tokens: tokens(each.name),
      others: others.flatMap(tokens),
      around: isCountry ? [] : places.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])].flatMap(tokens)),
      words: tokens(`${kinds[each.kind]} ${each.text ?? ""}`),
    };
  };
  const entries = names.map(entry);
  return { entries, sections: sections.map(entry), countries: entries.filter(({ kind }) => kind === "country") };
}

// How well an entry matches: 0 is best, NaN is not at all. The report of a name has more to say than the term, and a query
// that names a country wants what is particular to it.
function rank(entry, words, whole) {
  if (entry.key === whole) return entry.kind === "report" ? 0 : 1;
  if (entry.keys.includes(whole)) return 2;
  if (words.every((word) => entry.tokens.includes(word))) return 3;
  if (entry.key.startsWith(whole)) return 4;
  if (has(words, entry.tokens)) return SECTION_RANK;
  if (has(words, entry.tokens, entry.others)) return 6;
  if (has(words, entry.tokens, entry.others, entry.around)) return entry.kind === "term" ? 8 : 7;
  if (has(words, entry.tokens, entry.others, entry.around, entry.words)) return 9;
  return NaN;
}

// The sections of the countries that a query names: "romania odoo".
function* sectionsOf({ countries, sections }, words) {
  for (const country of countries) {
    const rest = words.filter((word) => !has([word], country.tokens, country.others));
    if (!rest.length || rest.length === words.length) continue;
    for (const section of sections) {
      if (!has(rest, section.tokens, section.others)) continue;
      yield { ...section, path: `${country.path}#${section.anchor}`, places: [country.name], rank: SECTION_RANK };
    }
  }
}

const better = (one, other) =>
  one.rank - other.rank ||
  one.order - other.order ||
  one.places.length - other.places.length ||
  one.key.length - other.key.length;

// The best entries for a query, at most `limit`, each with its rank.
export function find(index, query, limit) {
  const all = plain(query)
    .split(/\s+/)
    .map((part) => split(part).join(""))
    .filter(Boolean);
  const telling = all.filter((word) => !FILLERS.has(word));
  const words = telling.length ? telling : all.slice(-1);
  if (!words.length) return [];
  const named = index.entries.map((entry) => ({ ...entry, rank: rank(entry, words, words.join("")) }));
  const found = [...named.filter((entry) => !Number.isNaN(entry.rank)), ...sectionsOf(index, words)];
  return found.sort(better).slice(0, limit).map((entry) => ({ ...entry, also: alsoMatched(entry, words) }));
}

// The other name by which a query found an entry, if it is not in its name.
function alsoMatched({ aliases, tokens: own }, words) {
  const missing = words.filter((word) => !has([word], own));
  return aliases.find((alias) => missing.some((word) => has([word], tokens(alias)))) ?? "";
}
