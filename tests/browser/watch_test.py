"""Under ``serve --watch``, an open page reloads after each edit, and shows the issues of the data until they are gone.

The responses are recorded ones of the server, which has its own tests.
"""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

PAGE = "/france/?from=here#fr-vat"
SET_HIDDEN = """
(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""
"""As when the user changes to another tab and back."""


class Server:
    """Gives the responses of one build after the other. A page that shows the current one waits for the next."""

    def __init__(self, builds: list[dict[str, Any]]) -> None:
        self._builds = iter(builds)
        self._waiting: list[Route] = []
        self.build = next(self._builds)

    def edit(self) -> None:
        """Show the next build."""
        self.build = next(self._builds)
        for route in self._waiting:
            route.fulfill(**self.build["next"])
        self._waiting.clear()

    def respond(self, route: Route) -> None:
        """Respond to a request."""
        path = urlsplit(route.request.url).path
        if path == self.build["path"]:
            self._waiting.append(route)
        elif path.startswith("/.watch/builds/"):
            route.fulfill(**self.build["next"])
        else:
            route.fulfill(**self.build["responses"][path])


@pytest.fixture
def server(page: Page, sites: Path) -> Server:
    """The server of the page."""
    server = Server(json.loads((sites / "builds.json").read_bytes()))
    page.route("**", server.respond)
    return server


def test_page_follows_the_data(page: Page, served: str, server: Server, issues: list[str]) -> None:
    page.goto(PAGE)
    expect(page.get_by_text("Standard rate 20%.").first).to_be_attached()

    server.edit()
    expect(page.get_by_text("Standard rate 21%.").first).to_be_attached()
    assert issues == []

    server.edit()
    expect(page.get_by_role("heading", level=1)).to_have_text("The data has 1 issue")
    expect(page.get_by_role("heading", level=2)).to_have_text("data/countries/fr.json")
    expect(page.get_by_text("$.facts.vat.value")).to_be_visible()
    expect(page.get_by_text("[double-blank]")).to_be_visible()
    # The stylesheet is there, and the issue is not cut off.
    assert page.evaluate("document.styleSheets[0].cssRules.length") > 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    server.edit()
    expect(page.get_by_text("Standard rate 22%.").first).to_be_attached()
    expect(page).to_have_url(f"{served}{PAGE}")
    # The page of issues, and perhaps its icon.
    assert {issue.rpartition(" status of ")[2] for issue in issues} == {"500 (Internal Server Error)"}
    issues.clear()


def test_hidden_page_is_reloaded_when_it_is_shown_again(page: Page, server: Server) -> None:
    page.goto(PAGE)
    page.evaluate(SET_HIDDEN, True)
    # A browser opens six connections to a server at most.
    assert page.evaluate("builds.readyState === EventSource.CLOSED")

    server.edit()
    expect(page.get_by_text("Standard rate 20%.").first).to_be_attached()

    page.evaluate(SET_HIDDEN, False)
    expect(page.get_by_text("Standard rate 21%.").first).to_be_attached()
