// Shows the source of a note beside it while the pointer or the focus is on its number.
const box = document.createElement("div");
box.className = "note";
box.id = "note";
box.role = "tooltip";
box.hidden = true;
document.body.append(box);

let open = null;

function show(link) {
  hide();
  const source = document.querySelector(link.getAttribute("href")).cloneNode(true);
  // A link back is named by the text of its notes after an arrow, followed by the place in the source.
  const names = [...source.lastElementChild.children].map(({ textContent }) => textContent.split(" "));
  const [, ...place] = names.find(([label]) => label === `↑${link.textContent}`);
  source.lastElementChild.remove();
  open = link;
  box.textContent = place.length ? `${place.join(" ")}: ${source.textContent}` : source.textContent;
  box.hidden = false;
  link.setAttribute("aria-describedby", box.id);
  const rectangle = link.getBoundingClientRect();
  const left = Math.min(rectangle.left, document.documentElement.clientWidth - box.offsetWidth - 8);
  box.style.left = `${Math.max(8, left) + scrollX}px`;
  box.style.top = `${rectangle.bottom + 4 + scrollY}px`;
}

function hide() {
  open?.removeAttribute("aria-describedby");
  open = null;
  box.hidden = true;
}

// The comparison has notes that lead to other pages.
const noteOf = ({ target }) => target.closest?.('sup > a[href^="#"]');

for (const start of ["mouseover", "focusin"]) {
  addEventListener(start, (event) => {
    const link = noteOf(event);
    if (link) show(link);
  });
}
for (const end of ["mouseout", "focusout"]) addEventListener(end, hide);
// The focus may itself have scrolled the page.
addEventListener("scroll", () => open !== document.activeElement && hide());
addEventListener("keydown", ({ key }) => key === "Escape" && hide());
