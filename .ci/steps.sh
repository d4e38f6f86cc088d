# shellcheck shell=bash
# Steps with times, in the foreground and beside others, and the programs that tests need. Read by .ci/run and .ci/nightly.
set -euo pipefail
export PANTS_CONFIG_FILES=pants.ci.toml

scratch=$(mktemp -d)
readonly scratch
background=()

end() {
  local job
  for job in ${background[@]+"${background[@]}"}; do kill "${job%%:*}" 2>/dev/null || true; done
  rm -rf -- "$scratch"
}
trap end EXIT

# step NAME COMMAND...: runs a step and prints how long it took.
step() {
  printf '\n=== %s\n' "$1"
  shift
  local start=$SECONDS
  "$@"
  echo "--- $((SECONDS - start)) s"
}

# beside NAME COMMAND...: runs a step in the background, because most other steps leave a processor idle.
beside() {
  local output=$scratch/${#background[@]}
  step "$@" >"$output" 2>&1 &
  background+=("$!:$output")
}

# Waits for the steps in the background, prints what they printed, and fails if one of them failed.
join() {
  local job status=0
  for job in ${background[@]+"${background[@]}"}; do
    wait "${job%%:*}" || status=$?
    cat -- "${job#*:}"
  done
  background=()
  return "$status"
}

first_of() { type -P "$@" | head -n 1 || true; }

# install PROGRAM=PACKAGE...: installs the Debian packages of the programs that are missing.
install() {
  local pair as_root=() packages=()
  [[ $(id -u) == 0 ]] || as_root=(sudo -n)
  for pair in "$@"; do
    # nginx loads its modules from files, so they are not found like programs.
    [[ -e ${pair%%=*} || -n $(first_of "${pair%%=*}") ]] || packages+=("${pair#*=}")
  done
  [[ ${#packages[@]} == 0 ]] && return
  ${as_root[@]+"${as_root[@]}"} apt-get -qq update
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq -o DPkg::Lock::Timeout=120 install --no-install-recommends "${packages[@]}" >/dev/null
}

# provide VARIABLE PROGRAM...: sets VARIABLE to the first of the programs that exists. BUILD files leave out the tests of a program
# whose variable is not set, so a missing program is an error here.
provide() {
  local variable=$1 found
  shift
  found=$(first_of "$@")
  [[ -n $found ]] || { echo "$1 is missing." >&2; return 1; }
  export "$variable=$found"
  echo "$variable=$found"
}

# run_tests ARGUMENT...: runs tests, and fails if one was skipped. Pants keeps the reports of earlier runs, and hides the output of
# tests that pass.
run_tests() {
  local status=0
  rm -rf dist/test/reports
  ./pants test "$@" || status=$?
  ./.ci/summary.py dist/test/reports || status=$?
  return "$status"
}
