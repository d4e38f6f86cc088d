"""Transferred bytes and times to paint of each kind of page of a built site.

The site must have been built with ``--precompress``. The preview serves it with the compressed copies, as the servers in
docs/hosting.md do, and Chromium visits it as a phone on a slow connection does.
"""

import argparse
import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from msgspec import Struct

from benchmarks.figures import Spread, spread
from benchmarks.pages_browser import SLOW_4G, PagesError, Profile, Visit, visits
from benchmarks.pages_kinds import Transfer, kinds_of_pages, transfer_of
from locdata_build.hosting.configuration import HostingError, prefix_of
from locdata_build.hosting.preview import INDEX_NAME
from locdata_build.hosting.server import HOST, listening
from locdata_build.publish.stated import stated_base_url
from locdata_model.media_types import CopySuffix
from locdata_model.urls import OPENAPI_PATH

SIZES = ("Requests", "Brotli", "gzip", "Plain")
TIMES = ("First paint", "First contentful paint", "Largest contentful paint", "Load")
TITLES = ("Page", "Path", *SIZES, *TIMES)


class PageFigures(Struct, frozen=True, kw_only=True):
    """The first visit to a page, with its stylesheet, its scripts and its icon. Times are milliseconds."""

    kind: str
    path: str
    requests: int
    transfer: Transfer
    first_paint: Spread
    first_contentful_paint: Spread
    largest_contentful_paint: Spread
    load: Spread


class PagesFigures(Struct, frozen=True, kw_only=True):
    """The figures of the pages of a site, and how they were measured."""

    browser: str
    profile: Profile
    runs: int
    pages: tuple[PageFigures, ...]


def measure_pages(site: Path, kinds: Mapping[str, str], runs: int, profile: Profile = SLOW_4G) -> PagesFigures:
    """Visit a page of each kind ``runs`` times with an empty cache. Raises ``PagesError`` or ``HostingError``.

    ``kinds`` has the path of a page by its kind, as ``kinds_of_pages`` finds them.

    The pages take turns, so that other load on the machine affects all of them. The first turn is not counted.
    """
    prefix = _prefix(site)
    with served(site, prefix) as origin:
        found = visits([f"{origin}{prefix}{path}" for path in kinds.values()], profile, runs + 1)
    pages = tuple(
        _figures(site, prefix, kind, path, visits_of_page)
        for (kind, path), visits_of_page in zip(kinds.items(), zip(*found.turns[1:], strict=True), strict=True)
    )
    return PagesFigures(browser=found.browser, profile=profile, runs=runs, pages=pages)


def _figures(site: Path, prefix: str, kind: str, path: str, page: Sequence[Visit]) -> PageFigures:
    """Return the figures of one page from all turns."""
    targets = [urlsplit(url).path for url in page[0].urls]
    return PageFigures(
        kind=kind,
        path=path,
        requests=len(targets),
        transfer=transfer_of(site, prefix, targets),
        first_paint=spread([visit.first_paint for visit in page]),
        first_contentful_paint=spread([visit.first_contentful_paint for visit in page]),
        largest_contentful_paint=spread([visit.largest_contentful_paint for visit in page]),
        load=spread([visit.load for visit in page]),
    )


def _prefix(site: Path) -> str:
    """Return the path of the site on its host."""
    openapi = site / OPENAPI_PATH.removeprefix("/")
    base_url = stated_base_url(openapi.read_bytes()) if openapi.is_file() else None
    if base_url is None:
        raise PagesError(f"{site}: must be a built site, but has no {OPENAPI_PATH}: build it first")
    if not (site / f"{INDEX_NAME}{CopySuffix.BROTLI}").is_file():
        raise PagesError(f"{site}: must have compressed copies, but has none: build it with --precompress")
    return prefix_of(base_url)


@contextlib.contextmanager
def served(site: Path, prefix: str) -> Iterator[str]:
    """Serve the site as the preview does; give the URL of the host."""
    with listening(site, prefix, 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://{HOST}:{server.server_port}"
        finally:
            server.shutdown()


def markdown_of(figures: PagesFigures) -> str:
    """Return the figures as a Markdown table, times in seconds, after a line that says how they were measured."""
    profile = figures.profile
    head = (
        f"Chromium {figures.browser}, {profile.name}: {profile.latency_ms:g} ms a request, {profile.download_kbit:g} kbit/s down, "
        f"{profile.upload_kbit:g} kbit/s up, processor slowed down {profile.cpu_slowdown:g} times, "
        f"{profile.width} by {profile.height} pixels. Empty cache, {figures.runs} runs: median (least to most)."
    )
    rule = ("---", "---", *("---:" for _ in TITLES[2:]))
    rows = (_row(page) for page in figures.pages)
    return "\n".join([head, "", *(f"| {' | '.join(cells)} |" for cells in (TITLES, rule, *rows))])


def _row(page: PageFigures) -> Sequence[str]:
    sizes = (page.transfer.brotli, page.transfer.gzip, page.transfer.plain)
    times = (page.first_paint, page.first_contentful_paint, page.largest_contentful_paint, page.load)
    return (page.kind, f"`{page.path}`", str(page.requests), *(f"{size:,}" for size in sizes), *map(_seconds, times))


def _seconds(times: Spread) -> str:
    return f"{times.median / 1000:.2f} ({times.least / 1000:.2f} to {times.most / 1000:.2f})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures of a site as a Markdown table."""
    parser = argparse.ArgumentParser(prog="benchmarks.pages", description=main.__doc__)
    parser.add_argument("site", type=Path, help="the folder of a site that was built with --precompress")
    parser.add_argument("--runs", type=int, default=5, help="number of visits to each page (default: 5)")
    options = parser.parse_args(arguments)
    if options.runs < 1:
        parser.error(f"--runs must be 1 or more, but is {options.runs}")
    try:
        print(markdown_of(measure_pages(options.site, kinds_of_pages(options.site), options.runs)))
    except (PagesError, HostingError) as error:
        parser.exit(1, f"{error}\n")


if __name__ == "__main__":
    main()
