"""A deadline for a request as a whole. Timeouts of the library are for each part that is sent: a server may send parts for ever."""

import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self


class Deadline:
    """A context in which a request is made. Its connection is shut down if the context takes longer than a number of seconds.

    ``trace`` is the request's extension of this name, with which httpcore names the connection.
    """

    def __init__(self, seconds: float) -> None:
        """Take the seconds."""
        self.has_passed = False
        self._timer = threading.Timer(seconds, self._shut_down)
        self._timer.daemon = True
        self._socket: socket.socket | None = None

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Take the connection when it is made, and again when it is encrypted."""
        if event in {"connection.connect_tcp.complete", "connection.start_tls.complete"}:
            self._socket = info["return_value"].get_extra_info("socket")
            if self.has_passed:
                self._shut_down()

    def _shut_down(self) -> None:
        self.has_passed = True
        if self._socket:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
