#!/usr/bin/env bash
# Search for secrets (keys, tokens, passwords) with detect-secrets, and fail if there are any.
#
#   build-support/find-secrets.sh                                     # every line that the last twenty commits added
#   build-support/find-secrets.sh --history                           # every line of every commit, and every file that git tracks
#   build-support/find-secrets.sh dist/site dist/locdata_build.pex    # what is built
#
# A fake secret is planted in each run, and the search fails if it misses it. Nothing is sent anywhere: possible keys are not tried
# out. Needs Python 3.11 or later as python3, and a package index.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
environment venv secrets
"$scratch/venv/bin/python" -I "$repo/build-support/find_secrets.py" "$repo" "$@"
