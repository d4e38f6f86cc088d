// Offers the best results of the words in the field in a list below it: the combobox of the WAI-ARIA Authoring Practices.
import { make } from "./elements.js";
import { nothingFound, openIndex, urlOf, wordsOf } from "./search_index.js";

const LIMIT = 8;

const COMBOBOX = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false" };

const OPTION = { role: "option", tabIndex: -1, ariaSelected: "false" };

// Starts the search in a form. Its action is the page of all results; attributes have the paths of the index and of all names.
export async function search(form) {
  const { index, root } = await openIndex(form);
  const allNames = form.dataset.names;
  const field = form.querySelector("input");
  const list = make("div", { id: "search-results", role: "listbox", ariaLabel: "Results" });
  const message = make("p");
  const results = make("div", { className: "results", hidden: true }, list, message);
  const status = make("p", { className: "visually-hidden", role: "status" });
  form.append(results, status);
  for (const [name, value] of Object.entries({ ...COMBOBOX, "aria-controls": list.id })) field.setAttribute(name, value);

  let active = -1;

  function activate(number) {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = number;
    const chosen = list.children[active];
    if (!chosen) return field.removeAttribute("aria-activedescendant");
    chosen.setAttribute("aria-selected", "true");
    chosen.scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", chosen.id);
  }

  function open(is) {
    results.hidden = !is;
    field.setAttribute("aria-expanded", String(is && list.children.length > 0));
    if (!is) activate(-1);
  }

  function optionOf(hit) {
    const { title, value, details } = wordsOf(hit, index);
    return make("a", { ...OPTION, href: urlOf(hit, root) }, ...title, ...value, " ", make("small", {}, ...details));
  }

  function allResults(query) {
    const href = new URL(form.action);
    href.searchParams.set(field.name, query);
    return make("a", { ...OPTION, href }, 'All results for "', make("bdi", {}, query), '"');
  }

  let asked = 0;

  async function show() {
    const number = (asked += 1);
    const query = field.value.trim();
    const found = await index.find(query, LIMIT).catch(() => undefined);
    // A later query may have been answered earlier.
    if (number !== asked || !form.contains(document.activeElement)) return;
    const { hits, near } = found ?? { hits: [], near: [] };
    const shown = hits.length ? hits : near.slice(0, LIMIT);
    const options = [...shown.map(optionOf), ...(shown.length ? [allResults(query)] : [])];
    options.forEach((option, place) => (option.id = `search-result-${place}`));
    const chosen = list.children[active]?.href;
    activate(-1);
    list.replaceChildren(...options);
    // A result that was chosen while the query was on its way stays chosen.
    activate(options.findIndex(({ href }) => href === chosen));
    list.hidden = !options.length;
    const words = [found ? "All names: " : "The search could not be loaded. All names: ", make("a", { href: allNames }, "A–Z")];
    message.replaceChildren(...(!found || hits.length || !query ? words : nothingFound(query, allNames)));
    const count = hits.length === 1 ? "1 result" : `${hits.length || "No"} results`;
    status.textContent = query && found ? count : "";
    open(query !== "");
  }

  function move(event, by) {
    const count = list.children.length;
    if (!count) return;
    event.preventDefault();
    if (results.hidden) open(true);
    activate((Math.max(active, by < 0 ? 0 : -1) + by + count) % count);
  }

  field.addEventListener("input", show);
  field.addEventListener("focus", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") move(event, 1);
    if (event.key === "ArrowUp") move(event, -1);
    if (event.key === "Escape" && !results.hidden) {
      event.preventDefault();
      open(false);
    }
  });
  form.addEventListener("submit", (event) => {
    const chosen = list.children[active];
    if (!chosen) return;
    event.preventDefault();
    chosen.click();
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) open(false);
  });
  // The field keeps the focus, so that the list stays open until the click.
  results.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", () => open(false));
  await show();
}
