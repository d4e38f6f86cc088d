// What is chosen in a form, and how the URL says it: a name with several values repeats its parameter, and a whole group of
// choices has a parameter instead of theirs.
import { groupsIn } from "./choices.js";

const fields = (form) => [...form.elements].filter(({ name }) => name);

const known = ({ options }, values) => values.find((value) => [...options].some((option) => option.value === value));

const isChosen = ({ type, checked, value }) => (type === "checkbox" ? checked : value);

// The values of the fields that are chosen and not `without`, by name. Names without a choice are left out.
function valuesIn(form, without = null) {
  const found = {};
  for (const field of fields(form)) {
    if (isChosen(field) && !(without && field.matches(without))) (found[field.name] ??= []).push(field.value);
  }
  return found;
}

// The chosen values by name: of a whole group, those of its choices.
export const chosen = (form) => valuesIn(form, "legend input");

// Unknown values are treated as no choice.
export function choose(form, parameters) {
  for (const field of fields(form)) {
    const wanted = parameters.getAll(field.name);
    if (field.type === "checkbox") field.checked = wanted.includes(field.value);
    else field.value = (field.options ? known(field, wanted) : wanted[0]) ?? "";
  }
  for (const { whole, boxes } of groupsIn(form)) {
    if (whole.checked) for (const box of boxes) box.checked = true;
  }
}

// A sentence to add if parameters name a value that the form does not offer; else nothing.
export function noteOnUnknown(form, parameters) {
  const known = valuesIn(form);
  const isUnknown = (name) => parameters.getAll(name).some((value) => value && !known[name]?.includes(value));
  return fields(form).some(({ name }) => isUnknown(name)) ? ". What is unknown in the URL is left out" : "";
}

// The URL of the page with what is chosen. All other parameters are kept.
export function selectionUrl(form) {
  const url = new URL(location);
  for (const { name } of fields(form)) url.searchParams.delete(name);
  for (const [name, values] of Object.entries(valuesIn(form, "fieldset:has(legend :checked) > label > input"))) {
    for (const value of values) url.searchParams.append(name, value);
  }
  return url;
}
