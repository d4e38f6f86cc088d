"""Writing single files, each completely or not at all."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from locdata_build.publish.staging import locked, staged_content, sweep
from locdata_build.render.artifacts import FILE_MODE
from locdata_build.render.interrupts import interrupts_blocked


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
    """Raise ``OSError`` if there is something other than a regular file at ``target``, such as a device or a link to one."""
    if target.is_symlink():
        raise OSError(None, "Is a symbolic link")
    if target.is_dir():
        raise IsADirectoryError(None, "Is a directory")
    if os.path.lexists(target) and not target.is_file():
        raise OSError(None, "Is not a regular file")


def replace_file(target: Path, content: bytes) -> None:
    """Make ``target`` hold ``content``. Raises ``PublishError`` if it cannot be written."""
    with staged_file(target, content):
        pass


def replace_files(files: Mapping[Path, bytes]) -> None:
    """Make all files hold their contents, or none of them. Raises ``PublishError`` if one cannot be written.

    All are staged before the first one is replaced, and nothing interrupts in between.
    """
    with interrupts_blocked(), ExitStack() as staged:
        for target, content in files.items():
            staged.enter_context(staged_file(target, content))
