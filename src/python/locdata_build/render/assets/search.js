// Loads the search when the reader first turns to its field: by pointer, by Tab or with a link to words. Where it cannot be
// loaded, the form still leads to the list of all names, and the next turn to the field tries again.
const form = document.querySelector("form.search");
const field = form.querySelector("input");

const failure = document.createElement("div");
let tries = 0;

function showFailure() {
  const all = Object.assign(document.createElement("a"), { href: form.action, textContent: "A to Z" });
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

const words = new URL(location).searchParams.get(field.name);
if (words) {
  field.value = words;
  field.focus();
}
