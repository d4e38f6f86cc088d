"""Writing one file, whole or not at all."""

from pathlib import Path


class PublishError(Exception):
    """Something cannot be written; the message says where and why. What was there before is still there."""


def replace_file(target: Path, content: bytes) -> None:
    """Make ``target`` hold ``content``. Raises ``PublishError`` where it cannot be written."""
    partial = target.with_name(f".{target.name}.partial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content)
        partial.replace(target)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise PublishError(f"{target}: cannot be written: {error.strerror}") from error
