#!/usr/bin/env bash
# Proves what docs/shared-cache.md promises, with Pants, a real cache server (BuildGrid) and pants.cache.toml: a line for each promise.
#
#   build-support/shared-cache.sh            everything; a quarter of an hour
#   build-support/shared-cache.sh --quick    the first four promises, on made-up targets; about a minute
#
# One machine after the other has the same scratch folder for its own, for paths are in the keys of what is cached (that of the checkout in
# those of mypy). Nothing is written elsewhere, but for the server's virtual environment. The repository is built as of its last commit.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
readonly repo=$PWD parts=$PWD/build-support/buildgrid
readonly caches=${XDG_CACHE_HOME:-$HOME/.cache}

# The same for all machines, whatever is committed in the meantime.
commit=$(git rev-parse HEAD)
readonly commit
scratch=$(mktemp -d)
failures=0

end() {
  local running
  running=$(jobs -pr)
  [[ -z $running ]] || kill $running 2>/dev/null || true
  rm -rf -- "$scratch"
}
trap end EXIT

# --- the server -------------------------------------------------------------------------------------------------------

# Sets python to that of a virtual environment with BuildGrid, made once for each lock.
install_server() {
  local sum
  sum=$(cksum <"$parts/buildgrid.lock")
  local venv=$caches/locdata-buildgrid-${sum%% *}
  python=$venv/bin/python
  [[ ! -f $venv/complete ]] || return 0
  ./pants --version >/dev/null 2>&1
  rm -rf -- "$venv"
  # The Python 3.11 that ./pants has found.
  "$(cat "$caches"/locdata-pants/*/complete | head -n 1)" -m venv "$venv" &&
    "$python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$parts/buildgrid.lock" &&
    touch "$venv/complete"
}

