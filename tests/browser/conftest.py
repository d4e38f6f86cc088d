"""The sites of ``browser_sites``, served from their folders and shown by the Chromium of this machine."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.chromium import installed_browser, launched
from browser.kinds import KINDS, proof
from browser.serving import published_headers, serve, watched_page

BUILT, REAL = Path("browser_sites"), Path("site")
"""The folders in which Pants builds the sites, and the site of the real data."""

# A slow machine is not a failure. The default is five seconds.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sites. Without Pants, a process builds them, because these tests import no project code."""
    if BUILT.is_dir():
        return BUILT
    folder = tmp_path_factory.mktemp("built") / BUILT
    run_module("browser_sites.build", folder)
    return folder


@pytest.fixture(scope="session")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root folder of the site of the real data, for the questions of readers alone: each edit of the data changes it."""
    if REAL.is_dir():
        return REAL
    folder = tmp_path_factory.mktemp("built") / REAL
    run_module("locdata_build", "build", "--data", "data_src", "--out", folder)
    return folder


def run_module(*command: str | Path) -> None:
    """Run a module of the project in a process, with arguments."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["src/python", "tests"])}
    subprocess.run([sys.executable, "-m", *command], env=environment, check=True)


@pytest.fixture(scope="session")
def site(sites: Path) -> Path:
    """The root folder of the site of the sample."""
    return sites / "sample"


@pytest.fixture(scope="session", params=["one", pytest.param("all", marks=proof)])
def filtered(request: pytest.FixtureRequest, site: Path) -> list[str]:
    """The paths of pages with filters of rows: that of e-invoicing, or one of each kind."""
    pages = {path: site / f"{path}index.html".removeprefix("/") for path in KINDS if path.endswith("/")}
    filtered = [path for path, file in pages.items() if "/assets/filter." in file.read_text(encoding="utf-8")]
    return filtered if request.param == "all" else filtered[:1]


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The URL of the served site, without a slash at its end. What its policy forbids is an error of the page."""
    with serve(site, published_headers(site)) as url:
        yield url


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The browser of this machine."""
    with launched(installed_browser(), tmp_path_factory.mktemp("home")) as chromium:
        yield chromium


@pytest.fixture
def issues() -> list[str]:
    """The errors of the page. A test that expects errors asserts them, and clears the list."""
    return []


@pytest.fixture
def options() -> Mapping[str, Any]:
    """The options of Playwright's ``Browser.new_context``; a test may set them by a parameter."""
    return {}


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Give the context for the URL of a site and options. It is kept, because a new one takes longer than most tests."""
    with ExitStack() as stack:

        @cache
        def context(base_url: str, **options: object) -> BrowserContext:
            arguments: dict[str, Any] = {"base_url": base_url, **options}
            return stack.enter_context(browser.new_context(**arguments))

        yield context


@pytest.fixture
def context(contexts: Callable[..., BrowserContext], served: str, options: Mapping[str, Any]) -> BrowserContext:
    """The context of the test's pages. What the site stores in the browser is removed after each test."""
    return contexts(served, **options)


@pytest.fixture
def page(context: BrowserContext, served: str, issues: list[str]) -> Iterator[Page]:
    """An empty page. The test fails if it has errors in the end."""
    with watched_page(context, served, issues) as page:
        yield page
        if not page.is_closed() and page.url.startswith(served):
            page.evaluate("localStorage.clear()")
