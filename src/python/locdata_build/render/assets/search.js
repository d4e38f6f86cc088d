// Loads the search when the reader first turns to its field. Where it cannot be loaded, the message leads to the list of all
// names, and the next turn to the field tries again.
const form = document.querySelector("form.search");
const field = form.querySelector("input");

const failure = document.createElement("div");
let tries = 0;

function showFailure() {
  const all = Object.assign(document.createElement("a"), { href: form.dataset.names, textContent: "A–Z" });
  const message = document.createElement("p");
  message.setAttribute("role", "status");
  failure.className = "results";
  failure.replaceChildren(message);
  form.append(failure);
  message.append("The search could not be loaded. All names: ", all);
}

async function start() {
  failure.remove();
  try {
    const address = new URL("./search_results.js", import.meta.url);
    // Chromium remembers that a module could not be loaded, by its address.
    if (tries++) address.search = tries;
    const { search } = await import(address);
    await search(form);
  } catch {
    if (form.contains(document.activeElement)) showFailure();
    field.addEventListener("focus", start, { once: true });
  }
}

form.addEventListener("focusout", ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) failure.remove();
});
field.addEventListener("focus", start, { once: true });
if (document.activeElement === field) start();

// The page of results has the words in its URL.
field.value ||= new URL(location).searchParams.get(field.name) ?? "";
