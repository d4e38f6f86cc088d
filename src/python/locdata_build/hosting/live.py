"""Preview of the latest state of a site, or of the issues that prevent one, which reloads open pages after each change.

A script in every page asks the server for the next build. It is added to responses only: no build contains it.
"""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from importlib.resources import files
from threading import Condition, Lock
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined

from locdata_build.data.errors import MAX_SHOWN_ISSUES, SourceError
from locdata_build.hosting.preview import Request, Response, ServedFiles, answer
from locdata_build.hosting.rules import COMMON_HEADERS, media_type

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
    """Served state of the site: its id, and the function that responds to requests."""

    id: str
    respond: Callable[[Request], Response]


class LiveSite:
    """Responses of a server whose site changes. Requests wait for its first state.

    ``run`` are hexadecimal digits that no other run of the server has, so that pages of an earlier run reload as well.
    """

    def __init__(self, run: str = "") -> None:
        self._run = run
        self._count = 0
        self._build = _Build("", partial(answer, {}, ""))
        self._changed = Condition()
        self._responding = Lock()

    def show_site(self, site: ServedFiles, prefix: str) -> None:
        """Serve the files of a site from now on, below the path ``prefix``. One thread at a time reads them."""
        self._show(partial(answer, site, prefix))

    def show_issues(self, error: SourceError) -> None:
        """Respond to every request for the site with a page of these issues from now on."""
        headers = {"Content-Type": HTML, **COMMON_HEADERS}
        response = Response(HTTPStatus.INTERNAL_SERVER_ERROR, headers, _issues_page(error))
        self._show(lambda _: response)

    def _show(self, respond: Callable[[Request], Response]) -> None:
        with self._changed:
            self._count += 1
            self._build = _Build(f"{self._run}{self._count:x}", respond)
            self._changed.notify_all()

    def respond(self, request: Request) -> Response:
        """Return the response of the latest build, which must not be cached, or the response to the script of its pages."""
        if request.target.startswith(BUILDS_PATH):
            return self._next_build(request.target.removeprefix(BUILDS_PATH))
        if request.target in {SCRIPT_PATH, STYLESHEET_PATH}:
            content = (_ASSETS / request.target.removeprefix(FOLDER)).read_bytes()
            return Response(HTTPStatus.OK, {"Content-Type": media_type(request.target), **NOT_CACHED}, content)
        self._wait_for_other_build("")
        build_id, respond = self._build
        with self._responding:
            status, headers, content = respond(request._replace(if_none_match="", byte_range=""))
        if headers.get("Content-Type") == HTML:
            content = _with_script(content, build_id)
        kept = {name: headers[name] for name in headers if name not in {"ETag", "Accept-Ranges"}}
        return Response(status, {**kept, **NOT_CACHED}, content)

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


def _with_script(page: bytes, build_id: str) -> bytes:
    script = f'<script src="{SCRIPT_PATH}" data-build="{build_id}"></script>\n</head>'
    return page.replace(b"</head>", script.encode(), 1)


def _issues_page(error: SourceError) -> bytes:
    environment = Environment(autoescape=True, lstrip_blocks=True, trim_blocks=True, undefined=StrictUndefined)
    template = environment.from_string((_ASSETS / "issues.html.jinja").read_text(encoding="utf-8"))
    issues = [issue.printable() for issue in error.issues[:MAX_SHOWN_ISSUES]]
    return template.render(summary=error.summary, issues=issues, stylesheet=STYLESHEET_PATH).encode()
