#!/usr/bin/env bash
# Has everything on the built site that machines read, but no page and no OpenAPI, judged by the tools that others use:
#
#   calendars       ical.js and ics.py: the syntax, dates, words; vobject: which properties must and may stand, and how often
#   Atom feeds      atoma: the elements that must stand, their dates; the W3C feed validator where FEEDVALIDATOR names it
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
venv/bin/python -m pip install --quiet atoma==0.0.17 'frictionless[json]==5.21.0' html5lib==1.1 ics==0.7.3 lxml==6.1.3 rdflib==7.6.0 \
  sectxt==0.9.8 vobject==0.9.9
# It wants another jsonschema than frictionless.
python3 -m venv venv-cff
venv-cff/bin/python -m pip install --quiet cffconvert==2.0.0

cat >judge.mjs <<'END'
// Prints what is wrong, and writes the JSON-LD as a module for the compiler: judge.mjs SITE.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import ICAL from "ical.js";
import jsonld from "jsonld";
END
