#!/usr/bin/env bash
# Run the examples of docs/consumers.md on a built site, compare their answers with its files, and check the types of all Python code
# in the documents.
#
#   build-support/check-examples.sh           # dist/site
#   build-support/check-examples.sh FOLDER    # another built site of the real data
#
# Needs Python 3.11 or later as python3, and Node.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
site=$(cd -- "${1:-$repo/dist/site}" 2>/dev/null && pwd) || { echo 'build the site first: ./pants run src/python/locdata_build' >&2; exit 1; }
readonly site

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/examples.lock"
PYTHONPATH=$repo/src/python:$repo/tests "$scratch/venv/bin/python" "$repo/build-support/check_examples.py" "$site"
