"""The server of a preview reads requests as HTTP does, and no body as a request."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from threading import Thread

import pytest

from locdata_build.hosting.preview import Request, Response
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


LAST = b"GET /last HTTP/1.1\r\nConnection: close\r\n\r\n"


def test_a_connection_serves_several_requests() -> None:
    assert replies(b"GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\nContent-Length: 0\r\n\r\n" + LAST) == [
        (b"200 OK", b"/a"),
        (b"200 OK", b"/b"),
        (b"200 OK", b"/last"),
    ]


@pytest.mark.parametrize("header", [f"Content-Length: {len(LAST)}", "Transfer-Encoding: chunked"])
def test_a_body_is_not_taken_for_the_next_request(header: str) -> None:
    assert replies(f"POST /a HTTP/1.1\r\n{header}\r\n\r\n".encode() + LAST) == [(b"200 OK", b"/a")]


def test_preview_is_served_to_this_machine_only() -> None:
    with responding(echo, 0) as server:
        assert server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize(
    ("error", "printed"), [(ConnectionResetError(), False), (ValueError("mistake"), True)], ids=["closed", "mistake"]
)
def test_closed_connection_is_ignored_and_a_mistake_in_the_program_is_not(
    error: Exception, printed: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(_: Request) -> Response:
        raise error

    with responding(fail, 0) as server, connected(server.server_port) as client:
        client.sendall(LAST)
        request, address = server.get_request()
        # As in the thread of the connection.
        server.process_request_thread(request, address)

    assert ("Traceback" in capfd.readouterr().err) is printed
