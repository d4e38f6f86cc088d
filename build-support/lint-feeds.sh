#!/usr/bin/env bash
# Lint every machine-readable file of the built site, except the OpenAPI description, with the tools that consumers use:
#
#   calendars       ical.js and ics.py: syntax, dates, values; vobject: required and allowed properties
#   Atom feeds      the grammar of RFC 4287, as far as we use it, with libxml2
#   data package    frictionless: descriptor, checksums, types, constraints, keys; also inside the zip file
#   databases       Datasette: every table and view as a page and as JSON; sqlite-utils: every definition
#   JSON            ajv in strict mode: every schema; every response and table against its open and its strict schema; the API catalog
#   JSON-LD         jsonld in safe mode; the types of schema-dts with the strict compiler; what Google requires of a Dataset
#   sitemap         the schema of sitemaps.org
#   CITATION.cff    cffconvert
#   security.txt    sectxt
#
#   build-support/lint-feeds.sh           # dist/site
#   build-support/lint-feeds.sh FOLDER    # another built site
#
# Any issue of any severity is a failure. Needs npm and Python 3.11 or later as python3.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
built_site "$@"
cd -- "$scratch"
cp -- "$repo"/build-support/{feeds/lint.{mjs,py},lighthouse.mjs} .

npm_packages node
environment venv feeds
# cffconvert needs another version of jsonschema than frictionless.
environment venv-cff citation

# try NAME COMMAND...: prints NAME before each line of the command's output, and goes on if it fails.
failed=0
try() {
  if "${@:2}" >output 2>&1; then echo "$1: no issues"; else failed=1 && sed "s/^/$1: /" output; fi
}
compile=(npx --no-install tsc --strict --target es2022 --module nodenext --skipLibCheck --noEmit)

node lint.mjs "$site" || failed=1
try 'types of the scripts' "${compile[@]}" --allowJs lint.mjs lighthouse.mjs
try 'schema-dts' "${compile[@]}" blocks.ts
venv/bin/python lint.py "$site" node_modules/sitemap/schema/sitemap.xsd || failed=1
try 'cffconvert' venv-cff/bin/cffconvert --validate --infile "$site/data/CITATION.cff"
exit "$failed"
