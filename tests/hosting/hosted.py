"""Check every file of a site on a host that reads ``_headers``; build-support/lint-hosting.sh starts one.

    ./pants run tests/hosting:hosted -- PORT FOLDER

These hosts make more decisions than servers do; docs/hosting.md lists their limits.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from hosting.promises import (
    MISSING_API_PATHS,
    MISSING_PAGES,
    OPEN_REDIRECTS,
    content_of,
    mismatches,
    paths,
    request_path,
)
from hosting.servers import ServedSite
from locdata_build.hosting.rules import (
    CACHED_FOLDERS,
    COMMON_HEADERS,
    ENDINGS_KNOWN_TO_HOSTS,
    NOT_FOUND_PAGE,
    REDIRECTS,
    headers_for,
)
from locdata_model.urls import HEADERS_FILE_PATH, REDIRECTS_FILE_PATH

REVALIDATED = "public, max-age=0, must-revalidate"
"""The ``Cache-Control`` that hosts send on their own."""

USED_BY_HOST = (NOT_FOUND_PAGE, HEADERS_FILE_PATH, REDIRECTS_FILE_PATH)
"""Files that a host uses and does not serve under their own paths."""

BELOW_A_FILE = "/index.html/none"
"""The local server of Cloudflare answers 502 here, because it reads from a disk."""


def issues(site: ServedSite) -> Iterator[str]:
    """Yield every difference from the rules."""
    for path in paths(site):
        if path not in USED_BY_HOST:
            yield from _file_issues(site, path)
    for path, target in REDIRECTS.items():
        yield from mismatches(site.request(path), 301, {"Location": target}, path)
    page = content_of(site, NOT_FOUND_PAGE)
    for path in (*MISSING_PAGES, *MISSING_API_PATHS):
        reply = site.request(path)
        # Some hosts take a path without an ending for a page and redirect to it.
        if path != BELOW_A_FILE and reply.status != 308:
            yield from mismatches(reply, 404, COMMON_HEADERS, path)
            if reply.content != page:
                yield f"{path}: not {NOT_FOUND_PAGE}"
    for path in OPEN_REDIRECTS:
        location = site.request(path).header("Location")
        if location.startswith(("//", "/\\", "http")):
            yield f"{path}: redirects to {location}"


def _file_issues(site: ServedSite, path: str) -> Iterator[str]:
    reply, expected = site.request(request_path(path)), dict(headers_for(path))
    if not path.startswith(CACHED_FOLDERS):
        expected["Cache-Control"] = REVALIDATED
    if path.rpartition(".")[2] in ENDINGS_KNOWN_TO_HOSTS and expected["Content-Type"].startswith("text/"):
        # Scripts have two names for their type, and both work.
        del expected["Content-Type"]
    yield from mismatches(reply, 200, expected, path)
    if reply.content != content_of(site, path):
        yield f"{path}: other bytes"
    again = site.request(request_path(path), headers={"If-None-Match": reply.header("ETag")})
    yield from mismatches(again, 304, {"Access-Control-Allow-Origin": "*"}, f"{path} again")
    if again.content:
        yield f"{path}: 304 with content"


def main() -> int:
    """Check the site in a folder on the host that listens on a port, and print the issues."""
    port, folder = sys.argv[1:]
    site = ServedSite("host", int(port), "", Path(folder), frozenset())
    found = list(issues(site))
    print(*found, f"_headers: {len(found) or 'no'} issues in {len(paths(site))} files", sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
