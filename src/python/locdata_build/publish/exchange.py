"""Replacing one folder by another: in one step if the platform can do that, else in two."""

import ctypes
import errno
import os
import sys
from pathlib import Path

AT_FDCWD, RENAME_EXCHANGE = -100, 2
"""Constants of ``renameat2`` (Linux)."""

RENAME_SWAP = 2
"""A constant of ``renamex_np`` (macOS)."""

UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
"""The errors of a kernel or a file system that cannot exchange folders."""


def replace_folder(fresh: Path, target: Path, aside: Path) -> Path:
    """Put the folder ``fresh`` in the place of the folder ``target``; return where the former folder is now.

    The two are exchanged in one step, so that ``target`` exists at every instant, and the former folder is then at
    ``fresh``. If the platform or the file system cannot do that, the former folder is moved to ``aside`` first. A program
    that is killed between these two steps leaves no ``target``, but nothing is lost. Raises ``OSError``, possibly between
    the two steps.
    """
    if _exchange(fresh, target):
        return fresh
    aside.parent.mkdir(exist_ok=True)
    target.rename(aside)
    fresh.rename(target)
    return aside


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; return False, with nothing changed, if that is not possible.

    Linux (with glibc) and macOS can do it on most of their own file systems. Raises ``OSError``, with nothing changed.
    """
    library = ctypes.CDLL(None, use_errno=True)
    first, second = os.fsencode(one), os.fsencode(other)
    status: int
    try:
        if sys.platform == "darwin":
            status = library.renamex_np(first, second, RENAME_SWAP)
        else:
            status = library.renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE)
    except AttributeError:
        return False
    error = ctypes.get_errno()
    if status and error not in UNSUPPORTED:
        raise OSError(error, os.strerror(error), str(other))
    return status == 0
