#!/usr/bin/env bash
# Generate the hashed locks in 3rdparty/python from the requirements beside them.
#
#   build-support/lock.sh              keep every pin that still satisfies the requirements
#   build-support/lock.sh --upgrade    use the newest version of everything
#   build-support/lock.sh --outdated   write nothing; list the pins that would be newer without the limits in the requirements, and
#                                      what is newer than the requirements of npm
#
# All other arguments are passed to `uv pip compile`, for example `--upgrade-package msgspec`.
# The locks contain only names, versions and hashes, so that any package index can serve them.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
cd -- "$repo/3rdparty/python"
# uv is installed from its committed lock, so that every machine generates the same bytes.
environment uv uv

# The version of Pants is set in pants.toml only. Some of its packages have no wheels for ARM and are built with `wheel`.
pants_requirements() {
  sed -n 's/^pants_version = "\(.*\)"$/pantsbuild.pants==\1/p' "$repo/pants.toml"
  echo 'wheel'
}

# each_lock COMMAND: calls COMMAND LOCK PYTHON INPUT... for each lock. PYTHON is the oldest version that the lock must support.
each_lock() {
  local input
  "$1" pants.lock 3.9 "$scratch/pants.in"
  "$1" python-default.lock 3.11 {model,runtime,mcp,testing}/requirements.txt
  "$1" watch.lock 3.11 {model,runtime,testing,watch}/requirements.txt
  "$1" browser.lock 3.11 browser/requirements.txt
  "$1" uv.lock 3.8 uv.in
  for input in *.in; do
    [[ $input == uv.in ]] || "$1" "${input%.in}.lock" 3.11 "$input"
  done
}

# resolve LOCK PYTHON INPUT...
resolve() {
  "$scratch/uv/bin/uv" pip compile --quiet --no-config --universal --python-version "$2" \
    --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
    "${options[@]+"${options[@]}"}" --output-file "$1" "${@:3}" >/dev/null
}

compile() { resolve "$@" && echo "$1"; }

# print_outdated LOCK PYTHON INPUT...: compares the pins with those for requirements without limits.
print_outdated() {
  sed -n 's/^\([A-Za-z0-9][A-Za-z0-9._-]*\(\[[^]]*\]\)\{0,1\}\)[^;]*/\1/p' "${@:3}" >"$scratch/unlimited.in"
  resolve "$scratch/unlimited.lock" "$2" "$scratch/unlimited.in"
  echo "$1: pinned <, newest >"
  diff <(grep '==' "$1" | sed 's/ .*//') <(grep '==' "$scratch/unlimited.lock" | sed 's/ .*//') | grep '^[<>]' || true
}

list_outdated() {
  local folder
  options=(--upgrade)
  each_lock print_outdated
  for folder in build-support/{node,judges} benchmarks/eleventy; do
    echo "$folder"
    # The exit status is 1 if anything is outdated.
    npm outdated --prefix "$repo/$folder" || true
  done
}

pants_requirements >"$scratch/pants.in"
if [[ ${1:-} == --outdated ]]; then
  list_outdated
else
  options=("$@")
  each_lock compile
fi
