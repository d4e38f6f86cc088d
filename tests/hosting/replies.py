"""Paths of the served files of a site, and comparison of responses with the expected ones."""

from collections.abc import Callable, Iterator, Mapping

from hosting.servers import Reply, ServedSite
from locdata_build.hosting.rules import ENCODINGS

Promise = Callable[[ServedSite], Iterator[str]]


def paths(site: ServedSite) -> list[str]:
    """Return the path of every file that is served."""
    files = [f"/{file.relative_to(site.folder).as_posix()}" for file in site.folder.rglob("*") if file.is_file()]
    hidden = (*ENCODINGS.values(), "secret", "/config")
    return sorted(path for path in files if not path.endswith(hidden))


def request_path(path: str) -> str:
    """Return the path by which browsers request a file."""
    return path.removesuffix("index.html") if path.endswith("/index.html") else path


def content_of(site: ServedSite, path: str) -> bytes:
    """Return the bytes of a file in the folder of the site."""
    return (site.folder / path.removeprefix("/")).read_bytes()


def mismatches(reply: Reply, status: int, headers: Mapping[str, str], about: str) -> Iterator[str]:
    """Yield where a response differs from the expected status and headers, or states the version of its server."""
    if reply.status != status:
        yield f"{about}: status {reply.status}, not {status}"
    for name, value in headers.items():
        if reply.header(name) != value:
            yield f"{about}: {name}: {reply.header(name)!r}, not {value!r}"
    if any(character.isdigit() for character in reply.header("Server")):
        yield f"{about}: states the version of the server"
