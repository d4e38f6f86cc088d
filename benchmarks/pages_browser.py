"""A first visit to a page in headless Chromium, on a slow connection and a slow processor."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator

import msgspec
from msgspec import Struct
from playwright.sync_api import Browser, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
# The flags of tests/browser: no display, nothing in the background, no host but the server.
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
LONGEST_VISIT_MS = 120_000


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


# Longer than any page takes to paint what it has loaded.
_PATIENCE_MS = 30_000
# Headless Chromium requests no icon; a browser with a window does, so the icon is counted.
_MEASURE = """
(patience) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("the page painted nothing")), patience);
  new PerformanceObserver((list) => {
    const [page] = performance.getEntriesByType("navigation");
    const paints = new Map(performance.getEntriesByType("paint").map(({ name, startTime }) => [name, startTime]));
    const linked = [...document.querySelectorAll("link[rel~=icon]")].map(({ href }) => href);
    resolve({
      first_paint: paints.get("first-paint"),
      first_contentful_paint: paints.get("first-contentful-paint"),
      largest_contentful_paint: list.getEntries().at(-1).startTime,
      load: page.loadEventEnd,
      urls: [...new Set([page.name, ...performance.getEntriesByType("resource").map(({ name }) => name), ...linked])],
    });
  }).observe({ type: "largest-contentful-paint", buffered: true });
})
"""
# Two frames after the load, everything that was loaded has been painted.
_SETTLED = (
    "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))"
)


def installed_browser() -> str | None:
    """Return the browser that CHROMIUM names, or the first that is installed."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextlib.contextmanager
def chromium(executable: str) -> Iterator[Browser]:
    """Give the browser at ``executable`` with an empty home folder, so that it keeps nothing."""
    with (
        tempfile.TemporaryDirectory() as home,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=executable, args=FLAGS, env={**os.environ, "HOME": home}) as browser,
    ):
        yield browser


def first_visit(browser: Browser, url: str, profile: Profile) -> Visit:
    """Visit a page with an empty cache. Raises ``PagesError`` if there is no page."""
    # Each context has an empty cache of its own.
    with browser.new_context(
        viewport={"width": profile.width, "height": profile.height},
        device_scale_factor=profile.pixel_ratio,
        is_mobile=True,
    ) as context:
        page = context.new_page()
        _slow_down(page, profile)
        answer = page.goto(url, wait_until="load", timeout=LONGEST_VISIT_MS)
        if answer is None or not answer.ok:
            raise PagesError(f"{url}: must be a page, but the response is {answer.status if answer else 'missing'}")
        page.evaluate(_SETTLED)
        return msgspec.convert(page.evaluate(_MEASURE, _PATIENCE_MS), Visit)


def _slow_down(page: Page, profile: Profile) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": profile.latency_ms,
            # Bytes a second; a kbit has 1,024 bits, as in Lighthouse.
            "downloadThroughput": profile.download_kbit * 1024 / 8,
            "uploadThroughput": profile.upload_kbit * 1024 / 8,
        },
    )
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": profile.cpu_slowdown})
