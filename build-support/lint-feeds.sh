#!/usr/bin/env bash
# Has everything on the built site that machines read, but no page and no OpenAPI, judged by the tools that others use:
#
#   calendars       ical.js and ics.py: the syntax, dates, words; vobject: which properties must and may stand, and how often
#   Atom feeds      the grammar of RFC 4287, as far as we use it, by libxml2; the W3C feed validator where FEEDVALIDATOR names it
#   data package    frictionless: descriptor, checksums, types, constraints, keys; also within the zip file
#   JSON            ajv in strict mode: every schema, and every answer and table by its schema; the API catalog as a linkset
#   JSON-LD         jsonld in safe mode; the types of schema-dts by the strict compiler; what Google requires of a Dataset
#   sitemap         the schema of sitemaps.org
#   CITATION.cff    cffconvert
#   security.txt    sectxt
#
#   build-support/lint-feeds.sh           # takes dist/site
#   build-support/lint-feeds.sh FOLDER    # takes another built site
#
# Any finding, whatever its severity, is a failure. Needs npm and Python 3.11 or later as python3. No registry has the W3C feed
# validator: to ask it too, name a checkout of github.com/w3c/feedvalidator in FEEDVALIDATOR, with Python 3.12 or earlier.
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
npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel error \
  ajv@8.20.0 ajv-formats@3.0.1 ical.js@2.2.1 jsonld@9.0.0 schema-dts@2.1.0 sitemap@9.0.1 >/dev/null
python3 -m venv venv
venv/bin/python -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/feeds.lock"
# It wants another jsonschema than frictionless.
python3 -m venv venv-cff
venv-cff/bin/python -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/citation.lock"

failed=0

# Also writes the JSON-LD of all pages as a module, for the compiler.
cat >judge.mjs <<'END'
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

// What throws is a finding, and so is nothing to look at.
async function judge(name, subjects, look) {
  let found = subjects.length ? 0 : 1;
  for (const [path, content] of subjects) {
    try {
      await look(content, path);
    } catch (error) {
      // Of what safe mode refuses, jsonld says more in the details.
      console.log(`${name}: ${path}: ${error.details?.event?.message ?? error.message}`);
      found += 1;
    }
  }
  console.log(`${name}: ${found || "no"} findings in ${subjects.length} files`);
  if (found) process.exitCode = 1;
}
const refuse = (finding) => {
  throw new Error(finding);
};

ICAL.design.strict = true;
await judge("ical.js", contents(/\.ics$/), (content) => {
  for (const step of new ICAL.Component(ICAL.parse(content)).getAllSubcomponents("vevent")) {
    const { uid, startDate, duration } = new ICAL.Event(step, { strictExceptions: true });
    if (!uid || !startDate || duration.toSeconds() <= 0) refuse(`step ${uid} needs a UID, a start and a later end`);
  }
});

const ajv = new Ajv.default({ strict: true, logger: { log: refuse, warn: refuse, error: refuse } });
addFormats.default(ajv);
const validators = {};
await judge("ajv, schemas", contents(/^api\/schemas\/.*\.json$/), (content, path) => {
  validators[path] = ajv.compile(JSON.parse(content));
});
const obey = (validate, content) => {
  if (!validate?.(JSON.parse(content))) refuse(validate ? ajv.errorsText(validate.errors) : "has no schema");
};
// The files of a folder are of one type, which is named in the singular.
const SINGULAR = { countries: "country", erps: "erp", filters: "filter" };
await judge("ajv, answers", contents(/^api\/v1\/.*\.json$/), (content, path) => {
  const [first, ...rest] = path.replace(".json", "").split("/").slice(2);
  obey(validators[`api/schemas/v1/${rest.length ? SINGULAR[first] : first}.schema.json`], content);
});
await judge("ajv, tables", contents(/^data\/(?!datapackage\.)[^/]*\.json$/), (content, path) =>
  obey(validators[`api/schemas/${path.replace(".json", ".schema.json")}`], content),
);

// RFC 9264, section 4.2: a member of a link context is its anchor or a relation with its targets.
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
await judge("ajv, linkset", contents(/^\.well-known\/api-catalog$/), (content) => obey(linkset, content));

// The real context lies on another host. With this one safe mode still refuses whatever would be dropped or stay relative.
const documentLoader = (documentUrl) =>
  documentUrl === "https://schema.org"
    ? { documentUrl, document: { "@context": { "@vocab": "https://schema.org/" } } }
    : refuse(`context ${documentUrl}`);
