// Asks for files of the site.
const LONGEST = 20_000;
const answers = new Map();

function send(path, type, isExpected) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = type;
    request.onload = () => {
      const { status, response } = request;
      return status === 200 && response && isExpected(response) ? resolve(response) : reject(new Error(path));
    };
    request.onerror = request.ontimeout = () => reject(new Error(path));
    request.timeout = LONGEST;
    request.open("GET", path);
    request.send();
  });
}

// Returns a file as "text" or as a "document". It is asked for once, and again only if it could not be loaded or was not what
// is expected, such as the page of a network that asks for a login, of which it would be said that it has nothing.
export function load(path, type, isExpected) {
  if (!answers.has(path)) {
    answers.set(path, send(path, type, isExpected));
    answers.get(path).catch(() => answers.delete(path));
  }
  return answers.get(path);
}
