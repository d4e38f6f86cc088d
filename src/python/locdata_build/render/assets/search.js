// Loads the search when the reader first turns to its field: by pointer, by Tab or with a link to words.
const form = document.querySelector("form.search");
const field = form.querySelector("input");

const start = () => import("./search_results.js").then(({ search }) => search(form));

field.addEventListener("focus", start, { once: true });
if (document.activeElement === field) start();

const words = new URL(location).searchParams.get(field.name);
if (words) {
  field.value = words;
  field.focus();
}
