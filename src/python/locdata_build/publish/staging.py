"""Staged files and folders: made beside their target, locked as long as their build lives, swept by a later build.

Their names are ``.locdata-``, the number of the process, a dash, and eight characters. Nothing else is ever swept: no
other name, no file or folder that a living build has locked, and no folder that holds what no build puts there. Where
the file system has no locks (``flock``), nothing is swept.
"""

import fcntl
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from locdata_build.publish.contents import listed, remove, strangers

NAME = re.compile(r"\.locdata-[0-9]+-[a-z0-9_]{8}")
"""The form of a staged name."""

FRESH, FORMER = "fresh", "former"
"""What a staged folder may hold: the fresh site, or the former one in exchange for it, and a folder with the former one,
under its own name, where the two cannot be exchanged."""

WAIT_STEP, WAIT_STEPS = 0.02, 3000
"""How long a build waits until another is done with the folder that both write to: a minute."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of ``folder``, where there are locks, so that of all builds one at a time is in such a block.

    Raises ``OSError`` where another program keeps the lock.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        # A folder that may be written to but not listed: what is in it cannot be swept either.
        yield
        return
    try:
        _wait_for_lock(descriptor, folder)
        yield
    finally:
        os.close(descriptor)


def _wait_for_lock(descriptor: int, folder: Path) -> None:
    for _ in range(WAIT_STEPS):
        if _lock(descriptor) is not False:
            return
        time.sleep(WAIT_STEP)
    raise BlockingIOError(None, f"{folder} is locked by another program")


def _lock(descriptor: int) -> bool | None:
    """Lock a file or folder until its descriptor is closed. False: another has the lock. None: there are no locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


@contextmanager
def staged_folder(parent: Path, known: AbstractSet[str]) -> Iterator[Path]:
    """An empty folder in ``parent`` for a site of ``known`` files; at the end it is removed as if it had been swept.

    To be entered while ``parent`` is locked, so that no sweep comes before the lock of the staged folder.
    """
    staged = parent / _name()
    with ExitStack() as life:
        # Made inside: an interrupt right after it was made finds it too.
        try:
            staged.mkdir(0o700)
            descriptor = os.open(staged, os.O_RDONLY | os.O_DIRECTORY)
            life.callback(os.close, descriptor)
            _lock(descriptor)
            yield staged
        finally:
            _clear_to_the_end(staged, known)


def _clear_to_the_end(staged: Path, known: AbstractSet[str]) -> None:
    """Clear a staged folder as far as that can be done, even if it is interrupted once."""
    try:
        with suppress(OSError):
            _clear(staged, known)
    except KeyboardInterrupt:
        with suppress(OSError):
            _clear(staged, known)
        raise


@contextmanager
def staged_content(parent: Path) -> Iterator[tuple[Path, int]]:
    """An empty file in ``parent`` and its descriptor; at the end it is removed, unless it has been moved away.

    To be entered while ``parent`` is locked, so that no sweep comes before the lock of the staged file.
    """
    staged = parent / _name()
    with ExitStack() as life:
        # Made inside, as above.
        life.callback(staged.unlink, missing_ok=True)
        descriptor = os.open(staged, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        life.callback(os.close, descriptor)
        _lock(descriptor)
        yield staged, descriptor


def _name() -> str:
    """A staged name that nobody has: of this process, and drawn."""
    return f".locdata-{os.getpid()}-{secrets.token_hex(4)}"


def sweep(parent: Path, known: AbstractSet[str] = frozenset()) -> None:
    """Remove what dead builds have left in ``parent``: files, and folders with nothing but files of a site.

    The files of a site are those of its own list and the ``known`` ones. A former site is put back where its place is
    empty. What cannot be removed stays. ``parent`` must be locked.
    """
    with suppress(OSError):
        for staged in sorted(parent.iterdir()):
            if NAME.fullmatch(staged.name):
                with suppress(OSError):
                    _sweep(staged, known)


def _sweep(staged: Path, known: AbstractSet[str]) -> None:
    # Not to wait for the other end of a pipe with such a name.
    descriptor = os.open(staged, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if not _lock(descriptor):
            return
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            _clear(staged, known)
        elif stat.S_ISREG(mode):
            staged.unlink()
    finally:
        os.close(descriptor)


def _clear(staged: Path, known: AbstractSet[str]) -> None:
    """Put a former site back where it is missing, and remove the rest, unless something is among it that must stay.

    Raises ``OSError`` where that fails.
    """
    folders = {entry.name: entry for entry in staged.iterdir()}
    if folders.keys() - {FRESH, FORMER} or not all(map(_is_folder, folders.values())):
        return
    formers = list(folders[FORMER].iterdir()) if FORMER in folders else []
    sites = [*formers, *(folder for name, folder in folders.items() if name == FRESH)]
    if not all(map(_is_folder, sites)):
        return
    for former in formers:
        if not os.path.lexists(staged.parent / former.name):
            former.rename(staged.parent / former.name)
            sites.remove(former)
    if any(strangers(site, known | listed(site)) for site in sites):
        return
    for site in sites:
        remove(site, known | listed(site))
    if FORMER in folders:
        folders[FORMER].rmdir()
    staged.rmdir()


def _is_folder(path: Path) -> bool:
    return stat.S_ISDIR(path.lstat().st_mode)
