#!/usr/bin/env bash
# Test every promise of docs/shared-cache.md with Pants, a real cache server (BuildGrid) and pants.cache.toml.
#
#   build-support/shared-cache.sh            all promises; a quarter of an hour
#   build-support/shared-cache.sh --quick    the first four promises, on small test targets; about a minute
#
# The simulated machines use the same scratch folder one after the other, because cache keys contain paths (for mypy, the path of the
# checkout). Except for the server's virtual environment, nothing is written elsewhere. The last commit of the repository is built.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
readonly repo=$PWD parts=$PWD/build-support/buildgrid
readonly caches=${XDG_CACHE_HOME:-$HOME/.cache}

# All machines build the same commit, even if others are made meanwhile.
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

# --- server -----------------------------------------------------------------------------------------------------------

# Sets python to the interpreter of a virtual environment with BuildGrid, created once for each lock.
install_server() {
  local sum
  sum=$(cksum <"$parts/buildgrid.lock")
  local venv=$caches/locdata-buildgrid-${sum%% *}
  python=$venv/bin/python
  [[ ! -f $venv/complete ]] || return 0
  ./pants --version >/dev/null 2>&1
  rm -rf -- "$venv"
  # The Python 3.11 that ./pants found.
  "$(cat "$caches"/locdata-pants/*/complete | head -n 1)" -m venv "$venv" &&
    "$python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$parts/buildgrid.lock" &&
    touch "$venv/complete"
}

