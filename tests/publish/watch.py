"""Reads a site continuously, as its readers would, and reports what was seen."""

import errno
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from locdata_build.publish.contents import CHECKSUMS_FILE
from locdata_model.endpoints import INDEX
from support.folders import Files

INDEX_FILE = INDEX.path.removeprefix("/")

GLANCES = 300
"""How often the watcher checks that there is a target, between two looks at the whole site."""


class Looks(msgspec.Struct, kw_only=True):
    """What a watcher has seen.

    A glance checks that there is a target; a look reads the whole site. It is overtaken if a build removed the folder
    while it was read, and everything that had been read was of one site.
    """

    glances: int = 0
    whole: int = 0
    overtaken: int = 0
    missing: int = 0
    mixed: int = 0


@contextmanager
def watching(target: Path, sites: Sequence[Files]) -> Iterator[list[Looks]]:
    """Look at ``target`` from another process until the block ends; then the list holds what was seen."""
    seen: list[Looks] = []
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.write(writer, msgspec.json.encode(_watch(target, sites)))
        finally:
            os._exit(0)
    os.close(writer)
    try:
        yield seen
    finally:
        os.kill(pid, signal.SIGTERM)
        with os.fdopen(reader, "rb") as stream:
            report = stream.read()
        os.waitpid(pid, 0)
    seen.append(msgspec.json.decode(report, type=Looks))


def _watch(target: Path, sites: Sequence[Files]) -> Looks:
    looks, ended = Looks(), []
    signal.signal(signal.SIGTERM, lambda _signal, _frame: ended.append(True))
    while not ended:
        look(target, sites, looks)
        for _ in range(GLANCES):
            looks.glances += 1
            looks.missing += not os.path.lexists(target)
    return looks


def look(target: Path, sites: Sequence[Files], looks: Looks) -> None:
    """Read one file of ``target`` by its path, and the whole site through one descriptor; count what was seen in ``looks``."""
    try:
        index = (target / INDEX_FILE).read_bytes()
        folder = os.open(target, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        looks.missing += 1
        return
    try:
        if index in [site[INDEX_FILE] for site in sites] and _is_whole(folder, sites):
            looks.whole += 1
        else:
            looks.mixed += 1
    except FileNotFoundError:
        if os.path.lexists(target) and os.path.samestat(target.stat(), os.fstat(folder)):
            looks.mixed += 1
        else:
            looks.overtaken += 1
    finally:
        os.close(folder)


def _is_whole(folder: int, sites: Sequence[Files]) -> bool:
    """Return whether the open folder holds exactly the files of one of ``sites``. Raises an error if a file is gone."""
    checksums = _read(folder, CHECKSUMS_FILE)
    files = next((site for site in sites if site[CHECKSUMS_FILE] == checksums), None)
    if files is None or any(_read(folder, path) != content for path, content in files.items()):
        return False
    found = {
        f"{place}/{name}".removeprefix("./") for place, _, names, _ in os.fwalk(".", dir_fd=folder) for name in names
    }
    if found < files.keys():
        raise FileNotFoundError(errno.ENOENT, "gone while it was read")
    return found == files.keys()


def _read(folder: int, path: str) -> bytes:
    with os.fdopen(os.open(path, os.O_RDONLY, dir_fd=folder), "rb") as stream:
        return stream.read()
