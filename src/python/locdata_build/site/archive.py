"""The archive of a site: a tar archive with the same bytes on every machine."""

import datetime as dt
import io
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from locdata_build.render.artifacts import FILE_MODE, Artifact, in_path_order


def pack_archive(artifacts: Iterable[Artifact], generated_at: dt.datetime) -> bytes:
    """Return the tar archive of ``artifacts``, sorted by path, without an owner or a time of this machine.

    Every file has the time of the build. Servers derive an ETag from the time and the size of a file: with a fixed time in
    every archive, a file that changes but keeps its size would keep its ETag.
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT, encoding="utf-8", errors="strict") as tar:
        for artifact in in_path_order(artifacts):
            entry = tarfile.TarInfo(artifact.path.removeprefix("/"))
            entry.size, entry.mode, entry.mtime = len(artifact.content), FILE_MODE, int(generated_at.timestamp())
            tar.addfile(entry, io.BytesIO(artifact.content))
    return buffer.getvalue()


def archived_files(archive: Path) -> Iterator[tuple[str, int, int]]:
    """Yield the path on the site, the position in the archive and the size of each file of a tar archive, in its order.

    Raises ``tarfile.TarError`` if it is not an uncompressed tar archive, or holds anything but folders and regular files
    that can be unpacked safely. Raises ``OSError`` if it cannot be read.
    """
    with tarfile.open(archive, mode="r:", encoding="utf-8") as tar:
        for entry in tar:
            member = tarfile.data_filter(entry, "/site")
            if member.isdir():
                continue
            if member.type not in {tarfile.REGTYPE, tarfile.AREGTYPE}:
                raise tarfile.TarError(f"{member.name!a} is not a regular file")
            yield f"/{PurePosixPath(member.name)}", member.offset_data, member.size
