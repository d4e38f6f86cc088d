# shellcheck shell=bash
# shellcheck disable=SC2154  # ./pants sets the variables.
# What ./pants does on the first run, which reads this file: find the interpreters, install Pants, and build pex. Nothing that was
# downloaded runs before its hash is checked. Compatible with bash 3.2.

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

# Prints the first candidate on stdin that is a CPython $1.
first_verified() {
  local candidate
  while IFS= read -r candidate; do
    # The candidate must not read the list of candidates from stdin.
    verified "$candidate" "$1" </dev/null && return
  done
  return 1
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
  local uv
  uv=$(find_uv) || return 0
  cd /
  UV_PYTHON_DOWNLOADS=never "$uv" python find "$1" 2>/dev/null && return
  say "installing CPython $1 with uv"
  UV_PYTHON_INSTALL_BIN=0 "$uv" python install --quiet "$1" >&2 || return 0
  "$uv" python find "$1" 2>/dev/null || true
}

# Prints the path of uv: the one on PATH, or one installed from the package index with any Python.
find_uv() {
  type -P uv && return
  local uv=$cache/uv python
  if [[ ! -x $uv/bin/uv ]]; then
    for python in python3 python; do
      "$python" -m pip --quiet --disable-pip-version-check install --require-hashes --only-binary :all: --upgrade \
        --target "$uv" -r "$repo/3rdparty/python/uv.lock" >/dev/null 2>&1 && break
    done
  fi
  [[ -x $uv/bin/uv ]] && printf '%s\n' "$uv/bin/uv"
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
  "$@" >>"$venv/setup.log" 2>&1 && return
  tail -n 5 -- "$venv/setup.log" >&2
  die "could not $what; see the lines above and $venv/setup.log." \
    "This needs a Python package index, configured for pip (PIP_INDEX_URL, pip.conf)."
}

# Uses its own pex root. Otherwise, pex would write to HOME and read its settings from there.
make_pex() {
  # The file contains file modes, so its hash depends on the umask.
  umask 022
  # The lock has its hashes.
  sed -n '/^pex==/,/[^\\]$/p' "$repo/3rdparty/python/pants.lock" >"$venv/pex.lock"
  "$venv/bin/python" -m pip download --no-deps --require-hashes --only-binary :all: --dest "$venv/wheels" -r "$venv/pex.lock" ||
    return
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
  mkdir -p -- "$venv"
  export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1
  step 'create a virtual environment' "$1" -m venv "$venv"
  # Some packages have no wheels for ARM. Without isolation, what builds them comes from Python and the lock, not from the index.
  step 'install Pants' "$venv/bin/python" -m pip install --require-hashes --no-build-isolation \
    -r "$repo/3rdparty/python/pants.lock"
  step 'build pex' make_pex
  printf '%s\n' "$2" >"$venv/complete"
}

set_up() {
  local python code_python
  mkdir -p -- "$cache" 2>/dev/null && [[ -w $cache ]] ||
    die "cannot write to $cache. Set HOME or XDG_CACHE_HOME to a writable folder."
  check_owners
  python=$(find_python 3.9 'Pants runs on it')
  code_python=$(find_python 3.11 'the code runs on it')
  lock "$python"
  # The process that held the lock may have completed the setup.
  is_set_up || build "$python" "$code_python"
  # Otherwise, the daemon of Pants would inherit the lock and keep it.
  exec 9>&-
}
