# shellcheck shell=bash
# shellcheck disable=SC2154  # ./pants sets the variables.
# The set-up by ./pants on the first run, and when a lock has changed: find the interpreters, install Pants, build pex, and download
# wheels. No download runs before its hash is checked. Compatible with bash 3.2.

# --- interpreters ----------------------------------------------------------------------------------------------------

# Prints the real path of the interpreter $1 if it runs and is a CPython $2. The shims of pyenv exist for all versions,
# but fail for inactive ones. CPython 3.9 also needs venv, which some systems have in a separate package.
verified() {
  [[ -x $1 ]] && "$1" -c '
import sys
if "%d.%d" % sys.version_info[:2] != sys.argv[1] or sys.implementation.name != "cpython":
    sys.exit(1)
if sys.argv[1] == "3.9":
    import ensurepip, venv
print(sys.executable)
' "$2" 2>/dev/null
}

# Prints the first candidate on stdin that is a CPython $1. Reads all of them, because what lists them must not fail.
first_verified() {
  local candidate found=
  while IFS= read -r candidate; do
    # The candidate must not read the list of candidates from stdin.
    [[ -n $found ]] || found=$(verified "$candidate" "$1" </dev/null) || true
  done
  [[ -n $found ]] && printf '%s\n' "$found"
}

candidates_on_path() { type -aP "python$1" || true; }

# pyenv assumes that it is installed in HOME. If it is elsewhere, its root is found through PATH.
pyenv_roots() {
  local folder folders
  printf '%s\n' "${PYENV_ROOT:-}" "$HOME/.pyenv"
  pyenv root 2>/dev/null || true
  IFS=: read -r -a folders <<<"$PATH"
  for folder in "${folders[@]}"; do
    case $folder in
      */shims | */bin) printf '%s\n' "${folder%/*}" ;;
    esac
  done
}

candidates_in_pyenv() {
  local root
  pyenv_roots | while IFS= read -r root; do
    [[ ! -d $root/versions ]] || printf '%s\n' "$root/versions/"*"/bin/python$1"
  done
}

# Downloads only if nothing is installed. Runs in the root folder, so that no project's settings apply.
candidates_from_uv() {
  install_uv "$(type -P python3 || type -P python)"
  cd /
  UV_PYTHON_DOWNLOADS=never uv python find "$1" 2>/dev/null && return
  say "installing CPython $1 with uv"
  UV_PYTHON_INSTALL_BIN=0 uv python install --quiet "$1" >&2 || return 0
  uv python find "$1" 2>/dev/null || true
}

find_python() {
  candidates_on_path "$1" | first_verified "$1" && return
  candidates_in_pyenv "$1" | first_verified "$1" && return
  candidates_from_uv "$1" | first_verified "$1" && return
  die "CPython $1 is required ($2), but was not found on PATH, in pyenv or with uv." \
    "Install it, for example with \`pyenv install $1\`, with \`uv python install $1\`, or as the packages" \
    "python$1 and python$1-venv of your system, and try again."
}

# --- first run -------------------------------------------------------------------------------------------------------

# Prevents concurrent setups. The system releases the lock when its process ends, for any reason. macOS has no command
# `flock`. If locks do not work, as on some network drives, continue without.
lock() {
  exec 9>"$cache/lock"
  "$1" -c '
import fcntl, sys
try:
    fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("pants: waiting for another process that is setting up Pants", file=sys.stderr)
    fcntl.flock(9, fcntl.LOCK_EX)
' || true
}

# step DESCRIPTION COMMAND...: runs a step of the setup, and prints the end of its output if it fails.
step() {
  local what=$1
  shift
  "$@" >>"$log" 2>&1 && return
  tail -n 5 -- "$log" >&2
  die "could not $what; see the lines above and $log." \
    "This needs a Python package index, configured for pip (PIP_INDEX_URL, pip.conf)."
}

# --- tools -----------------------------------------------------------------------------------------------------------

# Installs uv, and the pip that downloads wheels, with a Python that has pip, or makes one that has.
install_uv() {
  local python=$1 sum
  sum=$(cksum <"$repo/3rdparty/python/uv.lock")
  tools=$cache/uv/${OSTYPE}-${HOSTTYPE}-${sum%% *}
  [[ ! -f $tools/complete ]] || return 0
  rm -rf -- "$tools"
  mkdir -p -- "$tools"
  if ! "$python" -m pip --version >/dev/null 2>&1; then
    "$python" -m venv "$tools/venv"
    python=$tools/venv/bin/python
  fi
  "$python" -m pip --quiet --disable-pip-version-check install --require-hashes --only-binary :all: --target "$tools" \
    -r "$repo/3rdparty/python/uv.lock" && : >"$tools/complete"
}

# Without a cache, because files in a cache are not compared with a hash again.
uv() { UV_NO_CACHE=1 UV_NO_PROGRESS=1 UV_SYSTEM_CERTS=1 "$tools/bin/uv" --no-config "$@"; }

