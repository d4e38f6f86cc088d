// Finds entries of the index by the words of a query, the best first. The index has a piece for all countries, and one for each
// country, which is loaded if the query names the country, or something that only few countries have.
import MiniSearch from "./minisearch.js";
import { keyOf, partsOf, Vocabulary, walk } from "./search_terms.js";

// How many countries are loaded at most: of those that the query names, and of those to which other names lead.
const MAX_NAMED = 4;
const MAX_ROUTED = 2;

const FIELDS = { name: 3, aliases: 2.5, words: 1.5, text: 0.3 };

// How far a word may be from what is written in the index, by its length.
const distanceOf = ({ length }) => (length < 4 ? 0 : length < 6 ? 1 : 2);

// How much a word counts that names the country alone, as "KSeF" names Poland.
const ROUTED = 0.5;

// The factors of scores: the whole query is the name, or another name; the entry is about all countries, and none was asked for,
// or one was.
const SAME_NAME = 4;
const SAME_ALIAS = 2.5;
const GENERAL = 1.3;
const ELSEWHERE = 0.1;

// The lowest score of a result, as a part of the best.
const LEAST = 0.08;

export class SearchIndex {
  // `load` returns a promise of the piece of a country by its code.
  constructor(index, load) {
    this.load = load;
    this.kinds = index.kinds;
    this.order = Object.keys(index.kinds);
    this.vocabulary = new Vocabulary(index);
    this.places = new Map(index.places.map((place) => [place.code, place]));
    this.entries = [];
    this.pieces = new Map();
    this.names = new Map();
    this.routes = new Map();
    this.library = new MiniSearch({
      fields: Object.keys(FIELDS),
      tokenize: (text) => this.vocabulary.tokens(text),
      processTerm: (term) => term,
      searchOptions: { boost: FIELDS },
    });
    for (const place of index.places) this.addPlace(place);
    this.add(index.entries);
  }

  addPlace({ code, name, path, aliases = [], names = "" }) {
    for (const each of [name, ...aliases]) this.names.set(keyOf(each), code);
    for (const term of this.vocabulary.tokens(names)) {
      if (this.vocabulary.isTopic(term)) continue;
      if (!this.routes.has(term)) this.routes.set(term, new Set());
      this.routes.get(term).add(code);
    }
    this.add([{ kind: "country", name: [name], path, aliases: [...aliases, code.toUpperCase()], place: code }]);
  }

  // Adds entries to those that are searched; `place` is the code of the country of their piece.
  add(entries, place) {
    const path = this.places.get(place)?.path;
    const added = entries.map((entry, number) => {
      const { value = [], note = "", aliases = [], words = "", kind } = entry;
      const name = entry.name.join("");
      const { label, words: ofKind = "" } = this.kinds[kind];
      return {
        ...entry,
        place: entry.place ?? place,
        path: entry.path.startsWith("#") ? path + entry.path : entry.path,
        label,
        key: keyOf(name),
        keys: aliases.map(keyOf),
        searched: {
          id: this.entries.length + number,
          name,
          aliases: aliases.join(" | "),
          words: `${label} ${ofKind} ${words}`,
          text: `${value.join("")} ${note}`,
        },
      };
    });
    this.entries.push(...added);
    this.library.addAll(added.map(({ searched }) => searched));
  }

  // Loads the pieces of countries that are not loaded yet.
  async need(codes) {
    await Promise.all(
      codes.map((code) => {
        if (!this.pieces.has(code)) {
          const added = this.load(code).then(({ entries }) => this.add(entries, code));
          this.pieces.set(code, added);
          added.catch(() => this.pieces.delete(code));
        }
        return this.pieces.get(code);
      }),
    );
  }

  // The country that parts of a query name. A code that is also another word counts in capitals, or alone.
  placeOf(parts, isAlone) {
    const key = keyOf(parts.map(({ written }) => written).join(" "));
    if (this.names.has(key)) return this.names.get(key);
    if (parts.length > 1 || !this.places.has(key)) return undefined;
    const isWord = this.vocabulary.termOf(parts) || this.vocabulary.fillers.has(key);
    return !isWord || isAlone || (/^[A-Z]+$/.test(parts[0].written) && !this.vocabulary.termOf(parts)) ? key : undefined;
  }

  // What a query asks for: the codes of countries, and units, each with a query to the library.
  understand(query) {
    const parts = partsOf(query);
    const codes = new Set();
    const rest = [];
    walk(parts, (taken) => {
      const code = this.placeOf(taken, parts.length === 1);
      if (code) codes.add(code);
      else if (taken.length === 1) rest.push(taken[0]);
      return code;
    });
    const units = [];
    walk(rest, (taken) => {
      const term = this.vocabulary.termOf(taken);
      if (term) units.push({ written: taken.map(({ written }) => written).join(" "), term, tree: term });
      else if (taken.length === 1) units.push(this.unitOf(taken[0], taken[0] === parts.at(-1)));
      return term;
    });
    const telling = units.filter(({ term }) => !this.vocabulary.fillers.has(term));
    return { codes: [...codes], units: telling.length || codes.size ? telling : units.slice(-1) };
  }

