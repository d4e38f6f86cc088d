"""The preview as a server on this machine, which nobody else can reach."""

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from locdata_build.delivery.place import DeliveryError
from locdata_build.delivery.preview import Answer, Asked, answer

HOST = "127.0.0.1"
CONDITIONS = ("If-None-Match", "Accept-Encoding")


class _Handler(BaseHTTPRequestHandler):
    """Asks ``reply`` for the answer to each request of a connection."""

    protocol_version = "HTTP/1.1"
    # One write for headers and content: a client would wait for the second.
    wbufsize = -1

    def __init__(self, reply: Callable[[Asked], Answer], *arguments: Any) -> None:  # noqa: ANN401  # Those of the base class.
        self._answer_to = reply
        super().__init__(*arguments)

    def __getattr__(self, name: str) -> Callable[[], None]:
        """The base class looks for a method of its own for each method of HTTP; this is all of them."""
        if name.startswith("do_"):
            return self._reply
        raise AttributeError(name)

    def handle_one_request(self) -> None:
        """Answer one request. A client that has gone is no fault."""
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True

    def finish(self) -> None:
        """End a connection, which the client may have ended before."""
        with contextlib.suppress(ConnectionError):
            super().finish()

    def _reply(self) -> None:
        conditions, encodings = (", ".join(self.headers.get_all(name, [])) for name in CONDITIONS)
        status, headers, content = self._answer_to(Asked(self.command, self.path, conditions, encodings))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status not in {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}:
            self.send_header("Content-Length", str(len(content)))
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            # A body that nobody reads would pass for the next request.
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def version_string(self) -> str:
        """What answers call this server."""
        return "locdata_build"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # The name is the base class's.
        """Say nothing."""


@contextlib.contextmanager
def listening(folder: Path, prefix: str, port: int) -> Iterator[ThreadingHTTPServer]:
    """Give a server of the site in ``folder`` that listens already; port 0 stands for any. Raises ``DeliveryError``."""
    try:
        server = ThreadingHTTPServer((HOST, port), partial(_Handler, partial(answer, folder, prefix)))
    except OSError as error:
        raise DeliveryError(f"port {port}: cannot be listened to: {error.strerror}") from error
    with server:
        yield server
