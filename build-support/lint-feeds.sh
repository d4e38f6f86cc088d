#!/usr/bin/env bash
# Lint every machine-readable file of the built site, except the OpenAPI description, with the tools that consumers use:
#
#   calendars       ical.js and ics.py: syntax, dates, values; vobject: required and allowed properties
#   Atom feeds      the grammar of RFC 4287, as far as we use it, with libxml2; the W3C feed validator if FEEDVALIDATOR is set
#   data package    frictionless: descriptor, checksums, types, constraints, keys; also inside the zip file
#   JSON            ajv in strict mode: every schema; every response and table against its open and its strict schema; the API catalog
#   JSON-LD         jsonld in safe mode; the types of schema-dts with the strict compiler; what Google requires of a Dataset
#   sitemap         the schema of sitemaps.org
#   CITATION.cff    cffconvert
#   security.txt    sectxt
#
#   build-support/lint-feeds.sh           # dist/site
#   build-support/lint-feeds.sh FOLDER    # another built site
#
# Any issue of any severity is a failure. Needs npm and Python 3.11 or later as python3. The W3C feed validator is in no package
# index: to use it, set FEEDVALIDATOR to a checkout of github.com/w3c/feedvalidator, with Python 3.12 or earlier as python3.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
site=$(cd -- "${1:-$repo/dist/site}" 2>/dev/null && pwd) || { echo 'build the site first: ./pants run src/python/locdata_build' >&2; exit 1; }
readonly site
validator=${FEEDVALIDATOR:+$(cd -- "$FEEDVALIDATOR/src" && pwd)}
readonly validator

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd -- "$scratch"

cp -- "$repo"/build-support/node/package{,-lock}.json .
npm ci --ignore-scripts --no-audit --no-fund --loglevel error >/dev/null
python3 -m venv venv
venv/bin/python -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/feeds.lock"
# cffconvert needs another version of jsonschema than frictionless.
python3 -m venv venv-cff
venv-cff/bin/python -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/citation.lock"

failed=0

# Also writes the JSON-LD of all pages to a TypeScript module, for the compiler.
cat >lint.mjs <<'END'
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import ICAL from "ical.js";
import jsonld from "jsonld";

const [site] = process.argv.slice(2);
const paths = readdirSync(site, { recursive: true }).sort();
const contents = (pattern) =>
  paths.filter((path) => pattern.test(path)).map((path) => [path, readFileSync(join(site, path), "utf8")]);

// Report everything that throws. No subjects at all is an issue too.
async function lint(name, subjects, check) {
  let found = subjects.length ? 0 : 1;
  for (const [path, content] of subjects) {
    try {
      await check(content, path);
    } catch (error) {
      // jsonld explains in the details what safe mode refused.
      console.log(`${name}: ${path}: ${error.details?.event?.message ?? error.message}`);
      found += 1;
    }
  }
  console.log(`${name}: ${found || "no"} issues in ${subjects.length} files`);
  if (found) process.exitCode = 1;
}
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

