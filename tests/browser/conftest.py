"""The built site in a browser: served from a folder, seen in the Chromium of this machine."""

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from browser.serving import serve
from browser.watching import watched_page
from support.site import built_site

NAMES = ("chromium", "chromium-browser", "google-chrome")
# Besides what Playwright tells Chromium by itself: no display, no sandbox, nothing in the background.
# The last one: no host but the server is ever looked up.
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root folder of the built site."""
    return built_site(tmp_path_factory)


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address of the served site, without a slash at its end."""
    with serve(site) as address:
        yield address


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The browser of this machine: the one that CHROMIUM names, or the first that is found."""
    executable = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if executable is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    # Chromium writes to HOME, which a sandbox may lack.
    home = str(tmp_path_factory.mktemp("home"))
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(
            executable_path=executable, args=FLAGS, env={**os.environ, "HOME": home}
        ) as chromium,
    ):
        yield chromium


@pytest.fixture
def faults() -> list[str]:
    """What the page did wrong. A test that expects something of it says so, and clears it."""
    return []


@pytest.fixture
def options() -> Mapping[str, Any]:
    """How the page is seen, in the words of Playwright's ``Browser.new_context``; a test may set it by a parameter."""
    return {}


@pytest.fixture
def page(browser: Browser, served: str, faults: list[str], options: Mapping[str, Any]) -> Iterator[Page]:
    """An empty page, which may do nothing wrong until the test ends."""
    with watched_page(browser, served, faults, options) as page:
        yield page
