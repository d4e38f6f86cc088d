#!/usr/bin/env bash
# Builds the site from source with each Python that is named, and fails unless all give the same bytes.
#
#   build-support/same-bytes.sh python3.11 python3.12 python3.13
#
# Each build has a plain virtual environment, folder, time zone, locale, hash seed and umask of its own.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
readonly repo=$PWD

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

readonly zones=(UTC Pacific/Kiritimati America/St_Johns) locales=(C C.UTF-8 POSIX) umasks=(022 077 002)

build() {
  local python=$1 number=$2 folder="$scratch/build $2"
  mkdir -p -- "$folder"
  "$python" -m venv "$folder/venv"
  "$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes \
    -r 3rdparty/python/python-default.lock
  (
    umask "${umasks[number % 3]}"
    cd -- "$folder"
    env PYTHONPATH="$repo/src/python" PYTHONHASHSEED="$number" TZ="${zones[number % 3]}" LC_ALL="${locales[number % 3]}" \
      "$folder/venv/bin/python" -m locdata_build.cli --data "$repo/data_src" --out site --archive site.tar >/dev/null
  )
  "$folder/venv/bin/python" -c '
import hashlib, platform, sys
print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest(), "Python", platform.python_version())
' "$folder/site.tar"
}

number=0
for python in "${@:-python3}"; do
  build "$python" "$number" | tee -a "$scratch/sums"
  number=$((number + 1))
done
[[ $(cut -d ' ' -f 1 "$scratch/sums" | sort -u | wc -l) -eq 1 ]] || { echo 'the bytes differ' >&2; exit 1; }