const ajv = new Ajv.default({ strict: true, logger: { log: fail, warn: fail, error: fail } });
addFormats.default(ajv);
const validators = {};
await lint("ajv, schemas", contents(/^api\/(strict\/)?schemas\/.*\.json$/), (content) => {
  const schema = JSON.parse(content);
  validators[schema.$id] = ajv.compile(schema);
});
// The descriptions name the schema of each path.
for (const [name, document] of [["open", "api/openapi.json"], ["strict", "api/strict/openapi.json"]]) {
  const { paths: described } = JSON.parse(readFileSync(join(site, document), "utf8"));
  const schemas = Object.entries(described).map(([path, { get }]) => [
    new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/, "[^/]+")}$`),
    get.externalDocs?.url,
  ]);
  await lint(`ajv, ${name}`, contents(/^(api\/v1|data)\/(?!datapackage\.)[^.]*\.json$/), (content, path) => {
    const validate = validators[schemas.find(([pattern]) => pattern.test(`/${path}`))?.[1]];
    if (!validate?.(JSON.parse(content))) fail(validate ? ajv.errorsText(validate.errors) : "has no schema");
  });
}

// RFC 9264, section 4.2: the members of a link context are its anchor, and relations with their targets.
const linkset = ajv.compile({
  type: "object",
  required: ["linkset"],
  additionalProperties: false,
  properties: { linkset: { type: "array", minItems: 1, items: { $ref: "#/$defs/context" } } },
  $defs: {
    context: {
      type: "object",
      minProperties: 2,
      required: ["anchor"],
      properties: { anchor: { type: "string", format: "uri" } },
      additionalProperties: { type: "array", minItems: 1, items: { $ref: "#/$defs/target" } },
    },
    target: {
      type: "object",
      required: ["href"],
      properties: { href: { type: "string", format: "uri" }, type: { type: "string" }, title: { type: "string" } },
      additionalProperties: { type: "array" },
    },
  },
});
await lint("ajv, linkset", contents(/^\.well-known\/api-catalog$/), (content) => {
  if (!linkset(JSON.parse(content))) fail(ajv.errorsText(linkset.errors));
});

// Replaces the real context, which is on another host. Safe mode still refuses terms that would be dropped or stay relative.
const documentLoader = (documentUrl) =>
  documentUrl === "https://schema.org"
    ? { documentUrl, document: { "@context": { "@vocab": "https://schema.org/" } } }
    : fail(`unexpected context ${documentUrl}`);
const blocks = contents(/\.html$/).flatMap(([path, content]) =>
  [...content.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, block]) => [path, block]),
);
await lint("jsonld", blocks, async (content) => {
  const block = JSON.parse(content);
  await jsonld.expand(block, { safe: true, documentLoader });
  if (block["@type"] === "Dataset" && !(block.name && block.description?.length >= 50 && block.description.length <= 5000))
    fail("Google requires a name, and a description of 50 to 5000 characters");
});
const typed = blocks.map(([path, block], number) => `// ${path}\nexport const block${number}: WithContext<Thing> = ${block};\n`);
writeFileSync("blocks.ts", `import type { Thing, WithContext } from "schema-dts";\n${typed.join("")}`);
END
node lint.mjs "$site" || failed=1
if npx --no-install tsc --strict --target es2022 --module nodenext --noEmit blocks.ts >typed; then
  echo 'schema-dts: no issues'
else
  sed 's/^/schema-dts: /' typed
  failed=1
fi

cat >lint.py <<'END'
import sys
import warnings
from pathlib import Path

import ics
import vobject
from lxml import etree
from sectxt import Parser

site, (sitemap_schema, validator) = Path(sys.argv[1]), sys.argv[2:]
failed = False


def lint(name, paths, check):
    """Print what ``check`` returns or raises for each path. No paths at all is an issue too."""
    global failed
    found = 0 if paths else 1
    for path in paths:
        try:
            issues = check(path)
        except Exception as error:
            issues = [f"{type(error).__name__}: {error}"]
        for issue in issues:
            print(f"{name}: {path.relative_to(site)}: {issue}")
        found += len(issues)
    print(f"{name}: {found or 'no'} issues in {len(paths)} files")
    failed = failed or found > 0


def check_vobject(path):
    for component in vobject.readComponents(path.read_bytes().decode()):
        component.validate(raiseException=True)
    return []


def check_ics(path):
    ics.Calendar(path.read_bytes().decode())
    return []


ATOM = etree.RelaxNG.from_rnc_string("""
default namespace = "http://www.w3.org/2005/Atom"
namespace xhtml = "http://www.w3.org/1999/xhtml"
start = element feed { common & required & subtitle? & author+ & link+ & rights? & entry* }
entry = element entry { common & required & author* & link+ & rights? & category* & published? & summary? & content? }
required = element id { xsd:anyURI } & element title { text-construct } & element updated { xsd:dateTime }
subtitle = element subtitle { text-construct }
published = element published { xsd:dateTime }
author = element author { common, (element name { text } & element uri { xsd:anyURI }? & element email { text }?) }
category = element category { common, attribute term { text }, attribute scheme { xsd:anyURI }?, attribute label { text }? }
link = element link {
  common, attribute href { xsd:anyURI }, attribute rel { text }?, attribute type { media-type }?,
  attribute hreflang { xsd:language }?, attribute title { text }?
}
rights = element rights { text-construct }
summary = element summary { text-construct }
content = element content { text-construct }
text-construct = common, ((attribute type { "text" | "html" }?, text) | (attribute type { "xhtml" }, element xhtml:div { markup }))
markup = (text | attribute * { text } | element xhtml:* { markup })*
media-type = xsd:string { pattern = "[^/]+/[^/]+" }
common = attribute xml:lang { xsd:language }?, attribute xml:base { xsd:anyURI }?
""")


def check_schema(schema, path):
    schema.validate(etree.parse(path))
    return [f"line {error.line}: {error.message}" for error in schema.error_log]


def check_atom(path):
    return check_schema(ATOM, path)


def check_w3c(path):
    import feedvalidator
    from feedvalidator import compatibility
    from feedvalidator.formatter.text_plain import Formatter

    # The feed's own URL.
    url = etree.parse(path).find("{*}link[@rel='self']").get("href")
    events = feedvalidator.validateString(path.read_bytes().decode(), base=url)["loggedEvents"]
    return list(Formatter(compatibility.AAA(events)))


def check_sitemaps_org(path):
    return check_schema(etree.XMLSchema(etree.parse(sitemap_schema)), path)


def check_sectxt(path):
    parsed = Parser(path.read_bytes())
    # Signing and encryption are up to the publisher.
    recommended = [entry for entry in parsed.recommendations if entry["code"] not in {"not_signed", "no_encryption"}]
    return [issue["message"] for issue in [*parsed.errors, *recommended, *parsed.notifications]]


# ics.py reports some errors only as warnings.
warnings.simplefilter("error", UserWarning)
lint("ics.py", sorted(site.rglob("*.ics")), check_ics)
lint("vobject", sorted(site.rglob("*.ics")), check_vobject)
lint("RFC 4287", sorted(site.rglob("*.atom")), check_atom)
if validator:
    sys.path.append(validator)
    lint("W3C feed validator", sorted(site.rglob("*.atom")), check_w3c)
else:
    print("W3C feed validator: skipped, because FEEDVALIDATOR is not set")
lint("sitemaps.org", sorted(site.glob("sitemap*.xml")), check_sitemaps_org)
lint("sectxt", sorted(site.glob(".well-known/security.txt")), check_sectxt)
sys.exit(failed)
END
venv/bin/python lint.py "$site" node_modules/sitemap/schema/sitemap.xsd "$validator" || failed=1

for package in datapackage.json locdata.zip; do
  if (cd -- "$site/data" && "$scratch/venv/bin/frictionless" validate --limit-errors 5 "$package" >"$scratch/package"); then
    echo "frictionless: no issues in $package"
  else
    cat package
    failed=1
  fi
done
if venv-cff/bin/cffconvert --validate --infile "$site/data/CITATION.cff" >citation 2>&1; then
  echo 'cffconvert: no issues'
else
  # The other lines are its schema.
  sed -n '1s/^/cffconvert: /p' citation
  failed=1
fi
exit "$failed"
