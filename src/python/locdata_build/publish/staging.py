"""Staged files and folders: made beside their target, locked while their build runs, removed by a later build.

Their names are ``.locdata-``, the number of the process, a dash, and eight characters. Nothing else is ever removed: no
other name, nothing that a running build has locked, and no folder that holds something that no build put there. On a file
system without locks (``flock``), nothing is removed.

As long as there is a staged file or folder, interrupts are blocked. The builder checks for them before each file that it
makes and before it replaces a site.
"""

import fcntl
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from locdata_build.publish.contents import listed_files, remove_site, unexpected_files
from locdata_build.render.interrupts import interrupts_blocked, raise_if_interrupted

STAGED_NAME = re.compile(r"\.locdata-[0-9]+-[a-z0-9_]{8}")

FRESH, FORMER, RECORD = "fresh", "former", "files"
"""What a staged folder may hold: a folder with the fresh site, or with the former one after the exchange; a folder that
holds the former one under its own name, if folders cannot be exchanged; and the record of the files that the build writes."""

WAIT_STEP, WAIT_STEPS = 0.02, 3000
"""How long a build waits for another one that writes to the same folder: a minute."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold an exclusive lock on ``folder`` during the block; do nothing on a file system without locks.

    Raises ``OSError`` if another program keeps the lock.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        # A folder that can be written to but not listed: nothing in it can be removed either.
        yield
        return
    try:
        _wait_for_lock(descriptor, folder)
        yield
    finally:
        os.close(descriptor)


def _wait_for_lock(descriptor: int, folder: Path) -> None:
    for _ in range(WAIT_STEPS):
        raise_if_interrupted()
        if _lock(descriptor) is not False:
            return
        time.sleep(WAIT_STEP)
    raise BlockingIOError(None, f"{folder} is locked by another program")


def _lock(descriptor: int) -> bool | None:
    """Lock a file or folder until its descriptor is closed; return False if another program has the lock, None without locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


@contextmanager
def staged_folder(parent: Path) -> Iterator[Path]:
    """Yield an empty staged folder in ``parent``; remove it at the end as a later build would, as far as possible.

    Interrupts are blocked meanwhile. ``parent`` must be locked when the block begins, so that no other build removes the
    folder before it is locked.
    """
    staged = parent / _staged_name()
    with interrupts_blocked(), ExitStack() as stack:
        staged.mkdir(0o700)
        try:
            descriptor = os.open(staged, os.O_RDONLY | os.O_DIRECTORY)
            stack.callback(os.close, descriptor)
            _lock(descriptor)
            yield staged
        finally:
            with suppress(OSError):
                _clear(staged)


@contextmanager
def staged_content(parent: Path) -> Iterator[tuple[Path, int]]:
    """Yield an empty staged file in ``parent`` and its descriptor; remove it at the end unless it was moved away.

    Interrupts are blocked meanwhile. ``parent`` must be locked when the block begins, so that no other build removes the
    file before it is locked.
    """
    staged = parent / _staged_name()
    with interrupts_blocked(), ExitStack() as stack:
        stack.callback(staged.unlink, missing_ok=True)
        descriptor = os.open(staged, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        stack.callback(os.close, descriptor)
        _lock(descriptor)
        yield staged, descriptor


def _staged_name() -> str:
    """Return a random staged name of this process."""
    return f".locdata-{os.getpid()}-{os.urandom(4).hex()}"


def sweep(parent: Path) -> None:
    """Remove what killed builds left in ``parent``: files, and folders that hold nothing but files of a site.

    A former site is put back if its place is empty. What cannot be removed stays. ``parent`` must be locked.
    """
    with suppress(OSError):
        for staged in sorted(parent.iterdir()):
            if STAGED_NAME.fullmatch(staged.name):
                with suppress(OSError):
                    _sweep(staged)


def _sweep(staged: Path) -> None:
    # O_NONBLOCK: a pipe with such a name would otherwise wait for its other end.
    descriptor = os.open(staged, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if not _lock(descriptor):
            return
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            _clear(staged)
        elif stat.S_ISREG(mode):
            staged.unlink()
    finally:
        os.close(descriptor)


def _clear(staged: Path) -> None:
    """Put a former site back if its place is empty, and remove the rest unless it holds something that no build put there.

    Raises ``OSError`` if that fails.
    """
    fresh, former, record = staged / FRESH, staged / FORMER, staged / RECORD
    if not all(map(_is_from_build, staged.iterdir())):
        return
    former_sites = list(former.iterdir()) if former.exists() else []
    if not all(map(_is_folder, former_sites)):
        return
    for site in former_sites:
        if not os.path.lexists(staged.parent / site.name):
            site.rename(staged.parent / site.name)
    recorded = record.read_text(encoding="utf-8", errors="replace").splitlines() if record.exists() else []
    sites = {site: listed_files(site).union(recorded) for site in (fresh, *former_sites) if site.exists()}
    if any(unexpected_files(site, known) for site, known in sites.items()):
        return
    for site, known in sites.items():
        remove_site(site, known)
    if former.exists():
        former.rmdir()
    record.unlink(missing_ok=True)
    staged.rmdir()


def _is_from_build(entry: Path) -> bool:
    """Tell whether a build can have put an entry into its staged folder, by name and kind."""
    if entry.name == RECORD:
        return stat.S_ISREG(entry.lstat().st_mode)
    return entry.name in {FRESH, FORMER} and _is_folder(entry)


def _is_folder(path: Path) -> bool:
    return stat.S_ISDIR(path.lstat().st_mode)
