"""The fixtures work: errors of a page fail its test, and measurements find planted violations."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.measuring import barriers, contrast, layout_shift
from browser.promises import PROMISES, SHORT, broken_promises
from browser.serving import recorded_issues, serve, watched_page

HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">'
PAGES = {
    "index.html": f"{HEAD}<title>Start</title><main><h1>Grüße</h1></main>",
    "logs.html": f"{HEAD}<title>Logs</title><script>console.error('logged')</script>",
    "throws.html": f"{HEAD}<title>Throws</title><script>throw new Error('thrown')</script>",
    "strays.html": f"{HEAD}<title>Strays</title><script>fetch('http://other.example/').catch(() => {{}})</script>",
    "moves.html": f"{HEAD}<title>Moves</title><h1>Pushed</h1><script>requestAnimationFrame(() => setTimeout(() =>"
    " document.body.insertAdjacentHTML('afterbegin', '<div style=height:200px>'), 100))</script>",
    "faulty.html": f"{HEAD}<title>Faulty</title><main><h1 style='width:900px'>Wide</h1><img src=data:,>"
    "<p style='width:3em;word-break:break-all'>Unreadable</p><div class='answers'></div>"
    "<table><tbody><tr hidden><td>Row</table></main><script>console.error('logged')</script>",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site of a few small pages instead of the built one."""
    folder: Path = tmp_path_factory.mktemp("site")
    for name, text in PAGES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with serve(folder) as url:
        yield url


def test_page_without_errors_passes(page: Page) -> None:
    page.goto("/")

    expect(page.get_by_role("heading")).to_have_text("Grüße")
    assert barriers(page) == []
    assert layout_shift(page) == 0


@pytest.mark.parametrize(
    ("path", "issue"),
    [
        ("/logs.html", "console: /logs.html: logged"),
        ("/throws.html", "script: thrown"),
        ("/strays.html", "request: http://other.example/"),
    ],
)
def test_error_of_a_page_fails_its_test(context: BrowserContext, served: str, path: str, issue: str) -> None:
    issues: list[str] = []

    with pytest.raises(pytest.fail.Exception, match=issue), watched_page(context, served, issues) as page:
        page.goto(path, wait_until="networkidle")

    assert issue in issues


def test_every_broken_promise_is_found(context: BrowserContext, served: str) -> None:
    recorded: list[str] = []
    extent = SHORT._replace(audited=["/faulty.html"])
    with recorded_issues(context, served, recorded), context.new_page() as page:
        found = {promise for promise, _ in broken_promises(page, "/faulty.html", extent, PROMISES, recorded)}

    # Layout shift has its own test.
    assert found == {promise.__name__ for promise in PROMISES} - {"it_does_not_move_while_it_loads"}


@pytest.mark.parametrize(("grey", "ratio"), [(0, 21), (118, 4.54), (255, 1)])
def test_contrast_with_white_is_that_of_the_standard(grey: int, ratio: float) -> None:
    assert round(contrast(f"rgb({grey}, {grey}, {grey})", "rgb(255, 255, 255)"), 2) == ratio


def test_layout_shift_is_measured(page: Page) -> None:
    page.goto("/moves.html")
    page.wait_for_selector("div", state="attached")

    assert layout_shift(page) > 0
