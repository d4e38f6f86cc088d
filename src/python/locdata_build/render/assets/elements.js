// Returns a new element with these properties and this content: elements, and texts that are never markup.
export function make(name, properties, ...content) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}
