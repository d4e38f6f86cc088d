"""Writing one file, whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from locdata_build.publish.staging import locked, staged_content, sweep
from locdata_build.publish.writing import FILE_MODE


class PublishError(Exception):
    """Something cannot be written; the message says where and why. What was there before is still there."""


@contextmanager
def staged_file(target: Path, content: bytes) -> Iterator[None]:
    """Write ``content`` beside ``target``, and put it there when the block ends well; else leave no file.

    What dead builds have left beside ``target`` is swept first. Raises ``PublishError`` where the file cannot be
    written, before the block where that can be told.
    """
    try:
        _refuse_others(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as life:
            with locked(target.parent):
                sweep(target.parent)
                staged, descriptor = life.enter_context(staged_content(target.parent))
            with os.fdopen(descriptor, "wb", closefd=False) as stream:
                stream.write(content)
            os.fchmod(descriptor, FILE_MODE)
            # A file that has taken its place must be whole even if the power fails.
            os.fsync(descriptor)
            yield
            staged.replace(target)
    except OSError as error:
        raise PublishError(f"{target}: cannot be written: {error.strerror}") from error


def _refuse_others(target: Path) -> None:
    """Raise ``OSError`` where something is at ``target`` that is no file: a device, say."""
    if target.is_dir():
        raise IsADirectoryError(None, "Is a directory")
    if target.exists() and not target.is_file():
        raise OSError(None, "Is no regular file")


def replace_file(target: Path, content: bytes) -> None:
    """Make ``target`` hold ``content``. Raises ``PublishError`` where it cannot be written."""
    with staged_file(target, content):
        pass
