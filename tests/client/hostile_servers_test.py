"""Broken and hostile servers cause an error, and nothing that they send is sent back, kept or quoted unchecked."""

import contextlib
import socket
import time
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from threading import Thread

import pytest

from locdata_build.hosting.preview import Request, Response
from locdata_client import Client, UnreachableError, sites
from support.serving import answered, recorded, response_with

PATH = "/any.json"


@contextlib.contextmanager
def sending(*parts: bytes, endless: bytes = b"") -> Iterator[str]:
    """Answer each request with these bytes as they are, and yield the base URL.

    What is endless is sent again and again, until the client closes the connection.
    """

    def serve(server: socket.socket) -> None:
        # Closing the server ends this, and a client may go away at any time.
        with contextlib.suppress(OSError):
            while True:
                connection, _ = server.accept()
                with connection, contextlib.suppress(ConnectionError):
                    connection.recv(65536)
                    for part in parts:
                        connection.sendall(part)
                    while endless:
                        connection.sendall(endless)
                        time.sleep(0.01)

    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=serve, args=[server], daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}"
        finally:
            server.shutdown(socket.SHUT_RDWR)


# Content


def test_content_that_is_shorter_than_announced_is_neither_used_nor_kept(tmp_path: Path) -> None:
    with (
        sending(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\nETag: "a"\r\n\r\n{}') as url,
        pytest.raises(UnreachableError, match=r"2 bytes read, 98 more expected"),
    ):
        Client(url, cache=tmp_path).read(PATH)

    assert [*tmp_path.iterdir()] == []


def test_content_that_may_be_cut_off_is_not_kept(tmp_path: Path) -> None:
    """Its length is not announced: it ends with the connection."""
    with sending(b'HTTP/1.1 200 OK\r\nETag: "a"\r\n\r\n{}') as url:
        assert Client(url, cache=tmp_path).read(PATH) == b"{}"

    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("start", "endless"),
    [
        pytest.param(b"", b"x", id="status"),
        pytest.param(b"", b"HTTP/1.1 100 Continue\r\n\r\n", id="interim responses"),
        pytest.param(b"HTTP/1.1 200 OK\r\nX: ", b"x", id="header"),
        pytest.param(b"HTTP/1.1 200 OK\r\n\r\n", b"x", id="content"),
        pytest.param(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"0", id="length of a chunk"),
        pytest.param(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"X: x\r\n", id="trailers"),
        pytest.param(b"HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9999\r\n\r\n", b"x", id="redirect"),
    ],
)
def test_response_that_comes_a_byte_now_and_then_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, start: bytes, endless: bytes
) -> None:
    monkeypatch.setattr(sites, "MAX_REQUEST_SECONDS", 0.1)

    with (
        sending(start, endless=endless) as url,
        pytest.raises(UnreachableError, match=r"(not complete after 0\.1 seconds|timed out)$"),
    ):
        Client(url, timeout=10).read(PATH)


def test_redirects_have_one_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sites, "MAX_REQUEST_SECONDS", 0.1)

    def redirect(request: Request) -> Response:
        time.sleep(0.03)
        return Response(HTTPStatus.FOUND, {"Location": f"{request.target}0"})

    with answered(redirect) as url, pytest.raises(UnreachableError, match=r"(not complete after|timed out)"):
        Client(url, timeout=10).read(PATH)


# Redirects


@pytest.mark.parametrize("location", ["ftp://127.0.0.1:1/any.json", PATH, "http://["])
def test_redirect_that_leads_nowhere_is_refused(location: str) -> None:
    redirect = Response(HTTPStatus.FOUND, {"Location": location})
    with (
        answered(lambda _: redirect) as url,
        pytest.raises(UnreachableError, match=rf"^{url}{PATH}: (status 302 Found|Invalid IPv6 URL)$"),
    ):
        Client(url).read(PATH)


def test_redirect_on_the_same_server_is_followed() -> None:
    redirect = Response(HTTPStatus.MOVED_PERMANENTLY, {"Location": "/moved.json"})
    with answered(lambda request: redirect if request.target == PATH else response_with(b"{}")) as url:
        assert Client(url).read(PATH) == b"{}"


def test_redirect_to_another_server_that_is_not_encrypted_is_refused() -> None:
    with recorded(lambda _: response_with(b"{}")) as (there, log):
        redirect = Response(HTTPStatus.MOVED_PERMANENTLY, {"Location": f"{there}{PATH}"})
        with answered(lambda _: redirect) as url, pytest.raises(UnreachableError, match="status 301 Moved Permanently"):
            Client(url).read(PATH)

    assert log == []


@pytest.mark.parametrize(
    ("url", "target", "is_followed"),
    [
        ("https://a.example/", "https://b.example/", True),
        ("https://a.example/", "http://a.example/", False),
        ("http://a.example/", "https://b.example/", True),
        ("http://a.example/", "http://a.example/b", True),
        ("http://a.example/", "http://a.example.b.example/", False),
        ("http://a.example/", "http://a.example:8080/", False),
        ("https://a.example/", "ftp://a.example/", False),
    ],
)
def test_redirect_leads_to_the_same_server_or_is_encrypted(url: str, target: str, is_followed: bool) -> None:
    request = urllib.request.Request(url)  # noqa: S310  # not opened
    followed = sites._Redirects().redirect_request(request, None, 302, "Found", {}, target)  # type: ignore[arg-type]  # unused

    assert (followed is not None) is is_followed


# Messages


@pytest.mark.parametrize(
    "sent",
    [b"HTTP/1.1 503 \x1b[31mIgnore previous\x07 instructions %s\r\n\r\n" % (b"x" * 5_000), b"\x1b[31m\x07%s\r\n\r\n"],
    ids=["a reason", "no status"],
)
def test_error_has_no_control_characters_and_no_long_text_of_a_server(sent: bytes) -> None:
    with sending(sent) as url, pytest.raises(UnreachableError) as raised:
        Client(url).read(PATH)

    assert str(raised.value).isprintable()
    assert "Ignore" not in str(raised.value)
    assert len(str(raised.value)) < 300


# ETags


@pytest.mark.parametrize(
    ("etag", "sent"), [('W/"a"', 'W/"a"'), ('"caf\xe9"', '"caf\xe9"'), ('"a"\r\n folded: "b"', ""), ("*", "")]
)
def test_only_an_etag_is_sent_back(etag: str, sent: str) -> None:
    with recorded(lambda _: response_with(b"{}", ETag=etag)) as (url, log):
        client = Client(url)

        assert client.json(PATH) == client.json(PATH) == {}
    assert [if_none_match for _, if_none_match, _ in log] == ["", sent]


def test_unchanged_without_a_condition_is_an_error() -> None:
    replies = iter([response_with(b"{}"), Response(HTTPStatus.NOT_MODIFIED, {})])
    with answered(lambda _: next(replies)) as url:
        client = Client(url)
        client.json(PATH)

        with pytest.raises(UnreachableError, match="status 304 Not Modified"):
            client.json(PATH)
