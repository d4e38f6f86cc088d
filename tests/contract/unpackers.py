"""The programs that people unpack tar archives with."""

import os
import shutil
import stat
import subprocess
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path

Unpack = Callable[[Path, Path], None]
"""Unpacks an archive into a folder."""


def unpack_with_python(archive: Path, folder: Path) -> None:
    """Unpack an archive as ``python -m tarfile --extract`` does."""
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")


def _unpack_with(*command: str) -> Unpack:
    def unpack(archive: Path, folder: Path) -> None:
        subprocess.run([*command, str(archive), "-C", str(folder)], check=True, capture_output=True, timeout=30)

    return unpack


OTHER_PROGRAMS: Mapping[str, tuple[str, ...]] = {
    "tar": ("-x", "-f"),
    "bsdtar": ("-x", "-f"),
    "busybox": ("tar", "-x", "-f"),
}
"""The arguments with which other programs unpack an archive. ``BSDTAR`` and the like can name the programs."""


def unpackers() -> dict[str, Unpack | None]:
    """Return how to unpack with each program; None for one that is not installed."""
    found = {name: os.environ.get(name.upper()) or shutil.which(name) for name in OTHER_PROGRAMS}
    others = {name: _unpack_with(path, *OTHER_PROGRAMS[name]) if path else None for name, path in found.items()}
    return {"Python": unpack_with_python, **others}


def unpacked(folder: Path) -> dict[str, tuple[str, bytes]]:
    """Return the mode and the content of each entry of a folder, at any depth, by path; folders apart."""
    entries = {f"/{entry.relative_to(folder)}": entry for entry in sorted(folder.rglob("*"))}
    modes = {path: entry.lstat().st_mode for path, entry in entries.items()}
    return {
        path: (f"{modes[path]:o}", entry.read_bytes() if stat.S_ISREG(modes[path]) else b"")
        for path, entry in entries.items()
        if not stat.S_ISDIR(modes[path])
    }
