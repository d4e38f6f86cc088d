"""Preview of the latest build of a site, or of the issues that prevent one, which reloads open pages after each build.

A script in every page asks the server for the next build. It is added to responses only: no build contains it.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from importlib.resources import files
from threading import Condition
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined

from locdata_build.data.errors import MAX_SHOWN_ISSUES, SourceError
from locdata_build.hosting.preview import Request, Response, answer
from locdata_build.hosting.rules import COMMON_HEADERS, media_type
from locdata_model.urls import CHECKSUMS_PATH

FOLDER = "/.watch/"
"""Path on the host of everything that is not part of the site. No site has a file there, and no prefix matches it."""

SCRIPT_PATH = f"{FOLDER}reload.js"
STYLESHEET_PATH = f"{FOLDER}issues.css"
BUILDS_PATH = f"{FOLDER}builds/"
"""Followed by the id of the build that a page comes from."""

HTML = media_type(".html")

MAX_WAIT_SECONDS = 60.0
"""Time after which a request for the next build ends without one, because closed pages cannot be detected."""

RETRY_MILLISECONDS = 500
"""Time after which the page asks again."""

NOT_CACHED = {"Cache-Control": "no-store"}
"""The site's own headers let browsers show pages that are five minutes old."""

_ASSETS = files("locdata_build.hosting") / "assets"


class _Build(NamedTuple):
    """Served build: an id that changes with its content, and the function that responds to requests."""

    id: str
    respond: Callable[[Request], Response]


class LiveSite:
    """Responses of a server whose site is built repeatedly. Requests wait for the first build."""

    def __init__(self) -> None:
        self._build = _Build("", self._respond_after_first_build)
        self._changed = Condition()

    def show_site(self, site: Mapping[str, bytes], prefix: str) -> None:
        """Serve a site from now on, given the content of each of its files by path, below the path ``prefix``."""
        build_id = _digest(site[CHECKSUMS_PATH])
        with_script = {
            path: _with_script(content, build_id) if media_type(path) == HTML else content
            for path, content in site.items()
        }
        self._show(_Build(build_id, partial(answer, with_script, prefix)))

    def show_issues(self, error: SourceError) -> None:
        """Respond to every request for the site with a page of these issues from now on."""
        build_id = _digest(str(error).encode())
        page = _with_script(_issues_page(error), build_id)
        response = Response(HTTPStatus.INTERNAL_SERVER_ERROR, {"Content-Type": HTML, **COMMON_HEADERS}, page)
        self._show(_Build(build_id, lambda _: response))

    def respond(self, request: Request) -> Response:
        """Return the response of the latest build, which must not be cached, or the response to the script of its pages."""
        if request.target.startswith(BUILDS_PATH):
            return self._next_build(request.target.removeprefix(BUILDS_PATH))
        if request.target in {SCRIPT_PATH, STYLESHEET_PATH}:
            content = (_ASSETS / request.target.removeprefix(FOLDER)).read_bytes()
            return Response(HTTPStatus.OK, {"Content-Type": media_type(request.target), **NOT_CACHED}, content)
        response = self._build.respond(request)
        return response._replace(headers={**response.headers, **NOT_CACHED})

    def _show(self, build: _Build) -> None:
        with self._changed:
            self._build = build
            self._changed.notify_all()

    def _respond_after_first_build(self, request: Request) -> Response:
        self._wait_for_other_build("")
        return self._build.respond(request)

    def _next_build(self, shown: str) -> Response:
        """Return a server-sent event once the build differs from the one shown; no event if that takes too long."""
        event = "data: built\n" if self._wait_for_other_build(shown, MAX_WAIT_SECONDS) else ""
        return Response(
            HTTPStatus.OK,
            {"Content-Type": "text/event-stream", **NOT_CACHED},
            f"retry: {RETRY_MILLISECONDS}\n{event}\n".encode(),
        )

    def _wait_for_other_build(self, build_id: str, seconds: float | None = None) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._build.id != build_id, seconds)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


def _with_script(page: bytes, build_id: str) -> bytes:
    script = f'<script src="{SCRIPT_PATH}" data-build="{build_id}"></script>\n</head>'
    return page.replace(b"</head>", script.encode(), 1)


def _issues_page(error: SourceError) -> bytes:
    environment = Environment(autoescape=True, lstrip_blocks=True, trim_blocks=True, undefined=StrictUndefined)
    template = environment.from_string((_ASSETS / "issues.html.jinja").read_text(encoding="utf-8"))
    issues = [issue.printable() for issue in error.issues[:MAX_SHOWN_ISSUES]]
    return template.render(summary=error.summary, issues=issues, stylesheet=STYLESHEET_PATH).encode()
