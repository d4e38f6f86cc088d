"""A web of many hosts on this machine: one server, which answers by address, and a transport that sends every request to it."""

import contextlib
import os
import socket
import ssl
import struct
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from threading import Event, Lock, Thread
from typing import Any, Self
from urllib.parse import urlsplit

import httpx
from msgspec import Struct

from locdata_watch.visits.hosts import NoSuchHostError, PublicTransport
from watch.answers import Answer, Exchange, reply

PUBLIC_ADDRESS = "93.184.216.34"
"""The address of every host that has no other."""

SCHEME = "X-Forwarded-Proto"
"""The header in which the transport tells the server the scheme of the address, because the server itself has no TLS."""


class ServedRequest(Struct, frozen=True, kw_only=True):
    """A request that reached the server, with lower-case names of its headers, and the port of its connection."""

    url: str
    host: str
    path: str
    headers: Mapping[str, str]
    client_port: int


class LocalWeb:
    """The server while it runs, and the addresses of its hosts.

    Addresses without an answer have the status 404 on hosts with other addresses; other hosts do not exist. Every answer takes
    ``delay`` seconds.
    """

    def __init__(self) -> None:
        self.delay = 0.0
        self.log: list[ServedRequest] = []
        self.closed = Event()
        self._answers: dict[str, list[Answer]] = {}
        self._addresses: dict[str, tuple[str, ...]] = {}
        self._failing: set[str] = set()
        self._lock = Lock()
        self._open, self._most = Counter[str](), Counter[str]()
        self._server = _Server(self)
        self._inner = _LocalTransport(self._server.server_port)

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, args=[0.01], daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closed.set()
        self._inner.close()
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """The address of the server itself."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def set(self, url: str, *answers: Answer) -> None:
        """Answer the requests for an address: each by the next answer, and all later ones by the last."""
        self._answers[url] = list(answers)
        host = urlsplit(url).hostname
        assert host is not None
        self._addresses.setdefault(host, (PUBLIC_ADDRESS,))

    def set_addresses(self, host: str, *addresses: str) -> None:
        """Set the IP addresses of a host. Without any, the host does not exist."""
        self._addresses[host] = addresses

    def fail(self, host: str) -> None:
        """Let lookups of a host fail, as if no resolver answered."""
        self._failing.add(host)

    def lookup(self, host: str, port: int) -> Sequence[str]:
        """Return the IP addresses of a host, as a resolver would. Raises ``NoSuchHostError`` or ``httpx.ConnectError``."""
        if host in self._failing:
            raise httpx.ConnectError(f"{host}: nobody knows")
        with contextlib.suppress(ValueError):
            return [str(ip_address(host))]
        if not (addresses := self._addresses.get(host)):
            raise NoSuchHostError(host)
        return addresses

    def transport(self) -> PublicTransport:
        """Return the transport of the watch, whose requests end at this server."""
        return PublicTransport(lookup=self.lookup, inner=self._inner)

    def requested(self, host: str | None = None) -> list[str]:
        """Return the requested addresses, without those of robots.txt, of a host or of all."""
        return [request.url for request in self.log if request.path != "/robots.txt" and host in {None, request.host}]

    def most_at_once(self, host: str) -> int:
        """Return the largest number of requests to a host that waited for the server at the same time; see ``delay``."""
        return self._most[host]

    def answer(self, request: ServedRequest, exchange: Exchange) -> None:
        """Record a request, and answer it."""
        with self._lock:
            self.log.append(request)
            self._open[request.host] += 1
            self._most[request.host] = max(self._most[request.host], self._open[request.host])
            answers = self._answers.get(request.url, [reply(status=404)])
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
        time.sleep(self.delay)
        with self._lock:
            self._open[request.host] -= 1
        answer(exchange)


class _Server(ThreadingHTTPServer):
    """A server of this machine alone."""

    request_queue_size = 128

    def __init__(self, web: LocalWeb) -> None:
        self.web = web
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  # As in the base class.
        # Clients may close their connections.
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Hands each request to the web."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_GET(self) -> None:  # The name in the base class.
        headers = {name.lower(): value for name, value in self.headers.items()}
        scheme, host = headers.pop(SCHEME.lower(), "http"), headers["host"]
        request = ServedRequest(
            url=f"{scheme}://{host}{self.path}",
            host=host.partition(":")[0],
            path=self.path,
            headers=headers,
            client_port=self.client_address[1],
        )
        self.server.web.answer(request, _Exchange(self, headers))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # The name in the base class.
        pass


class _Exchange:
    """A request to the server; see ``Exchange``."""

    def __init__(self, handler: _Handler, headers: Mapping[str, str]) -> None:
        self.headers = headers
        self._handler = handler

    def start(self, status: int, headers: Mapping[str, str]) -> None:
        self._handler.send_response(status)
        for name, value in headers.items():
            self._handler.send_header(name, value)
        if "Content-Length" not in headers:
            self._handler.send_header("Connection", "close")
        self._handler.end_headers()

    def write(self, data: bytes) -> None:
        self._handler.wfile.write(data)

    def wait(self, seconds: float) -> bool:
        self._handler.close_connection = True
        if self._handler.server.web.closed.wait(seconds):
            return False
        try:
            return bool(self._handler.connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except BlockingIOError:
            return True

    def reset(self) -> None:
        self._handler.close_connection = True
        self._handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        # The server would shut the connection down first.
        os.close(self._handler.connection.detach())


class _LocalTransport(httpx.BaseTransport):
    """Sends every request to a port of this machine, whatever its address says."""

    def __init__(self, port: int) -> None:
        self._port = port
        # Without the certificates of the default context, which take long to read.
        context, limits = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), httpx.Limits(max_keepalive_connections=0)
        self._http = httpx.HTTPTransport(verify=context, limits=limits)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        local = httpx.Request(
            request.method,
            request.url.copy_with(scheme="http", host="127.0.0.1", port=self._port),
            headers=[*request.headers.raw, (SCHEME.encode(), request.url.raw_scheme)],
            stream=request.stream,
            extensions=request.extensions,
        )
        return self._http.handle_request(local)

    def close(self) -> None:
        self._http.close()