  unitOf(part, isLast) {
    const { words, whole } = this.vocabulary.termsOf(part);
    const all = { combineWith: "AND", queries: words };
    const queries = words.length > 1 ? [whole, all] : [whole];
    if (isLast && whole.length > 3) queries.push(...new Set(this.vocabulary.termsWith(whole)));
    return { written: part.written, term: whole, tree: { combineWith: "OR", queries } };
  }

  // The scores of the entries that a unit finds, by id.
  scores(unit, options) {
    const results = this.library.search(unit.tree, { prefix: (term) => term.length > 2 || /[^a-z0-9]/.test(term), ...options });
    return new Map(results.map(({ id, score }) => [id, score]));
  }

  // The country whose name is nearest to a word that the index does not have, and has its first letter.
  nearestPlace({ term }) {
    const filter = ({ id, terms }) => this.entries[id].kind === "country" && terms.some((each) => each[0] === term[0]);
    const [nearest] = this.library.search(term, { fuzzy: distanceOf(term), fields: ["name", "aliases"], filter });
    return nearest && this.entries[nearest.id];
  }

  // Finds the best entries for a query, at most `limit` of a total. Also returns what is near: the countries that it names, or what is known
  // of them if it finds nothing; the words that nothing has; and the countries that were taken for misspelt words.
  async find(query, limit) {
    const { codes, units } = this.understand(query);
    const routes = units.map(({ term }) => (codes.length ? undefined : this.routes.get(term)) ?? new Set());
    const routed = this.routedCodes(routes);
    await this.need([...codes.slice(0, MAX_NAMED), ...routed]);
    const asked = [];
    const missing = [];
    const instead = [];
    for (const [number, unit] of units.entries()) {
      const route = routes[number];
      let found = this.scores(unit);
      if (!found.size && !route.size) {
        const place = codes.length ? undefined : this.nearestPlace(unit);
        if (place) {
          instead.push({ written: unit.written, name: place.name.join("") });
          codes.push(place.place);
          await this.need(codes);
          continue;
        }
        found = this.scores(unit, { fuzzy: distanceOf(unit.term) });
        if (!found.size) missing.push(unit.written);
      }
      asked.push({ found, route });
    }
    const places = codes.map((code) => this.entries.find(({ kind, place }) => kind === "country" && place === code));
    const hits = asked.length ? this.rank(asked, codes, routed, keyOf(query)) : this.overview(codes);
    const near = hits.length ? places.filter((place) => !hits.includes(place)) : this.overview(codes);
    return { hits: hits.slice(0, limit), total: hits.length, near, missing, instead };
  }

  // The countries to which most of the words lead.
  routedCodes(routes) {
    const counts = new Map();
    for (const route of routes) for (const code of route) counts.set(code, (counts.get(code) ?? 0) + 1);
    const most = Math.max(...counts.values());
    return [...counts.keys()].filter((code) => counts.get(code) === most).slice(0, MAX_ROUTED);
  }

  // What is shown of countries if nothing else is asked for.
  overview(codes) {
    const ofPlaces = this.entries.filter(({ place }) => codes.includes(place));
    const isFirst = ({ kind }) => kind === "country" || kind.startsWith("obligations/");
    return ofPlaces.filter(isFirst).sort((one, other) => (other.kind === "country") - (one.kind === "country"));
  }

  rank(asked, codes, routed, whole) {
    const isShown = ({ place, kind, countries = [] }) => {
      if (!codes.length) return place === undefined || kind === "country" || routed.includes(place);
      return place === undefined ? !countries.length || countries.some((code) => codes.includes(code)) : codes.includes(place);
    };
    const ids = new Set(asked.flatMap(({ found }) => [...found.keys()]));
    const scored = [];
    for (const id of ids) {
      const entry = this.entries[id];
      if (!isShown(entry)) continue;
      let score = 0;
      let covered = 0;
      for (const { found, route } of asked) {
        if (found.has(id)) {
          score += found.get(id);
          covered += 1;
        } else if (route.has(entry.place) && entry.kind !== "country") covered += ROUTED;
      }
      score *= (covered / asked.length) ** 3 * (this.kinds[entry.kind].weight ?? 1);
      if (entry.key === whole) score *= SAME_NAME;
      else if (entry.keys.includes(whole)) score *= SAME_ALIAS;
      if (entry.place === undefined || entry.kind === "country") score *= codes.length ? ELSEWHERE : GENERAL;
      scored.push({ ...entry, score });
    }
    const best = Math.max(...scored.map(({ score }) => score));
    const order = ({ kind }) => this.order.indexOf(kind);
    const better = (one, other) => other.score - one.score || order(one) - order(other) || one.key.length - other.key.length;
    return scored.filter(({ score }) => score >= best * LEAST).sort(better);
  }
}
