"""Reads a site all the time, as its readers would, and tells what was seen."""

import errno
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from locdata_build.publish.contents import LIST
from locdata_model.endpoints import INDEX

Files = Mapping[str, bytes]
"""The files of a site by their path below its root."""

GLANCES = 300
"""How often the watcher asks whether there is a target at all, between two looks at the whole."""


class Looks(msgspec.Struct, kw_only=True):
    """What a watcher has seen.

    ``glances`` ask whether there is a target, and a look reads it. ``overtaken``: a build removed the folder while it was read, and what had been read of it was of one site.
    """

    glances: int = 0
    whole: int = 0
    overtaken: int = 0
    missing: int = 0
    mixed: int = 0


def files_of(folder: Path) -> dict[str, bytes]:
    """The files below ``folder``; whatever else is there has no bytes but its kind."""
    return {
        str(entry.relative_to(folder)): entry.read_bytes() if entry.is_file() and not entry.is_symlink() else b"strange"
        for entry in folder.rglob("*")
        if entry.is_symlink() or not entry.is_dir()
    }


@contextmanager
def watching(target: Path, sites: Sequence[Files]) -> Iterator[list[Looks]]:
    """Look at ``target`` from a process of its own until the block ends; then the list holds what was seen."""
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
            glance(target, looks)
    return looks


def glance(target: Path, looks: Looks) -> None:
    """Count in ``looks`` whether there is a ``target``."""
    looks.glances += 1
    looks.missing += not os.path.lexists(target)


def look(target: Path, sites: Sequence[Files], looks: Looks) -> None:
    """Read ``target`` once by the path of a file and once whole, through one descriptor of the folder; count in ``looks``."""
    try:
        by_path = (target / INDEX.path.removeprefix("/")).read_bytes()
        folder = os.open(target, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        looks.missing += 1
        return
    try:
        if by_path not in [site[INDEX.path.removeprefix("/")] for site in sites]:
            looks.mixed += 1
        elif _is_whole(folder, sites):
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
    """Whether the open folder holds just the files of one of ``sites``, byte for byte. Raises where a file is gone."""
    listed = _read(folder, LIST)
    files = next((site for site in sites if site[LIST] == listed), None)
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
