#!/usr/bin/env bash
# Test that ./pants starts Pants with its native client where that works and with Python elsewhere, that neither restarts the daemon
# of the other, and that a run ends in the same way with both. Also test that it runs nothing that another user could have put into
# its cache, and nothing that it downloaded and whose hash is not in a lock.
#
#   build-support/launcher.sh
#
# Runs in small projects with their own daemon and caches. It takes half a minute.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
unset PANTS_CONFIG_FILES PANTS_NO_NATIVE_CLIENT PANTS_PANTSD PANTS_CONCURRENT

scratch=$(cd -- "$(mktemp -d)" && pwd -P)
readonly scratch project=$scratch/project native_client=$scratch/native_client packages=lib/python3.9/site-packages
# With this variable, Pants ends as soon as Python has started it, so no case waits ten seconds for a Pants without a daemon.
readonly only_python=(env PANTS_DAEMON_ENTRYPOINT=os:getpid)
failures=0

daemon() { cat "$project"/.pids/*/pantsd/pid 2>/dev/null; }

end() {
  local pid
  ! pid=$(daemon) || kill "$pid" 2>/dev/null || true
  # The daemon writes to its folder until it has ended.
  rm -rf -- "$scratch" 2>/dev/null || { sleep 1 && rm -rf -- "$scratch"; }
}
trap end EXIT

# --- project ----------------------------------------------------------------------------------------------------------

make_project() {
  mkdir -p -- "$project/3rdparty/python" "$project/build-support" "$project/probe"
  cp -- pants "$project"
  cp -- build-support/set-up-pants.sh "$project/build-support"
  cp -- 3rdparty/python/{pants,uv}.lock "$project/3rdparty/python"
  printf '[GLOBAL]\n%s\nbackend_packages = ["pants.backend.shell"]\n[anonymous-telemetry]\nenabled = false\n' \
    "$(grep '^pants_version' pants.toml)" >"$project/pants.toml"
  cat >"$project/probe/BUILD" <<BUILD
run_shell_command(name="echo", command="cat; exit 75")
run_shell_command(name="sleep", command="touch $scratch/started; sleep 5")
run_shell_command(name="stubborn", command="trap '' INT TERM; touch $scratch/started; sleep 5")
BUILD
}

# Makes a copy of the virtual environment of ./pants without its native client, which native_client names. Sets client to where that
# would be, and tools to the folder of uv.
make_venv() {
  local original copy
  # The trace of the script names its virtual environment. This also sets it up.
  original=$(PANTS_NO_NATIVE_CLIENT=1 "${only_python[@]}" bash -x ./pants 2>&1 | sed -n 's/^+ venv=//p')
  copy=$scratch/cache/locdata-pants/${original##*/}
  tools=${original%/*}/uv
  mkdir -p -- "${copy%/*}"
  cp -Rp -- "$original" "$copy"
  client=$copy/$packages/pants/bin/native_client
  mv -- "$client" "$native_client"
}

# --- cases ------------------------------------------------------------------------------------------------------------

# try TEXT CLIENT STATUS OUTPUT COMMAND...: checks which client the command uses, its exit status and its standard output.
try() {
  local text=$1 expected="$2 $3 $4" client=native status=0 start=$SECONDS
  shift 4
  # With this variable, Python reports on standard error what it imports.
  PYTHONPROFILEIMPORTTIME=1 "$@" >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
  ! grep -q '^import time:' "$scratch/stderr" || client=python
  cat "$scratch/stderr" >>"$scratch/log"
  expect "$text ($client, $((SECONDS - start)) s)" "$expected" "$client $status $(cat "$scratch/stdout")"
}

# expect TEXT EXPECTED FOUND
expect() {
  if [[ $2 == "$3" ]]; then
    echo "ok      $1"
  else
    printf 'FAILED  %s\n  expected: %s\n  found:    %s\n' "$@"
    grep -v '^import time:' "$scratch/stderr" | tail -n 20 || true
    failures=$((failures + 1))
  fi
}

# during ACTION COMMAND...: starts the command, runs the action with its process id when the probe has started, and waits.
during() {
  local action=$1 pid status=0
  shift
  rm -f -- "$scratch/started"
  # Otherwise, a process in the background ignores SIGINT.
  set -m
  "$@" &
  pid=$!
  set +m
  until [[ -e $scratch/started ]]; do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  "$action" "$pid"
  wait "$pid" || status=$?
  return "$status"
}

interrupt() { kill -INT -- "-$1"; }

interrupt_twice() {
  interrupt "$1"
  sleep 0.5
  interrupt "$1"
}

kill_daemon() { kill -9 "$(daemon)"; }

into_closed_pipe() {
  set +o pipefail
  "$@" | true
  return "${PIPESTATUS[0]}"
}

requests() { grep -c 'handling request' .pants.d/pants.log; }

try_clients() {
  local pid
  try 'no daemon' python 0 "$version" ./pants --version
  pid=$(daemon)
  try 'a daemon, but no native client' python 0 "$version" ./pants --version
  cp -- "$native_client" "$client"
  chmod a-x "$client"
  try 'a daemon' native 0 "$version" ./pants --version
  try 'in a program that Pants runs' native 0 "$version" env _PANTS_SERVER_EXE=/none _LOCDATA_PANTS_CLIENT=1 ./pants --version
  try 'PANTS_NO_NATIVE_CLIENT' python 0 "$version" env PANTS_NO_NATIVE_CLIENT=1 ./pants --version
  expect 'the daemon is initialized once' 1 "$(grep -ci 'initializing scheduler' "$scratch/log")"
  try '--no-pantsd' python 0 '' "${only_python[@]}" ./pants --no-pantsd --version
  expect 'the daemon is still the same' "$pid" "$(daemon)"
}

try_runs() {
  local before
  before=$(requests)
  try 'standard input and exit status' native 75 text ./pants run probe:echo <<<text
  try 'Ctrl-C' native 1 '' during interrupt ./pants run probe:sleep
  try 'Ctrl-C twice' native 1 '' during interrupt_twice ./pants run probe:stubborn
  try 'closed output' native 1 '' into_closed_pipe ./pants list ::
  try 'the daemon is killed during a run' native 1 '' during kill_daemon ./pants run probe:sleep
  expect 'nothing runs twice' $((before + 5)) "$(requests)"
}

try_recovery() {
  try 'the daemon is gone' python 0 "$version" ./pants --version
  try 'the daemon is back' native 0 "$version" ./pants --version
  rm -- "$client"
  head -c 100 "$native_client" >"$client"
  try 'a native client that does not run here' python 0 "$version" ./pants --version
}

# refuse TEXT: checks that ./pants refuses the cache before it runs anything.
refuse() {
  local status=0
  ./pants --version >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
  expect "$1 is refused" '1 must belong to you' "$status $(grep -o 'must belong to you' "$scratch/stderr")"
}

try_caches() {
  local folder who
  for folder in locdata-pants "${client%/"$packages"/*}" pants; do
    folder=$XDG_CACHE_HOME/${folder#"$XDG_CACHE_HOME/"}
    for who in g o; do
      chmod "$who+w" "$folder"
      refuse "${folder#"$scratch/"}, which others can write to ($who+w),"
      chmod "$who-w" "$folder"
    done
    # Only root can give a folder away.
    [[ $EUID == 0 ]] || continue
    chown 1 "$folder"
    refuse "${folder#"$scratch/"} of another user"
    chown 0 "$folder"
  done
  try 'a cache of this user' python 0 "$version" ./pants --version
}

# --- indexes ----------------------------------------------------------------------------------------------------------

# make_sdist NAME VERSION: adds a source distribution to the index. Its code says that it runs.
make_sdist() {
  local index=$scratch/index/$1 folder=$1-$2
  mkdir -p -- "$index/$folder"
  printf 'open("%s", "a").write("%s\\n")\nfrom setuptools import setup\nsetup(name="%s", version="%s")\n' \
    "$scratch/ran" "$1" "$1" "$2" >"$index/$folder/setup.py"
  printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n' "$1" "$2" >"$index/$folder/PKG-INFO"
  tar -C "$index" -czf "$index/$folder.tar.gz" "$folder"
  printf '<a href="%s.tar.gz">%s.tar.gz</a>\n' "$folder" "$folder" >>"$index/index.html"
}

# Adds the wheels that the lock pins to the index.
add_wheels() {
  local name wheel
  for name in "$@"; do
    mkdir -p -- "$scratch/index/$name"
    pinned "$name" >"$scratch/pinned"
    python3 -m pip --quiet --disable-pip-version-check download --no-deps --require-hashes --only-binary :all: \
      --dest "$scratch/index/$name" -r "$scratch/pinned"
    wheel=$(echo "$scratch/index/$name"/*.whl)
    printf '<a href="%s#sha256=%s">%s</a>\n' "${wheel##*/}" "$(sha256 "$wheel")" "${wheel##*/}" >>"$scratch/index/$name/index.html"
  done
}

