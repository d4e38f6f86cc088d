// Letters that have no accent to remove, and are typed as others nevertheless.
const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", þ: "th", ς: "σ" };

// Returns the text in lower case and without accents, as readers type it.
export const plain = (text) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøđðłıþς]/g, (letter) => LETTERS[letter]);
