#!/usr/bin/env bash
# Fail if a workflow of CI leaves its token where later steps can read it, may do more than read, runs external input as code,
# or uses a secret (zizmor; .github/zizmor.yml has its settings). Needs no network once zizmor is installed.
#
#   build-support/lint-workflows.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
cd -- "$repo"
environment venv workflows

if grep -n 'secrets\.' .github/workflows/*; then
  echo 'No workflow may use a secret.' >&2
  exit 1
fi
"$scratch/venv/bin/zizmor" --offline --no-progress --strict-collection .github
