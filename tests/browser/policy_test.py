"""With the headers of ``locdata_build serve``, pages obey their content security policy, and other sites can read the API."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import CHARTED, KINDS
from browser.measuring import choose
from browser.serving import serve as serve_without_policy
from locdata_build.hosting.server import listening
from locdata_model.endpoints import INDEX

REMEMBER_VIOLATIONS = """
window.violations = [];
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
  violations.push(`${effectiveDirective}: ${blockedURI} ${sample}`));
"""
FETCH = """
async ([url, etag]) => {
  const answer = await fetch(url, { headers: etag ? { "If-None-Match": etag } : {} });
  return { status: answer.status, etag: answer.headers.get("ETag"), text: await answer.text() };
}
"""
UNRULY = """<!doctype html><title>Unruly</title>
<script>window.ran = true</script><p style="color: red">Text</p>
<script src="/own.js"></script><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
"""


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder as the preview does; give the URL."""
    with listening(folder, "", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """The site with the headers of the preview."""
    with serve(site) as url:
        yield url


@pytest.fixture
def page(page: Page) -> Page:
    """A page that remembers each violation of its policy."""
    page.add_init_script(REMEMBER_VIOLATIONS)
    return page


def test_every_kind_of_page_obeys_its_policy_and_works(page: Page, site: Path) -> None:
    # One page after the other: a page with a profile of its own takes longer than everything that is checked here.
    for path in KINDS.values():
        answer = page.goto(path)
        file = site / (f"{path}index.html" if path.endswith("/") else path).removeprefix("/")
        page.emulate_media(media="print")

        assert answer is not None
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; ")
        assert (path, page.evaluate("violations")) == (path, [])
        assert page.evaluate("document.styleSheets[0].cssRules.length") > 0
        assert page.locator("script").count() == file.read_text(encoding="utf-8").count("<script")
        page.emulate_media(media="screen")


def test_filters_forwarding_maps_and_charts_work(page: Page, served: str) -> None:
    page.goto("/#aq-erp_id_01")

    expect(page).to_have_url(f"{served}/e-invoicing/#aq-erp_id_01")

    choose(page, "erp", "erp_id_01")

    expect(page.locator("tbody tr[data-erp]:not([data-erp~=erp_id_01])").first).to_be_hidden()
    assert page.evaluate("violations") == []

    page.goto("/")
    page.locator("input[name=map]").last.check()

    expect(page.locator(".maps figure").last).to_be_visible()
    assert page.evaluate("violations") == []

    page.goto(CHARTED)
    box = page.locator("main svg").first.bounding_box()

    assert box is not None
    assert box["width"] > 100


def test_search_works(page: Page, served: str) -> None:
    page.goto(CHARTED)
    page.get_by_role("search").locator("input").fill("antarctica")
    page.get_by_role("option").first.click()

    expect(page).to_have_url(f"{served}/antarctica/")

    page.get_by_role("search").locator("input").fill("nosuchword")
    expect(page.get_by_role("status")).to_have_text("No results")
    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{served}/a-z/?q=nosuchword")
    assert page.evaluate("violations") == []


@pytest.mark.parametrize(
    ("path", "button", "name"),
    [
        ("/news/", "Download these rows", "news.csv"),
        ("/feeds/?country=aq", "Download the calendar", "dates.ics"),
    ],
    ids=["rows", "calendar"],
)
def test_files_are_made_in_the_browser(page: Page, path: str, button: str, name: str) -> None:
    page.goto(path)
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()

    assert download.value.suggested_filename == name
    assert download.value.path().read_bytes() != b""
    assert page.evaluate("violations") == []


def test_countries_are_compared(page: Page) -> None:
    page.goto("/compare/?country=aq&country=gs")

    expect(page.locator(".comparison thead a")).to_have_count(2)
    assert page.evaluate("violations") == []


def test_policy_blocks_what_is_inline(page: Page, issues: list[str], tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(UNRULY)
    (tmp_path / "own.js").write_text("window.own = true;\n")
    # A browser may ask for it, and a missing file would be one more error.
    (tmp_path / "favicon.ico").write_bytes(b"")
    with serve(tmp_path) as url:
        page.goto(f"{url}/")
        violations = page.evaluate("violations.map((violation) => violation.split(':')[0])")

        assert page.evaluate("[window.ran, window.own]") == [None, True]
    assert {*violations} == {"script-src-elem", "style-src-attr", "img-src"}
    assert issues != []
    issues.clear()


def test_page_of_another_site_can_read_the_api(page: Page, served: str, issues: list[str], tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>Other</title>")
    # A browser may ask for it, and a missing file would be one more error.
    (tmp_path / "favicon.ico").write_bytes(b"")
    with serve_without_policy(tmp_path) as other:
        page.goto(f"{other}/")
        first = page.evaluate(FETCH, [f"{served}{INDEX.path}", None])
        again = page.evaluate(FETCH, [f"{served}{INDEX.path}", first["etag"]])
        changed = page.evaluate(FETCH, [f"{served}{INDEX.path}", '"former"'])
        missing = page.evaluate(FETCH, [f"{served}/api/v1/none.json", '"former"'])

    assert (first["status"], changed) == (200, first)
    assert '"data"' in first["text"]
    assert again == {"status": 304, "etag": first["etag"], "text": ""}
    assert (missing["status"], missing["text"][0]) == (404, "{")
    assert [each for each in issues if each.startswith(("console:", "script:"))] == [
        "console: /api/v1/none.json: Failed to load resource: the server responded with a status of 404 (Not Found)"
    ]
    # The others are the requests to another host, which were intended.
    issues.clear()
