"""The archive of a site: a tar archive of one form, which is packed and read here.

Its form leaves no choice: the files in the order of their paths, each with one ustar header that follows from the path, the
size and the time of the build, and nothing else. Programs that unpack tar archives disagree about what else there can be, so
anything else is refused.
"""

import datetime as dt
import tarfile
from collections.abc import Iterable, Iterator
from typing import IO

from msgspec import Struct

from locdata_build.render.artifacts import FILE_MODE, Artifact, in_path_order

BLOCK, RECORD = tarfile.BLOCKSIZE, tarfile.RECORDSIZE
"""Headers and files fill whole blocks, an archive fills whole records, and at least two empty blocks end it."""


class ArchiveError(Exception):
    """An archive is not of this form; the message says where it differs."""


class ArchivedFile(Struct, frozen=True):
    """A file of an archive: its path on the site, where its content starts, and the number of bytes."""

    path: str
    start: int
    size: int


def pack_archive(artifacts: Iterable[Artifact], generated_at: dt.datetime) -> bytes:
    """Return the tar archive of ``artifacts``, sorted by path, without an owner or a time of this machine.

    Every file has the time of the build. Servers derive an ETag from the time and the size of a file: with a fixed time in
    every archive, a file that changes but keeps its size would keep its ETag.
    """
    time = int(generated_at.timestamp())
    parts: list[bytes] = []
    for artifact in in_path_order(artifacts):
        size = len(artifact.content)
        parts += (_header(artifact.path.removeprefix("/"), size, time), artifact.content, bytes(_padding(size, BLOCK)))
    length = sum(map(len, parts))
    return b"".join([*parts, bytes(_end(length) - length)])


def archived_files(archive: IO[bytes], size: int) -> Iterator[ArchivedFile]:
    """Yield the files of an archive of ``size`` bytes, by path. Raises ``ArchiveError`` unless ``pack_archive`` can have made it.

    The contents are not read.
    """
    position, before = 0, ArchivedFile("", 0, 0)
    while (block := archive.read(BLOCK)) != bytes(BLOCK):
        file = _archived_file(block, position + BLOCK)
        if file.path <= before.path:
            raise ArchiveError(f"{file.path!a} must not follow {before.path!a}")
        end = file.start + file.size
        position = end + _padding(file.size, BLOCK)
        archive.seek(end)
        _require_zeros(archive.read(position - end), position - end, f"after {file.path!a}")
        yield file
        before = file
    if size != _end(position):
        raise ArchiveError(f"must have {_end(position)} bytes, but has {size}")
    archive.seek(position)
    _require_zeros(archive.read(size - position), size - position, "after its last file")


def _header(name: str, size: int, time: int) -> bytes:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = size, FILE_MODE, time
    return entry.tobuf(tarfile.USTAR_FORMAT, "utf-8", "strict")


def _archived_file(block: bytes, start: int) -> ArchivedFile:
    """Return the file whose header is ``block`` and whose content starts at ``start``."""
    try:
        entry = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
        is_packed = _header(entry.name, entry.size, int(entry.mtime)) == block
    except (tarfile.HeaderError, ValueError):
        # ValueError: bytes that are not UTF-8, and numbers that do not fit.
        is_packed = False
    if not is_packed or not {"", ".", ".."}.isdisjoint(entry.name.split("/")):
        raise ArchiveError(f"byte {start - BLOCK} must begin the header of a file, as '--archive' writes it")
    return ArchivedFile(f"/{entry.name}", start, entry.size)


def _padding(length: int, unit: int) -> int:
    return -length % unit


def _end(length: int) -> int:
    """Return the size of an archive whose files end at ``length``."""
    closed = length + 2 * BLOCK
    return closed + _padding(closed, RECORD)


def _require_zeros(content: bytes, length: int, place: str) -> None:
    if content != bytes(length):
        raise ArchiveError(f"must have {length} zero bytes {place}")
