// Shows all results for the words in the URL.
import { make } from "./elements.js";
import { nothingFound, openIndex, urlOf, wordsOf } from "./search_index.js";

const LIMIT = 50;

const form = document.querySelector("form.search");
const field = form.querySelector("input");
const query = (new URL(location).searchParams.get(field.name) ?? "").trim();
const [lead, help] = document.querySelectorAll("main p");

const status = make("p", { className: "lead", role: "status" });
// What helps without results comes after them, so that it does not move.
const region = make("div", { className: "hits" });
help.remove();
lead.replaceWith(status);
status.after(region);

function itemOf(hit, { index, root }) {
  const { title, value, details } = wordsOf(hit, index);
  return make("li", {}, make("a", { href: urlOf(hit, root) }, ...title), ...value, " ", make("small", {}, ...details));
}

const quoted = (text) => ['"', make("bdi", {}, text), '"'];

// What was read otherwise than it was written, and which words were left out.
function remarksOn({ instead, missing }) {
  const remarks = [
    ...instead.map(({ written, name }) => ["There is no ", ...quoted(written), ". These are results for ", make("bdi", {}, name), "."]),
    ...missing.map((written) => ["Nothing has the word ", ...quoted(written), "."]),
  ];
  return remarks.map((words) => make("p", {}, ...words));
}

const listOf = (name, hits, opened) => make(name, {}, ...hits.map((hit) => itemOf(hit, opened)));

async function show() {
  const opened = await openIndex(form);
  const found = await opened.index.find(query, LIMIT);
  const { hits, total, near } = found;
  const all = total === 1 ? "1 result" : `${total} results`;
  const count = total > LIMIT ? `The first ${LIMIT} of ${all}` : all;
  status.replaceChildren(...(hits.length ? [`${count} for `, ...quoted(query)] : nothingFound(query, form.dataset.names)));
  const nearby = near.length ? [make("h2", {}, hits.length ? "See also" : "What is near"), listOf("ul", near, opened)] : [];
  region.append(...(hits.length ? [...remarksOn(found), listOf("ol", hits, opened)] : []), ...nearby, help);
}

if (query) {
  document.title = `${query}: ${document.title}`;
  status.textContent = "Searching…";
  show().catch(() => {
    const names = make("a", { href: form.dataset.names }, "A–Z");
    status.replaceChildren("The search could not be loaded. Try again later. All names: ", names);
    region.append(help);
  });
} else {
  status.textContent = 'Type a country, a topic or a name into the field above, such as "VAT threshold Poland".';
  region.append(help);
}
