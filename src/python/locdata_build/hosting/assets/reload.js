// Reloads the page when the server has another build than the one that the page comes from.
const { build } = document.currentScript.dataset;
let builds;

function follow() {
  builds?.close();
  // A browser opens six connections to a server at most, so a hidden page asks when it is shown again.
  if (document.hidden) return;
  builds = new EventSource(`/.watch/builds/${build}`);
  builds.addEventListener("message", () => location.reload());
}

document.addEventListener("visibilitychange", follow);
follow();
