#!/usr/bin/env bash
# Lint the OpenAPI descriptions of the built site, the open and the strict one, with redocly (recommended rules) and spectral (oas rules).
#
#   build-support/lint-openapi.sh           # dist/site
#   build-support/lint-openapi.sh FOLDER    # another built site
#
# Any issue of any severity is a failure. Needs npm.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
site=$(cd -- "${1:-$repo/dist/site}" 2>/dev/null && pwd) || { echo 'build the site first: ./pants run src/python/locdata_build' >&2; exit 1; }
readonly site

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd -- "$scratch"
# npx knows no such option.
export npm_config_ignore_scripts=true
echo 'extends: [recommended]' >redocly.yaml
echo 'extends: ["spectral:oas"]' >spectral.yaml

for document in "$site"/api/{,strict/}openapi.json; do
  echo "${document#"$site"}"
  npx --yes --package @redocly/cli@2.77.0 -- redocly lint --config redocly.yaml --max-problems 1000 --format json "$document" >redocly.json
  node -e '
const { totals } = JSON.parse(require("fs").readFileSync("redocly.json", "utf8"));
console.log(`redocly: ${totals.errors} errors, ${totals.warnings} warnings`);
process.exit(totals.errors + totals.warnings ? 1 : 0);
'
  npx --yes --package @stoplight/spectral-cli@6.16.3 -- spectral lint --ruleset spectral.yaml --fail-severity hint "$document"
done