pinned() { sed -n "/^$1==/,/[^\\]\$/p" 3rdparty/python/pants.lock; }

# set_up_from_index LOCK [LOCK]: sets up from the index, with this lock of Pants, and this one of a tool.
set_up_from_index() {
  local victim=$scratch/victim
  rm -rf -- "$victim" "$scratch/ran"
  mkdir -p -- "$victim/3rdparty/python" "$victim/cache/locdata-pants"
  cp -R -- "$project/pants" "$project/build-support" "$victim"
  cp -R -- "$tools" "$victim/cache/locdata-pants"
  cp -- 3rdparty/python/uv.lock "$victim/3rdparty/python"
  printf '%s\n' "$1" >"$victim/3rdparty/python/pants.lock"
  printf '%s\n' "${2:-}" >"$victim/3rdparty/python/tool.lock"
  printf '%s\n' "${2:+tool = \"3rdparty/python/tool.lock\"}" >"$victim/pants.toml"
  env -u PIP_EXTRA_INDEX_URL -u PIP_FIND_LINKS PIP_CONFIG_FILE=/dev/null PIP_INDEX_URL="file://$scratch/index" \
    XDG_CACHE_HOME="$victim/cache" "$victim/pants" --version >"$scratch/stdout" 2>"$scratch/stderr" || true
}

