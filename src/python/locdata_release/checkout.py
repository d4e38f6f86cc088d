"""What a release takes from a checkout of the repository: the commit, the settings of the site and the locks.

Also the error and the file functions that the other modules of this package share.
"""

import datetime as dt
import hashlib
import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

import msgspec
from msgspec import Struct

from locdata_model.scalars import Version, WebUrl

SETTINGS = "data_src/site.json"
"""The path of the settings, in the repository and in the runnable file."""

LOCKS = Path("3rdparty/python")
"""The folder of the locks in the repository."""

CODE_LOCK = "python-default.lock"
"""Pins the packages that the code needs."""

PANTS_LOCK = "pants.lock"
"""Pins Pants with its dependencies, among them the runtime of the runnable file."""

BUILD_LOCKS = (PANTS_LOCK, CODE_LOCK, "setuptools.lock")
"""The locks that determine the bytes of a release; the last one builds the wheel."""

SHA1_DIGITS = 40
"""The length of the names of objects, unless the repository uses SHA-256."""

_PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[^ ;\\]+)")
_HASH = "    --hash=sha256:"


class ReleaseError(Exception):
    """An input of a release is missing or invalid; the message says which one and why."""


def read_file(path: Path) -> bytes:
    """Return the content of a file. Raises ``ReleaseError`` if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise ReleaseError(f"{path}: cannot be read: {error.strerror}") from error


def sha256(content: bytes) -> str:
    """Return the SHA-256 of ``content`` as hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of the site that identify a release; other settings are ignored."""

    version: Version
    generated_at: dt.datetime
    base_url: WebUrl


def parse_settings(content: bytes, source: str) -> Settings:
    """Parse the settings of the site. Raises ``ReleaseError``, which names ``source``, if they are invalid."""
    try:
        return msgspec.json.decode(content, type=Settings)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ReleaseError(f"{source}: must hold the settings of the site: {error}") from error


class Lock(Struct, frozen=True, kw_only=True):
    """A lock of Python packages: its path in the repository, its SHA-256, and each ``name==version`` that has a hash."""

    path: str
    sha256: str
    pins: frozenset[str]

    def require_pin(self, name: str, version: str) -> None:
        """Raise ``ReleaseError`` unless the lock pins this version of the package ``name`` by a hash."""
        if f"{name}=={version}" not in self.pins:
            raise ReleaseError(f"{self.path}: must pin {name}=={version} by a hash")


def read_lock(checkout: Path, name: str) -> Lock:
    """Read the lock called ``name`` of a checkout. Raises ``ReleaseError`` if it cannot be read."""
    content = read_file(checkout / LOCKS / name)
    pins, pin = set(), ""
    for line in content.decode(errors="replace").splitlines():
        if match := _PIN.match(line):
            pin = match.group()
        elif line.startswith(_HASH):
            pins.add(pin)
    return Lock(path=(LOCKS / name).as_posix(), sha256=sha256(content), pins=frozenset(pins))


def require_commit(checkout: Path, commit: str) -> None:
    """Raise ``ReleaseError`` unless ``checkout`` is at ``commit`` and holds nothing else that a build could read.

    What the ``.gitignore`` at the root ignores may be there: Pants does not read it. Without git, or where ``checkout`` is
    not a git repository, nothing is checked.
    """
    git = shutil.which("git")
    if git is None or not (checkout / ".git").exists():
        return
    (head,) = _run_git(git, checkout, "rev-parse", "HEAD")
    if head != commit:
        raise ReleaseError(f"{checkout}: must be at the commit {commit}, but is at {head}")
    for line in _run_git(git, checkout, "ls-files", "-v"):
        if not line.startswith(("H ", "M ")):
            flag = "skip-worktree" if line[0] in "Ss" else "assume-unchanged"
            raise ReleaseError(f"{checkout}: git must look for changes in all files, but skips {line[2:]} ({flag})")
    changes = [line[3:] for line in _run_git(git, checkout, "status", "--porcelain", "--untracked-files=no")]
    if changes := changes or _changed_files(git, checkout):
        raise ReleaseError(f"{checkout}: must have no uncommitted changes, but {changes[0]} has changed")
    # Not with the exclusions of the user and of single folders, which are in no commit.
    if untracked := _run_git(git, checkout, "ls-files", "--others", "--exclude-from=.gitignore"):
        raise ReleaseError(f"{checkout}: must have no untracked files, but has {untracked[0]}")


def _changed_files(git: str, checkout: Path) -> list[str]:
    """Return the files that are not as the commit has them, byte for byte, also where settings of git hide that."""
    entries = [line.replace("\t", " ", 1).split(" ", 3) for line in _run_git(git, checkout, "ls-tree", "-r", "HEAD")]
    return [path for mode, _, digest, path in entries if not _is_as_committed(checkout / path, mode, digest)]


def _is_as_committed(file: Path, mode: str, digest: str) -> bool:
    """Tell whether a file has the mode and the content with which a commit lists it."""
    try:
        status = file.lstat()
        if stat.S_ISLNK(status.st_mode):
            found, content = "120000", os.fsencode(file.readlink())
        else:
            found, content = "100755" if status.st_mode & stat.S_IXUSR else "100644", file.read_bytes()
    except OSError:
        return False
    blob = hashlib.new("sha1" if len(digest) == SHA1_DIGITS else "sha256", usedforsecurity=False)
    blob.update(b"blob %d\0" % len(content) + content)
    return (found, blob.hexdigest()) == (mode, digest)


def _run_git(git: str, checkout: Path, *arguments: str) -> list[str]:
    # Naming the folders overrides GIT_DIR in the environment; without optional locks git writes nothing there.
    folders = ["-C", str(checkout), "--git-dir=.git", "--work-tree=.", "--no-optional-locks"]
    options = [*folders, "--no-replace-objects", "-c", "core.quotePath=false"]
    process = subprocess.run(  # noqa: S603  # All callers are in this module.
        [git, *options, *arguments], capture_output=True, check=False, encoding="utf-8", errors="backslashreplace"
    )
    if process.returncode:
        reason = process.stderr.partition("\n")[0]
        raise ReleaseError(f"{checkout}: git cannot read the repository: {reason}")
    return process.stdout.splitlines()
