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
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
cd -- "$repo"

readonly copy="$scratch/another folder"

uncached=(--no-pantsd --local-store-dir="$scratch/store")
[[ ${1:-} != --fresh ]] || uncached+=(--named-caches-dir="$scratch/caches")

# Prints the output of a command if it fails.
quietly() { "$@" >"$scratch/log" 2>&1 || { cat -- "$scratch/log"; return 1; }; }

quietly ./pants package export-codegen "${release_targets[@]}"
(
  umask 077
  mkdir -- "$copy"
  # Includes uncommitted changes, but nothing that git ignores.
  git ls-files -z --cached --others --exclude-standard --deduplicate |
    while IFS= read -r -d '' path; do [[ ! -e $path ]] || printf '%s\0' "$path"; done |
    tar --null --files-from - --create | tar --directory "$copy" --extract
  cd -- "$copy"
  export TZ=Pacific/Kiritimati LC_ALL=C
  quietly ./pants "${uncached[@]}" package export-codegen "${release_targets[@]}"
)
mkdir -- "$scratch/alone"
(
  cd -- "$scratch/alone"
  quietly env -i PATH="$PATH" HOME="$PWD/home" PEX_ROOT="$PWD/pex-root" \
    python3.11 "$repo/dist/locdata_build.pex" --archive site.tar
)

# compare NAME FIRST SECOND
failed=0
compare() {
  if cmp -- "$2" "$3"; then echo "$1: the same"; else failed=1; fi
}
cd -- "$copy/dist"
for artifact in *.pex *.whl codegen/*.{tgz,tar}; do
  compare "$artifact" "$repo/dist/$artifact" "$artifact"
done
compare 'archive by the runnable file' "$repo/dist/codegen/site.tar" "$scratch/alone/site.tar"
tar --extract --to-stdout --gzip --file codegen/locdata-types-*.tgz package/locdata.d.ts >"$scratch/packed"
tar --extract --to-stdout --file codegen/site.tar api/locdata.d.ts >"$scratch/published"
compare 'declarations in the npm package and in the archive' "$scratch/published" "$scratch/packed"
# Any pip but the one inside of pex would have been downloaded without a hash.
for pip in "$scratch/caches/pex_root"/pip-*; do
  [[ ! -e $pip || $pip == *-patched.pex ]] || { echo "${pip##*/} ran, which no lock pins"; failed=1; }
done
exit "$failed"
