"""Runs the builder as on another machine: folders list their files in a stated order, and there are other processors.

``python -m determinism.disorder ORDER PROCESSORS ARGUMENT...``: the arguments go to the builder.
"""

import hashlib
import os
import runpy
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any

Key = Callable[[str | bytes], bytes]


def _digest(name: str | bytes) -> bytes:
    return hashlib.sha256(os.fsencode(name)).digest()


ORDERS: Mapping[str, tuple[Key, bool]] = {
    "forwards": (os.fsencode, False),
    "backwards": (os.fsencode, True),
    "shuffled": (_digest, False),
}
"""By what names are sorted, and whether in reverse."""

AS_THEY_LIE = "as they lie"
"""The order of the file system, which may be that of creation."""


class _Entries(Iterator[Any], AbstractContextManager["_Entries"]):
    """What ``os.scandir`` gives, in another order."""

    def __init__(self, entries: list[Any]) -> None:
        self._entries = iter(entries)

    def __next__(self) -> Any:  # noqa: ANN401  # an entry of either kind of path
        return next(self._entries)

    def __exit__(self, *_: object) -> None:
        """Nothing is left open."""

    def close(self) -> None:
        """Nothing is left open."""


def disorder(order: str, processors: int) -> None:
    """Make this process list folders in ``order`` and count so many ``processors``; with one, it runs on one alone."""
    if order != AS_THEY_LIE:
        _reorder(*ORDERS[order])
    vars(os).update(cpu_count=lambda: processors, process_cpu_count=lambda: processors)
    if processors == 1 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def _reorder(key: Key, is_reversed: bool) -> None:
    listdir, scandir = os.listdir, os.scandir

    def listed(path: Any = ".") -> list[Any]:  # noqa: ANN401  # as os.listdir
        return sorted(listdir(path), key=key, reverse=is_reversed)

    def scanned(path: Any = ".") -> _Entries:  # noqa: ANN401  # as os.scandir
        with scandir(path) as entries:
            return _Entries(sorted(entries, key=lambda entry: key(entry.name), reverse=is_reversed))

    vars(os).update(listdir=listed, scandir=scanned)


if __name__ == "__main__":
    disorder(sys.argv[1], int(sys.argv[2]))
    del sys.argv[1:3]
    runpy.run_module("locdata_build.cli", run_name="__main__", alter_sys=True)
