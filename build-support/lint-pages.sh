#!/usr/bin/env bash
# Lints the pages: the Nu checker on all HTML, CSS and SVG, then Lighthouse on one page of each kind, as a phone and as a
# desktop see it. Any finding, whatever its severity, and any score below 100 is a failure.
#
#   build-support/lint-pages.sh           # builds the site
#   build-support/lint-pages.sh FOLDER    # takes a built one, whose base URL has no path
#
# Needs java, npm and Chromium or Chrome: one from your system, found on PATH or named by CHROMIUM.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo

missing=()
# Where there is no Java, macOS still has a command of that name.
java -version >/dev/null 2>&1 || missing+=('java 11 or later')
node --eval 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null || missing+=('node 20 or later')
command -v npm >/dev/null || missing+=(npm)
# The names that tests/browser knows.
browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
[[ -x $browser ]] || missing+=('Chromium or Chrome on PATH or in CHROMIUM')
if ((${#missing[@]})); then
  printf 'missing: %s\n' "${missing[@]}" >&2
  exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

site=${1:-$scratch/site}
if (($# == 0)); then
  (cd -- "$repo" && ./pants run src/python/locdata_build -- --out "$site" --base-url http://localhost >/dev/null)
fi
[[ -f $site/index.html ]] || { echo "no site in $site" >&2; exit 1; }

# Lighthouse 13 needs node 22. Neither has to run a script of its own to be installed.
npm install --prefix "$scratch" --ignore-scripts --no-audit --no-fund --loglevel error \
  lighthouse@12.8.2 vnu-jar@26.4.11 >/dev/null

failed=0
# It exits well despite warnings, so any word of it counts.
java -jar "$scratch/node_modules/vnu-jar/build/dist/vnu.jar" --skip-non-html --also-check-css --also-check-svg "$site" \
  >"$scratch/nu" 2>&1 || failed=1
if [[ -s $scratch/nu ]]; then
  cat -- "$scratch/nu"
  failed=1
fi
((failed)) || echo 'Nu: no findings'
node "$repo/build-support/lighthouse.mjs" "$site" "$scratch/node_modules" "$browser" || failed=1
exit "$failed"
