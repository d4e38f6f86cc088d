"""The built site, served from its folder and shown by the Chromium of this machine."""

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser.kinds import KINDS
from browser.serving import serve, watched_page
from locdata_model.urls import html_path
from support.site import built_site

NAMES = ("chromium", "chromium-browser", "google-chrome")
# In addition to the flags of Playwright: no display, nothing in the background, no host but the server.
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)

# A slow machine is not a failure. The default is five seconds.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root folder of the built site."""
    return built_site(tmp_path_factory)


@pytest.fixture(scope="session")
def filtered(site: Path) -> list[str]:
    """The paths of the pages with filters, one of each kind."""
    pages = {path: site / html_path(path).removeprefix("/") for path in KINDS.values() if path.endswith("/")}
    return [path for path, file in pages.items() if '<form class="filters"' in file.read_text(encoding="utf-8")]


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The URL of the served site, without a slash at its end."""
    with serve(site) as url:
        yield url


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
def issues() -> list[str]:
    """The errors of the page. A test that expects errors asserts them, and clears the list."""
    return []


@pytest.fixture
def options() -> Mapping[str, Any]:
    """The options of Playwright's ``Browser.new_context``; a test may set them by a parameter."""
    return {}


@pytest.fixture
def page(browser: Browser, served: str, issues: list[str], options: Mapping[str, Any]) -> Iterator[Page]:
    """An empty page. The test fails if it has errors in the end."""
    with watched_page(browser, served, issues, options) as page:
        yield page
