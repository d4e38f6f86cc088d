"""A web server for a folder, which answers as a host of static sites does."""

import contextlib
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

MEDIA_TYPES = {
    "": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}
NOT_FOUND = "404.html"


class _Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder; what is not there gets the folder's own page for that."""

    protocol_version = "HTTP/1.1"
    extensions_map = MEDIA_TYPES

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with 404.html, if there is one and it fits."""
        page = Path(self.directory, NOT_FOUND)
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", MEDIA_TYPES[".html"])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def list_directory(self, path: object) -> None:
        """Refuse: a folder without an index is no page."""
        del path
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # The name is the base class's.
        """Say nothing."""


@contextlib.contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve the folder to this machine alone; give the address, which ends without a slash."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
