"""Answers of the local web: what a server may send, and what it may do instead."""

import gzip
import zlib
from collections.abc import Callable, Mapping
from html import escape
from http import HTTPStatus
from typing import Protocol

MEGABYTE = 1_000_000
GIGABYTE = 1000 * MEGABYTE
HTML = "text/html; charset=utf-8"


class Exchange(Protocol):
    """A request, with lower-case names of headers, and the ways to answer it."""

    @property
    def headers(self) -> Mapping[str, str]: ...

    def start(self, status: int, headers: Mapping[str, str]) -> None:
        """Send the status and the headers. Without a ``Content-Length``, the end of the connection ends the body."""

    def write(self, data: bytes) -> None:
        """Send a part of the body. Raises ``OSError`` if the client has closed the connection."""

    def wait(self, seconds: float) -> bool:
        """Wait, and return whether the client still waits, too."""

    def reset(self) -> None:
        """Reset the connection."""


Answer = Callable[[Exchange], None]


def reply(
    body: str | bytes = b"", *, status: int = 200, content_type: str = HTML, headers: Mapping[str, str] | None = None
) -> Answer:
    """Send the body, a text as UTF-8."""
    data = body.encode() if isinstance(body, str) else body

    def answer(exchange: Exchange) -> None:
        exchange.start(status, {"Content-Type": content_type, "Content-Length": str(len(data)), **(headers or {})})
        exchange.write(data)

    return answer


def html(title: str, *paragraphs: str) -> str:
    """Return a small page."""
    content = "".join(f"<p>{escape(paragraph)}</p>\n" for paragraph in paragraphs)
    return f"<!doctype html>\n<title>{escape(title)}</title>\n<main><h1>{escape(title)}</h1>\n{content}</main>\n"


def page(title: str = "VAT rates", *paragraphs: str) -> Answer:
    """Send a small page."""
    return reply(html(title, *paragraphs))


def redirect(to: str, status: int = HTTPStatus.MOVED_PERMANENTLY) -> Answer:
    """Redirect to an address, which may be relative."""
    return reply(status=status, headers={"Location": to})


def validated(
    body: str | bytes, *, etag: str | None = None, last_modified: str | None = None, content_type: str = HTML
) -> Answer:
    """Send the body with validators, or the status 304 to a client that has it already."""
    validators = {
        name: value for name, value in (("ETag", etag), ("Last-Modified", last_modified)) if value is not None
    }
    full, unchanged = (
        reply(body, content_type=content_type, headers=validators),
        reply(status=304, headers={**validators, "Content-Length": "0"}),
    )

    def answer(exchange: Exchange) -> None:
        known = exchange.headers
        if "if-none-match" in known:
            is_known = known["if-none-match"] == etag
        else:
            is_known = "if-modified-since" in known and known["if-modified-since"] == last_modified
        (unchanged if is_known else full)(exchange)

    return answer


def retry_after(value: str, status: int = HTTPStatus.TOO_MANY_REQUESTS) -> Answer:
    """Ask the client to come back later: after a number of seconds, or at a date of HTTP."""
    return reply(status=status, headers={"Retry-After": value})


def hang(exchange: Exchange) -> None:
    """Never answer."""
    while exchange.wait(0.02):
        pass


def trickle(exchange: Exchange) -> None:
    """Send a page with a byte every few milliseconds, without an end."""
    exchange.start(200, {"Content-Type": HTML})
    while exchange.wait(0.01):
        exchange.write(b"x")


def trickle_gzip(exchange: Exchange) -> None:
    """Send the name of a compressed file, which is no part of its content, byte by byte, without an end."""
    exchange.start(200, {"Content-Type": HTML, "Content-Encoding": "gzip"})
    exchange.write(b"\x1f\x8b\x08\x08" + bytes(6))
    while exchange.wait(0.01):
        exchange.write(b"x")


def trickle_headers(exchange: Exchange) -> None:
    """Send headers with a line every few milliseconds, without their end."""
    exchange.write(b"HTTP/1.1 200 OK\r\n")
    while exchange.wait(0.01):
        exchange.write(b"X-Wait: 1\r\n")


def reset(exchange: Exchange) -> None:
    """Reset the connection."""
    exchange.reset()


def cut_off(exchange: Exchange) -> None:
    """Close the connection in the middle of the body."""
    exchange.start(200, {"Content-Type": HTML, "Content-Length": "1000", "Connection": "close"})
    exchange.write(b"<title>VAT rates</title>")


def stream(piece: bytes, count: int, headers: Mapping[str, str]) -> Answer:
    """Send the piece ``count`` times, or until the client closes the connection."""

    def answer(exchange: Exchange) -> None:
        exchange.start(200, {"Content-Type": HTML, **headers})
        for _ in range(count):
            exchange.write(piece)

    return answer


def huge(*, names_length: bool) -> Answer:
    """Send a page of a gigabyte."""
    headers = {"Content-Length": str(GIGABYTE)} if names_length else {}
    return stream(b"x" * MEGABYTE, GIGABYTE // MEGABYTE, headers)


def gzip_bomb() -> Answer:
    """Send a gigabyte in a megabyte of gzip."""
    compressor = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    # After a full flush, a piece refers to nothing before it, so it can be repeated.
    piece = compressor.compress(bytes(MEGABYTE)) + compressor.flush(zlib.Z_FULL_FLUSH)
    body = gzip.compress(b"")[:10] + piece * (GIGABYTE // MEGABYTE)
    return reply(body, headers={"Content-Encoding": "gzip"})


def gzipped(body: str) -> Answer:
    """Send the body as gzip."""
    return reply(gzip.compress(body.encode(), mtime=0), headers={"Content-Encoding": "gzip"})


def broken_gzip() -> Answer:
    """Send as gzip what is none."""
    return reply(b"<title>VAT rates</title>", headers={"Content-Encoding": "gzip"})


def cut_off_gzip() -> Answer:
    """Send the first half of a body as gzip."""
    compressed = gzip.compress(b"VAT rates", mtime=0)
    return reply(compressed[: len(compressed) // 2], headers={"Content-Encoding": "gzip"})


def robots(*lines: str) -> Answer:
    """Send a file robots.txt."""
    return reply("\n".join(lines), content_type="text/plain")


def pdf(title: str, *lines: str) -> bytes:
    """Return a PDF of one page with a title and lines of ASCII text."""

    def literal(text: str) -> str:
        return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")

    shown = "".join(f"({literal(line)}) Tj T*\n" for line in (title, *lines))
    content = f"BT /F1 12 Tf 14 TL 72 770 Td\n{shown}ET"
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Title ({literal(title)}) >>",
    )
    file, offsets = "%PDF-1.4\n", []
    for number, text in enumerate(objects, start=1):
        offsets.append(len(file))
        file += f"{number} 0 obj\n{text}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    trailer = f"trailer\n<< /Size {size} /Root 1 0 R /Info {size - 1} 0 R >>\nstartxref\n{len(file)}\n%%EOF\n"
    return f"{file}xref\n0 {size}\n0000000000 65535 f \n{table}{trailer}".encode("ascii")
