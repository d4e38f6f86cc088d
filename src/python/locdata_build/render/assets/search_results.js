// Offers the names that match the field in a list below it: the combobox of the WAI-ARIA Authoring Practices.
import { find, prepare } from "./search_ranking.js";

const LIMIT = 12;
const LONGEST_TEXT = 90;

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** Starts the search in a form, whose attribute names the index. The index is at the root of the site. */
export async function search(form) {
  const url = new URL(form.dataset.index, location);
  const answer = await fetch(url);
  const index = prepare(await answer.json());
  const field = form.querySelector("input");
  const list = element("div", { id: "search-results", role: "listbox", ariaLabel: "Results" });
  const all = element("a", { href: form.action, textContent: "A to Z" });
  const message = element("p", {}, "All names: ", all);
  const results = element("div", { className: "results", hidden: true }, list, message);
  const status = element("p", { className: "visually-hidden", role: "status" });
  form.append(results, status);
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": list.id,
    "aria-expanded": "false",
  })) {
    field.setAttribute(name, value);
  }

  let active = -1;

  const option = ({ name, path, label, places, also, text = "", aliases, kind }, number) => {
    const where = places.length > 3 ? `${places.length} countries` : places.join(", ");
    const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
    const other = kind === "section" ? also : also || short || aliases[0];
    const details = [label === name ? "" : label, where, other].filter(Boolean);
    return element(
      "a",
      { id: `search-result-${number}`, href: new URL(`.${path}`, url), role: "option", tabIndex: -1, ariaSelected: "false" },
      element("bdi", { textContent: name }),
      " ",
      // Each has its own direction, whatever the script of its first letter.
      element("small", {}, ...details.flatMap((textContent) => [" · ", element("bdi", { textContent })]).slice(1)),
    );
  };

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
    list.replaceChildren(...found.map(option));
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
