"""Files by their bytes: what they hold, and the digest that names them."""

import hashlib
from pathlib import Path

from locdata_release.read.faults import ReleaseError


def read_file(path: Path) -> bytes:
    """The bytes of a file. Raises ``ReleaseError`` where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise ReleaseError(f"{path}: cannot be read: {error.strerror}") from error


def sha256(content: bytes) -> str:
    """The SHA-256 of ``content``, in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()
