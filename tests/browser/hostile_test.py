"""A site with a script in every text of its data runs none of them, even without a policy of the server.

That such texts change no markup is tested in ``tests/data/hostile_test.py``.
"""

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.kinds import all_pages, proof
from browser.serving import recorded_issues, serve

REPORT_SCRIPTS = "window.alert = () => console.error('a script ran')"
"""Replaces what each payload calls, in a page and in its frames. A page that logs an error fails its test."""

CLICK_SCRIPTS = """
() => {
  const links = [...document.querySelectorAll("a")];
  const scripts = links.filter((link) => !/^(https?:|mailto:|webcal:|[/#])/.test(link.getAttribute("href")));
  scripts.forEach((link) => link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })));
  return scripts.length;
}
"""
"""Clicks every link that leads to no page, no anchor, no calendar and no mailbox, and returns their number."""


@pytest.fixture(scope="module")
def scripts(sites: Path) -> list[str]:
    """The payloads in the texts of the data."""
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


@pytest.mark.parametrize("count", [4, pytest.param(None, marks=proof)], ids=["some pages", "all pages"])
def test_no_page_runs_a_script_of_the_data(page: Page, folder: Path, count: int | None) -> None:
    paths = all_pages(folder)

    assert len(paths) >= 24
    for path in paths[::-1][:count]:
        page.goto(path)
        assert (path, page.evaluate(CLICK_SCRIPTS), page.locator("h1").count()) == (path, 0, 1)


@pytest.mark.parametrize("count", [2, pytest.param(None, marks=proof)], ids=["some pages", "all pages"])
def test_no_query_and_no_fragment_runs_a_script(
    page: Page, folder: Path, scripts: list[str], count: int | None
) -> None:
    filtered = [
        path
        for path in all_pages(folder)
        if path.endswith("/") and b'<form class="filters"' in (folder / path[1:] / "index.html").read_bytes()
    ]
    queries = [f"?region={text}&country={text}&unknown={text}#{text}" for text in map(quote, scripts)]

    assert len(filtered) >= 8
    for path, query in zip(filtered[:count], cycle(queries)):
        page.goto(f"{path}{query}")
        for choice in page.locator("form.filters select").all():
            choice.select_option(index=choice.locator("option").count() - 1)
        page.locator("form.filters").dispatch_event("input")
        page.evaluate("location.hash = `<img src=x onerror=alert(1)>`")


def test_no_result_of_the_search_runs_a_script(page: Page, scripts: list[str]) -> None:
    page.goto(f"/search/?q={quote(scripts[0])}")
    field, main = page.get_by_role("search").locator("input"), page.get_by_role("main")

    expect(main.get_by_role("status")).to_have_text(
        f'Nothing found for "{scripts[0]}". Try a country or the name of a form, or browse A–Z.'
    )

    for words in ("fr threshold", "fr number", "fr report"):
        page.goto(f"/search/?q={words}")
        expect(main.locator("ol > li").first).to_be_visible()
        field.fill(f"{words} ")
        expect(page.get_by_role("option").first).to_be_visible()
        assert page.evaluate(CLICK_SCRIPTS) == 0


def test_scripts_of_a_page_that_escapes_nothing_are_reported(
    context: BrowserContext, tmp_path: Path, scripts: list[str]
) -> None:
    payloads = "".join(f"<p>{script}</p><!-- -->" for script in scripts)
    (tmp_path / "index.html").write_text(f"<!doctype html><title>Unsafe</title>{payloads}", encoding="utf-8")
    issues: list[str] = []
    with serve(tmp_path) as url, recorded_issues(context, url, issues), context.new_page() as page:
        page.add_init_script(REPORT_SCRIPTS)
        page.goto(f"{url}/", wait_until="networkidle")

        assert page.evaluate(CLICK_SCRIPTS) == 1
    assert "a script ran" in "".join(issues)
