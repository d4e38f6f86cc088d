"""A folder takes the place of another: in one step where the platform can, else in two."""

import ctypes
import errno
import os
import sys
from pathlib import Path

AT_FDCWD = -100
RENAME_EXCHANGE = 2
"""Linux: a constant of ``renameat2``, as is the one above."""

RENAME_SWAP = 2
"""macOS: a constant of ``renamex_np``."""

CANNOT = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
"""The errors of a kernel or a file system that knows no exchange."""


def replace_folder(fresh: Path, target: Path, aside: Path) -> Path:
    """Put the folder ``fresh`` in the place of the folder ``target``; where the former folder is now.

    They are exchanged in one step, so that there is a ``target`` at every instant, and the former one is at ``fresh``.
    Where the platform or the file system cannot do that, the former one is moved to ``aside`` first. A program that is
    killed between these two steps leaves no ``target``, and nothing is lost. Raises ``OSError``, perhaps between the two.
    """
    if exchange(fresh, target):
        return fresh
    aside.parent.mkdir(exist_ok=True)
    target.rename(aside)
    fresh.rename(target)
    return aside


def exchange(one: Path, other: Path) -> bool:
    """Let two paths change what they name, in one step; False, with nothing changed, where that cannot be done.

    Linux (with glibc) and macOS can, on most of their own file systems. Raises ``OSError``, with nothing changed.
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
    if status and error not in CANNOT:
        raise OSError(error, os.strerror(error), str(other))
    return status == 0
