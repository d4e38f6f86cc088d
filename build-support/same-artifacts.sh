#!/usr/bin/env bash
# Makes the runnable file, the wheel and the archive of the site twice, and fails unless both times give the same bytes: here, with all
# that Pants remembers, and as a stranger would, from a copy in another folder with another umask, time zone and locale, where Pants
# remembers nothing and does every step anew.
#
#   build-support/same-artifacts.sh           # shares the packages that are installed already
#   build-support/same-artifacts.sh --fresh   # shares Pants itself alone; it needs a package index
#
# What it makes here lies in `dist`, as after `./pants package` and `./pants export-codegen`.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
readonly repo=$PWD

readonly artifacts=(src/python/locdata_build:locdata_build src/python/locdata_build:site src/python/locdata_model:dist)

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
readonly copy="$scratch/another place"

afresh=(--no-pantsd --local-store-dir="$scratch/store")
if [[ ${1:-} == --fresh ]]; then
  afresh+=(--named-caches-dir="$scratch/caches")
fi

# With what is edited but not committed; what git ignores stays behind.
copy_checkout() {
  local path
  mkdir -- "$copy"
  git ls-files -z --cached --others --exclude-standard --deduplicate |
    while IFS= read -r -d '' path; do
      if [[ -e $path ]]; then printf '%s\0' "$path"; fi
    done |
    tar --null --files-from - --create | tar --directory "$copy" --extract
}

package() { ./pants "$@" package export-codegen "${artifacts[@]}" >"$scratch/log" 2>&1 || { cat -- "$scratch/log"; return 1; }; }

package
(
  umask 077
  copy_checkout
  cd -- "$copy"
  export TZ=Pacific/Kiritimati LC_ALL=C
  package "${afresh[@]}"
)

cd -- "$copy/dist"
failed=0
for artifact in *.pex *.whl codegen/*.tar; do
  python3 -c '
import hashlib, sys
path, *files = sys.argv[1:]
first, second = (hashlib.sha256(open(file, "rb").read()).hexdigest() for file in files)
print(first, path, "the same" if first == second else f"but then {second}")
sys.exit(first != second)
' "$artifact" "$repo/dist/$artifact" "$artifact" || failed=1
done
exit "$failed"