const blocks = contents(/\.html$/).flatMap(([path, content]) =>
  [...content.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, block]) => [path, block]),
);
await judge("jsonld", blocks, async (content) => {
  const block = JSON.parse(content);
  await jsonld.expand(block, { safe: true, documentLoader });
  if (block["@type"] === "Dataset" && !(block.name && block.description?.length >= 50 && block.description.length <= 5000))
    refuse("Google wants a name, and a description of 50 to 5000 characters");
});
const typed = blocks.map(([path, block], number) => `// ${path}\nexport const block${number}: WithContext<Thing> = ${block};\n`);
writeFileSync("blocks.ts", `import type { Thing, WithContext } from "schema-dts";\n${typed.join("")}`);
END
node judge.mjs "$site" || failed=1
if npx --no-install tsc --strict --target es2022 --module nodenext --noEmit blocks.ts >typed; then
  echo 'schema-dts: no findings'
else
  sed 's/^/schema-dts: /' typed
  failed=1
fi

cat >judge.py <<'END'
import sys
import warnings
from pathlib import Path

import ics
import vobject
from lxml import etree
from sectxt import Parser

site, (sitemap_schema, validator) = Path(sys.argv[1]), sys.argv[2:]
failed = False


def judge(name, paths, obeys):
    """Prints what ``obeys`` returns or raises for each path; nothing to look at is a finding too."""
    global failed
    found = 0 if paths else 1
    for path in paths:
        try:
            findings = obeys(path)
        except Exception as error:
            findings = [f"{type(error).__name__}: {error}"]
        for finding in findings:
            print(f"{name}: {path.relative_to(site)}: {finding}")
        found += len(findings)
    print(f"{name}: {found or 'no'} findings in {len(paths)} files")
    failed = failed or found > 0


def obeys_vobject(path):
    for component in vobject.readComponents(path.read_bytes().decode()):
        component.validate(raiseException=True)
    return []


def obeys_ics(path):
    ics.Calendar(path.read_bytes().decode())
    return []


ATOM = etree.RelaxNG.from_rnc_string("""
default namespace = "http://www.w3.org/2005/Atom"
namespace xhtml = "http://www.w3.org/1999/xhtml"
start = element feed { common & required & author+ & link+ & rights? & entry* }
entry = element entry { common & required & author* & link+ & rights? & category* & published? & summary? & content? }
required = element id { xsd:anyURI } & element title { text-construct } & element updated { xsd:dateTime }
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


def obeys_schema(schema, path):
    schema.validate(etree.parse(path))
    return [f"line {error.line}: {error.message}" for error in schema.error_log]


def obeys_atom(path):
    return obeys_schema(ATOM, path)


def obeys_w3c(path):
    import feedvalidator
    from feedvalidator import compatibility
    from feedvalidator.formatter.text_plain import Formatter

    # Where the feed says that it lies.
    address = etree.parse(path).find("{*}link[@rel='self']").get("href")
    events = feedvalidator.validateString(path.read_bytes().decode(), base=address)["loggedEvents"]
    return list(Formatter(compatibility.AAA(events)))


def obeys_sitemaps_org(path):
    return obeys_schema(etree.XMLSchema(etree.parse(sitemap_schema)), path)


def obeys_sectxt(path):
    parsed = Parser(path.read_bytes())
    # Whether there is a key to sign with or to write with is the publisher's matter.
    wishes = [wish for wish in parsed.recommendations if wish["code"] not in {"not_signed", "no_encryption"}]
    return [finding["message"] for finding in [*parsed.errors, *wishes, *parsed.notifications]]


# Of some faults ics.py only warns.
warnings.simplefilter("error", UserWarning)
judge("ics.py", sorted(site.rglob("*.ics")), obeys_ics)
judge("vobject", sorted(site.rglob("*.ics")), obeys_vobject)
judge("RFC 4287", sorted(site.rglob("*.atom")), obeys_atom)
if validator:
    sys.path.append(validator)
    judge("W3C feed validator", sorted(site.rglob("*.atom")), obeys_w3c)
else:
    print("W3C feed validator: not asked, FEEDVALIDATOR does not name it")
judge("sitemaps.org", sorted(site.glob("sitemap*.xml")), obeys_sitemaps_org)
judge("sectxt", sorted(site.glob(".well-known/security.txt")), obeys_sectxt)
sys.exit(failed)
END
venv/bin/python judge.py "$site" node_modules/sitemap/schema/sitemap.xsd "$validator" || failed=1

for package in datapackage.json locdata.zip; do
  if (cd -- "$site/data" && "$scratch/venv/bin/frictionless" validate --limit-errors 5 "$package" >"$scratch/package"); then
    echo "frictionless: no findings in $package"
  else
    cat package
    failed=1
  fi
done
if venv-cff/bin/cffconvert --validate --infile "$site/data/CITATION.cff" >citation 2>&1; then
  echo 'cffconvert: no findings'
else
  # The rest is its schema.
  sed -n '1s/^/cffconvert: /p' citation
  failed=1
fi
exit "$failed"
