"""First visits to pages, which a process with Playwright makes."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

NAMES = ("chromium", "chromium-browser", "google-chrome")
PROGRAM = Path("benchmarks/visits.py")
"""Visits pages with the packages of ``3rdparty/python/browser.lock``."""


class PagesError(Exception):
    """Something that is needed to measure the pages is missing."""


class Profile(Struct, frozen=True, kw_only=True):
    """A connection, a processor and a screen. DevTools delays each request by the latency."""

    name: str
    latency_ms: float
    download_kbit: float
    upload_kbit: float
    cpu_slowdown: float
    width: int
    height: int
    pixel_ratio: float


SLOW_4G = Profile(
    name="Lighthouse's mobile preset (slow 4G, applied by DevTools)",
    latency_ms=150 * 3.75,
    download_kbit=1.6 * 1024 * 0.9,
    upload_kbit=750 * 0.9,
    cpu_slowdown=4,
    width=412,
    height=823,
    pixel_ratio=1.75,
)
"""A round trip of 150 ms, 1.6 Mbit/s down and 0.75 Mbit/s up, with Lighthouse's factors for DevTools: DevTools delays requests,
not packets, so the latency includes the round trips that open a connection and its encryption.
"""


class Visit(Struct, frozen=True, kw_only=True):
    """A visit: times in milliseconds since its start, and the URLs that the page requested."""

    first_paint: float
    first_contentful_paint: float
    largest_contentful_paint: float
    load: float
    urls: tuple[str, ...]


class Visits(Struct, frozen=True, kw_only=True):
    """The version of the browser, and the visits of each turn, in the order of the URLs."""

    browser: str
    turns: tuple[tuple[Visit, ...], ...]


def visits(urls: Sequence[str], profile: Profile, turns: int) -> Visits:
    """Visit each page in each turn with an empty cache. Raises ``PagesError`` if there is no page, no browser or no Playwright."""
    executable = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if executable is None:
        raise PagesError(f"no browser: none of {', '.join(NAMES)} is installed")
    python = os.environ.get("BROWSER_PYTHON")
    if python is None:
        raise PagesError("BROWSER_PYTHON: must name a Python with the packages of 3rdparty/python/browser.lock")
    request = {"executable": executable, "profile": msgspec.to_builtins(profile), "urls": urls, "turns": turns}
    done = subprocess.run(  # noqa: S603  # our own command
        [python, PROGRAM], input=msgspec.json.encode(request), capture_output=True, check=False
    )
    if done.returncode:
        raise PagesError(done.stderr.decode().strip())
    return msgspec.json.decode(done.stdout, type=Visits)
