#!/usr/bin/env bash
# Write the SBOM of the runnable file, as CycloneDX 1.6: the packages that the builder requires, in the versions and with the hashes of
# python-default.lock, and pex, which starts the file. docs/dependencies.md lists what pex brings along.
#
#   build-support/sbom.sh FILE
#
# Needs python3.11, with which the runnable file runs. Equal locks give equal bytes.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
out=$(cd -- "$(dirname -- "$1")" && pwd)/${1##*/}
cd -- "$repo/3rdparty/python"
environment uv uv
environment sbom sbom
uv_environment builder python3.11 --constraint python-default.lock -r model/requirements.txt -r runtime/requirements.txt
cp -R -- pex_licences/pex-*.dist-info "$scratch/builder/lib/python3.11/site-packages"

version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$repo/data_src/site.json")
cat >"$scratch/pyproject.toml" <<TOML
[project]
name = "locdata-build"
version = "$version"
license = "MIT"
dependencies = ["pex", $(sed -n 's/^[a-z].*/"&",/p' model/requirements.txt runtime/requirements.txt | tr '\n' ' ')]
TOML
"$scratch/sbom/bin/cyclonedx-py" environment --pyproject "$scratch/pyproject.toml" --spec-version 1.6 --output-reproducible \
  --output-file "$out" "$scratch/builder"
