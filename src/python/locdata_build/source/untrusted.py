"""Reading files and folders that anybody may have made: no links are followed, and nothing has to be waited for."""

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from io import BufferedReader
from pathlib import Path


def open_regular_file(file: Path) -> BufferedReader:
    """Return a regular file, opened for reading. Raises ``OSError`` for anything else, a symbolic link among it.

    Neither a pipe, which may have no writer, nor a device, which may have no end, is opened.
    """
    _refuse_other_kinds(file.lstat(), file)
    # The file may be another one by now.
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        _refuse_other_kinds(os.fstat(descriptor), file)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def _refuse_other_kinds(status: os.stat_result, file: Path) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise OSError(errno.ELOOP, "Is a symbolic link", str(file))
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "Is not a regular file", str(file))


def read_regular_file(file: Path, largest: int) -> bytes:
    """Return the content of a regular file. Raises ``OSError`` for anything else, and if it has more than ``largest`` bytes."""
    with open_regular_file(file) as stream:
        content = stream.read(largest + 1)
    if len(content) > largest:
        raise OSError(errno.EFBIG, f"Has more than {largest} bytes", str(file))
    return content


def walk_folder(root: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield each entry at any depth below a folder, in any order, with its path below it. Raises ``OSError``."""
    folders = [(str(root), "")]
    while folders:
        folder, above = folders.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                path = above + entry.name
                yield path, entry
                if entry.is_dir(follow_symlinks=False):
                    folders.append((entry.path, f"{path}/"))


def parent_folders(paths: Iterable[str]) -> set[str]:
    """Return every folder above one of these paths, without a slash at the end."""
    folders: set[str] = set()
    for path in paths:
        above = path.rpartition("/")[0]
        while above and above not in folders:
            folders.add(above)
            above = above.rpartition("/")[0]
    return folders
