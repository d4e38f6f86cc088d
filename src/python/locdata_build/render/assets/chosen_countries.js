// A form that only chooses countries: its choice is kept in the URL, and whoever shows the choice is told of each change,
// with a note on what was unknown in the URL.
import { prepareLists, summarize } from "./choices.js";
import { offerRemembered, rememberChoices } from "./remembered.js";
import { choose, noteOnUnknown, selectionUrl } from "./selection.js";

export function onChoice(form, show) {
  const offer = offerRemembered(form);
  const update = (note = "") => {
    summarize(form);
    offer();
    show(note);
  };
  const follow = () => {
    const parameters = new URL(location).searchParams;
    choose(form, parameters);
    update(noteOnUnknown(form, parameters));
  };
  const keep = () => {
    history.replaceState(null, "", selectionUrl(form));
    update();
  };
  prepareLists(form);
  follow();
  addEventListener("popstate", follow);
  form.addEventListener("input", () => {
    rememberChoices(form);
    keep();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    choose(form, new URLSearchParams());
    keep();
  });
}