free_port() { "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

wait_for() {
  local tries
  for tries in {1..100}; do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
    sleep 0.2
  done
  echo "nothing listens on port $1: $(tail -n 3 "$scratch/server.log")" >&2
  exit 1
}

# start_server [CONFIGURATION]: a server on $port with what lies in $scratch/server.
start_server() {
  CACHE_ADDRESS=127.0.0.1:$port CACHE_FOLDER=$scratch/server CACHE_SECRETS=$scratch/secrets CACHE_ACCESS=$parts/access.yml \
    "$python" "$parts/disk_action_cache.py" server start "${1:-$parts/server.yml}" >"$scratch/server.log" 2>&1 &
  server=$!
  wait_for "$port"
}

stop_server() {
  kill -9 "$server" 2>/dev/null && wait "$server" 2>/dev/null || true
}

# Between tries the server has what the writer left there, and nothing that another try did to it.
restore_server() {
  stop_server
  rm -rf -- "$scratch/server"
  cp -r -- "$scratch/good" "$scratch/server"
}

# start_proxy FAULT...: sets address to that of a bad way to the server.
start_proxy() {
  local proxy_port
  proxy_port=$(free_port)
  "$python" "$parts/proxy.py" "$proxy_port" "$port" "$@" >"$scratch/proxy.log" 2>&1 &
  wait_for "$proxy_port"
  address=grpcs://localhost:$proxy_port
}

results_on_server() { find "$scratch/server/results" -type f 2>/dev/null | wc -l | tr -d ' '; }

# --- the machines -----------------------------------------------------------------------------------------------------

# A machine that has never built anything: checkout, store and named caches are new.
new_machine() {
  rm -rf -- "$scratch/checkout" "$scratch/machine"
}

# Two processes of three and two seconds, which no cache hit takes, in a project with this repository's Pants that starts faster.
make_probe() {
  mkdir -p -- "$scratch/checkout/3rdparty/python" "$scratch/checkout/probe"
  cp -- pants "$scratch/checkout"
  cp -- 3rdparty/python/pants.lock "$scratch/checkout/3rdparty/python"
  printf '[GLOBAL]\n%s\nbackend_packages = ["pants.backend.shell"]\n[anonymous-telemetry]\nenabled = false\n' \
    "$(grep '^pants_version' pants.toml)" >"$scratch/checkout/pants.toml"
  cat >"$scratch/checkout/probe/BUILD" <<'BUILD'
shell_command(
    name="made",
    command="sleep 3; seq 1 300000 > big.txt; seq 1 10 > small.txt",
    tools=["sleep", "seq"],
    output_files=["big.txt", "small.txt"],
    workdir="/",
)
experimental_test_shell_command(
    name="checked",
    command="sleep 2; seq 1 10 > expected.txt; cmp small.txt expected.txt",
    tools=["sleep", "seq", "cmp"],
    execution_dependencies=[":made"],
    workdir="/",
)
BUILD
}

# pants TOKEN GOALS...: runs it on the machine, as the holder of the token; sets status and seconds. The log has the counters.
pants() {
  local token=$1 start=$SECONDS
  shift
  status=0
  env PANTS_CONFIG_FILES="$repo/pants.cache.toml" \
    PANTS_LOCAL_STORE_DIR="$scratch/machine/store" PANTS_NAMED_CACHES_DIR="$scratch/machine/named" \
    PANTS_PANTSD=false PANTS_DYNAMIC_UI=false PANTS_COLORS=false \
    PANTS_REMOTE_STORE_ADDRESS="$address" PANTS_REMOTE_CA_CERTS_PATH="$scratch/secrets/ca.pem" \
    PANTS_REMOTE_OAUTH_BEARER_TOKEN_PATH="$scratch/secrets/$token.token" "${settings[@]+"${settings[@]}"}" \
    "$scratch/checkout/pants" --stats-log -ldebug "$@" >"$scratch/log" 2>&1 </dev/null || status=$?
  seconds=$((SECONDS - start))
}

build_probe() {
  new_machine
  make_probe
  cd -- "$scratch/checkout"
  pants "$1" export-codegen test probe::
  cd -- "$repo"
}

count() { sed -n "s/^  $1: //p" "$scratch/log"; }

# What ran here and is never cached: Pants asks no cache for it.
uncached_processes() {
  local kind
  for kind in 'Scheduling: ' 'Remote cache lookup for: '; do
    # Cut, for Pants itself shortens long names, and not the same way each time.
    sed -n "s/.*\[DEBUG\] Starting: $kind//p" "$scratch/log" | cut -c 1-60 | sort -u >"$scratch/${kind%%:*}"
  done
  comm -23 "$scratch/Scheduling" "$scratch/Remote cache lookup for"
}

# --- what must hold ---------------------------------------------------------------------------------------------------

right_result() {
  [[ $status -eq 0 ]] && grep -q 'probe:checked succeeded' "$scratch/log" &&
    cmp -s <(seq 1 300000) "$scratch/checkout/dist/codegen/big.txt" &&
    cmp -s <(seq 1 10) "$scratch/checkout/dist/codegen/small.txt"
}

hits_only() {
  [[ $(count remote_cache_requests) -gt 0 && $(count remote_cache_requests) == "$(count remote_cache_requests_cached)" &&
    $(count remote_cache_speculation_local_completed_first) == 0 && $(count remote_cache_read_errors) == 0 ]]
}

# A result without files needs no blob, so it stays a hit when all blobs are gone.
some_misses() { [[ $(count remote_cache_requests_cached) -lt $(count remote_cache_requests) ]]; }

no_hits() { [[ $(count remote_cache_requests) -gt 0 && $(count remote_cache_requests_cached) == 0 ]]; }

# As long as it takes without a cache, and no more than a half minute on top.
in_time() { [[ $seconds -le $((alone + 30)) ]]; }

# promise WORDS CONDITION...: prints a line, and the log's last words if one of the conditions does not hold.
promise() {
  local words=$1 condition
  shift
  for condition in "$@"; do
    if ! "$condition"; then
      printf 'FAILED  %s: not %s\n' "$words" "$condition"
      tail -n 60 "$scratch/log"
      failures=$((failures + 1))
      return
    fi
  done
  printf 'ok      %s (%s s; %s lookups, %s hits, %s errors)\n' "$words" "$seconds" "$(count remote_cache_requests)" \
    "$(count remote_cache_requests_cached)" "$(count remote_cache_read_errors)"
}

# --- the tries --------------------------------------------------------------------------------------------------------

all_written() { [[ $(count remote_cache_write_successes) -gt 0 && $(count remote_cache_write_errors) == 0 ]]; }

try_two_machines() {
  start_server
  settings=(PANTS_REMOTE_CACHE_WRITE=true)
  build_probe ci
  promise 'CI builds with an empty cache, and writes all results' right_result no_hits all_written
  alone=$seconds
  settings=()
  stop_server
  cp -r -- "$scratch/server" "$scratch/good"
  start_server
  build_probe reader
  promise 'a second machine with an empty store has cache hits only, after a restart of the server' right_result hits_only
}

try_dead() {
  stop_server
  build_probe reader
  promise 'dead: nothing listens' right_result no_hits in_time
}

is_noticed_by_hash() { grep -q 'gave wrong digest' "$scratch/log"; }

# try_spoiled FAULT WORDS CONFIGURATION [CONDITION...]
try_spoiled() {
  restore_server
  "$python" "$parts/spoil.py" "$scratch/server" "$1" >/dev/null
  start_server "$3"
  build_probe reader
  promise "lying: $2" right_result some_misses in_time "${@:4}"
}

try_bad_ways() {
  local good=$address
  restore_server
  start_server
  start_proxy hole
  build_probe reader
  promise 'slow: the server takes everything and answers nothing' right_result no_hits in_time
  start_proxy delay 5
  build_probe reader
  promise 'slow: the server holds each piece back for 5 seconds' right_result in_time
  start_proxy cut 100000
  build_probe reader
  promise 'dead: the server is killed in the middle of a download' right_result in_time
  start_proxy hole
  settings=(PANTS_REMOTE_CACHE_WRITE=true PANTS_SESSION_END_TASKS_TIMEOUT=10)
  build_probe ci
  promise 'slow: uploads to a server that never answers end when session_end_tasks_timeout says' right_result in_time
  settings=()
  address=$good
}

none_written() { [[ $(count remote_cache_write_successes) == 0 && $(results_on_server) == 0 ]]; }

try_rights() {
  stop_server
  rm -rf -- "$scratch/server"
  start_server
  settings=(PANTS_REMOTE_CACHE_WRITE=true)
  build_probe reader
  promise 'whoever is not CI cannot write, and builds all the same' right_result none_written
  settings=()
  restore_server
  start_server
  echo 'no token' >"$scratch/secrets/wrong.token"
  build_probe wrong
  promise 'whoever has no right token reads nothing, and builds all the same' right_result no_hits in_time
}

is_deceived() { [[ $status -ne 0 ]] || ! right_result; }

# No promise but its limit, so that nobody believes in one.
try_lie() {
  restore_server
  "$python" "$parts/spoil.py" "$scratch/server" lie >/dev/null
  start_server
  build_probe reader
  promise 'NO PROMISE: a writer who lies in a well-formed result is believed' is_deceived
  settings=(PANTS_REMOTE_CACHE_READ=false)
  build_probe reader
  promise 'a build that reads no cache, as those of releases and .ci/run, does not hear the lie' right_result
  settings=()
}

# --- the repository itself --------------------------------------------------------------------------------------------

readonly subset=(src/python/locdata_build:site src/python/locdata_model:: tests/golden:: tests/serialize:: tests/model::)

build_subset() {
  new_machine
  git clone --quiet --no-checkout -- "$repo" "$scratch/checkout"
  git -C "$scratch/checkout" checkout --quiet --detach "$commit"
  cd -- "$scratch/checkout"
  pants "$1" export-codegen check test "${subset[@]}"
  cd -- "$repo"
  printf '        %s s; %s tests passed, %s of them from the cache; the site is %s\n' "$seconds" \
    "$(grep -c '^✓ tests/' "$scratch/log")" "$(grep -c '^✓ tests/.*cached remotely' "$scratch/log")" \
    "$(cksum <"$scratch/checkout/dist/codegen/site.tar")"
}

succeeds() { [[ $status -eq 0 ]]; }
same_site() { cmp -s "$scratch/site.tar" "$scratch/checkout/dist/codegen/site.tar"; }
same_tests() { [[ $(grep -c '^✓ tests/' "$scratch/log") == "$tests" ]]; }

try_repository() {
  stop_server
  rm -rf -- "$scratch/server"
  start_server
  echo "The site, the types of locdata_model, and the tests in golden, serialize and model:"
  settings=(PANTS_REMOTE_CACHE_WRITE=true PANTS_SESSION_END_TASKS_TIMEOUT=300)
  build_subset ci
  settings=()
  promise 'CI builds and tests with an empty cache, and writes all results' succeeds no_hits all_written
  cp -- "$scratch/checkout/dist/codegen/site.tar" "$scratch/site.tar"
  tests=$(grep -c '^✓ tests/' "$scratch/log")
  printf '        the server keeps %s results in %s\n' "$(results_on_server)" "$(du -sh "$scratch/server" | cut -f 1)"
  stop_server
  start_server
  build_subset reader
  promise 'a second machine with an empty store builds and tests with cache hits only' succeeds hits_only same_site same_tests
  printf '        never cached, and run on each machine: %s processes\n' "$(uncached_processes | wc -l | tr -d ' ')"
  uncached_processes | sed 's/^/          /'
  stop_server
  "$python" "$parts/spoil.py" "$scratch/server" flip >/dev/null
  start_server
  build_subset reader
  promise 'with one bit flipped in every blob, it builds and tests the same' succeeds same_site same_tests
}

# ----------------------------------------------------------------------------------------------------------------------

main() {
  if ! install_server 2>"$scratch/log"; then
    tail -n 3 "$scratch/log" >&2
    [[ ${1:-} != --quick ]] || { echo 'skipped: BuildGrid cannot be installed'; exit 0; }
    echo 'BuildGrid cannot be installed' >&2
    exit 1
  fi
  "$python" "$parts/credentials.py" "$scratch/secrets"
  port=$(free_port)
  address=grpcs://localhost:$port
  settings=()
  try_two_machines
  try_dead
  # A server that looks into what it stores would notice some of this first, and Pants would not be tried.
  readonly checked=$parts/server.yml unchecked=$scratch/unchecked.yml
  sed 's|^    path: \(.*\)/results|&\n    check-blobs: false|' "$checked" >"$unchecked"
  try_spoiled flip 'one bit is flipped in every blob' "$unchecked" is_noticed_by_hash
  if [[ ${1:-} != --quick ]]; then
    try_spoiled truncate 'every blob has lost its second half' "$unchecked"
    try_spoiled flip 'one bit is flipped in every blob, and the server looks' "$checked"
    try_spoiled remove 'every blob is gone' "$checked"
    try_spoiled remove 'every blob is gone, and the server swears that they are there' "$unchecked"
    try_spoiled garble 'the results are noise' "$checked"
    try_bad_ways
    try_rights
    try_lie
    try_repository
  fi
  if [[ $failures -ne 0 ]]; then
    echo "$failures of the promises do not hold" >&2
    exit 1
  fi
}

main "$@"
