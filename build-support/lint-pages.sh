#!/usr/bin/env bash
# Lint the pages: the Nu checker on all HTML, CSS and SVG, a visit of every page in a browser, then Lighthouse on one page of each
# kind, for phones and desktops. Any issue of any severity, and any score below 100, or 95 for the performance, is a
# failure.
#
#   build-support/lint-pages.sh           # builds the site
#   build-support/lint-pages.sh FOLDER    # a site that was built with --precompress, and whose base URL has no path
#
# Needs Java 11, Node 20, npm, and Chromium or Chrome on PATH or in CHROMIUM.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
# The same names as in tests/browser.
export CHROMIUM=${CHROMIUM:-$(type -P chromium chromium-browser google-chrome | head -n 1)}
[[ -x $CHROMIUM ]] || { echo 'Chromium or Chrome is neither on PATH nor in CHROMIUM' >&2; exit 1; }

(($#)) || (ours locdata_build.cli src/python/locdata_build --out "$scratch/site" --base-url http://localhost --precompress >/dev/null)
built_site "${1:-$scratch/site}"
[[ -f $site/index.html.br ]] || { echo "no site with compressed copies in $site" >&2; exit 1; }

# Lighthouse 13 would need Node 22.
npm_packages judges

failed=0
# The checker exits with 0 despite warnings, so any output counts as an issue. It does not know container queries.
java -jar "$scratch/node_modules/vnu-jar/build/dist/vnu.jar" --skip-non-html --also-check-css --also-check-svg \
  --filterpattern '.*(container-type|@container).*' "$site" \
  >"$scratch/nu" 2>&1 || failed=1
if [[ -s $scratch/nu ]]; then
  failed=1
  cat -- "$scratch/nu"
else
  echo 'Nu: no issues'
fi
(ours browser.visit tests/browser:visit "$site") || failed=1

# The preview sends the headers of the configurations, and the compressed copies.
port=$(free_port)
start "$scratch/serve" ours locdata_build.cli src/python/locdata_build serve --out "$site" --port "$port"
wait_for "http://127.0.0.1:$port/" || { cat -- "$scratch/serve" >&2; exit 1; }

# audit PATH [--preset=desktop]: audits a page. The performance score varies on a busy machine, so the best of three audits counts.
audit() {
  local turn report=$scratch/report.json
  for turn in 1 2 3; do
    rm -f -- "$report"
    CHROME_PATH=$CHROMIUM "$scratch/node_modules/.bin/lighthouse" "http://127.0.0.1:$port$1" "${@:2}" --quiet --output json \
      --output-path "$report" --chrome-flags='--headless=new --no-sandbox --disable-dev-shm-usage --disable-gpu' || true
    node "$repo/build-support/lighthouse.mjs" "$report" >"$scratch/scores" && break
    ((turn < 3)) || failed=1
  done
  echo "$1 ${2:-phone}: $(cat -- "$scratch/scores")"
}

# The home page, the pages that its header and footer link to, and one page of each other kind.
linked=$(tr '\n' ' ' <"$site/index.html" | grep -oP '<(header|footer)\b.*?</\1>' | grep -oE 'href="/[^"]*/"' | cut -d '"' -f 2)
for page in / $(sort -u <<<"$linked") /spain/ /malta/ /erp/odoo/ /api/obligations/ /api/fields/ /sources/vendor/; do
  audit "$page"
  audit "$page" --preset=desktop
done
exit "$failed"
