// Loads the search when the reader first turns to its field: by pointer, by Tab, with the key "/" or with a link to words.
const form = document.querySelector("form.search");
const field = form.querySelector("input");

const start = () => import("./search_results.js").then(({ search }) => search(form));

const isTyping = ({ target }) => target.isContentEditable || target.matches("input, select, textarea");

field.addEventListener("focus", start, { once: true });
if (document.activeElement === field) start();

addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.altKey || event.ctrlKey || event.metaKey || isTyping(event)) return;
  event.preventDefault();
  field.focus();
});

const words = new URL(location).searchParams.get(field.name);
if (words) {
  field.value = words;
  field.focus();
}
