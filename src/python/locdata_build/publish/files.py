"""Writing single files, each completely or not at all, and packing the archive of the site."""

import datetime as dt
import io
import os
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from locdata_build.publish.staging import locked, staged_content, sweep
from locdata_build.render.artifacts import Artifact, in_path_order

FILE_MODE = 0o644
"""Everyone can read published files, whatever the umask is."""


class PublishError(Exception):
    """Something cannot be written; the message says where and why. What was there before is still there."""


@contextmanager
def staged_file(target: Path, content: bytes) -> Iterator[None]:
    """Write ``content`` beside ``target``, and move it there if the block ends without an error; else leave no file.

    Whatever killed builds left beside ``target`` is removed first. Raises ``PublishError`` if the file cannot be written,
    if possible before the block runs.
    """
    try:
        _refuse_other_kinds(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            with locked(target.parent):
                sweep(target.parent)
                staged, descriptor = stack.enter_context(staged_content(target.parent))
            with os.fdopen(descriptor, "wb", closefd=False) as stream:
                stream.write(content)
            os.fchmod(descriptor, FILE_MODE)
            # The content must reach the disk before the name does, or a power failure could leave an empty file.
            os.fsync(descriptor)
            yield
            staged.replace(target)
    except OSError as error:
        raise PublishError(f"{target}: cannot be written: {error.strerror}") from error


def _refuse_other_kinds(target: Path) -> None:
    """Raise ``OSError`` if there is something other than a regular file at ``target``, such as a device."""
    if target.is_dir():
        raise IsADirectoryError(None, "Is a directory")
    if target.exists() and not target.is_file():
        raise OSError(None, "Is not a regular file")


def replace_file(target: Path, content: bytes) -> None:
    """Make ``target`` hold ``content``. Raises ``PublishError`` if it cannot be written."""
    with staged_file(target, content):
        pass


def pack_archive(artifacts: Iterable[Artifact], generated_at: dt.datetime) -> bytes:
    """Return a tar archive of ``artifacts``, sorted by path, without an owner or a time of this machine.

    Every file has the time of the build. Servers derive an ETag from the time and the size of a file: with a fixed time in
    every archive, a file that changes but keeps its size would keep its ETag.
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for artifact in in_path_order(artifacts):
            entry = tarfile.TarInfo(artifact.path.removeprefix("/"))
            entry.size, entry.mode, entry.mtime = len(artifact.content), FILE_MODE, int(generated_at.timestamp())
            archive.addfile(entry, io.BytesIO(artifact.content))
    return buffer.getvalue()
