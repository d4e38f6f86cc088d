#!/usr/bin/env bash
# Build the runnable file, the wheels, the npm package and the archive of the site twice, and fail unless both builds give the same
# bytes. The first build runs here, with the caches of Pants. The second runs without caches, in a copy of the checkout in another
# folder, with another umask, time zone and locale. Then the runnable file, alone in an empty folder, must make the same archive, and
# the declarations in the npm package must be those in the archive.
#
#   build-support/same-artifacts.sh           # both builds share the installed packages
#   build-support/same-artifacts.sh --fresh   # both builds share only Pants itself; needs a package index
#
# The first build leaves its files in `dist`, like `./pants package` and `./pants export-codegen`.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
readonly repo=$PWD

readonly artifacts=(
  src/python/locdata_build:locdata_build src/python/locdata_build:site
  src/python/locdata_model:dist src/python/locdata_client:dist src/python/locdata_mcp:dist src/npm/locdata_types:package
)

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
readonly copy="$scratch/another folder"

uncached=(--no-pantsd --local-store-dir="$scratch/store")
if [[ ${1:-} == --fresh ]]; then
  uncached+=(--named-caches-dir="$scratch/caches")
fi

# Includes uncommitted changes, but nothing that git ignores.
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

# compare NAME FIRST SECOND: prints the checksum of the first file, and fails if the second one has another.
compare() {
  python3 -c '
import hashlib, sys
name, *files = sys.argv[1:]
first, second = (hashlib.sha256(open(file, "rb").read()).hexdigest() for file in files)
print(first, name, "the same" if first == second else f"differs from {second}")
sys.exit(first != second)
' "$@"
}

package
(
  umask 077
  copy_checkout
  cd -- "$copy"
  export TZ=Pacific/Kiritimati LC_ALL=C
  package "${uncached[@]}"
)

mkdir -- "$scratch/alone"
(
  cd -- "$scratch/alone"
  env -i PATH="$PATH" HOME="$PWD/home" PEX_ROOT="$PWD/pex-root" \
    python3.11 "$repo/dist/locdata_build.pex" --archive site.tar >"$scratch/log" 2>&1 || { cat -- "$scratch/log"; exit 1; }
)

cd -- "$copy/dist"
failed=0
for artifact in *.pex *.whl *.tgz codegen/*.tar; do
  compare "$artifact" "$repo/dist/$artifact" "$artifact" || failed=1
done
compare 'archive by the runnable file' "$repo/dist/codegen/site.tar" "$scratch/alone/site.tar" || failed=1
tar --extract --to-stdout --gzip --file locdata-types-*.tgz package/locdata.d.ts >"$scratch/packed"
tar --extract --to-stdout --file codegen/site.tar api/locdata.d.ts >"$scratch/published"
compare 'declarations in the npm package and in the archive' "$scratch/published" "$scratch/packed" || failed=1
# Any pip but the one inside of pex would have been downloaded without a hash.
for pip in "$scratch/caches/pex_root"/pip-*; do
  [[ ! -e $pip || $pip == *-patched.pex ]] || { echo "${pip##*/} ran, which no lock pins"; failed=1; }
done
exit "$failed"
