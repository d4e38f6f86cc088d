// @ts-check
// Lint the calendars, JSON files and JSON-LD of a built site; build-support/lint-feeds.sh runs it beside the packages.
//
//   node lint.mjs SITE
//
// Also writes the JSON-LD of all pages to a TypeScript module, blocks.ts, for the compiler.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import ICAL from "ical.js";
// @ts-expect-error The package has no types.
import jsonld from "jsonld";

const site = process.argv[2];
const paths = readdirSync(site, { recursive: true, encoding: "utf8" }).sort();

/** @param {RegExp} pattern @returns {[path: string, content: string][]} */
const contents = (pattern) =>
  paths.filter((path) => pattern.test(path)).map((path) => [path, readFileSync(join(site, path), "utf8")]);

/**
 * Report everything that throws. No subjects at all is an issue too.
 *
 * @param {string} name
 * @param {[path: string, content: string][]} subjects
 * @param {(content: string, path: string) => unknown} check
 */
async function lint(name, subjects, check) {
  let found = subjects.length ? 0 : 1;
  for (const [path, content] of subjects) {
    try {
      await check(content, path);
    } catch (thrown) {
      const error = /** @type {Error & { details?: { event?: { message?: string } } }} */ (thrown);
      // jsonld explains in the details what safe mode refused.
      console.log(`${name}: ${path}: ${error.details?.event?.message ?? error.message}`);
      found += 1;
    }
  }
  console.log(`${name}: ${found || "no"} issues in ${subjects.length} files`);
  if (found) process.exitCode = 1;
}

/** @param {string} message @returns {never} */
const fail = (message) => {
  throw new Error(message);
};

ICAL.design.strict = true;
await lint("ical.js", contents(/\.ics$/), (content) => {
  for (const component of new ICAL.Component(ICAL.parse(content)).getAllSubcomponents("vevent")) {
    const { uid, startDate, duration } = new ICAL.Event(component, { strictExceptions: true });
    if (!uid || !startDate || duration.toSeconds() <= 0) fail(`event ${uid} must have a UID, a start and a later end`);
  }
});

const ajv = new Ajv2020({ strict: true, logger: { log: fail, warn: fail, error: fail } });
addFormats.default(ajv);
/** @type {Record<string, import("ajv").ValidateFunction>} */
const validators = {};
await lint("ajv, schemas", contents(/^api\/(strict\/)?schemas\/.*\.json$/), (content) => {
  const schema = JSON.parse(content);
  validators[schema.$id] = ajv.compile(schema);
});
// The descriptions name the schema of each path.
for (const [name, document] of [["open", "api/openapi.json"], ["strict", "api/strict/openapi.json"]]) {
  /** @type {{ paths: Record<string, { get: { externalDocs?: { url: string } } }> }} */
  const description = JSON.parse(readFileSync(join(site, document), "utf8"));
  const schemas = Object.entries(description.paths).map(([path, { get }]) => ({
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/, "[^/]+")}$`),
    id: get.externalDocs?.url ?? "",
  }));
  await lint(`ajv, ${name}`, contents(/^(api\/v1|data)\/(?!datapackage\.)[^.]*\.json$/), (content, path) => {
    const validate = validators[schemas.find(({ pattern }) => pattern.test(`/${path}`))?.id ?? ""];
    if (!validate?.(JSON.parse(content))) fail(validate ? ajv.errorsText(validate.errors) : "has no schema");
  });
}

// RFC 9264, section 4.2: the members of a link context are its anchor, and relations with their targets.
const text = { type: "string" };
const target = { type: "object", required: ["href"], properties: { href: text, type: text, title: text } };
const context = {
  type: "object",
  minProperties: 2,
  required: ["anchor"],
  properties: { anchor: { type: "string", format: "uri" } },
  additionalProperties: { type: "array", minItems: 1, items: target },
};
const contexts = { type: "array", minItems: 1, items: context };
const linkset = ajv.compile({ type: "object", required: ["linkset"], properties: { linkset: contexts } });
await lint("ajv, linkset", contents(/^\.well-known\/api-catalog$/), (content) => {
  if (!linkset(JSON.parse(content))) fail(ajv.errorsText(linkset.errors));
});

/**
 * Load a context without the real one, which is on another host. Safe mode still refuses terms that would be dropped or stay relative.
 *
 * @param {string} documentUrl
 */
const documentLoader = (documentUrl) =>
  documentUrl === "https://schema.org"
    ? { documentUrl, document: { "@context": { "@vocab": "https://schema.org/" } } }
    : fail(`unexpected context ${documentUrl}`);
/** @type {[path: string, block: string][]} */
const blocks = contents(/\.html$/).flatMap(([path, content]) =>
  [...content.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, block]) =>
    /** @type {[string, string]} */ ([path, block]),
  ),
);
await lint("jsonld", blocks, async (content) => {
  const block = JSON.parse(content);
  await jsonld.expand(block, { safe: true, documentLoader });
  if (block["@type"] === "Dataset" && !(block.name && block.description?.length >= 50 && block.description.length <= 5000))
    fail("Google requires a name, and a description of 50 to 5000 characters");
});
const typed = blocks.map(([path, block], number) => `// ${path}\nexport const block${number}: WithContext<Thing> = ${block};\n`);
writeFileSync("blocks.ts", `import type { Thing, WithContext } from "schema-dts";\n${typed.join("")}`);
