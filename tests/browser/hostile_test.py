"""A site with a script in every text of its data runs none of them, even without a policy of the server."""

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page

from browser.kinds import all_pages
from browser.serving import serve, watched_page

REPORT_SCRIPTS = "window.alert = () => console.error('a script ran')"
"""Replaces what each payload calls, in a page and in its frames. A page that logs an error fails its test."""

CLICK_SCRIPTS = """
() => {
  const links = [...document.querySelectorAll("a")];
  const scripts = links.filter((link) => !/^(https?:|mailto:|[/#])/.test(link.getAttribute("href")));
  scripts.forEach((link) => link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
  return scripts.length;
}
"""
"""Clicks every link that leads to no page, no anchor and no mailbox, and returns their number."""

SCRIPT_ATTRIBUTES = """
() => [...document.querySelectorAll("*")].flatMap((each) => [...each.attributes]
  .filter(({ name, value }) => name.startsWith("on") || name === "srcdoc" || /^\\s*(javascript|data|vbscript):/i.test(value))
  .map(({ name }) => `${each.localName} ${name}`))
"""
"""Returns every attribute that could run a script."""


@pytest.fixture(scope="module")
def scripts(sites: Path) -> list[str]:
    """What the texts of the data have in them."""
    scripts: list[str] = json.loads((sites / "scripts.json").read_bytes())
    return scripts


@pytest.fixture(scope="module")
def folder(sites: Path) -> Path:
    """The folder of the hostile site."""
    return sites / "hostile"


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[str]:
    """The URL of the hostile site, which is served without its policy."""
    with serve(folder) as url:
        yield url


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page that reports a script that runs."""
    page.add_init_script(REPORT_SCRIPTS)
    yield page
    page.close()


def test_no_page_runs_a_script_of_the_data(page: Page, folder: Path) -> None:
    paths = all_pages(folder)

    assert len(paths) >= 24
    for path in paths:
        page.goto(path)
        assert (path, page.evaluate(SCRIPT_ATTRIBUTES), page.evaluate(CLICK_SCRIPTS)) == (path, [], 0)
        assert page.locator("h1").count() == 1


def test_no_query_and_no_fragment_runs_a_script(page: Page, folder: Path, scripts: list[str]) -> None:
    filtered = [
        path
        for path in all_pages(folder)
        if path.endswith("/") and b'<form class="filters"' in (folder / path[1:] / "index.html").read_bytes()
    ]
    queries = [f"?region={text}&country={text}&unknown={text}#{text}" for text in map(quote, scripts)]

    assert len(filtered) >= 8
    for path, query in zip(filtered, cycle(queries)):
        page.goto(f"{path}{query}")
        for choice in page.locator("form.filters select").all():
            choice.select_option(index=choice.locator("option").count() - 1)
        page.locator("form.filters").dispatch_event("input")
        page.evaluate("location.hash = `<img src=x onerror=alert(1)>`")


def test_scripts_of_a_page_that_escapes_nothing_are_found(
    context: BrowserContext, tmp_path: Path, scripts: list[str]
) -> None:
    payloads = "".join(f"<p>{script}</p><!-- -->" for script in scripts)
    (tmp_path / "index.html").write_text(f"<!doctype html><title>Unsafe</title>{payloads}", encoding="utf-8")

    def visit(url: str) -> None:
        with watched_page(context, url, []) as page:
            page.add_init_script(REPORT_SCRIPTS)
            page.goto(f"{url}/", wait_until="networkidle")
            assert {"a href", "img onerror", "iframe srcdoc"} <= {*page.evaluate(SCRIPT_ATTRIBUTES)}
            assert page.evaluate(CLICK_SCRIPTS) == 1
            page.close()

    with serve(tmp_path) as url, pytest.raises(pytest.fail.Exception, match="a script ran"):
        visit(url)
