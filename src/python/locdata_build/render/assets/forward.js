// Links to rows of the e-invoicing matrix once led to the home page. Forward those whose anchor is not here.
const place = document.body.dataset.movedAnchors;

function forward() {
  const anchor = location.hash.slice(1);
  if (/^[a-z]{2}-[a-z0-9_-]+$/.test(anchor) && !document.getElementById(anchor)) {
    location.replace(`${place}#${anchor}`);
  }
}

forward();
addEventListener("hashchange", forward);
