"""A site with a script in every text of its data runs none of them, even without a policy of the server."""

from collections.abc import Iterator
from itertools import cycle
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page

from browser.serving import serve, watched_page
from locdata_build.publish.folder import publish_folder
from locdata_build.render.artifacts import Artifact
from locdata_build.render.site import site_artifacts
from support.hostile import site_contexts
from support.payloads import SCRIPTS

REPORT_SCRIPTS = "window.alert = () => console.error('a script ran')"
"""Replaces what each payload calls, in a page and in its frames. A page that logs an error fails its test."""

UNSAFE_PAGE = "/unsafe.html"
"""A page that escapes nothing."""

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

QUERIES = [f"?region={text}&country={text}&unknown={text}#{text}" for text in map(quote, SCRIPTS)]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Artifact]:
    """The pages of the hostile site by path, and the page that escapes nothing."""
    _, hostile = site_contexts(tmp_path_factory.mktemp("data"), 0)
    payloads = "".join(f"<p>{payload}</p><!-- -->" for payload in SCRIPTS)
    unsafe = Artifact(UNSAFE_PAGE, f"<!doctype html><title>Unsafe</title>{payloads}".encode())
    return {artifact.path.removesuffix("index.html"): artifact for artifact in (*site_artifacts(hostile), unsafe)}


@pytest.fixture(scope="module")
def served(pages: dict[str, Artifact], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of the hostile site."""
    folder = tmp_path_factory.mktemp("served") / "site"
    publish_folder(iter(pages.values()), folder)
    with serve(folder) as url:
        yield url


def test_no_page_runs_a_script_of_the_data(page: Page, pages: dict[str, Artifact]) -> None:
    page.add_init_script(REPORT_SCRIPTS)
    paths = [path for path, file in pages.items() if file.path.endswith(".html") and path != UNSAFE_PAGE]

    assert len(paths) >= 24
    for path in paths:
        page.goto(path)
        assert (path, page.evaluate(SCRIPT_ATTRIBUTES), page.evaluate(CLICK_SCRIPTS)) == (path, [], 0)
        assert page.locator("h1").count() == 1


def test_no_query_and_no_fragment_runs_a_script(page: Page, pages: dict[str, Artifact]) -> None:
    page.add_init_script(REPORT_SCRIPTS)
    filtered = [path for path, file in pages.items() if b'<form class="filters"' in file.content]

    assert len(filtered) >= 8
    for path, query in zip(filtered, cycle(QUERIES)):
        page.goto(f"{path}{query}")
        for choice in page.locator("form.filters select").all():
            choice.select_option(index=choice.locator("option").count() - 1)
        page.locator("form.filters").dispatch_event("input")
        page.evaluate("location.hash = `<img src=x onerror=alert(1)>`")


def test_scripts_of_a_page_that_escapes_nothing_are_found(context: BrowserContext, served: str) -> None:
    issues: list[str] = []

    def visit() -> None:
        with watched_page(context, served, issues) as page:
            page.add_init_script(REPORT_SCRIPTS)
            page.goto(UNSAFE_PAGE, wait_until="networkidle")
            assert {"a href", "img onerror", "iframe srcdoc"} <= {*page.evaluate(SCRIPT_ATTRIBUTES)}
            assert page.evaluate(CLICK_SCRIPTS) == 1

    with pytest.raises(pytest.fail.Exception, match="a script ran"):
        visit()
