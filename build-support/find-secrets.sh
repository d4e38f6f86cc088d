#!/usr/bin/env bash
# Search for secrets (keys, tokens, passwords) with detect-secrets, and fail if there are any:
#
#   in every file that git tracks, and in every line that a commit ever added
#   in the built site and the runnable file, if they are in dist
#
#   build-support/find-secrets.sh            # search all of these
#   build-support/find-secrets.sh --sources  # search only what git has
#   build-support/find-secrets.sh --built    # search only what is built
#   build-support/find-secrets.sh FOLDER     # search only the files of a folder
#
# A fake secret is planted in each run, and the search fails if it misses it. Nothing is sent anywhere: possible keys are not tried
# out. Needs Python 3.11 or later as python3, and a package index.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
case ${1:-} in
  '' | --sources | --built) wanted=${1:-} ;;
  *) wanted=$(cd -- "$1" && pwd) ;;
esac
readonly wanted

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

python3 -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet --require-hashes -r "$repo/3rdparty/python/secrets.lock"

cat >"$scratch/find.py" <<'END'
import re
import subprocess
import sys
import zipfile
from pathlib import Path

from detect_secrets.core.secrets_collection import SecretsCollection
from detect_secrets.settings import default_settings

repo, scratch, wanted = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]

# Looks like a secret but is not. It is removed from its line, and the rest of the line is searched.
HARMLESS = [
    # In sources: the id of a public file in SAP's catalogue.
    rb"api\.sap\.com/odata/1\.0/catalog\.svc/Files\('[0-9a-f]{32}'\)",
    # Hashes in npm locks.
    rb'"integrity": "sha512-[A-Za-z0-9+/]{86}=="',
    # In tests: the SHA-256 of empty input.
    rb"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    # In tests: the digests of compressed copies and files.
    rb'(?:"\.(?:br|gz)":|\bdigest ==) "[0-9a-f]{64}"',
    # In tests: URLs with a password, on reserved hosts (RFC 2606).
    rb"\b[a-z]+:[a-z]+@(?:[a-z]+\.)*example(?:\.org|\.com)?\b",
]
HARMLESS = re.compile(b"|".join(HARMLESS))
# Searched as whole files, because the meaning of a line depends on others.
WHOLE = {".cff", ".ini", ".yaml", ".yml"}
# Searched as one file, because the lines of one are also in the other.
SAME = {".txt": ".md"}
PLANTED = b'token = "ghp_' + 12 * b"aB3" + b'"\n'


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=repo, check=True, capture_output=True).stdout


def files_of(root):
    return [(str(path), path.read_bytes()) for path in sorted(Path(root).rglob("*")) if path.is_file()]


def tracked_files():
    paths = [path.decode() for path in git("ls-files", "-z").split(b"\0") if path]
    return [(path, (repo / path).read_bytes()) for path in paths if (repo / path).is_file()]


def added_lines():
    """Return every line that a commit added, as one file for each path."""
    name, lines = "", {}
    for line in git("log", "--all", "--patch", "--unified=0", "--no-color", "--no-ext-diff", "--format=").splitlines(True):
        if line.startswith(b"+++ "):
            name = line[4:].strip().decode(errors="replace").removeprefix("b/")
        elif line.startswith(b"+"):
            lines.setdefault(name, []).append(line[1:])
    return [(f"history of {name}", b"".join(content)) for name, content in lines.items()]


def files_in_pex(file):
    """Return our own files in the runnable file, without third-party packages and what `pex` writes, such as digests."""
    others = (".deps/", ".bootstrap/", "PEX-INFO", "__main__.py", "__pex__/")
    with zipfile.ZipFile(file) as archive:
        ours = [name for name in archive.namelist() if not name.startswith(others) and name[-1] != "/"]
        return [(f"{file.name}: {name}", archive.read(name)) for name in ours]


def sources():
    if wanted.startswith("/"):
        yield wanted, files_of(wanted)
        return
    if wanted != "--built":
        yield "tracked files", tracked_files()
        yield "history", added_lines()
    if wanted == "--sources":
        return
    for path, read in (("dist/site", files_of), ("dist/locdata_build.pex", files_in_pex)):
        if (repo / path).exists():
            yield path, read(repo / path)
        else:
            print(f"{path}: not searched, because it is not built")


def gather():
    """Return what to search, by suffix: each distinct line once, with its first location; and the files to search as a whole."""
    by_suffix, whole = {".py": {PLANTED: "planted"}}, []
    for name, files in sources():
        print(f"{name}: {len(files)} files")
        for path, content in files:
            content = HARMLESS.sub(b"-", content)
            suffix = Path(path).suffix
            if suffix in WHOLE:
                whole.append((path, content))
            lines = by_suffix.setdefault(SAME.get(suffix, suffix), {})
            for number, line in enumerate(content.splitlines(True), 1):
                lines.setdefault(line.strip() + b"\n", f"{path}:{number}")
    return by_suffix, whole


def search(name, content):
    (scratch / name).write_bytes(content)
    with default_settings():
        found = SecretsCollection()
        found.scan_file(str(scratch / name))
    return [(secret.line_number, secret.type) for _, secret in found]


by_suffix, whole = gather()
secrets = []
for suffix, lines in by_suffix.items():
    locations = list(lines.values())
    secrets += [(locations[number - 1], kind) for number, kind in search(f"lines{suffix}", b"".join(lines))]
for path, content in whole:
    secrets += [(f"{path}:{number}", kind) for number, kind in search(f"whole{Path(path).suffix}", content)]
if not any(location == "planted" for location, _ in secrets):
    sys.exit("the planted secret was not found, so the search does not work")
secrets = sorted({secret for secret in secrets if secret[0] != "planted"})
for location, kind in secrets:
    print(f"{location}: {kind}")
print(f"{sum(map(len, by_suffix.values()))} distinct lines: {len(secrets) or 'no'} secrets")
sys.exit(1 if secrets else 0)
END
"$scratch/venv/bin/python" -I "$scratch/find.py" "$repo" "$scratch" "$wanted"
