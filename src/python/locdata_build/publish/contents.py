"""What is in a folder: the files that a site has there, and strangers."""

import os
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

from locdata_build.render.checksums import parse_checksums
from locdata_model.endpoints import CHECKSUMS_PATH

LIST = CHECKSUMS_PATH.removeprefix("/")
"""The file that tells which files a site has: the first that is written and the last that is removed."""


def listed(site: Path) -> frozenset[str]:
    """The files of a site by its own list, which is one of them: paths below ``site``.

    A list that is none names nothing but itself.
    """
    try:
        paths = parse_checksums((site / LIST).read_bytes())
    except (OSError, ValueError):
        return frozenset({LIST})
    return frozenset({LIST, *(path.removeprefix("/") for path in paths)})


def strangers(site: Path, known: AbstractSet[str]) -> list[str]:
    """What is in the folder ``site``, at any depth, and is neither a ``known`` file nor a folder of one; sorted.

    Symbolic links and all else that is no file are strangers under any name, and so is an empty folder (it ends in a
    slash) unless known files belong there. Raises ``OSError`` where a folder cannot be read.
    """
    return sorted(_strangers(site, "", known, folders_of(known)))


def folders_of(files: Iterable[str]) -> set[str]:
    """Every folder above one of ``files``."""
    folders: set[str] = set()
    for path in files:
        above = path.rpartition("/")[0]
        while above and above not in folders:
            folders.add(above)
            above = above.rpartition("/")[0]
    return folders


def _strangers(folder: str | Path, above: str, known: AbstractSet[str], folders: AbstractSet[str]) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            path = above + entry.name
            if entry.is_dir(follow_symlinks=False):
                inside = list(_strangers(entry.path, f"{path}/", known, folders))
                yield from inside
                if not inside and path not in folders:
                    yield f"{path}/"
            elif path not in known or not entry.is_file(follow_symlinks=False):
                yield path


def remove(site: Path, known: AbstractSet[str]) -> None:
    """Remove the ``known`` files of a folder and then the folder, the list last. Follows no symbolic link.

    Raises ``OSError`` for a folder that holds something else, which stays.
    """
    for folder, folders, files, descriptor in os.fwalk(site, topdown=False):
        above = folder.removeprefix(str(site)).removeprefix("/")
        for name in folders:
            os.rmdir(name, dir_fd=descriptor)
        for name in sorted(files, key=lambda name: name == LIST):
            if (f"{above}/{name}" if above else name) in known:
                os.unlink(name, dir_fd=descriptor)
    site.rmdir()
