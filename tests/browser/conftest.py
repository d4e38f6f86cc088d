"""The site of the sample, served from its folder and shown by the Chromium of this machine."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.chromium import NAMES, installed_browser, launched
from browser.kinds import KINDS
from browser.serving import serve, watched_page
from locdata_model.urls import html_path
from support.sample import build_sample

# A slow machine is not a failure. The default is five seconds.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root folder of the site."""
    return build_sample(tmp_path_factory)


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
    """The browser of this machine."""
    executable = installed_browser()
    if executable is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    with launched(executable, tmp_path_factory.mktemp("home")) as chromium:
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
