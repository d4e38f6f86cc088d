"""A published file, and the cache on disk: the last content of each URL with its ETag."""

import hashlib
import tempfile
from pathlib import Path

import msgspec
from msgspec import Struct

from locdata_client.errors import LocdataError

LARGEST_FILE = 256 * 1024 * 1024
"""Bytes of the largest file that is read, so that nothing broken can fill the memory."""


class PublishedFile(Struct, frozen=True, kw_only=True):
    """A file of a site. ``version`` is other text for other content, or empty: an ETag, or the times and size of a file."""

    content: bytes
    version: str


class _Entry(Struct, frozen=True, kw_only=True):
    """The first line of a kept file. The content follows it."""

    url: str
    etag: str
    sha256: str


class FileCache:
    """A folder with a file for each URL. Several processes may share it.

    What cannot be written is not kept, and what is damaged counts as absent, because the site has it all.
    """

    def __init__(self, folder: Path) -> None:
        """Create the folder if it is missing. Raises ``LocdataError`` if it cannot be created."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LocdataError(f"cannot keep responses in {folder}: {error.strerror}") from error
        self._folder = folder

    def get(self, url: str) -> PublishedFile | None:
        """Return what is kept of a URL, None if that is nothing."""
        file = self._file(url)
        try:
            # Other programs may write here too, and a named pipe or a device might never end.
            if not file.is_file() or file.stat().st_size > LARGEST_FILE:
                return None
            line, _, content = file.read_bytes().partition(b"\n")
            entry = msgspec.json.decode(line, type=_Entry)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        if (entry.url, entry.sha256) != (url, _sha256(content)):
            return None
        return PublishedFile(content=content, version=entry.etag)

    def put(self, url: str, file: PublishedFile) -> None:
        """Keep a file in place of what was kept of the URL. A reader sees the one or the other, never a part."""
        entry = _Entry(url=url, etag=file.version, sha256=_sha256(file.content))
        new = None
        try:
            with tempfile.NamedTemporaryFile(dir=self._folder, prefix=".new-", delete=False) as new:
                new.write(msgspec.json.encode(entry) + b"\n" + file.content)
            Path(new.name).replace(self._file(url))
        except OSError:
            if new:
                Path(new.name).unlink(missing_ok=True)

    def _file(self, url: str) -> Path:
        return self._folder / f"{_sha256(url.encode())}.kept"


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
