"""No client occupies the server of a preview for long, and no body is taken for a request."""

import http.client
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http import HTTPStatus
from threading import Thread

import pytest

from locdata_build.hosting import server as server_module
from locdata_build.hosting.preview import Request, Response
from locdata_build.hosting.rules import COMMON_HEADERS
from locdata_build.hosting.server import HOST, responding

TIMEOUT = 30.0


def echo(request: Request) -> Response:
    """Respond with the target of the request."""
    return Response(HTTPStatus.OK, {}, request.target.encode())


@contextmanager
def running() -> Iterator[int]:
    """Run a server, and yield its port."""
    with responding(echo, 0) as server:
        Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()


def connected(port: int) -> socket.socket:
    return socket.create_connection((HOST, port), timeout=TIMEOUT)


def received(connection: socket.socket) -> bytes:
    """Return everything that the server sends until it ends the connection."""
    content = b""
    # The server may reset the connection, as it does not read everything.
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            content += part
    return content


def replies(request: bytes) -> list[tuple[bytes, bytes]]:
    """Return the status line and the content of each response to what is sent at once."""
    with running() as port, connected(port) as connection:
        connection.sendall(request)
        parts = received(connection).split(b"HTTP/1.1 ")[1:]
    return [(part.partition(b"\r\n")[0], part.partition(b"\r\n\r\n")[2]) for part in parts]


def get(port: int) -> int:
    """Return the status of an ordinary request."""
    with closing(http.client.HTTPConnection(HOST, port, timeout=TIMEOUT)) as connection:
        connection.request("GET", "/")
        return connection.getresponse().status


def wait_until_served(port: int) -> None:
    """Wait until the server has a place for one more connection."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        with suppress(ConnectionError, http.client.BadStatusLine):
            assert get(port) == HTTPStatus.OK
            return
        time.sleep(0.02)
    raise TimeoutError


LAST = b"GET /last HTTP/1.1\r\nConnection: close\r\n\r\n"


def test_a_connection_serves_several_requests() -> None:
    assert replies(b"GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\nContent-Length: 0\r\n\r\n" + LAST) == [
        (b"200 OK", b"/a"),
        (b"200 OK", b"/b"),
        (b"200 OK", b"/last"),
    ]


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
@pytest.mark.parametrize("header", [f"Content-Length: {len(LAST)}", "Transfer-Encoding: chunked"])
def test_a_body_is_not_taken_for_the_next_request(method: str, header: str) -> None:
    found = replies(f"{method} /a HTTP/1.1\r\n{header}\r\n\r\n".encode() + LAST)

    assert found == [(b"200 OK", b"" if method == "HEAD" else b"/a")]


@pytest.mark.parametrize(
    "header",
    [
        *("Content-Length: x", "Content-Length: -1", "Content-Length: 1\r\nContent-Length: 2"),
        *("Content-Length : 9", "no colon\r\nContent-Length: 9"),
    ],
)
def test_a_malformed_header_is_refused(header: str) -> None:
    assert replies(f"GET /a HTTP/1.1\r\n{header}\r\n\r\n".encode() + LAST) == [(b"400 Bad Request", b"")]


def test_a_form_with_files_is_no_malformed_request() -> None:
    assert replies(b"POST /a HTTP/1.1\r\nContent-Type: multipart/form-data\r\n\r\n") == [(b"200 OK", b"/a")]


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        pytest.param(b"NONSENSE\r\n\r\n", b"400 Bad Request", id="no request"),
        pytest.param(b"GET / HTTP/3.0\r\n\r\n", b"505 HTTP Version Not Supported", id="version"),
        pytest.param(b"GET /%s HTTP/1.1\r\n\r\n" % (b"a" * 70_000), b"414 Request-URI Too Long", id="path"),
        pytest.param(
            b"GET / HTTP/1.1\r\nA: %s\r\n\r\n" % (b"a" * 70_000), b"431 Request Header Fields Too Large", id="header"
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_common_headers(request_: bytes, status: bytes) -> None:
    with running() as port, connected(port) as connection:
        connection.sendall(request_)
        lines = received(connection).split(b"\r\n")

    assert lines[0] == b"HTTP/1.1 " + status
    assert {f"{name}: {value}".encode() for name, value in COMMON_HEADERS.items()} < {*lines}
    assert b"Connection: close" in lines


def test_a_client_that_sends_nothing_more_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "PATIENCE", 0.1)
    with running() as port, connected(port) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")

        assert received(connection) == b""


def test_connections_beyond_the_limit_are_closed_until_there_is_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "MOST_CONNECTIONS", 2)
    with running() as port:
        with connected(port) as first, connected(port) as second, connected(port) as third:
            assert received(third) == b""
            for connection in (first, second):
                connection.sendall(LAST)
                assert received(connection).endswith(b"/last")

        wait_until_served(port)


def test_preview_is_served_to_this_machine_only() -> None:
    with responding(echo, 0) as server:
        assert server.server_address[0] == "127.0.0.1"


def test_a_client_that_resets_its_connection_is_ignored() -> None:
    with responding(echo, 0) as server:
        with connected(server.server_port) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection, address = server.get_request()
        with connection:
            server.finish_request(connection, address)
