"""A site that is built from a script in every text runs none of them, with no policy of the server to help."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from browser.serving import serve
from browser.watching import watched_page
from locdata_build.publish.folder import publish_folder
from locdata_build.render.artifacts import Artifact
from locdata_build.render.site import render_site
from trust.fuzz_payloads import SCRIPTS
from trust.hostile import worlds

MARK = "window.alert = () => console.error('a script ran')"
"""What each payload calls, in a page and in its frames. A page that logs an error fails its test."""

LIVE = "/live.html"
"""A page that escapes nothing."""

CLICK = """
() => {
  const links = [...document.querySelectorAll("a")];
  const scripts = links.filter((link) => !/^(https?:|mailto:|[/#])/.test(link.getAttribute("href")));
  scripts.forEach((link) => link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
  return scripts.length;
}
"""
"""Clicks every link that leads to no page, no place and no mailbox; how many there were."""

STRANGE = """
() => [...document.querySelectorAll("*")].flatMap((each) => [...each.attributes]
  .filter(({ name, value }) => name.startsWith("on") || name === "srcdoc" || /^\\s*(javascript|data|vbscript):/i.test(value))
  .map(({ name }) => `${each.localName} ${name}`))
"""
"""Every attribute that could run something."""

# Names of filters, and one that is none.
QUERIES = [
    f"?region={quote(payload)}&country={quote(payload)}&status={quote(payload)}#{quote(payload)}" for payload in SCRIPTS
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Artifact, ...]:
    """The site of the hostile dataset."""
    _, hostile = worlds(tmp_path_factory.mktemp("data"), 0)
    return render_site(hostile)


@pytest.fixture(scope="module")
def served(files: tuple[Artifact, ...], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The hostile site, with one page that escapes nothing."""
    folder: Path = tmp_path_factory.mktemp("served") / "site"
    live = "".join(f"<p>{payload}</p><!-- -->" for payload in SCRIPTS)
    publish_folder([*files, Artifact(LIVE, f"<!doctype html><title>Live</title>{live}".encode())], folder)
    with serve(folder) as address:
        yield address


def paths_of(files: tuple[Artifact, ...]) -> list[str]:
    """The path of each page."""
    return [file.path.removesuffix("index.html") for file in files if file.path.endswith(".html")]


def test_no_page_runs_a_script_of_the_data(page: Page, files: tuple[Artifact, ...]) -> None:
    page.add_init_script(MARK)
    paths = paths_of(files)

    assert len(paths) >= 24
    for path in paths:
        page.goto(path)
        assert (path, page.evaluate(STRANGE), page.evaluate(CLICK)) == (path, [], 0)
        assert page.locator("h1").count() == 1


def test_no_query_and_no_fragment_runs_a_script(page: Page, files: tuple[Artifact, ...]) -> None:
    page.add_init_script(MARK)
    filtered = [path for path in paths_of(files) if b"<form" in content_of(files, path)]

    assert len(filtered) >= 8
    for path, query in zip(filtered, cycle(QUERIES)):
        page.goto(f"{path}{query}")
        choice = page.locator("form.filters select").first
        choice.select_option(index=choice.locator("option").count() - 1)
        page.evaluate("location.hash = `<img src=x onerror=alert(1)>`")


def content_of(files: tuple[Artifact, ...], path: str) -> bytes:
    """The content of a page."""
    return next(file.content for file in files if file.path.removesuffix("index.html") == path)


def test_a_page_that_escapes_nothing_is_found_out(browser: Browser, served: str) -> None:
    faults: list[str] = []

    def look() -> None:
        with watched_page(browser, served, faults, {}) as page:
            page.add_init_script(MARK)
            page.goto(LIVE, wait_until="networkidle")
            assert {"a href", "img onerror", "iframe srcdoc"} <= {*page.evaluate(STRANGE)}
            assert page.evaluate(CLICK) == 1

    with pytest.raises(pytest.fail.Exception, match="a script ran"):
        look()
