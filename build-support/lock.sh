#!/usr/bin/env bash
# Generate the hashed locks in 3rdparty/python from the requirements beside them.
#
#   build-support/lock.sh              keep every pin that still satisfies the requirements
#   build-support/lock.sh --upgrade    use the newest version of everything
#   build-support/lock.sh --outdated   write nothing; list the pins of these locks and of npm's that have a newer version
#
# All other arguments are passed to `uv pip compile`, for example `--upgrade-package msgspec`.
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

# The version of Pants is set in pants.toml only. Some of its packages have no wheels for ARM and are built with `wheel`.
pants_requirements() {
  sed -n 's/^pants_version = "\(.*\)"$/pantsbuild.pants==\1/p' ../../pants.toml
  echo 'wheel'
}

# each_lock COMMAND: calls COMMAND LOCK PYTHON INPUT... for each lock. PYTHON is the oldest version that the lock must support.
each_lock() {
  "$1" pants.lock 3.9 "$scratch/pants.in"
  "$1" python-default.lock 3.11 model/requirements.txt runtime/requirements.txt mcp/requirements.txt testing/requirements.txt
  "$1" pytest.lock 3.11 pytest.in
  "$1" browser.lock 3.11 browser/requirements.txt
  "$1" mypy.lock 3.11 mypy.in
  "$1" ruff.lock 3.11 ruff.in
  "$1" audit.lock 3.11 audit.in
  "$1" citation.lock 3.11 citation.in
  "$1" clients.lock 3.11 clients.in
  "$1" coverage.lock 3.11 coverage.in
  "$1" examples.lock 3.11 examples.in
  "$1" feeds.lock 3.11 feeds.in
  "$1" hugo.lock 3.11 hugo.in
  "$1" sbom.lock 3.11 sbom.in
  "$1" secrets.lock 3.11 secrets.in
  "$1" setuptools.lock 3.11 setuptools.in
  "$1" uv.lock 3.8 uv.in
  "$1" workflows.lock 3.11 workflows.in
}

# resolve LOCK PYTHON INPUT...
resolve() {
  local lock=$1 python=$2
  shift 2
  "$scratch/uv/bin/uv" pip compile --quiet --no-config --universal --python-version "$python" \
    --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
    "${options[@]+"${options[@]}"}" --output-file "$lock" "$@" >/dev/null
}

compile() {
  resolve "$@"
  echo "$1"
}

# --- outdated ---------------------------------------------------------------------------------------------------------

# Prints NAME VERSION for each pin of the lock $1.
pins() { sed -n 's/^\([a-z0-9-]*\)==\([^ ;]*\).*/\1 \2/p' "$1"; }

# Prints NAME VERSION NEWEST for each pin of the lock $1 that has a newer version. uv lists what is installed in a folder, which
# it knows from the metadata there.
newer_versions() {
  local installed=$scratch/installed name version folder
  rm -rf -- "$installed"
  pins "$1" | while read -r name version; do
    folder=$installed/${name//-/_}-$version.dist-info
    mkdir -p -- "$folder"
    printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n' "$name" "$version" >"$folder/METADATA"
  done
  "$scratch/uv/bin/uv" pip list --quiet --no-config --outdated --target "$installed" | awk 'NR > 2 { print $1, $2, $3 }'
}

# print_outdated LOCK PYTHON INPUT...: what `--upgrade` would not take, but would take if our requirements were only names, our
# requirements hold back.
print_outdated() {
  local lock=$1 python=$2
  shift 2
  newer_versions "$lock" >"$scratch/newer"
  [[ -s $scratch/newer ]] || return 0
  sed -n 's/^\([A-Za-z0-9][A-Za-z0-9._-]*\(\[[^]]*\]\)\{0,1\}\)[^;]*/\1/p' "$@" >"$scratch/names.in"
  resolve "$scratch/allowed.lock" "$python" "$@"
  resolve "$scratch/unbounded.lock" "$python" "$scratch/names.in"
  pins "$scratch/allowed.lock" >"$scratch/allowed"
  pins "$scratch/unbounded.lock" >"$scratch/unbounded"
  awk -v lock="${lock##*/}" '
    function normalized(name) { gsub(/[._-]+/, "-", name); return tolower(name) }
    FILENAME ~ /\/allowed$/ { allowed[$1, $2]; next }
    FILENAME ~ /\/unbounded$/ { unbounded[$1, $2]; next }
    FILENAME !~ /\/newer$/ { match($0, /^[A-Za-z0-9._-]*/); own[normalized(substr($0, 1, RLENGTH))] = $0; next }
    { held_back_by = "other packages, or Python" }
    ($1, $3) in unbounded { held_back_by = $1 in own ? "our " own[$1] : "our requirements" }
    ($1, $3) in allowed { held_back_by = "-" }
    { print lock "\t" $1 "\t" $2 "\t" $3 "\t" held_back_by }
  ' "$scratch/allowed" "$scratch/unbounded" "$@" "$scratch/newer"
}

# print_outdated_of_npm FOLDER: npm looks at what is installed.
print_outdated_of_npm() {
  local copy=$scratch/npm/our
  rm -rf -- "$copy"
  mkdir -p -- "$copy"
  cp -- "../../$1/package.json" "../../$1/package-lock.json" "$copy"
  npm ci --prefix "$copy" --ignore-scripts --no-audit --no-fund --loglevel error >/dev/null
  # The exit status is 1 if anything is outdated.
  { npm outdated --prefix "$copy" --json --loglevel error || true; } | node -e '
const [lock] = process.argv.slice(1);
for (const [name, found] of Object.entries(JSON.parse(require("fs").readFileSync(0)))) {
  for (const { current, wanted, latest, dependent } of [found].flat()) {
    const heldBackBy = wanted === latest ? "-" : dependent === "our" ? `our ${name} ${wanted}` : dependent;
    // Optional packages may not be installed.
    if (current) console.log([lock, name, current, latest, heldBackBy].join("\t"));
  }
}' "$1"
}

# Prints a table, or a sentence if it would be empty.
list_outdated() {
  options=(--upgrade)
  each_lock print_outdated >"$scratch/outdated"
  print_outdated_of_npm build-support/node >>"$scratch/outdated"
  print_outdated_of_npm benchmarks/eleventy >>"$scratch/outdated"
  if [[ -s $scratch/outdated ]]; then
    { printf 'lock\tpackage\tpinned\tnewest\theld back by\n' && sort -u "$scratch/outdated"; } |
      awk -F '\t' '{ printf "%-25s %-34s %-12s %-16s %s\n", $1, $2, $3, $4, $5 }'
  else
    echo 'Nothing is outdated.'
  fi
}

# ----------------------------------------------------------------------------------------------------------------------

install_uv
pants_requirements >"$scratch/pants.in"
if [[ ${1:-} == --outdated ]]; then
  list_outdated
else
  options=("$@")
  each_lock compile
fi
