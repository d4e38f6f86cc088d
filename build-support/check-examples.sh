#!/usr/bin/env bash
# Run the examples of docs/consumers.md on a built site, compare their answers with its files, and check the types of all Python code
# in the documents.
#
#   build-support/check-examples.sh           # dist/site
#   build-support/check-examples.sh FOLDER    # another built site of the real data
#
# Needs Python 3.11 or later as python3, and Node.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
built_site "$@"
environment venv examples
serve "$site"
PYTHONPATH=$repo/src/python:$repo/tests "$scratch/venv/bin/python" "$repo/build-support/check_examples.py" "$site" "$url"
