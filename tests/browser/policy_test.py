"""The content security policy blocks inline code, and other sites can read the API.

All other tests serve the site with its published headers, so a violation of the policy fails the test.
"""

from pathlib import Path

from playwright.sync_api import Page

from browser.serving import published_headers, serve

INDEX = "/api/v1/index.json"
FETCH = """
async (url) => {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text() };
}
"""
REMEMBER_VIOLATIONS = """
window.violations = [];
addEventListener("securitypolicyviolation", ({ effectiveDirective }) => violations.push(effectiveDirective));
"""
UNRULY = """<!doctype html><title>Unruly</title>
<script>window.ran = true</script><p style="color: red">Text</p>
<script src="/own.js"></script><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
"""


def test_policy_blocks_what_is_inline(page: Page, issues: list[str], site: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(UNRULY)
    (tmp_path / "own.js").write_text("window.own = true;\n")
    # A browser may ask for it, and a missing file would be one more error.
    (tmp_path / "favicon.ico").write_bytes(b"")
    page.add_init_script(REMEMBER_VIOLATIONS)
    with serve(tmp_path, published_headers(site)) as url:
        page.goto(f"{url}/")
        violations = page.evaluate("violations")

        assert page.evaluate("[window.ran, window.own]") == [None, True]
        page.close()
    assert {*violations} == {"script-src-elem", "style-src-attr", "img-src"}
    assert issues != []
    issues.clear()


def test_page_of_another_site_can_read_the_api(page: Page, served: str, issues: list[str], tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>Other</title>")
    # A browser may ask for it, and a missing file would be one more error.
    (tmp_path / "favicon.ico").write_bytes(b"")
    with serve(tmp_path) as other:
        page.goto(f"{other}/")
        found = page.evaluate(FETCH, f"{served}{INDEX}")
        missing = page.evaluate(FETCH, f"{served}/api/v1/none.json")

    assert (found["status"], found["text"][0]) == (200, "{")
    assert (missing["status"], missing["text"][0]) == (404, "{")
    assert [each for each in issues if each.startswith(("console:", "script:"))] == [
        "console: /api/v1/none.json: Failed to load resource: the server responded with a status of 404 (Not Found)"
    ]
    # The others are the requests to another host, which were intended.
    issues.clear()
