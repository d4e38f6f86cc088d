#!/usr/bin/env bash
# Generate the hashed locks in 3rdparty/python from the requirements beside them, and the lock of the cache server.
#
#   build-support/lock.sh              keep every pin that still satisfies the requirements
#   build-support/lock.sh --upgrade    use the newest version of everything
#
# All arguments are passed to `uv pip compile`, for example `--upgrade-package msgspec`.
# The locks contain only names, versions and hashes, so that any package index can serve them.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../3rdparty/python"

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# uv is installed from its committed lock, so that everyone generates the same bytes.
install_uv() {
  python3 -m venv "$scratch/uv"
  "$scratch/uv/bin/python" -m pip install --quiet --require-hashes -r uv.lock
}

# compile LOCK PYTHON INPUT...: PYTHON is the oldest version that the lock must support.
compile() {
  local lock=$1 python=$2
  shift 2
  "$scratch/uv/bin/uv" pip compile --quiet --no-config --universal --python-version "$python" \
    --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
    "${options[@]+"${options[@]}"}" --output-file "$lock" "$@" >/dev/null
  echo "$lock"
}

# The version of Pants is set in pants.toml only.
pants_requirement() {
  sed -n 's/^pants_version = "\(.*\)"$/pantsbuild.pants==\1/p' ../../pants.toml
}

options=("$@")
install_uv
pants_requirement >"$scratch/pants.in"
compile pants.lock 3.9 "$scratch/pants.in"
compile python-default.lock 3.11 model/requirements.txt runtime/requirements.txt release/requirements.txt testing/requirements.txt
compile mypy.lock 3.11 mypy.in
compile ruff.lock 3.11 ruff.in
compile citation.lock 3.11 citation.in
compile clients.lock 3.11 clients.in
compile feeds.lock 3.11 feeds.in
compile secrets.lock 3.11 secrets.in
compile setuptools.lock 3.11 setuptools.in
compile uv.lock 3.8 uv.in
compile ../../build-support/buildgrid/buildgrid.lock 3.11 ../../build-support/buildgrid/buildgrid.in
