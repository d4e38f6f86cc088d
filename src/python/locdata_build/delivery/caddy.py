"""The configuration of Caddy 2: a file to be imported in a site block. Names, ports and TLS stay with the operator."""

from collections.abc import Iterable, Iterator, Mapping

from locdata_build.delivery.media_types import BY_ENDING, BY_FOLDER, BY_PATH, NO_ANSWER_PATH, PLAIN, media_type
from locdata_build.delivery.place import Place
from locdata_build.delivery.rules import (
    ALLOWED,
    API,
    ASSETS,
    COPIED,
    DOTTED,
    ENCODINGS,
    EVERYWHERE,
    LASTING,
    METHODS,
    NO_PAGE_PATH,
    PREFLIGHT,
    SHORT,
    WELL_KNOWN,
)

FOLDER = "^(/[A-Za-z0-9_-]+)+$"
"""The paths of folders that are redirected here. What else leads to one, with two slashes say, Caddy redirects itself."""

CONDITIONS = ("If-None-Match", "If-Modified-Since", "Range")


def caddy_configuration(place: Place) -> str:
    """The text of the file, for the site at ``place``."""
    lines = [
        "# The localization data service. Import this in a site block.",
        *([f"redir {place.prefix} {place.prefix}/ 301"] if place.prefix else []),
        *_block(f"handle_path {place.prefix}/*", _site(place)),
    ]
    return "".join(f"{line}\n" for line in lines)


def _site(place: Place) -> Iterator[str]:
    """In the order in which it is tried: what needs no file, folders, files, what is missing."""
    yield f"root * {_quoted(place.root)}"
    # A route keeps its lines in their order. Without one Caddy sorts them.
    yield from _block("route", _steps(place))


def _steps(place: Place) -> Iterator[str]:
    yield from _headers({"Cache-Control": SHORT, **EVERYWHERE})
    yield from _handled("preflight", ["method OPTIONS"], [*_headers({**ALLOWED, **PREFLIGHT}), "respond 204"])
    yield from _handled("refused", [f"not method {' '.join(METHODS)}"], [*_headers(ALLOWED), "respond 405"])
    folder = ["file {path}/index.html", f"path_regexp folder {_quoted(FOLDER)}"]
    asked = [*folder, _as_expression('{query} != ""')]
    # Not to {path}, which may begin with two slashes, and so lead to another host.
    target = f"{place.prefix}{{re.folder.0}}/"
    yield from _handled("folder_asked", asked, [f"redir * {target}?{{query}} 301"])
    yield from _handled("folder", folder, [f"redir * {target} 301"])
    yield from _handled("page", ["file {path}/index.html"], [_typed(BY_ENDING["html"]), *_files()])
    dotted = _block("not", [f"path_regexp {_quoted(DOTTED)}", f"not path_regexp {_quoted(f'^{WELL_KNOWN}')}"])
    shown = [f"not path_regexp {_quoted(COPIED)}", *dotted]
    yield from _handled("file", ["file {path}", "not path */", *shown], _block("route", _file()))
    yield from _handled("no_answer", [f"path {API}*"], _missing(NO_ANSWER_PATH))
    yield from _block("handle", _missing(NO_PAGE_PATH))


def _file() -> Iterator[str]:
    """A file that is no index of a folder."""
    yield _typed(PLAIN)
    for ending, kind in BY_ENDING.items():
        yield f"@{ending} path *.{ending}"
        yield _typed(kind, f"@{ending}")
    yield from (_typed(kind, f"{folder}*") for folder, kind in BY_FOLDER.items())
    yield from (_typed(kind, path) for path, kind in BY_PATH.items())
    yield f"header {ASSETS}* Cache-Control {_quoted(LASTING)}"
    yield from _files()


def _missing(path: str) -> Iterator[str]:
    """What answers in place of a file that is not there."""
    yield f"rewrite * {path}"
    # It answers other paths: nobody has a copy of theirs, or wants a part of it.
    yield from (f"request_header -{name}" for name in CONDITIONS)
    yield _typed(media_type(path))
    yield from _files("status 404")


def _files(*more: str) -> Iterator[str]:
    yield from _block("file_server", [f"precompressed {' '.join(ENCODINGS)}", *more])


def _typed(of_files: str, matcher: str = "*") -> str:
    return f"header {matcher} Content-Type {_quoted(of_files)}"


def _as_expression(condition: str) -> str:
    return f"expression {_quoted(condition)}"


def _headers(headers: Mapping[str, str]) -> Iterator[str]:
    yield from _block("header", (f"{name} {_quoted(value)}" for name, value in headers.items()))


def _handled(name: str, conditions: Iterable[str], lines: Iterable[str]) -> Iterator[str]:
    """What is done where all conditions are met."""
    yield from _block(f"@{name}", conditions)
    yield from _block(f"handle @{name}", lines)


def _block(head: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"{head} {{"
    yield from (f"\t{line}" for line in lines)
    yield "}"


def _quoted(value: str) -> str:
    """The value as one word, whatever stands in it: none of ours holds a backtick."""
    return f"`{value}`"
