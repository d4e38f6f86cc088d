"""Under ``serve --watch``, an open page reloads after each edit, and shows the issues of the data until they are gone."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from support.command_line import process_environment
from support.dataset import COUNTRY, changed, whole, write

PAGE = "/france/?from=here#fr-vat"
VALUE = "$.facts.vat.value"
SET_HIDDEN = """
(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""
"""As when the user changes to another tab and back."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The small set of source files."""
    return write(tmp_path / "data", whole())


@pytest.fixture
def served(data: Path) -> Iterator[str]:
    """The URL of the site of the data, without a slash at its end."""
    with subprocess.Popen(
        [sys.executable, "-m", "locdata_build.cli", "serve", "--watch", "--data", data, "--port", "0"],
        env=process_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            lines = iter(server.stdout.readline, "")
            port = next(found[1] for line in lines if (found := re.match(r"http://localhost(:[0-9]+)/", line)))
            yield f"http://127.0.0.1{port}"
        finally:
            server.terminate()


def save(data: Path, value: str) -> None:
    """Save the country with another text on VAT."""
    write(data, {COUNTRY: changed(COUNTRY, VALUE, value)[COUNTRY]})


def test_page_follows_the_data(page: Page, served: str, data: Path, issues: list[str]) -> None:
    page.goto(PAGE)
    expect(page.get_by_text("Standard rate 20%.").first).to_be_visible()

    save(data, "Standard rate 21%.")
    expect(page.get_by_text("Standard rate 21%.").first).to_be_visible()
    assert issues == []

    save(data, "Two  blanks <b>&amp;</b>")
    expect(page.get_by_role("heading", level=1)).to_have_text("The data has 1 issue")
    expect(page.get_by_role("heading", level=2)).to_have_text(f"{data}/{COUNTRY}")
    expect(page.get_by_text(VALUE)).to_be_visible()
    expect(page.get_by_text("[double-blank]")).to_be_visible()
    # The stylesheet is there, and the issue is not cut off.
    assert page.evaluate("document.styleSheets[0].cssRules.length") > 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    save(data, "Standard rate 22%.")
    expect(page.get_by_text("Standard rate 22%.").first).to_be_visible()
    expect(page).to_have_url(f"{served}{PAGE}")
    # The page of issues, and perhaps its icon.
    assert {issue.rpartition(" status of ")[2] for issue in issues} == {"500 (Internal Server Error)"}
    issues.clear()


def test_hidden_page_is_reloaded_when_it_is_shown_again(page: Page, served: str, data: Path) -> None:
    page.goto(PAGE)
    page.evaluate(SET_HIDDEN, True)
    # A browser opens six connections to a server at most.
    assert page.evaluate("builds.readyState === EventSource.CLOSED")
    other = page.context.new_page()
    other.goto(f"{served}{PAGE}")

    save(data, "Standard rate 21%.")
    expect(other.get_by_text("Standard rate 21%.").first).to_be_visible()
    expect(page.get_by_text("Standard rate 20%.").first).to_be_visible()

    page.evaluate(SET_HIDDEN, False)
    expect(page.get_by_text("Standard rate 21%.").first).to_be_visible()
