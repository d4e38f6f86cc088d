"""The site of the sample, served from its folder and shown by the Chromium of this machine."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

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
    """The paths of the pages with filters of rows, one of each kind."""
    pages = {path: site / html_path(path).removeprefix("/") for path in KINDS.values() if path.endswith("/")}
    return [path for path, file in pages.items() if "/assets/filter." in file.read_text(encoding="utf-8")]


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
    """The context of the test's pages. What the site stores in the browser is removed before each test."""
    return contexts(served, **options)


@pytest.fixture
def page(context: BrowserContext, served: str, issues: list[str]) -> Iterator[Page]:
    """An empty page. The test fails if it has errors in the end."""
    with watched_page(context, served, issues) as page:
        stored = {"origin": urlsplit(served)._replace(path="").geturl(), "storageTypes": "local_storage"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", stored)
        yield page
