"""First visits to pages in headless Chromium, on a slow connection and a slow processor.

A process of its own, because it needs the packages of ``3rdparty/python/browser.lock``, which our code does not have. It
reads a request as JSON from the standard input, and writes the visits of each turn.
"""

import json
import os
import sys
import tempfile
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

# The flags of tests/browser: no display, nothing in the background, no host but the server.
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
LONGEST_VISIT_MS = 120_000

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


def main() -> int:
    """Visit each URL of the request as often as it says; return the exit status."""
    request = json.load(sys.stdin)
    with (
        tempfile.TemporaryDirectory() as home,
        sync_playwright() as playwright,
        playwright.chromium.launch(
            executable_path=request["executable"], args=FLAGS, env={**os.environ, "HOME": home}
        ) as browser,
    ):
        turns = [
            [first_visit(browser, url, request["profile"]) for url in request["urls"]] for _ in range(request["turns"])
        ]
        json.dump({"browser": browser.version, "turns": turns}, sys.stdout)
    return 0


def first_visit(browser: Browser, url: str, profile: dict[str, Any]) -> dict[str, Any]:
    """Visit a page with an empty cache."""
    # Each context has an empty cache of its own.
    with browser.new_context(
        viewport={"width": profile["width"], "height": profile["height"]},
        device_scale_factor=profile["pixel_ratio"],
        is_mobile=True,
    ) as context:
        page = context.new_page()
        _slow_down(page, profile)
        answer = page.goto(url, wait_until="load", timeout=LONGEST_VISIT_MS)
        if answer is None or not answer.ok:
            sys.exit(f"{url}: must be a page, but the response is {answer.status if answer else 'missing'}")
        page.evaluate(_SETTLED)
        visit: dict[str, Any] = page.evaluate(_MEASURE, _PATIENCE_MS)
        return visit


def _slow_down(page: Page, profile: dict[str, Any]) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": profile["latency_ms"],
            # Bytes a second; a kbit has 1,024 bits, as in Lighthouse.
            "downloadThroughput": profile["download_kbit"] * 1024 / 8,
            "uploadThroughput": profile["upload_kbit"] * 1024 / 8,
        },
    )
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": profile["cpu_slowdown"]})


if __name__ == "__main__":
    sys.exit(main())
