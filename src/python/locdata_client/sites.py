"""Sites in a folder or at a URL: the bytes of a published file, unless they are known already."""

import gzip
import os
import re
import ssl
import time
import zlib
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse, IncompleteRead, responses
from io import BufferedReader, RawIOBase
from pathlib import Path
from socket import socket
from typing import IO, Any, Protocol
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from locdata_client.files import MAX_FILE_BYTES, FileCache, LocdataError, NotFoundError, PublishedFile, UnreachableError

MAX_REQUEST_SECONDS = 300.0
"""Maximum time from a request to the end of its response, so that a slow server cannot occupy the client indefinitely."""

MAX_REASON_LENGTH = 200
"""Maximum length of a quoted error message of a server or of the system."""

_PART = 1024 * 1024
"""Number of bytes that are read at once."""

_ETAG = re.compile(r'(W/)?"[\x21\x23-\x7e\x80-\xff]*"')
"""An entity tag (RFC 9110, 8.8.3). Anything else is not sent back, as it might be taken for another header."""


class Site(Protocol):
    """A source of published files."""

    def url(self, path: str) -> str:
        """Return the location of the file with a path, for messages."""

    def read(self, path: str, known: PublishedFile | None = None) -> PublishedFile:
        """Return the file with a path; ``known`` itself if the file still has its version.

        Raises ``NotFoundError`` if there is no such file, and ``UnreachableError`` if it cannot be read.
        """

    def forget(self, path: str) -> bool:
        """Remove the file with a path from the cache, and return whether it may have been there."""


def open_site(location: str, *, timeout: float, cache: Path | None) -> Site:
    """Return the site at a URL or in a folder.

    ``timeout`` is in seconds. ``cache`` is the folder for the files that are read from a URL. Raises ``LocdataError`` if
    the location is neither the URL of a site nor a folder.
    """
    if location.startswith(("http://", "https://")):
        return WebSite(location, timeout=timeout, cache=cache)
    # Unlike the method of ``Path``, it has an answer for any text.
    if not os.path.isdir(location):  # noqa: PTH112
        raise LocdataError(
            f"{_without_user(location)}: neither a folder nor a URL that begins with http:// or https://"
        )
    return FolderSite(Path(location))


def checked_path(path: str) -> str:
    """Return the path of a file below the base URL of the site. Raises ``NotFoundError`` for any other, such as one with ``..``."""
    root, *names = path.split("/")
    # Control characters and surrogates are not printable.
    is_path = not root and names and {"", ".", ".."}.isdisjoint(names) and path.isprintable()
    if not is_path or not {*path}.isdisjoint("\\?#"):
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
            # The folder may be a link, also one that a new build replaces. No other link must lead out of it.
            folder = self._folder.resolve()
            resolved = (folder / path.removeprefix("/")).resolve(strict=True)
            if not resolved.is_relative_to(folder) or not resolved.is_file():
                raise NotFoundError(f"{file}: no such file of the site")
            status = resolved.stat()
            # Copies and archives may give the files of two builds the same time of the last edit.
            current = f"{status.st_mtime_ns}-{status.st_ctime_ns}-{status.st_ino}-{status.st_size}"
            if known and known.version == current:
                return known
            return PublishedFile(content=resolved.read_bytes(), version=current)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise NotFoundError(f"{file}: no such file of the site") from error
        # Python 3.11 raises RuntimeError for a loop of links.
        except (OSError, ValueError, RuntimeError) as error:
            raise UnreachableError(f"{file}: {error}") from error

    def forget(self, path: str) -> bool:  # A folder has no cache.
        """Return False."""
        return False


class WebSite:
    """A site at a URL. Each request sends the ETag of the content that is known, so that unchanged content is not sent again."""

    def __init__(self, base_url: str, *, timeout: float, cache: Path | None) -> None:
        self._base_url = _checked_base_url(base_url)
        self._timeout = timeout
        self._cache = FileCache(cache) if cache else None
        # Reading the certificates of the system takes longer than a request.
        self._tls = ssl.create_default_context()

    def url(self, path: str) -> str:
        """Return the file's URL."""
        return self._base_url + quote(checked_path(path))

    def read(self, path: str, known: PublishedFile | None = None) -> PublishedFile:
        """Request the file. If the server reports no change, return ``known`` or the file in the cache."""
        url = self.url(path)
        known = known or (self._cache.get(url) if self._cache else None)
        file = self._request(url, known if known and _ETAG.fullmatch(known.version) else None)
        if self._cache and file is not known and file.version:
            self._cache.put(url, file)
        return file

    def forget(self, path: str) -> bool:
        """Remove the file from the cache on disk."""
        if self._cache:
            self._cache.remove(self.url(path))
        return self._cache is not None

    def _request(self, url: str, known: PublishedFile | None) -> PublishedFile:
        """Return the file at a URL; ``known``, whose version is an ETag, if the server reports no change."""
        headers = {"Accept-Encoding": "gzip", "User-Agent": "locdata-client"}
        if known:
            headers["If-None-Match"] = known.version
        try:
            request = Request(url, headers=headers)  # noqa: S310  # ``open_site`` accepts http and https alone
            opener = build_opener(_Redirects, _Requests(self._tls, time.monotonic() + MAX_REQUEST_SECONDS))
            with opener.open(request, timeout=self._timeout) as response:
                if response.status != HTTPStatus.OK:
                    raise UnreachableError(f"{url}: {_status(response.status)}")
                etag = response.headers.get("ETag") or ""
                # Content that ends with the connection may have been cut off.
                may_be_kept = _ETAG.fullmatch(etag) and (response.chunked or response.length is not None)
                return PublishedFile(content=_content(response), version=etag if may_be_kept else "")
        except HTTPError as error:
            error.close()
            if error.code == HTTPStatus.NOT_MODIFIED and known:
                return known
            if error.code in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
                raise NotFoundError(f"{url}: no such file of the site") from error
            raise UnreachableError(f"{url}: {_status(error.code)}") from error
        # A URL that Python cannot request is a ValueError, a time-out or a lost connection an OSError.
        except (OSError, HTTPException, ValueError, EOFError, zlib.error) as error:
            raise UnreachableError(f"{url}: {_printable(getattr(error, 'reason', error))}") from error


