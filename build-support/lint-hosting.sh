#!/usr/bin/env bash
# Serves the built site by wrangler, which is what Cloudflare Pages runs, and asks for every file: does the host read _headers as meant?
#
#   build-support/lint-hosting.sh           # takes dist/site
#   build-support/lint-hosting.sh FOLDER    # takes another built site, without compressed copies
#
# Any finding is a failure. Needs npm. PYTHON may name a Python with the builder's requirements, instead of Pants.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
site=$(cd -- "${1:-$repo/dist/site}" 2>/dev/null && pwd) || { echo 'build the site first: ./pants run src/python/locdata_build' >&2; exit 1; }
readonly site

scratch=$(mktemp -d)
host=
# The host starts others, which end with their group.
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
# Rules that it does not understand it drops, and says so.
grep -E 'valid header rules|invalid header' log || { cat log >&2; exit 1; }
if grep -q 'invalid header' log; then exit 1; fi

builder=(./pants run tests/trust:hosted --)
[[ -z ${PYTHON:-} ]] || builder=(env PYTHONPATH=src/python:tests "$PYTHON" -m trust.hosted)
cd -- "$repo"
"${builder[@]}" "$port" "$site"
