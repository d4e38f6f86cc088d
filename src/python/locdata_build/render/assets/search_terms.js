// Splits texts and queries into the terms that the search compares: without accents and plurals, one for all synonyms.
import { plain } from "./plain_text.js";

const MAX_PHRASE_WORDS = 4;

const bitsOf = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

// The key of a name: its letters and digits.
export const keyOf = (text) => bitsOf(text).join("");

function singular(word) {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  return word.replace(/ies$/, "y").replace(/(ss|x|ch|sh)es$/, "$1").replace(/s$/, "");
}

const stemOf = (bits) => bits.map(singular).join("");

// The parts of a text between its spaces, each with its words: "SAF-T" has two.
export function partsOf(text) {
  const parts = text.split(/\s+/).map((written) => ({ written, bits: bitsOf(written) }));
  return parts.filter(({ bits }) => bits.length);
}

// Calls `take` with the parts from each place on, the longest first, and goes on after the number of parts that it returns.
export function walk(parts, take) {
  for (let start = 0; start < parts.length; ) {
    let length = Math.min(MAX_PHRASE_WORDS, parts.length - start);
    while (length > 1 && !take(parts.slice(start, start + length))) length -= 1;
    if (length === 1) take(parts.slice(start, start + 1));
    start += length;
  }
}

// What is known of words. Each group of synonyms has one term, which is that of its first word.
export class Vocabulary {
  constructor({ synonyms, fillers }) {
    const groups = synonyms.map((group) => group.split(", ").map((phrase) => stemOf(bitsOf(phrase))));
    this.terms = new Map(groups.flatMap((group) => group.map((phrase) => [phrase, group[0]])));
    this.topics = new Set(this.terms.values());
    this.fillers = new Set(partsOf(fillers).map(({ written }) => written));
  }

  // Whether a term has synonyms, or states nothing.
  isTopic(term) {
    return this.topics.has(term) || this.fillers.has(term);
  }

  // The term of parts that are a synonym.
  termOf(parts) {
    return this.terms.get(stemOf(parts.flatMap(({ bits }) => bits)));
  }

  // The terms of a part: those of its words and, if it has several, also all of them as one.
  termsOf(part) {
    const words = part.bits.map((bit) => this.terms.get(singular(bit)) ?? singular(bit));
    return { words, whole: singular(part.bits.join("")) };
  }

  // The terms of synonyms that begin with a word.
  *termsWith(beginning) {
    for (const [word, term] of this.terms) if (word.startsWith(beginning)) yield term;
  }

  // All terms of a text.
  tokens(text) {
    const found = [];
    walk(partsOf(text), (parts) => {
      const term = this.termOf(parts);
      if (term) found.push(term);
      else if (parts.length === 1) {
        const { words, whole } = this.termsOf(parts[0]);
        found.push(...words, ...(words.length > 1 ? [whole] : []));
      }
      return term;
    });
    return found;
  }
}
