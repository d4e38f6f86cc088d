#!/usr/bin/env bash
# Serve the built site with wrangler, the server of Cloudflare Pages, and request every file, to test that it applies _headers.
#
#   build-support/lint-hosting.sh           # dist/site
#   build-support/lint-hosting.sh FOLDER    # another built site, without compressed copies
#
# Any issue is a failure. Needs npm. Uses Pants, or the Python in PYTHON if that has the builder's requirements installed.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
site=$(cd -- "${1:-$repo/dist/site}" 2>/dev/null && pwd) || { echo 'build the site first: ./pants run src/python/locdata_build' >&2; exit 1; }
readonly site

scratch=$(mktemp -d)
host=
# wrangler starts other processes, so the whole process group is killed.
trap '[[ -z $host ]] || kill -- "-$host" 2>/dev/null; wait; rm -rf -- "$scratch"' EXIT
cd -- "$scratch"
npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel error wrangler@4.86.0 >/dev/null

port=$(python3 -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])')
readonly port
set -m
CI=1 HOME=$scratch WRANGLER_SEND_METRICS=false npx --no-install wrangler pages dev "$site" --ip 127.0.0.1 --port "$port" \
  --compatibility-date 2025-01-01 >log 2>&1 &
host=$!
set +m
for _ in {1..300}; do
  curl -s -o none "http://127.0.0.1:$port/robots.txt" && break
  kill -0 "$host" 2>/dev/null || break
  sleep 0.2
done
# wrangler drops invalid rules and logs them.
grep -E 'valid header rules|invalid header' log || { cat log >&2; exit 1; }
if grep -q 'invalid header' log; then exit 1; fi

builder=(./pants run tests/hosting:hosted --)
[[ -z ${PYTHON:-} ]] || builder=(env PYTHONPATH=src/python:tests "$PYTHON" -m hosting.hosted)
cd -- "$repo"
"${builder[@]}" "$port" "$site"