sha256() { python3 -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' "$1"; }

# Prints what ran while Pants was set up.
ran() { if [[ -e $scratch/ran ]]; then sort -u "$scratch/ran"; fi; }

completed() { (cd "$scratch"/victim/cache/locdata-pants/linux*/ && ls complete); }

try_indexes() {
  local pins plain
  add_wheels pex setuptools wheel
  pins=$(pinned pex; pinned setuptools; pinned wheel)
  make_sdist setuptools 999
  make_sdist plain 1
  plain="plain==1 --hash=sha256:$(sha256 "$scratch/index/plain/plain-1.tar.gz")"
  set_up_from_index "$pins"$'\n'"$plain"
  expect 'a package is built by nothing that the lock does not pin' 'plain complete' "$(ran) $(completed)"
  set_up_from_index "$pins" "$plain"
  expect 'a tool that is not a wheel is refused' '1 ' "$(grep -c 'could not download wheels' "$scratch/stderr") $(ran)"
  set_up_from_index "$pins" "wheel==$(pinned wheel | sed -n 's/^wheel==\([^ ]*\).*/\1/p') --hash=sha256:$(printf '0%.0s' {1..64})"
  expect 'a wheel with another hash is refused' 1 "$(grep -c 'could not download wheels' "$scratch/stderr")"
  # To the index, this is pex in the required version, and newer than the real one.
  make_sdist pex "$(sed -n 's/^readonly pex_version=//p' pants)+changed"
  set_up_from_index "$pins"
  expect 'nothing of a changed pex runs' '1 ' "$(grep -c 'could not install Pants' "$scratch/stderr") $(ran)"
}

# ----------------------------------------------------------------------------------------------------------------------

make_project
make_venv
export XDG_CACHE_HOME=$scratch/cache
version=$(sed -n 's/^pants_version = "\(.*\)"$/\1/p' pants.toml)
cd -- "$project"
try_clients
try_runs
try_recovery
try_caches
try_indexes
if [[ $failures -ne 0 ]]; then
  echo "$failures cases failed" >&2
  exit 1
fi
