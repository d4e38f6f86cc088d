// Asks for files of the site.
const LONGEST = 20_000;
const answers = new Map();

function send(path, type) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = type;
    request.onload = () => (request.status === 200 ? resolve(request.response) : reject(new Error(path)));
    request.onerror = request.ontimeout = () => reject(new Error(path));
    request.timeout = LONGEST;
    request.open("GET", path);
    request.send();
  });
}

// Returns a file as "text" or as a "document". It is asked for once, and again only if it could not be loaded.
export function load(path, type) {
  if (!answers.has(path)) {
    answers.set(path, send(path, type));
    answers.get(path).catch(() => answers.delete(path));
  }
  return answers.get(path);
}
