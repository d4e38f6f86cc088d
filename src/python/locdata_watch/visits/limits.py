"""Limits of a visit, and what keeps them: a body that is decoded piece by piece, and a deadline for a request as a whole."""

import socket
import threading
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Self

from msgspec import Struct


class Limits(Struct, frozen=True, kw_only=True):
    """Limits of a visit: bytes of a body, and times in seconds.

    ``seconds`` is for each request as a whole, and ``silence`` for the server to connect or to send anything. ``pause`` comes between
    two requests to a host. A host is asked ``attempts`` times; of what it asks for, ``max_wait`` is granted.
    """

    body_bytes: int = 20_000_000
    seconds: float = 60
    silence: float = 20
    pause: float = 2
    attempts: int = 3
    max_wait: float = 60
    redirects: int = 8


DEFAULT_LIMITS = Limits()

ENCODINGS = "gzip"
"""The value of the header Accept-Encoding. Others, and several on top of each other, have no limit that can be kept."""


class BodyError(Exception):
    """A body cannot be read, for a reason."""


def read_body(chunks: Iterable[bytes], encoding: str, max_bytes: int) -> bytes:
    """Return a body from its parts as they were sent, and the header Content-Encoding.

    Raises ``BodyError`` if it is larger, is not complete or has another encoding.
    """
    name = encoding.strip().lower()
    if name not in {"", "identity", "gzip", "x-gzip"}:
        raise BodyError(f"has the encoding {encoding}")
    decoder = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16) if name.endswith("gzip") else None
    body = bytearray()
    for chunk in chunks:
        try:
            body += decoder.decompress(chunk, max_bytes + 1 - len(body)) if decoder else chunk
        except zlib.error as error:
            raise BodyError(f"is not in the encoding gzip: {error}") from error
        if len(body) > max_bytes:
            raise BodyError(f"larger than {max_bytes / 1_000_000:g} MB")
    if decoder and body and not decoder.eof:
        raise BodyError("not complete")
    return bytes(body)


class Deadline:
    """A context in which a request is made. Its connection is shut down if the context takes longer than a number of seconds.

    The timeouts of the library are for each part that is sent, and a server may send parts without end.
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
