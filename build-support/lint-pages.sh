#!/usr/bin/env bash
# Lint the pages: the Nu checker on all HTML, CSS and SVG, a visit of every page in a browser, then Lighthouse on one page of each
# kind, for phones and desktops. Any issue of any severity, and any score below 100, is a failure.
#
#   build-support/lint-pages.sh           # builds the site
#   build-support/lint-pages.sh FOLDER    # a site that was built with --precompress, and whose base URL has no path
#
# Needs java, npm, and Chromium or Chrome on PATH or in CHROMIUM.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo

missing=()
# macOS has a command `java` even if Java is not installed.
java -version >/dev/null 2>&1 || missing+=('java 11 or later')
node --eval 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null || missing+=('node 20 or later')
command -v npm >/dev/null || missing+=(npm)
# The same names as in tests/browser.
browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[[ -x $browser ]] || missing+=('Chromium or Chrome on PATH or in CHROMIUM')
if ((${#missing[@]})); then
  printf 'missing: %s\n' "${missing[@]}" >&2
  exit 1
fi

scratch=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill -- "-$server"; rm -rf -- "$scratch"' EXIT

site=${1:-$scratch/site}
if (($# == 0)); then
  (cd -- "$repo" && ./pants run src/python/locdata_build -- --out "$site" --base-url http://localhost --precompress >/dev/null)
fi
[[ -f $site/index.html.br ]] || { echo "no site with compressed copies in $site" >&2; exit 1; }

# Lighthouse 13 would need node 22. Neither package needs its install scripts.
npm install --prefix "$scratch" --ignore-scripts --no-audit --no-fund --loglevel error \
  lighthouse@12.8.2 vnu-jar@26.4.11 >/dev/null

failed=0
# The checker exits with 0 despite warnings, so any output counts as an issue.
java -jar "$scratch/node_modules/vnu-jar/build/dist/vnu.jar" --skip-non-html --also-check-css --also-check-svg "$site" \
  >"$scratch/nu" 2>&1 || failed=1
if [[ -s $scratch/nu ]]; then
  cat -- "$scratch/nu"
  failed=1
fi
((failed)) || echo 'Nu: no issues'
site=$(cd -- "$site" && pwd)
(cd -- "$repo" && CHROMIUM=$browser ./pants run tests/browser:visit -- "$site") || failed=1

# The preview sends the headers of the configurations, and the compressed copies.
set -m
(cd -- "$repo" && exec ./pants run src/python/locdata_build -- serve --out "$site" --port 0) >"$scratch/serve" &
server=$!
set +m
until origin=$(grep -o 'http://[^/ ]*' "$scratch/serve"); do
  kill -0 "$server" || exit 1
  sleep 0.2
done
node "$repo/build-support/lighthouse.mjs" "$origin" "$scratch/node_modules" "$browser" || failed=1
exit "$failed"
