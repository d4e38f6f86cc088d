#!/usr/bin/env bash
# Builds the site from source with each Python that is named, and fails unless all give the same bytes.
#
#   build-support/same-bytes.sh python3.11 python3.12 python3.13
#
# Each has an environment of its own, and builds with compressed copies in one of two ways that differ in everything, by
# turns: see tests/determinism/elsewhere.py. Printed are the SHA-256 of the archive and the seconds of each.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# The committed lock of uv: it installs the same packages by the same hashes as pip, and takes a tenth of the time.
install_uv() {
  python3 -m venv "$scratch/uv"
  "$scratch/uv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r 3rdparty/python/uv.lock
}

uv() { "$scratch/uv/bin/uv" --quiet --no-config "$@"; }

build() {
  local python number=$2 environment=$scratch/venv-$2 sum start=$SECONDS
  # By its path: uv would look for another one, and fetch one.
  python=$(type -P "$1") || { echo "$1: not found" >&2; exit 1; }
  uv venv --python "$python" "$environment"
  uv pip install --python "$environment" --require-hashes -r 3rdparty/python/python-default.lock
  mkdir -- "$scratch/build-$number"
  sum=$(PYTHONPATH=src/python:tests "$environment/bin/python" -m determinism.elsewhere "$number" "$scratch/build-$number")
  echo "$sum $("$environment/bin/python" --version) $((SECONDS - start)) s"
}

install_uv
number=0
for python in "${@:-python3}"; do
  build "$python" "$number" | tee -a "$scratch/sums"
  number=$((number + 1))
done
[[ $(cut -d ' ' -f 1 "$scratch/sums" | sort -u | wc -l) -eq 1 ]] || { echo 'the bytes differ' >&2; exit 1; }
