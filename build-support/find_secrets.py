"""Search what git has, or what is built, for secrets with detect-secrets; build-support/find-secrets.sh runs it.

    python find_secrets.py REPOSITORY [--history | FOLDER | RUNNABLE-FILE]...

It runs in a virtual environment with secrets.lock, which Pants does not install.
"""

import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from detect_secrets.core.secrets_collection import SecretsCollection  # pants: no-infer-dep
from detect_secrets.settings import default_settings  # pants: no-infer-dep

HARMLESS = re.compile(
    b"|".join(
        [
            # In sources: the id of a public file in SAP's catalogue.
            rb"api\.sap\.com/odata/1\.0/catalog\.svc/Files\('[0-9a-f]{32}'\)",
            # Hashes in npm locks.
            rb'"integrity": "sha512-[A-Za-z0-9+/]{86}=="',
            # In crosscheck: the SHA-256 of public data sets.
            rb'"(?:sales-tax|duty27-eu-vat|eu-vat-rates-data|python-stdnum)": "[0-9a-f]{64}"',
            # In sources and tests: examples of identifiers, which may be in messages.
            rb"""(?:\bexample"?(?:: |=)"|, got ')[0-9A-Z]+["']""",
            # In tests: the SHA-256 of empty input.
            rb"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            # In tests: the digests of compressed copies and files.
            rb'(?:"\.(?:br|gz)":|\bdigest ==) "[0-9a-f]{64}"',
            # In tests: URLs with a password, on reserved hosts (RFC 2606) or on none.
            rb"\b[a-z]+:[a-z]+@(?:/|(?:[a-z]+\.)*example(?:\.org|\.com)?\b)",
        ]
    )
)
"""Looks like a secret but is not. It is removed from its line, and the rest of the line is searched."""

WHOLE = {".cff", ".ini", ".yaml", ".yml"}
"""Searched as whole files, because the meaning of a line depends on others."""

SAME = {".txt": ".md"}
"""Searched as one file, because the lines of one are also in the other."""

NOT_OURS = (".deps/", ".bootstrap/", "PEX-INFO", "__main__.py", "__pex__/")
"""In a runnable file: third-party packages, and what pex writes, such as digests."""

PLANTED = b'token = "ghp_' + 12 * b"aB3" + b'"\n'

Files = Iterator[tuple[str, bytes]]


def git(repo: Path, *arguments: str) -> bytes:
    """Return the output of git."""
    return subprocess.run(["git", *arguments], cwd=repo, check=True, capture_output=True).stdout  # noqa: S603, S607


def tracked_files(repo: Path) -> Files:
    """Yield every file that git tracks."""
    for path in git(repo, "ls-files", "-z").decode().split("\0"):
        if path and (repo / path).is_file():
            yield path, (repo / path).read_bytes()


def added_lines(repo: Path, *which: str) -> Files:
    """Yield every line that the commits which `git log` lists added, as one file for each path."""
    name, lines = "", dict[str, list[bytes]]()
    patches = git(repo, "log", *which, "--patch", "--unified=0", "--no-color", "--no-ext-diff", "--format=")
    for line in patches.splitlines(True):
        if line.startswith(b"+++ "):
            name = line[4:].strip().decode(errors="replace").removeprefix("b/")
        elif line.startswith(b"+"):
            lines.setdefault(name, []).append(line[1:])
    for path, content in lines.items():
        yield f"history of {path}", b"".join(content)


def built_files(path: Path) -> Files:
    """Yield the files of a folder, or our own files in a runnable file."""
    if path.is_dir():
        yield from ((str(file), file.read_bytes()) for file in sorted(path.rglob("*")) if file.is_file())
        return
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if not name.startswith(NOT_OURS) and not name.endswith("/"):
                yield f"{path.name}: {name}", archive.read(name)


def search(suffix: str, content: bytes) -> list[tuple[int, str]]:
    """Return the line and the kind of each secret in a file."""
    with tempfile.NamedTemporaryFile(suffix=suffix) as file, default_settings():
        file.write(content)
        file.flush()
        found = SecretsCollection()
        found.scan_file(file.name)
    return [(secret.line_number, secret.type) for _, secret in found]


def main(repo: Path, arguments: list[str]) -> int:
    """Print each secret, and how many lines were searched."""
    match arguments:
        case []:
            sources = [added_lines(repo, "--max-count=20")]
        case ["--history"]:
            sources = [tracked_files(repo), added_lines(repo, "--all")]
        case _:
            sources = [built_files(Path(path)) for path in arguments]
    # Each distinct line once, with its first location.
    by_suffix: dict[str, dict[bytes, str]] = {".py": {PLANTED: "planted"}}
    secrets = set[tuple[str, str]]()
    for name, original in (file for files in sources for file in files):
        content, suffix = HARMLESS.sub(b"-", original), Path(name).suffix
        if suffix in WHOLE:
            secrets |= {(f"{name}:{number}", kind) for number, kind in search(suffix, content)}
        lines = by_suffix.setdefault(SAME.get(suffix, suffix), {})
        for number, line in enumerate(content.splitlines(True), 1):
            lines.setdefault(line.strip() + b"\n", f"{name}:{number}")
    for suffix, lines in by_suffix.items():
        locations = list(lines.values())
        secrets |= {(locations[number - 1], kind) for number, kind in search(suffix, b"".join(lines))}
    found = sorted(secret for secret in secrets if secret[0] != "planted")
    if len(found) == len(secrets):
        sys.exit("the planted secret was not found, so the search does not work")
    for location, kind in found:
        print(f"{location}: {kind}")
    print(f"{sum(map(len, by_suffix.values()))} distinct lines: {len(found) or 'no'} secrets")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
