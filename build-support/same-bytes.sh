#!/usr/bin/env bash
# Build the site from source with each of the named Pythons, and fail unless all builds give the same bytes.
#
#   build-support/same-bytes.sh                                     # 3.11 and the newest other one that is found
#   build-support/same-bytes.sh python3.11 python3.12 python3.13
#
# Each build has its own virtual environment and makes compressed copies. The builds alternate between two configurations that differ
# in every respect: see tests/support/builds.py. Prints the SHA-256 and the build time of each archive.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
cd -- "$repo"
(($#)) || { mapfile -t found < <(pythons 3.11 && pythons 3.13 3.12 | head -n 1) && set -- "${found[@]}"; }
(($# > 1)) || { echo 'there is no other Python' >&2; exit 1; }
environment uv uv

build() {
  local number=$2 sum start=$SECONDS python=$scratch/venv-$2/bin/python
  uv_environment "venv-$number" "$1" -r 3rdparty/python/python-default.lock
  mkdir -- "$scratch/build-$number"
  sum=$(PYTHONPATH=src/python:tests "$python" -m support.builds "$number" "$scratch/build-$number")
  echo "$sum $("$python" --version) $((SECONDS - start)) s"
}

number=0
for python in "$@"; do
  build "$python" "$number" | tee -a "$scratch/sums"
  number=$((number + 1))
done
[[ $(cut -d ' ' -f 1 "$scratch/sums" | sort -u | wc -l) -eq 1 ]] || { echo 'the builds differ: see the checksums above' >&2; exit 1; }
