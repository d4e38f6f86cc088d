"""A page that may do nothing wrong while a test looks at it."""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError

LOCAL = ("about:", "blob:", "data:")
"""Beginnings of addresses that reach no host."""


@contextlib.contextmanager
def watched_page(browser: Browser, address: str, faults: list[str], options: Mapping[str, Any]) -> Iterator[Page]:
    """Give an empty page with a profile of its own, for the site at ``address``.

    What goes wrong is added to ``faults``: an error in the console, an error that no script catches, a request to another
    host. In the end there may be none; who expects some takes them out. ``options`` are those of Playwright's
    ``Browser.new_context``, such as ``java_script_enabled``.
    """
    with browser.new_context(base_url=address, **options) as context:
        _watch(context, address, faults)
        yield context.new_page()
    if faults:
        pytest.fail("\n".join(["the page did wrong:", *faults]), pytrace=False)


def _watch(context: BrowserContext, address: str, faults: list[str]) -> None:
    """Add to ``faults`` whatever goes wrong in a page of the context."""

    def logged(message: ConsoleMessage) -> None:
        if message.type == "error":
            place = message.location["url"].removeprefix(address)
            faults.append(f"console: {place}: {message.text}")

    def thrown(error: WebError) -> None:
        faults.append(f"script: {error.error}")

    def sent(request: Request) -> None:
        if not request.url.startswith((f"{address}/", *LOCAL)):
            faults.append(f"request: {request.url}")

    context.on("console", logged)
    context.on("weberror", thrown)
    context.on("request", sent)
