#!/usr/bin/env bash
# Look up the packages that the locks pin, Python's and npm's, in the databases of known vulnerabilities.
#
#   build-support/audit-locks.sh
#
# Fails if a vulnerability is known, or if a package cannot be looked up. Needs npm and the Internet: the databases are those of the
# public indexes, which mirrors do not have.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

install_pip_audit() {
  python3 -m venv "$scratch/venv"
  "$scratch/venv/bin/python" -m pip install --quiet --require-hashes --only-binary :all: -r 3rdparty/python/audit.lock
  PATH=$scratch/venv/bin:$PATH
}

# split LOCK: writes the pins of the lock into lists for pip-audit, which takes one version of a package, and leaves out those for
# another Python than its own.
split() {
  mkdir -p -- "$scratch/lists/$1"
  awk -v folder="$scratch/lists/$1" '
    /^[a-z0-9-]+==/ { split($1, pin, "=="); list = folder "/" ++count[pin[1]] ".txt"; sub(/ ; [^\\]*/, " ") }
    { print >list }
  ' "$1"
}

# audit LOCK
audit() {
  local list status=0
  echo "== $1"
  if [[ $1 == *.json ]]; then
    npm audit --prefix "${1%/*}" --package-lock-only || status=$?
  else
    split "$1"
    for list in "$scratch/lists/$1"/*; do
      pip-audit --strict --require-hashes --disable-pip --progress-spinner off -r "$list" || status=$?
    done
  fi
  return "$status"
}

type -P pip-audit >/dev/null || install_pip_audit
failed=()
while IFS= read -r lock; do
  audit "$lock" || failed+=("$lock")
done < <(find . \( -name node_modules -o -name dist -o -name '.?*' \) -prune -o \( -name '*.lock' -o -name package-lock.json \) -print | sort)
if [[ ${#failed[@]} != 0 ]]; then
  echo "vulnerabilities, or packages that cannot be looked up: ${failed[*]}" >&2
  exit 1
fi
