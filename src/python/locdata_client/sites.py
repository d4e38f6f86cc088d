"""Where a site is: in a folder, or at a URL. Both give the bytes of a published file, and say if they are as before."""

import gzip
import os
import zlib
from http.client import HTTPException
from pathlib import Path
from typing import Protocol
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from locdata_client.cache import FileCache, PublishedFile
from locdata_client.errors import LocdataError, NotFoundError, UnreachableError

LARGEST_FILE = 256 * 1024 * 1024
"""Bytes of the largest file that is read, so that a broken server cannot fill the memory."""

_NOT_MODIFIED, _NOT_FOUND, _GONE = 304, 404, 410


class Site(Protocol):
    """What the client reads from."""

    def url(self, path: str) -> str:
        """Return where the file with a path is, for messages."""

    def read(self, path: str, known: PublishedFile | None = None) -> PublishedFile:
        """Return the file with a path; ``known`` itself if the file still has its version.

        Raises ``NotFoundError`` if there is no such file, and ``UnreachableError`` if it cannot be read.
        """


def open_site(location: str, *, timeout: float, cache: Path | None) -> Site:
    """Return the site at a URL or in a folder.

    ``timeout`` is in seconds. ``cache`` is the folder in which what is read from a URL is kept. Raises ``LocdataError`` if
    the location is neither the URL of a site nor a folder.
    """
    if location.startswith(("http://", "https://")):
        return WebSite(location, timeout=timeout, cache=cache)
    # Unlike the method of ``Path``, it has an answer for any text.
    if not os.path.isdir(location):  # noqa: PTH112
        raise LocdataError(f"{location}: neither a folder nor a URL that begins with http:// or https://")
    return FolderSite(Path(location))


def checked_path(path: str) -> str:
    """Return a path below the base URL of the site. Raises ``NotFoundError`` for any other, such as one with ``..``."""
    names = path.split("/")
    if names[0] or not {".", ".."}.isdisjoint(names) or any(mark in path for mark in "\\?#\0"):
        raise NotFoundError(f"not the path of a published file: {path[:200]!r}")
    return path


class FolderSite:
    """A site in a folder, as a build leaves it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()

    def url(self, path: str) -> str:
        """Return the file's path in the file system."""
        return str(self._folder / checked_path(path).removeprefix("/"))

    def read(self, path: str, known: PublishedFile | None = None) -> PublishedFile:
        """Read the file, unless its times and size are those of ``known``."""
        file = Path(self.url(path))
        try:
            # A link must not lead out of the folder. The folder itself may be a link, also one that a new build replaces.
            if not file.resolve(strict=True).is_relative_to(self._folder.resolve()) or not file.is_file():
                raise NotFoundError(f"{file}: no such file of the site")
            status = file.stat()
            # Copies and archives may give the files of two builds the same time of the last edit.
            current = f"{status.st_mtime_ns}-{status.st_ctime_ns}-{status.st_ino}-{status.st_size}"
            if known and known.version == current:
                return known
            return PublishedFile(content=file.read_bytes(), version=current)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise NotFoundError(f"{file}: no such file of the site") from error
        # Python 3.11 raises RuntimeError for a loop of links.
        except (OSError, ValueError, RuntimeError) as error:
            raise UnreachableError(f"{file}: {error}") from error


class WebSite:
    """A site at a URL. Each request sends the ETag of the content that is known, so that unchanged content is not sent again."""

    def __init__(self, base_url: str, *, timeout: float, cache: Path | None) -> None:
        parts = urlsplit(base_url)
        if not parts.hostname or parts.query or parts.fragment:
            raise LocdataError(f"{base_url}: not the base URL of a site")
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout
        self._cache = FileCache(cache) if cache else None

    def url(self, path: str) -> str:
        """Return the file's URL."""
        return self._base_url + quote(checked_path(path), safe="/%")

    def read(self, path: str, known: PublishedFile | None = None) -> PublishedFile:
        """Request the file. If the server says that it has not changed, return ``known`` or what is in the cache."""
        url = self.url(path)
        known = known or (self._cache.get(url) if self._cache else None)
        file = self._request(url, known)
        if self._cache and file is not known and file.version:
            self._cache.put(url, file)
        return file

    def _request(self, url: str, known: PublishedFile | None) -> PublishedFile:
        headers = {"Accept-Encoding": "gzip", "User-Agent": "locdata-client"}
        if known and known.version:
            headers["If-None-Match"] = known.version
        try:
            request = Request(url, headers=headers)  # noqa: S310  # ``open_site`` accepts http and https alone
            with urlopen(request, timeout=self._timeout) as response:  # noqa: S310  # the same
                content = response.read(LARGEST_FILE + 1)
                if response.headers.get("Content-Encoding") == "gzip":
                    content = _unpacked(content)
                if len(content) > LARGEST_FILE:
                    raise UnreachableError(f"{url}: longer than {LARGEST_FILE} bytes")
                return PublishedFile(content=content, version=response.headers.get("ETag") or "")
        except HTTPError as error:
            error.close()
            if error.code == _NOT_MODIFIED and known:
                return known
            if error.code in (_NOT_FOUND, _GONE):
                raise NotFoundError(f"{url}: no such file of the site") from error
            raise UnreachableError(f"{url}: status {error.code} {error.reason}") from error
        # A URL that Python cannot request is a ValueError, a time-out or a lost connection an OSError.
        except (OSError, HTTPException, ValueError, EOFError, zlib.error) as error:
            raise UnreachableError(f"{url}: {getattr(error, 'reason', error)}") from error


def _unpacked(content: bytes) -> bytes:
    """Return gzip content unpacked, and not much more of it than is accepted."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    unpacked = unpacker.decompress(content, LARGEST_FILE + 1)
    if not unpacker.eof and len(unpacked) <= LARGEST_FILE:
        raise gzip.BadGzipFile("the content ends too early")
    return unpacked