# Prints the index in pip's configuration files, which uv does not read. The last one wins, as in pip.
index_in_pip_files() {
  local file line index=
  for file in /etc/pip.conf "$HOME/Library/Application Support/pip/pip.conf" "$HOME/.pip/pip.conf" \
    "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf" "${PIP_CONFIG_FILE:-}"; do
    [[ -r $file && -f $file ]] || continue
    while IFS= read -r line || [[ -n $line ]]; do
      [[ $line =~ ^index[-_]url[[:space:]]*[=:][[:space:]]*([^[:space:]]+) ]] && index=${BASH_REMATCH[1]}
    done <"$file"
  done
  printf '%s' "$index"
}

# Passes on to uv what is configured for pip and other programs: the index, and the certificate authorities.
configure_uv() {
  local name
  default UV_DEFAULT_INDEX "${PIP_INDEX_URL:-$(index_in_pip_files)}"
  [[ -n $UV_DEFAULT_INDEX ]] || unset UV_DEFAULT_INDEX
  for name in REQUESTS_CA_BUNDLE CURL_CA_BUNDLE PIP_CERT; do
    [[ ! -f ${!name:-} ]] || default SSL_CERT_FILE "${!name}"
  done
}

# --- wheels ----------------------------------------------------------------------------------------------------------

# download FOLDER: downloads the wheels of the lock on standard input for the Python of the code. Four downloads at once, because
# nearly all the time is spent waiting for the index.
download() {
  local folder=$1 parts part job jobs=() status=0
  parts=$(mktemp -d)
  mkdir -p -- "$folder"
  awk -v parts="$parts" '/^[^ ]/ { part = NR == 1 ? 0 : (part + 1) % 4 } { print > (parts "/" part) }'
  for part in "$parts"/*; do
    PYTHONPATH=$tools "$code_python" -m pip --disable-pip-version-check download --quiet --no-deps --require-hashes \
      --only-binary :all: --dest "$folder" -r "$part" &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do wait "$job" || status=1; done
  rm -rf -- "$parts"
  return "$status"
}

download_wheels() {
  local number
  for number in "${!locks[@]}"; do
    [[ -f ${fetched[number]} ]] || cat -- "$repo/${locks[number]}"
  done | download "$wheels" || return
  touch -- "${fetched[@]}"
}

# --- Pants -----------------------------------------------------------------------------------------------------------

# Prints what the lock pins of the packages.
pinned() {
  local name
  for name in "$@"; do sed -n "/^$name==/,/[^\\]\$/p" "$repo/3rdparty/python/pants.lock"; done
}

# Compiles what it installs, because Pants must start quickly where PYTHONDONTWRITEBYTECODE is set, too.
install() {
  uv pip install --python "$venv/bin/python" --require-hashes --no-build-isolation --compile-bytecode "$@"
}

# Some packages have no wheels for ARM. What builds them is pinned, too.
install_pants() {
  uv venv --python "$1" "$venv" &&
    install -r <(pinned setuptools wheel) &&
    install -r "$repo/3rdparty/python/pants.lock"
}

# Uses its own pex root. Otherwise, pex would write to HOME and read its settings from there.
make_pex() {
  pinned pex | download "$venv/wheels" || return
  # The file contains file modes, so its hash depends on the umask.
  umask 022
  "$venv/bin/python" -m pex --pex-root "$venv/pex-root" --no-pypi --find-links "$venv/wheels" "pex==$pex_version" \
    --script pex --python-shebang '/usr/bin/env python' --no-strip-pex-env --no-compile --no-compress \
    --output-file "$venv/pex"
  rm -rf -- "$venv/wheels" "$venv/pex-root"
  "$venv/bin/python" -c '
import hashlib, sys
found = hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest()
sys.exit(None if found == sys.argv[2] else "pex must have the SHA-256 " + sys.argv[2] + ", but has " + found)
' "$venv/pex" "$pex_sha256"
}

# Builds at the final path, because the paths in a virtual environment are absolute.
build() {
  say "first run: setting up Pants in $venv"
  rm -rf -- "$venv"
  step 'install Pants' install_pants "$1"
  step 'build pex' make_pex
  printf '%s\n' "$code_python" >"$venv/complete"
}

set_up() {
  local python code_python tools job log=$cache/setup.log
  mkdir -p -- "$cache" 2>/dev/null && [[ -w $cache ]] ||
    die "cannot write to $cache. Set HOME or XDG_CACHE_HOME to a writable folder."
  check_owners
  python=$(find_python 3.9 'Pants runs on it')
  code_python=$(find_python 3.11 'the code runs on it')
  lock "$python"
  configure_uv
  : >"$log"
  step 'install uv' install_uv "$python"
  # The process that held the lock may have completed the setup.
  { has_wheels || step 'download wheels' download_wheels; } &
  job=$!
  is_set_up || build "$python"
  wait "$job" || exit 1
  # Otherwise, the daemon of Pants would inherit the lock and keep it.
  exec 9>&-
}
