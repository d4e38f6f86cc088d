// Paper shows what is folded away as well. A stylesheet alone cannot unfold it in all browsers.
const opened = [];

addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll("details:not([open])")) {
    fold.open = true;
    opened.push(fold);
  }
});
addEventListener("afterprint", () => {
  for (const fold of opened.splice(0)) fold.open = false;
});
