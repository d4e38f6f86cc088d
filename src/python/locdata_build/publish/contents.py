"""What a folder holds: the files that a site lists, and unexpected files."""

import os
from collections.abc import Set as AbstractSet
from pathlib import Path

from locdata_build.render.artifacts import LARGEST_LIST, parse_checksums
from locdata_build.source.untrusted import parent_folders, read_regular_file, walk_folder
from locdata_model.urls import CHECKSUMS_PATH

CHECKSUMS_FILE = CHECKSUMS_PATH.removeprefix("/")
"""The file in which a site lists its files."""


def listed_files(site: Path) -> frozenset[str]:
    """Return the files that a site lists, the list itself included: paths below ``site``.

    An unreadable list is treated as empty.
    """
    try:
        paths = parse_checksums(read_regular_file(site / CHECKSUMS_FILE, LARGEST_LIST))
    except (OSError, ValueError):
        return frozenset({CHECKSUMS_FILE})
    return frozenset({CHECKSUMS_FILE, *(path.removeprefix("/") for path in paths)})


def unexpected_files(site: Path, known: AbstractSet[str]) -> list[str]:
    """Return what the folder ``site`` holds, at any depth, besides ``known`` files and their folders; sorted.

    Symbolic links and everything else that is not a regular file are unexpected under any name. So is an empty folder,
    whose path ends in a slash, unless known files belong there. Raises ``OSError`` if a folder cannot be read.
    """
    found, folders = set(), set()
    for path, entry in walk_folder(site):
        if entry.is_dir(follow_symlinks=False):
            folders.add(path)
        elif path not in known or not entry.is_file(follow_symlinks=False):
            found.add(path)
    empty_folders = folders - parent_folders({*known, *found, *folders})
    return sorted({*found, *(f"{folder}/" for folder in empty_folders)})


def remove_site(site: Path, known: AbstractSet[str]) -> None:
    """Remove the ``known`` files of a folder, and then the folder. Follow no symbolic link.

    The list of files goes last, so that an interrupted removal can be continued. Raises ``OSError`` at a folder that holds
    anything else, and leaves that folder with it.
    """
    for folder, folders, files, descriptor in os.fwalk(site, topdown=False):
        above = folder.removeprefix(str(site)).removeprefix("/")
        for name in folders:
            os.rmdir(name, dir_fd=descriptor)
        for name in sorted(files, key=lambda name: name == CHECKSUMS_FILE):
            if (f"{above}/{name}" if above else name) in known:
                os.unlink(name, dir_fd=descriptor)
    site.rmdir()
