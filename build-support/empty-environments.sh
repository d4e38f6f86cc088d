#!/usr/bin/env bash
# Install the wheels and the npm package into empty environments, as consumers with a package index do, and use
# them on a built site and on a copy with the fields, words, columns, records and endpoints that a later minor version may add.
#
#   build-support/empty-environments.sh                       # dist/site, each Python that is found, the Node that is found
#   build-support/empty-environments.sh SITE python3.12 ...   # another built site, and only these Pythons
#
# The requirements of the wheels have the versions and hashes of 3rdparty/python/python-default.lock.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
built_site ${1+"$1"}
shift $(($# > 0 ? 1 : 0))
cd -- "$repo"

# use_wheels PYTHON: installs and uses the wheels, first those of the client alone.
use_wheels() {
  local name=venv-${1//\//-} lock=3rdparty/python/python-default.lock python
  python=$scratch/$name/bin/python
  uv_environment "$name" "$1" --constraint "$lock" dist/locdata_{model,client}-*.whl
  "$python" -I tests/packages/installed.py "$site" "$scratch/additions"
  uv_environment "$name" "$1" --constraint "$lock" dist/locdata_*-*.whl
  "$python" -I tests/packages/installed.py --server "$site" "$scratch/additions"
  echo "$("$python" --version): the client and the server pass"
}

# Installs the npm package without a registry, which it does not need, and reads every path that has no parameter.
use_npm_package() {
  mkdir -- "$scratch/npm"
  cp -- tests/packages/installed.mjs "$scratch/npm"
  npm install --prefix "$scratch/npm" --offline --no-audit --no-fund --loglevel error dist/codegen/locdata-types-*.tgz >/dev/null
  node "$scratch/npm/installed.mjs" "$site" "$scratch/additions"
  echo "Node $(node --version): the package passes"
}

./pants package export-codegen src/python/locdata_{model,client,mcp}:dist src/npm/locdata_types:package >"$scratch/log" 2>&1 ||
  { cat -- "$scratch/log"; exit 1; }
PYTHONPATH=tests python3 -m support.additions "$site" "$scratch/additions"
environment uv uv
(($#)) || mapfile -t found < <(pythons 3.11 3.12 3.13)
for python in "${@:-"${found[@]}"}"; do
  use_wheels "$python"
done
if type -P node npm >/dev/null; then use_npm_package; else echo 'Node is missing; the npm package is not used.'; fi
