#!/usr/bin/env bash
# Serve the built site with wrangler, the server of Cloudflare Pages, and request every file, to test that it applies _headers.
#
#   build-support/lint-hosting.sh           # dist/site
#   build-support/lint-hosting.sh FOLDER    # another built site, without compressed copies
#
# Any issue is a failure. Needs npm. Uses Pants, or the Python in PYTHON if that has the builder's requirements installed.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
built_site "$@"
cd -- "$scratch"
npm_packages judges

port=$(free_port)
start log env CI=1 HOME="$scratch" WRANGLER_SEND_METRICS=false npx --no-install wrangler pages dev "$site" --ip 127.0.0.1 --port "$port" \
  --compatibility-date 2025-01-01
wait_for "http://127.0.0.1:$port/robots.txt" || true
# wrangler drops invalid rules and logs them.
grep -E 'valid header rules|invalid header' log || { cat log >&2; exit 1; }
! grep -q 'invalid header' log || exit 1
ours hosting.hosted tests/hosting:hosted "$port" "$site"
