"""A web server for a folder, and browser pages whose errors fail the test."""

import contextlib
import re
from collections.abc import Iterator, Mapping
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, ViewportSize, WebError

WINDOW = ViewportSize(width=1280, height=720)
"""The window of a test that sets none."""

LOCAL = ("about:", "blob:", "data:")
"""The schemes of URLs that reach no host."""


class _Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder with more headers, and its error file for every other path."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments: Any, headers: Mapping[str, str], **options: Any) -> None:  # noqa: ANN401  # Those of the base class.
        self._headers = headers
        super().__init__(*arguments, **options)

    def end_headers(self) -> None:
        for name, value in self._headers.items():
            self.send_header(name, value)
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        error = Path(self.directory, "api/404.json" if self.path.startswith("/api/") else "404.html")
        if code != HTTPStatus.NOT_FOUND or not error.is_file():
            super().send_error(code, message, explain)
            return
        content = error.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", self.guess_type(str(error)))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name in the base class
        pass


def published_headers(site: Path) -> Mapping[str, str]:
    """Return the headers that the file ``_headers`` of a site gives to every response, the content security policy among them."""
    rule = re.search(r"^/.*\*\n((?:  .+\n)+)", (site / "_headers").read_text(encoding="utf-8"), re.MULTILINE)
    assert rule is not None
    headers = dict(line.strip().split(": ", 1) for line in rule[1].splitlines())
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    return headers


@contextlib.contextmanager
def serve(folder: Path, headers: Mapping[str, str] | None = None) -> Iterator[str]:
    """Serve the folder to this machine alone; give the URL, which ends without a slash."""
    handler = partial(_Handler, directory=str(folder), headers=headers or {})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def answer(page: Page, url: str, found: tuple[int, str] | None) -> None:
    """Answer each request of a page for a URL with a status and a content, or not at all."""
    page.route(url, lambda route: route.fulfill(status=found[0], body=found[1]) if found else route.abort())


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
    """Give the empty page of a context of the browser, for the site at ``base_url``. It is kept, because a new one takes long.

    The test fails if there are recorded issues in the end: a test that expects some removes them. A test that adds a script
    to the page closes it.
    """
    page = context.pages[0] if context.pages else context.new_page()
    page.unroute_all()
    page.goto("about:blank")
    page.set_viewport_size(WINDOW)
    with recorded_issues(context, base_url, issues):
        yield page
    if issues:
        pytest.fail("\n".join(["errors of the page:", *issues]), pytrace=False)
