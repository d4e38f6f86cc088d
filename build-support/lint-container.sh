#!/usr/bin/env bash
# Build the image of build-support/container with the built site, run it without rights, and request a few files.
#
#   build-support/lint-container.sh           # dist/site
#   build-support/lint-container.sh FOLDER    # another built site
#
# Needs Docker or Podman, and access to the registry of the base image. Uses Pants, or the Python in PYTHON if that has the builder's
# requirements installed.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
site=$(cd -- "${1:-$repo/dist/site}" 2>/dev/null && pwd) || { echo 'build the site first: ./pants run src/python/locdata_build' >&2; exit 1; }
readonly site
engine=$(type -P docker || type -P podman) || { echo 'neither Docker nor Podman is installed' >&2; exit 1; }

scratch=$(mktemp -d)
container=
trap '[[ -z $container ]] || "$engine" rm --force "$container" >/dev/null; rm -rf -- "$scratch"' EXIT
cp -- "$repo"/build-support/container/{Containerfile,nginx.conf} "$scratch"
cp -R -- "$site" "$scratch/site"
builder=(./pants run src/python/locdata_build --)
[[ -z ${PYTHON:-} ]] || builder=(env PYTHONPATH=src/python "$PYTHON" -m locdata_build.cli)
(cd -- "$repo" && "${builder[@]}" config nginx --data data_src --out /srv/locdata --base-url https://container.example) >"$scratch/locdata.conf"

"$engine" build --quiet --file "$scratch/Containerfile" --tag locdata-test "$scratch"
container=$("$engine" run --detach --read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges \
  --publish 127.0.0.1::8080 locdata-test)
address=$("$engine" port "$container" 8080 | head -n 1)
for _ in {1..100}; do
  curl -s -o "$scratch/page" "http://$address/" && break
  sleep 0.1
done
cmp -- "$scratch/page" "$site/index.html" || { "$engine" logs "$container" >&2; exit 1; }

failed=0
# expect STATUS CURL-ARGUMENT...
expect() {
  local status=$1 found
  shift
  found=$(curl -s -o "$scratch/none" -w '%{http_code}' "$@")
  [[ $found == "$status" ]] || { echo "$*: status $found, not $status" >&2; failed=1; }
}
expect 200 "http://$address/api/v1/index.json"
expect 404 "http://$address/none"
expect 405 -X POST "http://$address/"
expect 405 -X TRACE "http://$address/"
[[ $("$engine" exec "$container" id -u) != 0 ]] || { echo 'runs as root' >&2; failed=1; }
exit "$failed"
