"""A plain web server for a folder, and browser pages whose errors fail the test."""

import contextlib
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

LOCAL = ("about:", "blob:", "data:")
"""The schemes of URLs that reach no host."""


class _Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder, and its page 404.html for every other path."""

    protocol_version = "HTTP/1.1"

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory, "404.html")
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name in the base class
        pass


@contextlib.contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve the folder to this machine alone, without any policy; give the URL, which ends without a slash."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@contextlib.contextmanager
def recorded_issues(context: BrowserContext, base_url: str, issues: list[str]) -> Iterator[None]:
    """Add to ``issues`` what goes wrong on the pages of a context of the browser, for the site at ``base_url``.

    That is errors in the console, errors that no script catches, and requests to another host.
    """

    def logged(message: ConsoleMessage) -> None:
        if message.type == "error":
            issues.append(f"console: {message.location['url'].removeprefix(base_url)}: {message.text}")

    def thrown(error: WebError) -> None:
        issues.append(f"script: {error.error}")

    def sent(request: Request) -> None:
        if not request.url.startswith((f"{base_url}/", *LOCAL)):
            issues.append(f"request: {request.url}")

    listeners: dict[Any, Any] = {"console": logged, "weberror": thrown, "request": sent}
    for event, listener in listeners.items():
        context.on(event, listener)
    try:
        yield
    finally:
        for event, listener in listeners.items():
            context.remove_listener(event, listener)


@contextlib.contextmanager
def watched_page(context: BrowserContext, base_url: str, issues: list[str]) -> Iterator[Page]:
    """Give an empty page in a context of the browser, for the site at ``base_url``.

    The test fails if there are recorded issues in the end: a test that expects some removes them.
    """
    with recorded_issues(context, base_url, issues), context.new_page() as page:
        yield page
    if issues:
        pytest.fail("\n".join(["errors of the page:", *issues]), pytrace=False)
