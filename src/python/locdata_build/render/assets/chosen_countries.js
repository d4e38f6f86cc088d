// A form that only chooses countries: its choice is kept in the URL, and whoever shows the choice is told of each change.
import { prepareLists, summarize } from "./choices.js";
import { offerRemembered, rememberChoices } from "./remembered.js";
import { choose, selectionUrl } from "./selection.js";

export function onChoice(form, show) {
  const offer = offerRemembered(form);
  const update = () => {
    summarize(form);
    offer();
    show();
  };
  const follow = () => {
    choose(form, new URL(location).searchParams);
    update();
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
