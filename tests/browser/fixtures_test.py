"""What the tests in a browser may rely on: the server answers as a host does, and a fault of a page fails its test."""

from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.accessibility import barriers, contrast
from browser.seeing import overhang, seen, shift
from browser.serving import serve
from browser.watching import watched_page

HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">'
PAGES = {
    "index.html": f"{HEAD}<title>Start</title><main><h1>Grüße</h1></main>",
    "404.html": f"{HEAD}<title>Lost</title><main><h1>Not here</h1></main>",
    "logs.html": f"{HEAD}<title>Logs</title><script>console.error('logged')</script>",
    "throws.html": f"{HEAD}<title>Throws</title><script>throw new Error('thrown')</script>",
    "strays.html": f"{HEAD}<title>Strays</title><script>fetch('http://other.example/').catch(() => {{}})</script>",
    "barred.html": f"{HEAD}<title>Barred</title><main><h1>Picture</h1><img src='data:,'></main>",
    "scripted.html": f"{HEAD}<title>Scripted</title><h1>Still</h1><script>document.querySelector('h1').hidden = true</script>",
    "small.html": f"{HEAD}<title>Small</title><main><h1>Links</h1><a href='/' style='display:block;font:8px/1 serif'>A</a>"
    "<a href='/' style='display:block;font:8px/1 serif'>B</a></main>",
    "moves.html": f"{HEAD}<title>Moves</title><h1>Pushed</h1><script>requestAnimationFrame(() => setTimeout(() =>"
    " document.body.insertAdjacentHTML('afterbegin', '<div style=height:200px>'), 100))</script>",
    "wide.html": f"{HEAD}<title>Wide</title><h1 style='margin:0;width:500px'>Wide</h1><p>One<p hidden>Two",
    "folder/index.html": f"{HEAD}<title>Folder</title>",
    "data/a.csv": "a\n",
    "data/a.json": "{}",
    "notes.md": "# Notes\n",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site of a few small files instead of the built one."""
    folder = tmp_path_factory.mktemp("site")
    for place, text in PAGES.items():
        file = folder / place
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    with serve(folder) as address:
        yield address


def ask(address: str, path: str) -> tuple[int, str | None, str]:
    """Status, media type and text of an answer."""
    with closing(HTTPConnection(address.removeprefix("http://"))) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.getheader("Content-Type"), answer.read().decode()


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/folder/", "text/html; charset=utf-8"),
        ("/data/a.csv", "text/csv; charset=utf-8"),
        ("/data/a.json", "application/json"),
        ("/notes.md", "text/markdown; charset=utf-8"),
    ],
)
def test_a_file_comes_with_its_media_type(served: str, path: str, media_type: str) -> None:
    status, found, _ = ask(served, path)

    assert (status, found) == (200, media_type)


@pytest.mark.parametrize("path", ["/missing", "/missing/a.json", "/data/"], ids=["file", "folder", "no index"])
def test_what_is_missing_gets_the_page_for_that(served: str, path: str) -> None:
    assert ask(served, path) == (404, "text/html; charset=utf-8", PAGES["404.html"])


def test_a_page_without_faults_passes(page: Page) -> None:
    page.goto("/")

    expect(page.get_by_role("heading")).to_have_text("Grüße")
    assert barriers(page) == []


def test_a_missing_page_is_a_fault_that_a_test_may_expect(page: Page, faults: list[str]) -> None:
    answer = page.goto("/missing")

    assert answer is not None
    assert answer.status == 404
    expect(page).to_have_title("Lost")
    assert faults == [
        "console: /missing: Failed to load resource: the server responded with a status of 404 (Not Found)"
    ]
    faults.clear()


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("/logs.html", "console: /logs.html: logged"),
        ("/throws.html", "script: thrown"),
        ("/strays.html", "request: http://other.example/"),
    ],
)
def test_a_fault_of_the_page_fails_the_test(browser: Browser, served: str, path: str, fault: str) -> None:
    faults: list[str] = []

    with pytest.raises(pytest.fail.Exception, match=fault), watched_page(browser, served, faults, {}) as page:
        page.goto(path, wait_until="networkidle")

    assert fault in faults


def test_a_barrier_in_a_page_is_found(page: Page) -> None:
    page.goto("/barred.html")

    assert barriers(page) == ["image-alt: img"]


def test_links_too_small_to_be_hit_are_a_barrier(page: Page) -> None:
    page.goto("/small.html")

    assert barriers(page) == ["target-size: a:nth-child(2)", "target-size: a:nth-child(3)"]


def test_what_is_not_to_be_seen_is_no_barrier(page: Page) -> None:
    page.goto("/barred.html")

    assert barriers(page, ["img"]) == []


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("rgb(0, 0, 0)", "rgb(255, 255, 255)", 21),
        ("rgb(255, 255, 255)", "rgb(0, 0, 0)", 21),
        ("rgb(1, 2, 3)", "rgb(1, 2, 3)", 1),
        ("rgb(118, 118, 118)", "rgb(255, 255, 255)", 4.54),
    ],
    ids=["black on white", "white on black", "same", "grey on white"],
)
def test_contrast_is_that_of_the_standard(one: str, other: str, ratio: float) -> None:
    assert round(contrast(one, other), 2) == ratio


def test_a_colour_in_other_words_is_refused() -> None:
    with pytest.raises(ValueError, match="must be a colour like"):
        contrast("none", "rgb(0, 0, 0)")


def test_what_moves_after_it_was_seen_is_measured(page: Page) -> None:
    page.goto("/moves.html")
    page.wait_for_selector("div", state="attached")

    assert shift(page) > 0


def test_what_stands_still_has_not_moved(page: Page) -> None:
    page.goto("/")

    assert shift(page) == 0


def test_what_sticks_out_of_the_window_is_measured(page: Page) -> None:
    page.goto("/wide.html")

    assert {width: overhang(page, width) for width in (400, 508)} == {400: 108, 508: 0}


def test_what_is_hidden_is_not_seen(page: Page) -> None:
    page.goto("/wide.html")

    assert (seen(page, "p"), page.locator("p").count()) == (1, 2)


@pytest.mark.parametrize(
    ("options", "visible"),
    [({}, False), ({"java_script_enabled": False}, True)],
    ids=["with scripts", "without scripts"],
)
def test_a_parameter_says_how_the_page_is_seen(page: Page, visible: bool) -> None:
    page.goto("/scripted.html")

    assert page.get_by_text("Still").is_visible() is visible
