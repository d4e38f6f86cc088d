"""The file ``_headers``, which hosts of static sites read: Cloudflare and Netlify among them.

Such hosts do the rest by themselves: they send ``404.html`` with status 404, pages as HTML, and ask browsers to revalidate
whatever no rule here gives a time. All rules that match a path add up, so no two of them may say the same header for one path.
"""

from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from locdata_build.delivery.media_types import BY_ENDING, BY_FOLDER, BY_PATH
from locdata_build.delivery.rules import API, ASSETS, EVERYWHERE, caching
from locdata_build.source.page_names import PageName
from locdata_build.view.places import top_path

HEADERS_FILE_PATH = "/_headers"

KNOWN = frozenset({"css", "html", "js", "json", "svg", "xml", "zip"})
"""The endings that every host knows."""

TIMED = (API, top_path(PageName.DATA), top_path(PageName.FEEDS), ASSETS)
"""The folders whose files may be kept for a stated time. Pages lie everywhere, so that no rule could name them alone."""


def headers_file(base_url: str) -> str:
    """The text of the file for the site at ``base_url``. It works in the root of the host alone."""
    prefix = urlsplit(base_url).path
    blocks = [f"{prefix}{path}\n{_lines(headers)}" for path, headers in _rules()]
    return "\n".join(["# How the localization data service is served; made by the build.\n", *blocks])


def _rules() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Each pattern of paths and what it adds."""
    yield "/*", EVERYWHERE
    yield from ((f"{folder}*", {"Cache-Control": caching(folder)}) for folder in TIMED)
    yield from ((f"/*.{ending}", _typed(kind)) for ending, kind in BY_ENDING.items() if ending not in KNOWN)
    yield from ((f"{folder}*", _typed(kind)) for folder, kind in BY_FOLDER.items())
    yield from ((path, _typed(kind)) for path, kind in BY_PATH.items())


def _typed(media_type: str) -> Mapping[str, str]:
    return {"Content-Type": media_type}


def _lines(headers: Mapping[str, str]) -> str:
    return "".join(f"  {name}: {value}\n" for name, value in headers.items())
