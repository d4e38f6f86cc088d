#!/usr/bin/env bash
# Build the files of a release into dist: the runnable file and its SBOM, the wheels, the npm package and the archive of the site.
#
#   build-support/release-files.sh
#
# Nothing comes from the local store of Pants, which may hold results of a shared cache. Needs python3.11.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
cd -- "$repo"
[[ -z ${PANTS_CONFIG_FILES:-} ]] || { echo 'PANTS_CONFIG_FILES must not be set' >&2; exit 1; }
[[ -z $(git status --porcelain) ]] || { echo 'the checkout must have no changes and no untracked files' >&2; exit 1; }

rm -rf -- dist/*.{pex,whl,cdx.json} dist/codegen/*.{tgz,tar}
./pants --no-local-cache package export-codegen "${release_targets[@]}"
build-support/sbom.sh dist/locdata_build.cdx.json
