// Serve a built site and audit one page of each kind with Lighthouse. Prints all scores, and the reasons for those below 100.
//
//   node lighthouse.mjs SITE NODE_MODULES BROWSER
//
// The server compresses files and allows caching of assets, as real hosts do. Without that, the performance score would mean little.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [site, modules, chromePath] = process.argv.slice(2).map((path) => resolve(path));

// Audited besides the home page and the pages that its header and footer link to.
const EXAMPLES = ["/spain/", "/malta/", "/erp/odoo/"];
// The performance score varies on a busy machine; the best of this number of audits counts.
const AUDITS = 3;
const MEDIA_TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".xml": "application/xml",
};

const load = (name) => import(pathToFileURL(createRequire(join(modules, "_")).resolve(name)));
const { default: lighthouse, desktopConfig } = await load("lighthouse");
const { launch } = await load("chrome-launcher");

function respond(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  const path = join(site, decodeURIComponent(pathname), pathname.endsWith("/") ? "index.html" : "");
  let content;
  try {
    content = readFileSync(path);
  } catch {
    response.writeHead(404).end();
    return;
  }
  const headers = { "Content-Type": MEDIA_TYPES[extname(path)] ?? "application/octet-stream", Vary: "Accept-Encoding" };
  if (pathname.startsWith("/assets/")) headers["Cache-Control"] = "public, max-age=31536000, immutable";
  if (/\bgzip\b/.test(request.headers["accept-encoding"])) {
    headers["Content-Encoding"] = "gzip";
    content = gzipSync(content);
  }
  response.writeHead(200, headers).end(content);
}

function pagePaths() {
  const home = readFileSync(join(site, "index.html"), "utf8");
  const frame = [...home.matchAll(/<(header|footer)\b.*?<\/\1>/gs)].map(([part]) => part).join("");
  const linked = [...frame.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path).filter((path) => path.endsWith("/"));
  return [...new Set(["/", ...linked, ...EXAMPLES])];
}

async function audit(url, config) {
  const chrome = await launch({
    chromePath,
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    logLevel: "silent",
  });
  try {
    return (await lighthouse(url, { port: chrome.port, logLevel: "silent" }, config)).lhr;
  } finally {
    chrome.kill();
  }
}

const imperfect = (lhr) => Object.values(lhr.categories).filter(({ score }) => score !== 1);
const points = (score) => (score === null ? "none" : Math.round(score * 100));

function* reasons(lhr, { auditRefs }) {
  if (lhr.runtimeError) yield lhr.runtimeError.message;
  for (const { id, weight } of auditRefs) {
    const { score, title, displayValue, details } = lhr.audits[id];
    if (!weight || score === null || score === 1) continue;
    yield [id, title, displayValue].filter(Boolean).join(": ");
    for (const { node, source, description } of details?.items ?? []) {
      const location = node ? `${node.selector} ${node.snippet}` : [source, description].filter(Boolean).join(" ");
      if (location) yield `  ${location}`;
    }
  }
}

const server = createServer(respond);
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const origin = `http://127.0.0.1:${server.address().port}`;

for (const path of pagePaths()) {
  for (const [device, config] of Object.entries({ phone: undefined, desktop: desktopConfig })) {
    let lhr = await audit(origin + path, config);
    for (let audits = 1; audits < AUDITS && imperfect(lhr).some(({ id }) => id === "performance"); audits++) {
      const again = await audit(origin + path, config);
      if (again.categories.performance.score > lhr.categories.performance.score) lhr = again;
    }
    const scores = Object.values(lhr.categories).map(({ score, title }) => `${title} ${points(score)}`);
    console.log(`${path} ${device}: ${scores.join(", ")}`);
    for (const category of imperfect(lhr)) {
      process.exitCode = 1;
      console.log(`  ${category.title}:`);
      for (const reason of reasons(lhr, category)) console.log(`    ${reason}`);
    }
  }
}
server.close();
