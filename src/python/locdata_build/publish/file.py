"""Writing one file, whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE_MODE = 0o644
"""Published files can be read by all, whatever the umask."""


class PublishError(Exception):
    """Something cannot be written; the message says where and why. What was there before is still there."""


@contextmanager
def staged_file(target: Path, content: bytes) -> Iterator[None]:
    """Write ``content`` beside ``target``, and put it there when the block ends well; else leave no file.

    Raises ``PublishError`` where it cannot be written, before the block where that can be told.
    """
    staged: Path | None = None
    try:
        if target.is_dir():
            raise IsADirectoryError(None, "Is a directory")
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".locdata-", dir=target.parent)
        staged = Path(name)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        staged.chmod(FILE_MODE)
        yield
        staged.replace(target)
    except OSError as error:
        raise PublishError(f"{target}: cannot be written: {error.strerror}") from error
    finally:
        if staged is not None:
            staged.unlink(missing_ok=True)


def replace_file(target: Path, content: bytes) -> None:
    """Make ``target`` hold ``content``. Raises ``PublishError`` where it cannot be written."""
    with staged_file(target, content):
        pass
