"""Responses of a preview, which equal those of servers with the generated configurations."""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple, Protocol
from urllib.parse import quote, unquote

from locdata_build.hosting import rules

INDEX_NAME = "index.html"

_BYTE_RANGE = re.compile(r"bytes=((?P<first>[0-9]{1,18})-(?P<last>[0-9]{0,18})|-(?P<suffix>[0-9]{1,18}))")


class Request(NamedTuple):
    """Relevant parts of a request. The headers are empty if they were not sent."""

    method: str
    target: str
    if_none_match: str = ""
    accept_encoding: str = ""
    byte_range: str = ""
    if_range: str = ""


class ServedFiles(Protocol):
    """Files of a site by path, such as ``/index.html``. A mapping from paths to contents is an example."""

    def __contains__(self, path: str, /) -> bool:
        """Return whether there is a file at ``path``, without reading it."""

    def get(self, path: str, /) -> bytes | None:
        """Return the content of the file at ``path``; None if there is none."""


class Response(NamedTuple):
    """Status, headers in their order, and content, which is not sent for HEAD."""

    status: HTTPStatus
    headers: Mapping[str, str]
    content: bytes = b""


def answer(files: ServedFiles, prefix: str, request: Request) -> Response:
    """Return the response to a request for the site of these files, which is served below the path ``prefix``."""
    raw_path, mark, query = request.target.partition("?")
    path = unquote(raw_path, errors="replace").removeprefix(prefix)
    headers = {"Cache-Control": rules.caching(path), **rules.COMMON_HEADERS}
    if request.method == "OPTIONS":
        return Response(HTTPStatus.NO_CONTENT, {**headers, **rules.PREFLIGHT_HEADERS})
    if request.method not in rules.METHODS:
        return Response(HTTPStatus.METHOD_NOT_ALLOWED, {**headers, "Allow": rules.ALLOW})
    if raw_path == prefix:
        return _redirect(f"{prefix}/{mark}{query}", headers)
    if not raw_path.startswith(f"{prefix}/"):
        return _not_found(files, "/", request)
    if path in rules.REDIRECTS:
        return _redirect(f"{prefix}{rules.REDIRECTS[path]}", headers)
    if path.endswith("/"):
        path += INDEX_NAME
    elif _is_visible(files, f"{path}/{INDEX_NAME}"):
        return _redirect(f"{quote(f'{prefix}{path}/')}{mark}{query}", headers)
    return _found(files, path, request) or _not_found(files, path, request)


def _redirect(location: str, headers: Mapping[str, str]) -> Response:
    return Response(HTTPStatus.MOVED_PERMANENTLY, {"Location": location, **headers})


def _not_found(files: ServedFiles, path: str, request: Request) -> Response:
    """Return the error file for ``path``. Conditions and ranges concern the requested path, so they are ignored."""
    found = _found(files, rules.error_path(path), request._replace(if_none_match="", byte_range=""))
    return (
        found._replace(status=HTTPStatus.NOT_FOUND) if found else Response(HTTPStatus.NOT_FOUND, rules.COMMON_HEADERS)
    )


def _found(files: ServedFiles, path: str, request: Request) -> Response | None:
    """Return a file or the compressed copy that the client prefers, or a range of it; 304 without content if the ETag matches.

    Return None if there is no such file, or if it is hidden.
    """
    if not _is_visible(files, path):
        return None
    copies = [encoding for encoding, suffix in rules.ENCODINGS.items() if f"{path}{suffix}" in files]
    accepted = set(_accepted(request.accept_encoding))
    encoding = next((encoding for encoding in copies if encoding in accepted), None)
    content = files.get(f"{path}{rules.ENCODINGS[encoding] if encoding else ''}") or b""
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {**rules.headers_for(path), "ETag": etag, "Accept-Ranges": "bytes"}
    if encoding:
        headers["Content-Encoding"] = encoding
    if copies:
        headers["Vary"] = "Accept-Encoding"
    if not {etag, "*"}.isdisjoint(_tags(request.if_none_match)):
        del headers["Content-Type"]
        return Response(HTTPStatus.NOT_MODIFIED, headers)
    found = Response(HTTPStatus.OK, headers, content)
    return _part(found, request.byte_range) if request.method == "GET" and request.if_range in {"", etag} else found


def _part(found: Response, byte_range: str) -> Response:
    """Return a range of a file; 416 if it is beyond its end. Several ranges, and malformed ones, are answered with the file."""
    match = _BYTE_RANGE.fullmatch(byte_range)
    if not match:
        return found
    size = len(found.content)
    start = int(match["first"]) if match["first"] else max(0, size - int(match["suffix"]))
    end = min(int(match["last"] or size), size - 1)
    if start > end:
        return Response(
            HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, {**rules.COMMON_HEADERS, "Content-Range": f"bytes */{size}"}
        )
    headers = {**found.headers, "Content-Range": f"bytes {start}-{end}/{size}"}
    return Response(HTTPStatus.PARTIAL_CONTENT, headers, found.content[start : end + 1])


def _accepted(accept_encoding: str) -> Iterator[str]:
    """Yield the encodings that a client accepts: those whose weight is not zero."""
    for choice in accept_encoding.lower().split(","):
        name, _, weight = choice.partition(";")
        if not re.fullmatch(r"\s*q=0(\.0*)?\s*", weight):
            yield name.strip()


def _tags(if_none_match: str) -> Iterator[str]:
    """Yield the ETags of a condition. Weak tags compare like strong ones (RFC 9110, 13.1.2)."""
    yield from (tag.strip().removeprefix("W/") for tag in if_none_match.split(","))


def _is_visible(files: ServedFiles, path: str) -> bool:
    return not rules.is_hidden(path) and path in files


_NO_FILE = (OSError, RuntimeError)
"""Raised if there is no such file, its name is too long, or it is in a loop of links (``RuntimeError``)."""


class FolderFiles:
    """Files below a folder. Paths whose dot segments or links lead out of it have no file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __contains__(self, path: str) -> bool:
        """Return whether there is a readable file at ``path``."""
        with suppress(*_NO_FILE):
            return self._find(path) is not None
        return False

    def get(self, path: str) -> bytes | None:
        """Return the content of the file at ``path``; None if there is no readable file."""
        with suppress(*_NO_FILE):
            if file := self._find(path):
                return file.read_bytes()
        return None

    def _find(self, path: str) -> Path | None:
        names = path.removeprefix("/").split("/")
        if not path.startswith("/") or not {"", ".", ".."}.isdisjoint(names) or "\0" in path:
            return None
        root = self._folder.resolve()
        file = root.joinpath(*names).resolve(strict=True)
        return file if file.is_relative_to(root) and file.is_file() and os.access(file, os.R_OK) else None
