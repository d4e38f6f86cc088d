"""Contents of folders."""

from collections.abc import Mapping
from pathlib import Path

Files = Mapping[str, bytes]
"""The content of each file by its path below a folder."""


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder; anything but a regular file has the content ``irregular``."""
    return {
        str(entry.relative_to(folder)): (
            entry.read_bytes() if entry.is_file() and not entry.is_symlink() else b"irregular"
        )
        for entry in sorted(folder.rglob("*"))
        if entry.is_symlink() or not entry.is_dir()
    }


def tree(folder: Path) -> dict[str, bytes | None]:
    """Return everything below a folder: the content of each file, and None for each folder."""
    folders = {
        str(entry.relative_to(folder)) for entry in folder.rglob("*") if entry.is_dir() and not entry.is_symlink()
    }
    return {**files_of(folder), **dict.fromkeys(folders)}


def names(folder: Path) -> list[str]:
    """Return the names of the entries of a folder."""
    return sorted(entry.name for entry in folder.iterdir())
