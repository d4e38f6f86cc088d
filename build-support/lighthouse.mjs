// @ts-check
// Audit one page of each kind of a served site with Lighthouse. Prints all scores, and the reasons for those below 100.
//
//   node lighthouse.mjs ORIGIN NODE_MODULES BROWSER
//
// The server must send the headers and the compressed copies that the configurations send: without them the scores mean little.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const origin = process.argv[2];
const [modules, chromePath] = process.argv.slice(3).map((path) => resolve(path));

// Audited besides the home page and the pages that its header and footer link to.
const EXAMPLES = ["/spain/", "/malta/", "/erp/odoo/", "/api/obligations/", "/api/fields/", "/sources/vendor/"];
// The performance score varies on a busy machine; the best of this number of audits counts.
const AUDITS = 3;

/** @param {string} name */
const load = (name) => import(pathToFileURL(createRequire(join(modules, "_")).resolve(name)).href);
const { default: lighthouse, desktopConfig } = await load("lighthouse");
const { launch } = await load("chrome-launcher");

async function pagePaths() {
  const home = await (await fetch(`${origin}/`)).text();
  const frame = [...home.matchAll(/<(header|footer)\b.*?<\/\1>/gs)].map(([part]) => part).join("");
  const linked = [...frame.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path).filter((path) => path.endsWith("/"));
  return [...new Set(["/", ...linked, ...EXAMPLES])];
}

/**
 * @typedef {{ id: string, title: string, score: number | null, auditRefs: { id: string, weight: number }[] }} Category
 * @typedef {{ node?: { selector: string, snippet: string }, source?: string, description?: string }} Item
 * @typedef {{ title: string, score: number | null, displayValue?: string, details?: { items?: Item[] } }} Audit
 * @typedef {{ categories: Record<string, Category>, audits: Record<string, Audit>, runtimeError?: Error }} Result
 */

/** @param {string} url @param {object | undefined} config @returns {Promise<Result>} */
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

/** @param {Result} lhr */
const imperfect = (lhr) => Object.values(lhr.categories).filter(({ score }) => score !== 1);
/** @param {number | null} score */
const points = (score) => (score === null ? "none" : Math.round(score * 100));

/** @param {Result} lhr @param {Category} category */
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

for (const path of await pagePaths()) {
  for (const [device, config] of Object.entries({ phone: undefined, desktop: desktopConfig })) {
    let lhr = await audit(origin + path, config);
    for (let audits = 1; audits < AUDITS && imperfect(lhr).some(({ id }) => id === "performance"); audits++) {
      const again = await audit(origin + path, config);
      if ((again.categories.performance.score ?? 0) > (lhr.categories.performance.score ?? 0)) lhr = again;
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
