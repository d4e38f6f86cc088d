#!/usr/bin/env bash
# Looks for secrets (keys, tokens, passwords) with detect-secrets, and fails if there is one:
#
#   every file that git tracks, and every line that a commit ever added
#   the built site and the runnable file, where they are in dist
#
#   build-support/find-secrets.sh            # all of that
#   build-support/find-secrets.sh FOLDER     # the files of a folder, and nothing else
#
# A secret of no use is planted each time: a search that misses it fails too. Nothing leaves the machine: what looks like a key is not
# tried. Needs Python 3.11 or later as python3, and a package index.
set -euo pipefail
repo=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
readonly repo
folder=${1:+$(cd -- "$1" && pwd)}
readonly folder

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

repo, scratch, folder = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]

# What looks like a secret and is none; it is taken out of the line, and the rest of the line is searched.
HARMLESS = [
    # Sources: the number of a public file in SAP's catalogue.
    rb"api\.sap\.com/odata/1\.0/catalog\.svc/Files\('[0-9a-f]{32}'\)",
    # Locks of npm, and their hashes.
    rb'"integrity": "sha512-[A-Za-z0-9+/]{86}=="',
    # Tests: the SHA-256 of nothing.
    rb"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    # Tests: the digests of compressed copies.
    rb'"\.(?:br|gz)": "[0-9a-f]{64}"',
    # Tests: addresses with a password, on hosts that nobody can have (RFC 2606).
    rb"\b[a-z]+:[a-z]+@(?:[a-z]+\.)*example(?:\.org|\.com)?\b",
]
HARMLESS = re.compile(b"|".join(HARMLESS))
# Read as a whole, for what a line means depends on others.
WHOLE = {".cff", ".ini", ".yaml", ".yml"}
PLANTED = b'token = "ghp_' + 12 * b"aB3" + b'"\n'


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=repo, check=True, capture_output=True).stdout


def files_of(root):
    return [(str(path), path.read_bytes()) for path in sorted(Path(root).rglob("*")) if path.is_file()]


def tracked():
    paths = [path.decode() for path in git("ls-files", "-z").split(b"\0") if path]
    return [(path, (repo / path).read_bytes()) for path in paths if (repo / path).is_file()]


def added():
    """Every line that a commit added, as one file for each name that it was in."""
    name, lines = "", {}
    for line in git("log", "--all", "--patch", "--unified=0", "--no-color", "--no-ext-diff", "--format=").splitlines(True):
        if line.startswith(b"+++ "):
            name = line[4:].strip().decode(errors="replace").removeprefix("b/")
        elif line.startswith(b"+"):
            lines.setdefault(name, []).append(line[1:])
    return [(f"history of {name}", b"".join(content)) for name, content in lines.items()]


def packed(file):
    """What is ours in the runnable file; the packages in it are others', and `pex` writes its head, with digests of the rest."""
    others = (".deps/", ".bootstrap/", "PEX-INFO", "__main__.py", "__pex__/")
    with zipfile.ZipFile(file) as archive:
        ours = [name for name in archive.namelist() if not name.startswith(others) and name[-1] != "/"]
        return [(f"{file.name}: {name}", archive.read(name)) for name in ours]


def sources():
    if folder:
        yield folder, files_of(folder)
        return
    yield "tracked files", tracked()
    yield "history", added()
    for path, read in (("dist/site", files_of), ("dist/locdata_build.pex", packed)):
        if (repo / path).exists():
            yield path, read(repo / path)
        else:
            print(f"{path}: is not built, so not searched")


def gather():
    """What is to be searched, by suffix: each different line once, with the first place that it stands in."""
    by_suffix, whole = {".py": {PLANTED: "planted"}}, []
    for name, files in sources():
        print(f"{name}: {len(files)} files")
        for path, content in files:
            content = HARMLESS.sub(b"-", content)
            suffix = Path(path).suffix
            if suffix in WHOLE:
                whole.append((path, content))
            lines = by_suffix.setdefault(suffix, {})
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
findings = []
for suffix, lines in by_suffix.items():
    places = list(lines.values())
    findings += [(places[number - 1], kind) for number, kind in search(f"lines{suffix}", b"".join(lines))]
for path, content in whole:
    findings += [(f"{path}:{number}", kind) for number, kind in search(f"whole{Path(path).suffix}", content)]
if not any(place == "planted" for place, _ in findings):
    sys.exit("the planted secret was not found")
findings = sorted({finding for finding in findings if finding[0] != "planted"})
for place, kind in findings:
    print(f"{place}: {kind}")
print(f"{sum(map(len, by_suffix.values()))} different lines: {len(findings) or 'no'} findings")
sys.exit(1 if findings else 0)
END
"$scratch/venv/bin/python" -I "$scratch/find.py" "$repo" "$scratch" "$folder"
