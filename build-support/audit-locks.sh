#!/usr/bin/env bash
# Look up the packages that the locks pin, Python's and npm's, in the databases of known vulnerabilities.
#
#   build-support/audit-locks.sh
#
# Fails if a vulnerability is known, or if a package cannot be looked up. Needs npm and the Internet: the databases are those of the
# public indexes, which mirrors do not have.
. "$(dirname -- "${BASH_SOURCE[0]}")/shared.sh"
cd -- "$repo"
type -P pip-audit >/dev/null || { environment venv audit && PATH=$scratch/venv/bin:$PATH; }

# audit LOCK: pip-audit takes one version of a package, so the pins are split into lists, without what they say on other Pythons.
audit() {
  local list status=0
  echo "== $1"
  if [[ $1 == *.json ]]; then
    npm audit --prefix "${1%/*}" --package-lock-only
    return
  fi
  rm -f -- "$scratch"/*.txt
  awk -v folder="$scratch" '
    /^[a-z0-9-]+==/ { split($1, pin, "=="); list = folder "/" ++count[pin[1]] ".txt"; sub(/ ; [^\\]*/, " ") }
    { print >list }
  ' "$1"
  for list in "$scratch"/*.txt; do
    pip-audit --strict --require-hashes --disable-pip --progress-spinner off -r "$list" || status=$?
  done
  return "$status"
}

failed=()
while IFS= read -r lock; do
  audit "$lock" || failed+=("$lock")
done < <(find . \( -name node_modules -o -name dist -o -name '.?*' \) -prune -o \( -name '*.lock' -o -name package-lock.json \) -print | sort)
((!${#failed[@]})) || { echo "vulnerabilities, or packages that cannot be looked up: ${failed[*]}" >&2; exit 1; }
