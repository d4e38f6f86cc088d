// Offers the names that match the field in a list below it: the combobox of the WAI-ARIA Authoring Practices.
import { make } from "./elements.js";
import { find, prepare } from "./search_ranking.js";

const LIMIT = 12;
const LONGEST_TEXT = 90;

const COMBOBOX = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false" };

// What is shown of an entry beside its name, in parts: its kind, its countries, and what else it is called.
function detailsOf({ name, label, places, also, text = "", aliases, kind }) {
  const where = places.length > 3 ? `${places.length} countries` : places.join(", ");
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  const other = kind === "section" ? also : also || short || aliases[0];
  return [label === name ? "" : label, where, other].filter(Boolean);
}

// The link to an entry as an option of the list. Its path is below the root of the site.
function optionOf(entry, number, root) {
  const href = new URL(`.${entry.path}`, root);
  const properties = { id: `search-result-${number}`, href, role: "option", tabIndex: -1, ariaSelected: "false" };
  // Each part has its own direction, whatever the script of its first letter.
  const details = detailsOf(entry).flatMap((part) => [" · ", make("bdi", {}, part)]);
  return make("a", properties, make("bdi", {}, entry.name), " ", make("small", {}, ...details.slice(1)));
}

// Starts the search in a form, whose attribute names the index. The index is at the root of the site.
export async function search(form) {
  const url = new URL(form.dataset.index, location);
  const answer = await fetch(url);
  const index = prepare(await answer.json());
  const field = form.querySelector("input");
  const list = make("div", { id: "search-results", role: "listbox", ariaLabel: "Results" });
  const message = make("p", {}, "All names: ", make("a", { href: form.action }, "A to Z"));
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

  function show() {
    const found = find(index, field.value, LIMIT);
    activate(-1);
    list.replaceChildren(...found.map((entry, number) => optionOf(entry, number, url)));
    list.hidden = !found.length;
    message.firstChild.data = found.length ? "All names: " : "No results: ";
    const isAsked = field.value.trim() !== "";
    const count = found.length === 1 ? "1 result" : `${found.length || "No"} results`;
    status.textContent = isAsked ? count : "";
    open(isAsked);
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
    const chosen = list.children[Math.max(active, 0)];
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
  show();
}