free_port() { "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

wait_for() {
  local tries
  for tries in {1..600}; do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
    sleep 0.2
  done
  echo "nothing listens on port $1: $(tail -n 3 "$scratch/server.log")" >&2
  exit 1
}

# start_server [CONFIGURATION]: starts a server on $port with the data in $scratch/server.
start_server() {
  CACHE_ADDRESS=127.0.0.1:$port CACHE_FOLDER=$scratch/server CACHE_SECRETS=$scratch/secrets CACHE_ACCESS=$parts/access.yml \
    "$python" "$parts/disk_action_cache.py" server start "${1:-$parts/server.yml}" >"$scratch/server.log" 2>&1 &
  server=$!
  wait_for "$port"
}

stop_server() {
  kill -9 "$server" 2>/dev/null && wait "$server" 2>/dev/null || true
}

# Restores the server's data to what the writer stored, without the changes of other test cases.
restore_server() {
  stop_server
  rm -rf -- "$scratch/server"
  cp -r -- "$scratch/good" "$scratch/server"
}

# start_proxy FAULT...: starts a faulty proxy to the server, and sets address to it.
start_proxy() {
  local proxy_port
  proxy_port=$(free_port)
  "$python" "$parts/proxy.py" "$proxy_port" "$port" "$@" >"$scratch/proxy.log" 2>&1 &
  wait_for "$proxy_port"
  address=grpcs://localhost:$proxy_port
}

results_on_server() { find "$scratch/server/results" -type f 2>/dev/null | wc -l | tr -d ' '; }

# --- machines ---------------------------------------------------------------------------------------------------------

# Simulates a machine that has never built anything: checkout, store and named caches are new.
new_machine() {
  rm -rf -- "$scratch/checkout" "$scratch/machine"
}

# Creates two processes of three and two seconds, longer than any cache hit, in a small project with the same Pants.
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

# pants TOKEN GOALS...: runs Pants on the machine with the token; sets status and seconds. The log contains the counters.
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

# Prints the processes that ran and are never cached, because Pants looks up no result for them.
uncached_processes() {
  local kind
  for kind in 'Scheduling: ' 'Remote cache lookup for: '; do
    # Cut, because Pants truncates long names, at varying lengths.
    sed -n "s/.*\[DEBUG\] Starting: $kind//p" "$scratch/log" | cut -c 1-60 | sort -u >"$scratch/${kind%%:*}"
  done
  comm -23 "$scratch/Scheduling" "$scratch/Remote cache lookup for"
}

# --- conditions -------------------------------------------------------------------------------------------------------

right_result() {
  [[ $status -eq 0 ]] && grep -q 'probe:checked succeeded' "$scratch/log" &&
    cmp -s <(seq 1 300000) "$scratch/checkout/dist/codegen/big.txt" &&
    cmp -s <(seq 1 10) "$scratch/checkout/dist/codegen/small.txt"
}

hits_only() {
  [[ $(count remote_cache_requests) -gt 0 && $(count remote_cache_requests) == "$(count remote_cache_requests_cached)" &&
    $(count remote_cache_speculation_local_completed_first) == 0 && $(count remote_cache_read_errors) == 0 ]]
}

# A result without files needs no blob, so it is a hit even without any blobs.
some_misses() { [[ $(count remote_cache_requests_cached) -lt $(count remote_cache_requests) ]]; }

no_hits() { [[ $(count remote_cache_requests) -gt 0 && $(count remote_cache_requests_cached) == 0 ]]; }

# At most half a minute longer than without a cache.
in_time() { [[ $seconds -le $((alone + 30)) ]]; }

# promise TEXT CONDITION...: prints a line, and the end of the log if one of the conditions does not hold.
promise() {
  local text=$1 condition
  shift
  for condition in "$@"; do
    if ! "$condition"; then
      printf 'FAILED  %s: not %s\n' "$text" "$condition"
      tail -n 60 "$scratch/log"
      failures=$((failures + 1))
      return
    fi
  done
  printf 'ok      %s (%s s; %s lookups, %s hits, %s errors)\n' "$text" "$seconds" "$(count remote_cache_requests)" \
    "$(count remote_cache_requests_cached)" "$(count remote_cache_read_errors)"
}

# --- test cases -------------------------------------------------------------------------------------------------------

all_written() { [[ $(count remote_cache_write_successes) -gt 0 && $(count remote_cache_write_errors) == 0 ]]; }

try_two_machines() {
  start_server
  settings=(PANTS_REMOTE_CACHE_WRITE=true)
  build_probe ci
  promise 'CI builds with an empty cache and writes all results' right_result no_hits all_written
  alone=$seconds
  settings=()
  stop_server
  cp -r -- "$scratch/server" "$scratch/good"
  start_server
  build_probe reader
  promise 'a second machine with an empty store has only cache hits, after a restart of the server' right_result hits_only
}

try_dead() {
  stop_server
  build_probe reader
  promise 'dead: nothing listens' right_result no_hits in_time
}

is_noticed_by_hash() { grep -q 'gave wrong digest' "$scratch/log"; }

# try_spoiled FAULT TEXT CONFIGURATION [CONDITION...]
try_spoiled() {
  restore_server
  "$python" "$parts/spoil.py" "$scratch/server" "$1" >/dev/null
  start_server "$3"
  build_probe reader
  promise "corrupt: $2" right_result some_misses in_time "${@:4}"
}

try_proxies() {
  local good=$address
  restore_server
  start_server
  start_proxy hole
  build_probe reader
  promise 'slow: the server accepts everything and never answers' right_result no_hits in_time
  start_proxy delay 5
  build_probe reader
  promise 'slow: the server delays each chunk by 5 seconds' right_result in_time
  start_proxy cut 100000
  build_probe reader
  promise 'dead: the server is killed during a download' right_result in_time
  start_proxy hole
  settings=(PANTS_REMOTE_CACHE_WRITE=true PANTS_SESSION_END_TASKS_TIMEOUT=10)
  build_probe ci
  promise 'slow: uploads to a server that never answers end after session_end_tasks_timeout' right_result in_time
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
  promise 'a token without write permission writes nothing, and the build succeeds' right_result none_written
  settings=()
  restore_server
  start_server
  echo 'no token' >"$scratch/secrets/wrong.token"
  build_probe wrong
  promise 'a wrong token reads nothing, and the build succeeds' right_result no_hits in_time
}

is_deceived() { [[ $status -ne 0 ]] || ! right_result; }

# Demonstrates what is not promised.
try_lie() {
  restore_server
  "$python" "$parts/spoil.py" "$scratch/server" lie >/dev/null
  start_server
  build_probe reader
  promise 'NOT PROMISED: a false, well-formed result of a writer is accepted' is_deceived
  settings=(PANTS_REMOTE_CACHE_READ=false)
  build_probe reader
  promise 'a build that reads no cache, such as a release or .ci/run, does not get the false result' right_result
  settings=()
}

# --- the repository ---------------------------------------------------------------------------------------------------

readonly subset=(src/python/locdata_build:site src/python/locdata_model:: tests/golden:: tests/model:model)

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
  echo "The site, the types of locdata_model, and the tests in golden and model:"
  settings=(PANTS_REMOTE_CACHE_WRITE=true PANTS_SESSION_END_TASKS_TIMEOUT=300)
  build_subset ci
  settings=()
  promise 'CI builds and tests with an empty cache and writes all results' succeeds no_hits all_written
  cp -- "$scratch/checkout/dist/codegen/site.tar" "$scratch/site.tar"
  tests=$(grep -c '^✓ tests/' "$scratch/log")
  printf '        the server stores %s results in %s\n' "$(results_on_server)" "$(du -sh "$scratch/server" | cut -f 1)"
  stop_server
  start_server
  build_subset reader
  promise 'a second machine with an empty store builds and tests with only cache hits' succeeds hits_only same_site same_tests
  printf '        never cached, so run on each machine: %s processes\n' "$(uncached_processes | wc -l | tr -d ' ')"
  uncached_processes | sed 's/^/          /'
  stop_server
  "$python" "$parts/spoil.py" "$scratch/server" flip >/dev/null
  start_server
  build_subset reader
  promise 'with one bit flipped in every blob, the build and the tests give the same results' succeeds same_site same_tests
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
  # A server that checks its blobs would notice some faults first, and Pants would not be tested.
  readonly checked=$parts/server.yml unchecked=$scratch/unchecked.yml
  sed 's|^    path: \(.*\)/results|&\n    check-blobs: false|' "$checked" >"$unchecked"
  try_spoiled flip 'one bit is flipped in every blob' "$unchecked" is_noticed_by_hash
  if [[ ${1:-} != --quick ]]; then
    try_spoiled truncate 'every blob is truncated to half' "$unchecked"
    try_spoiled flip 'one bit is flipped in every blob, and the server checks blobs' "$checked"
    try_spoiled remove 'every blob is removed' "$checked"
    try_spoiled remove 'every blob is removed, and the server claims to have them' "$unchecked"
    try_spoiled garble 'the results are random bytes' "$checked"
    try_proxies
    try_rights
    try_lie
    try_repository
  fi
  if [[ $failures -ne 0 ]]; then
    echo "$failures promises do not hold" >&2
    exit 1
  fi
}

main "$@"