class _Requests(HTTPHandler, HTTPSHandler):
    """Sends requests whose responses must be complete by a deadline, in seconds of ``time.monotonic``."""

    def __init__(self, tls: ssl.SSLContext, deadline: float) -> None:
        super().__init__(context=tls)
        self._deadline = deadline

    def do_open(self, http_class: Callable[..., HTTPConnection], req: Request, **options: Any) -> HTTPResponse:  # noqa: ANN401  # as in the base class
        """Send a request, and return the response."""

        def connection(*arguments: Any, **options: Any) -> HTTPConnection:  # noqa: ANN401
            made = http_class(*arguments, **options)
            made.response_class = partial(_Response, self._deadline)  # type: ignore[assignment]  # called like a class
            return made

        return super().do_open(connection, req, **options)


class _Response(HTTPResponse):
    """A response, of which each part must arrive by a deadline: status, headers, content and trailers."""

    def __init__(self, deadline: float, sock: socket, *arguments: Any, **options: Any) -> None:  # noqa: ANN401
        super().__init__(sock, *arguments, **options)
        self.fp = BufferedReader(_Received(self.fp.detach(), sock, deadline))


class _Received(RawIOBase):
    """Raw stream of a socket. Reading raises ``TimeoutError`` after a deadline."""

    def __init__(self, raw: RawIOBase, sock: socket, deadline: float) -> None:
        self._raw, self._socket, self._deadline = raw, sock, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:  # noqa: ANN401  # any buffer
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"not complete after {MAX_REQUEST_SECONDS:g} seconds")
        self._socket.settimeout(min(left, self._socket.gettimeout() or left))
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Redirects(HTTPRedirectHandler):
    """Follows redirects to https, and to the same server."""

    def redirect_request(  # noqa: PLR0917  # The base class has these parameters.
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        # The host of a request may be that of a proxy.
        server = urlsplit(req.full_url)
        if newurl.startswith(("https://", f"{server.scheme}://{server.netloc}/")):
            return super().redirect_request(req, fp, code, msg, headers, newurl)
        return None


def _checked_base_url(url: str) -> str:
    """Return a base URL without a slash at its end. Raises ``LocdataError`` for any other text."""
    try:
        parts = urlsplit(url)
        # Reading the port checks it.
        is_base_url = bool(parts.hostname) and parts.port != 0 and url.isprintable()
    except ValueError:
        is_base_url = False
    if not is_base_url or not {*url}.isdisjoint(" ?#\\"):
        raise LocdataError(f"{_without_user(url)}: not the base URL of a site")
    if "@" in parts.netloc:
        raise LocdataError(f"{parts.hostname}: a base URL cannot have a user name or a password")
    return url.rstrip("/")


def _without_user(location: str) -> str:
    """Return a location for a message, without a user name and a password."""
    _, at, rest = location.rpartition("@")
    return f"...{at}{rest}" if at else location


def _content(response: HTTPResponse) -> bytes:
    """Return the content of a response, unpacked. Raises an error that ``_request`` handles for content that is not whole."""
    expected = response.length
    content = bytearray()
    while part := response.read1(_PART):
        content += part
        if len(content) > MAX_FILE_BYTES:
            raise ValueError(f"longer than {MAX_FILE_BYTES} bytes")
    if expected is not None and len(content) < expected:
        raise IncompleteRead(bytes(content), expected - len(content))
    coding = response.headers.get("Content-Encoding", "identity").lower()
    if coding not in {"gzip", "identity"}:
        raise ValueError("compressed in a way that was not asked for")
    return _unpacked(content) if coding == "gzip" else bytes(content)


def _unpacked(content: bytes | bytearray) -> bytes:
    """Return gzip content unpacked. Raises ``ValueError`` for too much, and the errors of ``zlib`` and ``gzip`` for other content."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    unpacked = unpacker.decompress(content, MAX_FILE_BYTES + 1)
    if len(unpacked) > MAX_FILE_BYTES:
        raise ValueError(f"longer than {MAX_FILE_BYTES} bytes")
    if not unpacker.eof:
        raise gzip.BadGzipFile("the content ends too early")
    if unpacker.unused_data:
        raise gzip.BadGzipFile("the content goes on after its end")
    return unpacked


def _status(code: int) -> str:
    """Return a status with its standard reason. The reason that a server sends may be any text."""
    return f"status {code} {responses.get(code, '')}".rstrip()


def _printable(reason: object) -> str:
    """Return an error message of a server or of the system as one short line, without control characters."""
    return "".join(mark if mark.isprintable() else " " for mark in str(reason))[:MAX_REASON_LENGTH]
