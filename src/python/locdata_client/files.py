"""Published files, the errors in reading them, and the cache on disk: the last content of each URL with its ETag."""

import contextlib
import hashlib
import tempfile
from pathlib import Path

import msgspec
from msgspec import Struct

MAX_FILE_BYTES = 64 * 1024 * 1024
"""Maximum size of a file that is read, so that a broken server cannot fill the memory. The largest published one has 12 MB."""


class LocdataError(Exception):
    """Base class of all errors of this package. Each message names the file and the site."""


class NotFoundError(LocdataError, LookupError):
    """The site has no such file, country or product."""


class UnreachableError(LocdataError):
    """The site could not be read: no connection, a time-out, or an error status."""


class InvalidContentError(LocdataError):
    """The content of a file does not conform to the type of its path."""


class UnsupportedVersionError(LocdataError):
    """The site publishes another major version of the API."""


class PublishedFile(Struct, frozen=True, kw_only=True):
    """A file of a site. ``version`` differs for different content, or is empty: an ETag, or the times and size of a file."""

    content: bytes
    version: str


class _CacheHeader(Struct, frozen=True, kw_only=True):
    """The first line of a file in the cache. The content follows it."""

    url: str
    etag: str
    sha256: str


class FileCache:
    """A folder with a file for each URL. Several processes may share it.

    Failed writes are ignored and damaged files count as absent, because the content can be read from the site again.
    """

    def __init__(self, folder: Path) -> None:
        """Create the folder if it is missing. Raises ``LocdataError`` if it cannot be created."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LocdataError(f"cannot keep responses in {folder}: {error.strerror}") from error
        self._folder = folder

    def get(self, url: str) -> PublishedFile | None:
        """Return the file of a URL, or None if the cache has none."""
        file = self._file(url)
        try:
            # Other programs may write here too, and a named pipe or a device might never end.
            if not file.is_file() or file.stat().st_size > MAX_FILE_BYTES:
                return None
            line, _, content = file.read_bytes().partition(b"\n")
            entry = msgspec.json.decode(line, type=_CacheHeader)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        if (entry.url, entry.sha256) != (url, _sha256(content)):
            return None
        return PublishedFile(content=content, version=entry.etag)

    def put(self, url: str, file: PublishedFile) -> None:
        """Replace the file of a URL. A reader sees the former file or the new one, never a part."""
        entry = _CacheHeader(url=url, etag=file.version, sha256=_sha256(file.content))
        new = None
        try:
            with tempfile.NamedTemporaryFile(dir=self._folder, prefix=".new-", delete=False) as new:
                new.write(msgspec.json.encode(entry) + b"\n" + file.content)
            Path(new.name).replace(self._file(url))
        except OSError:
            if new:
                Path(new.name).unlink(missing_ok=True)

    def remove(self, url: str) -> None:
        """Remove the file of a URL."""
        with contextlib.suppress(OSError):
            self._file(url).unlink()

    def _file(self, url: str) -> Path:
        return self._folder / f"{_sha256(url.encode())}.kept"


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
