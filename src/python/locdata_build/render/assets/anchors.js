// Adds a link to itself to each heading and row with an anchor. It is for mouse and touch only: users of keyboards and screen
// readers would have to pass hundreds of them.
function anchor(id) {
  const link = document.createElement("a");
  link.className = "anchor";
  link.href = `#${id}`;
  link.ariaHidden = "true";
  link.tabIndex = -1;
  link.textContent = "#";
  return link;
}

for (const place of document.querySelectorAll("main section > :is(h2, h3, h4)[id], main tbody > tr[id] > th")) {
  place.append(anchor(place.id || place.parentElement.id));
}
