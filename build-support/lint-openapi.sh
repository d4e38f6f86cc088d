#!/usr/bin/env bash
# Lint the OpenAPI description of the built site with redocly (recommended rules) and spectral (oas rules).
# Any issue of any severity is a failure. Needs npm and a built site.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

readonly document=dist/site/api/openapi.json
[[ -f $document ]] || { echo "build the site first: ./pants run src/python/locdata_build" >&2; exit 1; }

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
# npx knows no such option.
export npm_config_ignore_scripts=true
echo 'extends: [recommended]' >"$scratch/redocly.yaml"
echo 'extends: ["spectral:oas"]' >"$scratch/spectral.yaml"

npx --yes --package @redocly/cli@2.77.0 -- redocly lint --config "$scratch/redocly.yaml" --max-problems 1000 --format json "$document" >"$scratch/redocly.json"
node -e '
const { totals } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
console.log(`redocly: ${totals.errors} errors, ${totals.warnings} warnings`);
process.exit(totals.errors + totals.warnings ? 1 : 0);
' "$scratch/redocly.json"
npx --yes --package @stoplight/spectral-cli@6.16.3 -- spectral lint --ruleset "$scratch/spectral.yaml" --fail-severity hint "$document"
