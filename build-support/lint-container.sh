#!/usr/bin/env bash
# Build the image of build-support/container with the built site, run it without rights, and request a few files.
#
#   build-support/lint-container.sh           # dist/site
#   build-support/lint-container.sh FOLDER    # another built site
#
# Needs Docker or Podman, and access to the registry of the base image. Uses Pants, or the Python in PYTHON if that has the builder's
# requirements installed.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
built_site "$@"
engine=$(type -P docker || type -P podman) || { echo 'neither Docker nor Podman is installed' >&2; exit 1; }

cp -- "$repo"/build-support/container/{Containerfile,nginx.conf} "$scratch"
cp -R -- "$site" "$scratch/site"
(ours locdata_build.cli src/python/locdata_build config nginx --data data_src --out /srv/locdata --base-url https://container.example) \
  >"$scratch/locdata.conf"
"$engine" build --quiet --file "$scratch/Containerfile" --tag locdata-test "$scratch"
port=$(free_port)
start "$scratch/log" "$engine" run --rm --name "locdata-test-$port" --read-only --tmpfs /tmp --cap-drop all \
  --security-opt no-new-privileges --publish "127.0.0.1:$port:8080" locdata-test
{ wait_for "http://127.0.0.1:$port/" && cmp -- "$scratch/reply" "$site/index.html"; } || { cat -- "$scratch/log" >&2; exit 1; }

# expect STATUS CURL-ARGUMENT...
failed=0
expect() {
  local found
  found=$(curl -s -o "$scratch/reply" -w '%{http_code}' "${@:2}")
  [[ $found == "$1" ]] || { echo "${*:2}: status $found, not $1" >&2; failed=1; }
}
expect 200 "http://127.0.0.1:$port/api/v1/index.json"
expect 404 "http://127.0.0.1:$port/none"
expect 405 -X POST "http://127.0.0.1:$port/"
expect 405 -X TRACE "http://127.0.0.1:$port/"
[[ $("$engine" exec "locdata-test-$port" id -u) != 0 ]] || { echo 'runs as root' >&2; failed=1; }
exit "$failed"
