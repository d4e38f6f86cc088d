# shellcheck shell=bash
# Functions that the scripts beside it share; they source it. Sets repo, the root of the repository, and scratch, a folder that is deleted at
# the end. release_targets has the targets of the files of a release.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
readonly repo scratch
# shellcheck disable=SC2034  # The scripts use it.
readonly release_targets=(
  src/python/locdata_build:locdata_build src/python/locdata_build:site
  src/python/locdata_model:dist src/python/locdata_client:dist src/python/locdata_mcp:dist src/npm/locdata_types:package
)
groups=()
trap '((!${#groups[@]})) || kill -- "${groups[@]/#/-}" 2>/dev/null; wait; rm -rf -- "$scratch"' EXIT

# shellcheck disable=SC2034  # The scripts use it.
# built_site [FOLDER]: sets site to the full path of a built site, by default dist/site.
built_site() {
  site=$(cd -- "${1:-$repo/dist/site}" 2>/dev/null && pwd) || { echo 'build the site first: ./pants run src/python/locdata_build' >&2; exit 1; }
}

# environment NAME LOCK...: makes a virtual environment, $scratch/NAME, with the packages of locks, whose hashes are checked. What builds
# a package without a wheel would not be checked; docopt, which cffconvert needs, has none.
environment() {
  local lock python=$scratch/$1/bin/python
  python3 -m venv "$scratch/$1"
  for lock in "${@:2}"; do
    "$python" -m pip install --quiet --disable-pip-version-check --require-hashes \
      --only-binary :all: --no-binary docopt -r "$repo/3rdparty/python/$lock.lock"
  done
}

# pythons VERSION...: prints the path of each of these Pythons that runs. The shims of pyenv exist for all versions, but fail for
# inactive ones.
pythons() {
  local version python
  for version in "$@"; do
    for python in "$(type -P "python$version")" "$(pyenv root 2>/dev/null)"/versions/"$version".*/bin/python3; do
      if "$python" -c '' 2>/dev/null; then
        echo "$python"
        break
      fi
    done
  done
}

# uv_environment NAME PYTHON ARGUMENT...: makes a virtual environment of that Python, $scratch/NAME, with the packages that the arguments
# of `uv pip install` name. Hashes there are checked. Needs `environment uv uv`.
uv_environment() {
  local python uv=("$scratch/uv/bin/uv" --quiet --no-config)
  # The full path, or uv might choose or download another Python.
  python=$(type -P "$2") || { echo "$2: not found" >&2; return 1; }
  "${uv[@]}" venv --allow-existing --python "$python" "$scratch/$1"
  "${uv[@]}" pip install --python "$scratch/$1" "${@:3}"
}

# npm_packages FOLDER: installs those of a folder beside this file into $scratch. None needs its install scripts.
npm_packages() {
  cp -- "$repo/build-support/$1"/package{,-lock}.json "$scratch"
  npm ci --prefix "$scratch" --ignore-scripts --no-audit --no-fund --loglevel error >/dev/null
}

# start LOG COMMAND...: starts a server. It is killed at the end, with the processes that it starts.
start() {
  set -m
  "${@:2}" >"$1" 2>&1 &
  groups+=("$!")
  set +m
}

free_port() { python3 -c 'import socket; print(socket.create_server(("127.0.0.1", 0)).getsockname()[1])'; }

# wait_for URL: waits for a server.
wait_for() { curl --silent --output "$scratch/reply" --retry 60 --retry-delay 1 --retry-all-errors "$1"; }

# shellcheck disable=SC2034  # The scripts use it.
# serve SITE: serves a folder, and sets url.
serve() {
  url=http://127.0.0.1:$(free_port)
  start "$scratch/log" python3 -m http.server --bind 127.0.0.1 --directory "$1" "${url##*:}"
  wait_for "$url"
}

# ours MODULE TARGET ARGUMENT...: runs a module with the Python in PYTHON, if that has its requirements installed, or a target with Pants.
ours() {
  cd -- "$repo"
  if [[ -n ${PYTHON:-} ]]; then
    PYTHONPATH=src/python:tests "$PYTHON" -m "$1" "${@:3}"
  else
    ./pants run "$2" -- "${@:3}"
  fi
}
