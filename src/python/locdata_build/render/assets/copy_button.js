// Adds to each URL in a table or list a button that copies it. Without HTTPS, browsers copy nothing.
import { make } from "./elements.js";

const nameOf = (code) => (code.closest("tr")?.cells[0] ?? code.parentElement.previousElementSibling).textContent.trim();

export function addCopyButtons() {
  if (!navigator.clipboard) return;
  for (const code of document.querySelectorAll("main :is(td, dd) > code")) {
    const name = nameOf(code);
    const button = make("button", { type: "button", className: "copy", ariaLive: "polite", ariaLabel: `Copy: ${name}` }, "Copy");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
      button.ariaLabel = `Copied: ${name}`;
    });
    code.after(" ", button);
  }
}
