"""Local HTTP server of a preview: it sends the responses of a function."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from locdata_build.hosting.configuration import HostingError
from locdata_build.hosting.preview import FolderFiles, Request, Response, answer
from locdata_build.hosting.rules import COMMON_HEADERS

HOST = "127.0.0.1"


class _Handler(BaseHTTPRequestHandler):
    """Handler that responds to each request of a connection with ``respond``."""

    protocol_version = "HTTP/1.1"
    # Headers and content are sent in one write: with two, delayed acknowledgements would stall clients.
    wbufsize = -1

    def __init__(self, respond: Callable[[Request], Response], *arguments: Any) -> None:  # noqa: ANN401  # Those of the base class.
        self._respond = respond
        super().__init__(*arguments)

    def __getattr__(self, name: str) -> Callable[[], None]:
        """Return the handler of an HTTP method, which the base class looks up as ``do_GET`` and so on."""
        if name.startswith("do_"):
            return self._send
        raise AttributeError(name)

    def _send(self) -> None:
        length = self.headers.get("Content-Length", "0")
        if not length.isdecimal():
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        # A body is not read. The server would parse it as the next request.
        self.close_connection |= int(length) > 0 or "Transfer-Encoding" in self.headers
        names = ("If-None-Match", "Accept-Encoding", "Range", "If-Range")
        values = (", ".join(self.headers.get_all(name, [])) for name in names)
        self._write(self._respond(Request(self.command, self.path, *values)))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse a request that cannot be parsed; the base class calls this too."""
        # The base class assumes HTTP/0.9, which has no status and no headers.
        self.request_version, self.command, self.close_connection = self.protocol_version, "", True
        self._write(Response(HTTPStatus(code), COMMON_HEADERS))

    def _write(self, response: Response) -> None:
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
        """Return the ``Server`` header, without a version."""
        return "locdata_build"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # The name is the base class's.
        """Log nothing."""


class _Server(ThreadingHTTPServer):
    """Server with a thread for each connection."""

    # With a shorter queue, the system ignores some of the clients that connect at the same time, and they retry slowly.
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Print the traceback of an error, except if the client has closed the connection."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


@contextmanager
def listening(folder: Path, prefix: str, port: int) -> Iterator[ThreadingHTTPServer]:
    """Yield a listening server of the site in ``folder``; port 0 means any. Raises ``HostingError`` if the port is taken."""
    with responding(partial(answer, FolderFiles(folder), prefix), port) as server:
        yield server


@contextmanager
def responding(respond: Callable[[Request], Response], port: int) -> Iterator[ThreadingHTTPServer]:
    """Yield a listening server that responds with ``respond``, as ``listening`` does."""
    try:
        server = _Server((HOST, port), partial(_Handler, respond))
    except OSError as error:
        raise HostingError(f"port {port}: cannot listen: {error.strerror}") from error
    with server:
        yield server
