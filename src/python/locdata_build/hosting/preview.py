"""A web server for a built site on this machine. It responds as servers with the generated configurations do."""

import contextlib
import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from locdata_build.hosting.configuration import HostingError
from locdata_build.hosting.rules import (
    ALLOW,
    COMMON_HEADERS,
    ENCODINGS,
    METHODS,
    PREFLIGHT_HEADERS,
    caching,
    error_path,
    headers_for,
    is_hidden,
)

HOST = "127.0.0.1"
INDEX_NAME = "index.html"


class Request(NamedTuple):
    """The relevant parts of a request. The headers are empty if they were not sent."""

    method: str
    target: str
    if_none_match: str = ""
    accept_encoding: str = ""


ReadFile = Callable[[str], bytes | None]
"""Returns the content of the file at a path of the site; None if there is none."""


class Response(NamedTuple):
    """A status, the headers in their order, and the content, which is not sent for HEAD."""

    status: HTTPStatus
    headers: Mapping[str, str]
    content: bytes = b""


# Responses


def answer(read: ReadFile, prefix: str, request: Request) -> Response:
    """Return the response to a request for the site that ``read`` reads, which is served below the path ``prefix``."""
    raw_path, mark, query = request.target.partition("?")
    path = unquote(raw_path, errors="replace").removeprefix(prefix)
    headers = {"Cache-Control": caching(path), **COMMON_HEADERS}
    if request.method == "OPTIONS":
        return Response(HTTPStatus.NO_CONTENT, {**headers, **PREFLIGHT_HEADERS})
    if request.method not in METHODS:
        return Response(HTTPStatus.METHOD_NOT_ALLOWED, {**headers, "Allow": ALLOW})
    if raw_path == prefix:
        return _redirect(f"{prefix}/{mark}{query}", headers)
    if not raw_path.startswith(f"{prefix}/"):
        return _not_found(read, "/", request)
    if path.endswith("/"):
        path += INDEX_NAME
    elif _is_visible(read, f"{path}/{INDEX_NAME}"):
        return _redirect(f"{quote(f'{prefix}{path}/')}{mark}{query}", headers)
    return _found(read, path, request) if _is_visible(read, path) else _not_found(read, path, request)


def _redirect(location: str, headers: Mapping[str, str]) -> Response:
    return Response(HTTPStatus.MOVED_PERMANENTLY, {"Location": location, **headers})


def _not_found(read: ReadFile, path: str, request: Request) -> Response:
    """Return the error file for ``path``. Conditions concern the requested path, so they are ignored."""
    page = error_path(path)
    if not _is_visible(read, page):
        return Response(HTTPStatus.NOT_FOUND, COMMON_HEADERS)
    return _found(read, page, request._replace(if_none_match=""))._replace(status=HTTPStatus.NOT_FOUND)


def _found(read: ReadFile, path: str, request: Request) -> Response:
    """Return a file or the compressed copy that the client prefers; 304 without content if the ETag matches."""
    copies = [encoding for encoding, suffix in ENCODINGS.items() if read(f"{path}{suffix}") is not None]
    accepted = set(_accepted(request.accept_encoding))
    encoding = next((encoding for encoding in copies if encoding in accepted), None)
    content = read(f"{path}{ENCODINGS[encoding] if encoding else ''}") or b""
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {**headers_for(path), "ETag": etag}
    if encoding:
        headers["Content-Encoding"] = encoding
    if copies:
        headers["Vary"] = "Accept-Encoding"
    if not {etag, "*"}.isdisjoint(_tags(request.if_none_match)):
        del headers["Content-Type"]
        return Response(HTTPStatus.NOT_MODIFIED, headers)
    return Response(HTTPStatus.OK, headers, content)


def _accepted(accept_encoding: str) -> Iterator[str]:
    """Yield the encodings that a client accepts: those whose weight is not zero."""
    for choice in accept_encoding.lower().split(","):
        name, _, weight = choice.partition(";")
        if not re.fullmatch(r"\s*q=0(\.0*)?\s*", weight):
            yield name.strip()


def _tags(if_none_match: str) -> Iterator[str]:
    """Yield the ETags of a condition. Weak tags compare like strong ones (RFC 9110, 13.1.2)."""
    yield from (tag.strip().removeprefix("W/") for tag in if_none_match.split(","))


def _is_visible(read: ReadFile, path: str) -> bool:
    return not is_hidden(path) and read(path) is not None


def read_file(folder: Path, path: str) -> bytes | None:
    """Return the file at ``path`` below ``folder``; None if there is none or a dot segment or link leads elsewhere."""
    names = path.removeprefix("/").split("/")
    if not path.startswith("/") or not {"", ".", ".."}.isdisjoint(names) or "\0" in path:
        return None
    root = folder.resolve()
    try:
        file = root.joinpath(*names).resolve(strict=True)
        return file.read_bytes() if file.is_file() and file.is_relative_to(root) else None
    except (OSError, RuntimeError):
        # No such file, a name that is too long, or a loop of links (RuntimeError).
        return None


# The server


class _Handler(BaseHTTPRequestHandler):
    """Responds to each request of a connection with ``respond``."""

    protocol_version = "HTTP/1.1"
    # Headers and content go out in one write: with two, delayed acknowledgements would stall clients.
    wbufsize = -1

    def __init__(self, respond: Callable[[Request], Response], *arguments: Any) -> None:  # noqa: ANN401  # Those of the base class.
        self._respond = respond
        super().__init__(*arguments)

    def __getattr__(self, name: str) -> Callable[[], None]:
        """Return the handler of an HTTP method, which the base class looks up as ``do_GET`` and so on."""
        if name.startswith("do_"):
            return self._send
        raise AttributeError(name)

    def handle_one_request(self) -> None:
        """Handle one request; ignore that the client has closed the connection."""
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True

    def finish(self) -> None:
        """End the connection; ignore that the client has closed it."""
        with contextlib.suppress(ConnectionError):
            super().finish()

    def _send(self) -> None:
        if_none_match, accept_encoding = (
            ", ".join(self.headers.get_all(name, [])) for name in ("If-None-Match", "Accept-Encoding")
        )
        status, headers, content = self._respond(Request(self.command, self.path, if_none_match, accept_encoding))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status not in {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}:
            self.send_header("Content-Length", str(len(content)))
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            # The body of the request was not read and would be taken for the next request.
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def version_string(self) -> str:
        """Return the ``Server`` header, which names no version."""
        return "locdata_build"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # The name is the base class's.
        """Log nothing."""


@contextlib.contextmanager
def listening(folder: Path, prefix: str, port: int) -> Iterator[ThreadingHTTPServer]:
    """Yield a listening server of the site in ``folder``; port 0 means any. Raise ``HostingError`` if the port is taken."""
    with responding(partial(answer, partial(read_file, folder), prefix), port) as server:
        yield server


@contextlib.contextmanager
def responding(respond: Callable[[Request], Response], port: int) -> Iterator[ThreadingHTTPServer]:
    """Yield a listening server that responds with ``respond``, as ``listening`` does."""
    try:
        server = ThreadingHTTPServer((HOST, port), partial(_Handler, respond))
    except OSError as error:
        raise HostingError(f"port {port}: cannot be listened to: {error.strerror}") from error
    with server:
        yield server
