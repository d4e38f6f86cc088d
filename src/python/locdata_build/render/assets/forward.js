// The rows of the e-invoicing matrix were once on the home page. Forward old links to them.
const newPath = document.body.dataset.movedAnchors;

function forward() {
  const anchor = location.hash.slice(1);
  if (/^[a-z]{2}-[a-z0-9_-]+$/.test(anchor) && !document.getElementById(anchor)) {
    location.replace(`${newPath}#${anchor}`);
  }
}

forward();
addEventListener("hashchange", forward);
