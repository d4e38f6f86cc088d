#!/usr/bin/env bash
# Lint the OpenAPI descriptions of the built site, the open and the strict one, with redocly (recommended rules) and spectral (oas rules).
#
#   build-support/lint-openapi.sh           # dist/site
#   build-support/lint-openapi.sh FOLDER    # another built site
#
# Any issue of any severity is a failure. Needs npm.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
built_site "$@"
cd -- "$scratch"
npm_packages judges
echo 'extends: ["spectral:oas"]' >spectral.yaml

for document in "$site"/api/{,strict/}openapi.json; do
  echo "${document#"$site"}"
  # It exits with 0 despite warnings.
  npx --no-install redocly lint --extends recommended --max-problems 1000 --format json "$document" >redocly.json || true
  node -p 'const { totals } = require("./redocly.json"); process.exitCode = Math.min(totals.errors + totals.warnings, 1); totals'
  npx --no-install spectral lint --ruleset spectral.yaml --fail-severity hint "$document"
done
