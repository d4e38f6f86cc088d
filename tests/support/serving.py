"""Web servers of a site: with ETags and errors as the published configurations have them, and without any rule of them."""

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from locdata_build.hosting.preview import FolderFiles, Request, Response, ServedFiles, answer
from locdata_build.hosting.server import HOST, responding


def response_with(content: bytes, status: HTTPStatus = HTTPStatus.OK, **headers: str) -> Response:
    """Return a response; names of headers are given with underscores for hyphens."""
    return Response(status, {name.replace("_", "-"): value for name, value in headers.items()}, content)


@contextlib.contextmanager
def served(site: Path | ServedFiles, prefix: str = "") -> Iterator[str]:
    """Serve a site, given its folder or its files, below a prefix; give its base URL."""
    files = FolderFiles(site) if isinstance(site, Path) else site
    with answered(lambda request: answer(files, prefix, request)) as url:
        yield f"{url}{prefix}"


@contextlib.contextmanager
def answered(respond: Callable[[Request], Response]) -> Iterator[str]:
    """Answer each request with what a function returns; give the base URL."""
    with responding(respond, 0) as server:
        Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        try:
            yield f"http://{HOST}:{server.server_port}"
        finally:
            server.shutdown()


@contextlib.contextmanager
def recorded(respond: Callable[[Request], Response]) -> Iterator[tuple[str, list[tuple[str, str, int]]]]:
    """Answer as ``answered`` does; give the base URL, and the path, ``If-None-Match`` and status of each request so far."""
    log: list[tuple[str, str, int]] = []

    def logged(request: Request) -> Response:
        response = respond(request)
        log.append((request.target, request.if_none_match, response.status))
        return response

    with answered(logged) as url:
        yield url, log


class _PlainHandler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # The name is the base class's.
        """Log nothing."""


@contextlib.contextmanager
def served_plainly(folder: Path) -> Iterator[int]:
    """Serve a folder as a server without our rules does; give the port."""
    with ThreadingHTTPServer((HOST, 0), partial(_PlainHandler, directory=str(folder))) as server:
        Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
