"""A web server on this machine for responses that a function returns. No client can occupy it for long."""

import contextlib
import io
import socket
import time
from collections.abc import Callable, Iterator
from email.errors import (
    FirstHeaderLineIsContinuationDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from locdata_build.hosting.configuration import HostingError
from locdata_build.hosting.preview import FolderFiles, Request, Response, answer
from locdata_build.hosting.rules import COMMON_HEADERS

HOST = "127.0.0.1"

PATIENCE = 10.0
"""Seconds that a client has to send its next request, and as many to take the response."""

MOST_CONNECTIONS = 128
"""Connections that may be open at once: a thread each. Others are closed at once."""

UNREAD_HEADERS = (
    FirstHeaderLineIsContinuationDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
"""What Python notes of a request if it has left out headers, among them perhaps the length of a body."""


class _Incoming(io.RawIOBase):
    """What a client sends until a deadline; reading raises ``TimeoutError`` after it."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.deadline = 0.0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:  # noqa: ANN401  # A writable buffer, for which Python 3.11 has no type.
        # A timeout of zero would make the socket non-blocking.
        self._connection.settimeout(max(0.001, self.deadline - time.monotonic()))
        return self._connection.recv_into(buffer)


class _Handler(BaseHTTPRequestHandler):
    """Responds to each request of a connection with ``respond``."""

    protocol_version = "HTTP/1.1"
    # Headers and content go out in one write: with two, delayed acknowledgements would stall clients.
    wbufsize = -1

    def __init__(self, respond: Callable[[Request], Response], *arguments: Any) -> None:  # noqa: ANN401  # Those of the base class.
        self._respond = respond
        super().__init__(*arguments)

    def setup(self) -> None:
        """Open the connection."""
        super().setup()
        self._incoming = _Incoming(self.connection)
        self.rfile = io.BufferedReader(self._incoming)

    def __getattr__(self, name: str) -> Callable[[], None]:
        """Return the handler of an HTTP method, which the base class looks up as ``do_GET`` and so on."""
        if name.startswith("do_"):
            return self._send
        raise AttributeError(name)

    def handle_one_request(self) -> None:
        """Handle one request; ignore that the client has closed the connection. The base class handles timeouts."""
        self._incoming.deadline = time.monotonic() + PATIENCE
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True

    def finish(self) -> None:
        """End the connection; ignore that the client has closed it or takes nothing."""
        with contextlib.suppress(ConnectionError, TimeoutError):
            super().finish()

    def _send(self) -> None:
        lengths = self.headers.get_all("Content-Length", [])
        is_length_wrong = lengths and not (len(lengths) == 1 and lengths[0].isascii() and lengths[0].isdecimal())
        if is_length_wrong or any(isinstance(defect, UNREAD_HEADERS) for defect in self.headers.defects):
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        # A body is not read. It would be taken for the next request.
        self.close_connection |= lengths not in ([], ["0"]) or "Transfer-Encoding" in self.headers
        if_none_match, accept_encoding = (
            ", ".join(self.headers.get_all(name, [])) for name in ("If-None-Match", "Accept-Encoding")
        )
        self._write(self._respond(Request(self.command, self.path, if_none_match, accept_encoding)))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse a request that cannot be read; the base class calls this too."""
        # The base class takes what it cannot read for HTTP/0.9, which has no status and no headers.
        self.request_version, self.command, self.close_connection = self.protocol_version, "", True
        self._write(Response(HTTPStatus(code), COMMON_HEADERS))

    def _write(self, response: Response) -> None:
        self.connection.settimeout(PATIENCE)
        status, headers, content = response
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status not in {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}:
            self.send_header("Content-Length", str(len(content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def version_string(self) -> str:
        """Return the ``Server`` header, which names no version."""
        return "locdata_build"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # The name is the base class's.
        """Log nothing."""


class _Server(ThreadingHTTPServer):
    """A thread for each connection, up to a number of them."""

    # With room for fewer, the system ignores clients that connect at once, and they try again later and later.
    request_queue_size = MOST_CONNECTIONS

    def __init__(self, port: int, respond: Callable[[Request], Response]) -> None:
        self._places = BoundedSemaphore(MOST_CONNECTIONS)
        super().__init__((HOST, port), partial(_Handler, respond))

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  # The types are the base class's.
        """Handle a connection in a new thread, or close it if there are too many."""
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  # The types are the base class's.
        """Handle a connection in this thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()


@contextlib.contextmanager
def listening(folder: Path, prefix: str, port: int) -> Iterator[ThreadingHTTPServer]:
    """Yield a listening server of the site in ``folder``; port 0 means any. Raises ``HostingError`` if the port is taken."""
    with responding(partial(answer, FolderFiles(folder), prefix), port) as server:
        yield server


@contextlib.contextmanager
def responding(respond: Callable[[Request], Response], port: int) -> Iterator[ThreadingHTTPServer]:
    """Yield a listening server that responds with ``respond``, as ``listening`` does."""
    try:
        server = _Server(port, respond)
    except OSError as error:
        raise HostingError(f"port {port}: cannot be listened to: {error.strerror}") from error
    with server:
        yield server
