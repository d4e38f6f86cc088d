"""Answers of a server for the folder of a built site, as the configurations of real servers would give them."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

from locdata_build.delivery.rules import (
    ALLOWED,
    ENCODINGS,
    EVERYWHERE,
    METHODS,
    PREFLIGHT,
    caching,
    error_path,
    headers_for,
    is_hidden,
)

INDEX_NAME = "index.html"


class Answer(NamedTuple):
    """A status, headers in their order, and the content, which an answer to HEAD leaves out."""

    status: HTTPStatus
    headers: Mapping[str, str]
    content: bytes = b""


class Asked(NamedTuple):
    """What of a request matters here: the conditions as they were sent, empty where they were not."""

    method: str
    target: str
    if_none_match: str = ""
    accept_encoding: str = ""


def answer(folder: Path, prefix: str, asked: Asked) -> Answer:
    """The answer to a request for the site in ``folder``, which lies below ``prefix`` of its host."""
    raw, mark, query = asked.target.partition("?")
    path = unquote(raw, errors="replace").removeprefix(prefix)
    if asked.method == "OPTIONS":
        return Answer(HTTPStatus.NO_CONTENT, {"Cache-Control": caching(path), **EVERYWHERE, **ALLOWED, **PREFLIGHT})
    if asked.method not in METHODS:
        return Answer(HTTPStatus.METHOD_NOT_ALLOWED, {"Cache-Control": caching(path), **EVERYWHERE, **ALLOWED})
    if not raw.startswith(f"{prefix}/"):
        return _redirect(f"{prefix}/", mark, query) if raw == prefix else _missing(folder, "/", asked)
    if _file(folder, f"{path}/{INDEX_NAME}") and not path.endswith("/"):
        return _redirect(quote(f"{prefix}{path}/"), mark, query)
    path = f"{path}{INDEX_NAME}" if path.endswith("/") else path
    return _found(folder, path, asked) if _file(folder, path) else _missing(folder, path, asked)


def _redirect(place: str, mark: str, query: str) -> Answer:
    """To the address with a slash at its end."""
    headers = {"Location": f"{place}{mark}{query}", "Cache-Control": caching(place), **EVERYWHERE}
    return Answer(HTTPStatus.MOVED_PERMANENTLY, headers)


def _missing(folder: Path, path: str, asked: Asked) -> Answer:
    """The file that answers for a missing one. Nobody has a copy of what is not there, so no condition is looked at."""
    there = error_path(path)
    if not _file(folder, there):
        return Answer(HTTPStatus.NOT_FOUND, EVERYWHERE)
    return _found(folder, there, asked._replace(if_none_match=""))._replace(status=HTTPStatus.NOT_FOUND)


def _found(folder: Path, path: str, asked: Asked) -> Answer:
    """A file, compressed if there is such a copy and the client takes it; 304 where it has the same bytes."""
    copies = [encoding for encoding, suffix in ENCODINGS.items() if _at(folder, f"{path}{suffix}")]
    taken = next((encoding for encoding in copies if encoding in set(_taken(asked.accept_encoding))), None)
    file = _at(folder, f"{path}{ENCODINGS[taken] if taken else ''}")
    content = file.read_bytes() if file else b""
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    about = {**({"Content-Encoding": taken} if taken else {}), **({"Vary": "Accept-Encoding"} if copies else {})}
    headers = {**headers_for(path), **about, "ETag": etag}
    if any(tag in {etag, "*"} for tag in _tags(asked.if_none_match)):
        kept = {name: value for name, value in headers.items() if not name.startswith("Content-T")}
        return Answer(HTTPStatus.NOT_MODIFIED, kept)
    return Answer(HTTPStatus.OK, headers, content)


def _taken(accept_encoding: str) -> Iterator[str]:
    """The encodings that a client takes."""
    for choice in accept_encoding.lower().split(","):
        name, _, weight = choice.partition(";")
        if not re.fullmatch(r"\s*q=0(\.0*)?\s*", weight):
            yield name.strip()


def _tags(if_none_match: str) -> Iterator[str]:
    """The tags that a client has: weak ones are as good as strong ones here."""
    yield from (tag.strip().removeprefix("W/") for tag in if_none_match.split(","))


def _file(folder: Path, path: str) -> Path | None:
    """The file at a path of the site; None where there is none or it is not to be seen."""
    return None if is_hidden(path) else _at(folder, path)


def _at(folder: Path, path: str) -> Path | None:
    """The file at a path below ``folder``. A path with empty names or dots for names, or that leads out, has none."""
    names = path.removeprefix("/").split("/")
    if not path.startswith("/") or not {"", ".", ".."}.isdisjoint(names) or "\0" in path:
        return None
    root = folder.resolve()
    try:
        file = root.joinpath(*names).resolve(strict=True)
        return file if file.is_file() and file.is_relative_to(root) else None
    except (OSError, RuntimeError):
        # None there, a name too long, or a loop of links, which is the second.
        return None
