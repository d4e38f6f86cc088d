#!/usr/bin/env bash
# Build the site from source with each of the named Pythons, and fail unless all builds give the same bytes.
#
#   build-support/same-bytes.sh python3.11 python3.12 python3.13
#
# Each build has its own virtual environment and makes compressed copies. The builds alternate between two configurations that differ
# in every respect: see tests/support/builds.py. Prints the SHA-256 and the build time of each archive.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# uv installs the same packages with the same hashes as pip, in a tenth of the time.
install_uv() {
  python3 -m venv "$scratch/uv"
  "$scratch/uv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r 3rdparty/python/uv.lock
}

uv() { "$scratch/uv/bin/uv" --quiet --no-config "$@"; }

build() {
  local python number=$2 environment=$scratch/venv-$2 sum start=$SECONDS
  # The full path, or uv might choose or download another Python.
  python=$(type -P "$1") || { echo "$1: not found" >&2; exit 1; }
  uv venv --python "$python" "$environment"
  uv pip install --python "$environment" --require-hashes -r 3rdparty/python/python-default.lock
  mkdir -- "$scratch/build-$number"
  sum=$(PYTHONPATH=src/python:tests "$environment/bin/python" -m support.builds "$number" "$scratch/build-$number")
  echo "$sum $("$environment/bin/python" --version) $((SECONDS - start)) s"
}

install_uv
number=0
for python in "${@:-python3}"; do
  build "$python" "$number" | tee -a "$scratch/sums"
  number=$((number + 1))
done
[[ $(cut -d ' ' -f 1 "$scratch/sums" | sort -u | wc -l) -eq 1 ]] || { echo 'the builds differ: see the checksums above' >&2; exit 1; }
