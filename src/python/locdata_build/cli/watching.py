"""Detection of changes of the source files: their times and sizes are compared several times a second.

A comparison takes about a millisecond. It works on every file system, without a package for each operating system.
"""

import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from locdata_build.data.files import FILE_KINDS

INTERVAL = 0.1
"""Seconds between two comparisons."""

FileStates = Mapping[str, tuple[int, ...]]
"""State of each file, which changes with the file, by its path below the folder of source files."""


def changes(folder: Path) -> Iterator[list[str]]:
    """Yield an empty list at first, and then the paths of the source files that were changed, added or removed.

    They are yielded once two comparisons in a row find the same state, because an editor may still write. Changes during the
    work of the caller are yielded next.
    """
    yielded: FileStates | None = None
    before = file_states(folder)
    while True:
        pause()
        now = file_states(folder)
        if now == before and now != yielded:
            changed = set() if yielded is None else {path for path, _ in now.items() ^ yielded.items()}
            yielded = now
            yield sorted(changed)
        before = now


def pause() -> None:
    """Wait until the next comparison."""
    time.sleep(INTERVAL)


def file_states(folder: Path) -> FileStates:
    """Return the state of everything in ``folder`` that is read; a file or folder that cannot be read has none."""
    states: dict[str, tuple[int, ...]] = {}
    for parent in (folder, *(folder / kind.folder for kind in FILE_KINDS if kind.folder)):
        with suppress(OSError):
            for entry in parent.iterdir():
                if not entry.name.startswith("."):
                    states[entry.relative_to(folder).as_posix()] = _state(entry)
    return states


def _state(entry: Path) -> tuple[int, ...]:
    with suppress(OSError):
        status = entry.stat()
        # The time of a folder also changes with the hidden files that editors write.
        if not stat.S_ISDIR(status.st_mode):
            return status.st_mtime_ns, status.st_size, status.st_ino
    return ()
