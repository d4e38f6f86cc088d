// What is chosen in a form, and how the URL says it: a name with several values repeats its parameter.
const fields = (form) => [...form.elements].filter(({ name }) => name);

const known = ({ options }, values) => values.find((value) => [...options].some((option) => option.value === value));

// The chosen values by name. Names without a choice are left out.
export function chosen(form) {
  const values = {};
  for (const [name, value] of new FormData(form)) {
    if (value) (values[name] ??= []).push(value);
  }
  return values;
}

// Unknown values are treated as no choice.
export function choose(form, parameters) {
  for (const field of fields(form)) {
    const wanted = parameters.getAll(field.name);
    if (field.type === "checkbox") field.checked = wanted.includes(field.value);
    else field.value = (field.options ? known(field, wanted) : wanted[0]) ?? "";
  }
}

// A sentence to add if parameters name a value that the form does not offer; else nothing.
export function noteOnUnknown(form, parameters) {
  const known = chosen(form);
  const isUnknown = (name) => parameters.getAll(name).some((value) => value && !known[name]?.includes(value));
  return fields(form).some(({ name }) => isUnknown(name)) ? ". What is unknown in the URL is left out" : "";
}

// The URL of the page with what is chosen. All other parameters are kept.
export function selectionUrl(form) {
  const url = new URL(location);
  for (const { name } of fields(form)) url.searchParams.delete(name);
  for (const [name, values] of Object.entries(chosen(form))) {
    for (const value of values) url.searchParams.append(name, value);
  }
  return url;
}
