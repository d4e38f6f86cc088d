"""Pages obey the policy that they are served with, and pages of other sites can read the API: as ``locdata_build serve`` does it."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import CHARTED, KINDS
from browser.serving import serve as serve_plainly
from locdata_build.delivery.listening import listening
from locdata_build.delivery.media_types import NO_ANSWER_PATH
from locdata_model.endpoints import INDEX

_WATCH = """
window.violations = [];
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
  violations.push(`${effectiveDirective}: ${blockedURI} ${sample}`));
"""
_ASK = """
async ([address, etag]) => {
  const answer = await fetch(address, { headers: etag ? { "If-None-Match": etag } : {} });
  return { status: answer.status, etag: answer.headers.get("ETag"), text: await answer.text() };
}
"""
_UNRULY = """<!doctype html><title>Unruly</title>
<script>window.ran = true</script><p style="color: red">Text</p>
<script src="/own.js"></script><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
"""


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """The site with the headers of the preview."""
    with listening(site, "", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(page: Page) -> Page:
    """A page that remembers each breach of its policy."""
    page.add_init_script(_WATCH)
    return page


def test_every_kind_of_page_obeys_its_policy_and_loses_nothing_by_it(page: Page, site: Path) -> None:
    # In one page after the other: a page with a profile of its own takes longer than all that is looked at here.
    for path in KINDS.values():
        answer = page.goto(path)
        file = site / (f"{path}index.html" if path.endswith("/") else path).removeprefix("/")
        page.emulate_media(media="print")

        assert answer is not None
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; ")
        assert page.evaluate("violations") == []
        assert page.evaluate("document.styleSheets[0].cssRules.length") > 0
        assert page.locator("script").count() == file.read_text(encoding="utf-8").count("<script")
        page.emulate_media(media="screen")


def test_filters_work(page: Page, served: str) -> None:
    page.goto(KINDS["e-invoicing"])
    page.get_by_label("ERP product").select_option("odoo")

    expect(page).to_have_url(f"{served}/e-invoicing/?erp=odoo")
    expect(page.locator("tbody tr[data-erp]:not([data-erp~=odoo])").first).to_be_hidden()
    assert page.evaluate("violations") == []


def test_old_links_are_forwarded(page: Page, served: str) -> None:
    page.goto("/#es-odoo")

    expect(page).to_have_url(f"{served}/e-invoicing/#es-odoo")


def test_another_map_can_be_chosen(page: Page) -> None:
    page.goto("/")
    choices = page.locator("input[name=map]")
    before = page.locator("main").inner_text()
    choices.last.check()

    assert choices.count() > 1
    assert page.locator("main").inner_text() != before
    assert page.evaluate("violations") == []


def test_a_chart_is_drawn(page: Page) -> None:
    page.goto(CHARTED)
    box = page.locator("main svg").first.bounding_box()

    assert box is not None
    assert box["width"] > 100


def test_the_policy_stops_what_is_inline(page: Page, faults: list[str], tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(_UNRULY)
    (tmp_path / "own.js").write_text("window.own = true;\n")
    # A browser may ask for it, and a file that is missing would be one fault more.
    (tmp_path / "favicon.ico").write_bytes(b"")
    with listening(tmp_path, "", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        violations = page.evaluate("violations.map((violation) => violation.split(':')[0])")
        ran, own = page.evaluate("[window.ran, window.own]")
        server.shutdown()

    assert (ran, own) == (None, True)
    assert {*violations} == {"script-src-elem", "style-src-attr", "img-src"}
    assert faults != []
    faults.clear()


def test_a_page_of_another_site_reads_the_api(page: Page, served: str, faults: list[str], tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>Other</title>")
    with serve_plainly(tmp_path) as other:
        page.goto(f"{other}/")
        first = page.evaluate(_ASK, [f"{served}{INDEX.path}", None])
        again = page.evaluate(_ASK, [f"{served}{INDEX.path}", first["etag"]])
        changed = page.evaluate(_ASK, [f"{served}{INDEX.path}", '"former"'])
        none = page.evaluate(_ASK, [f"{served}/api/v1/none.json", '"former"'])

    assert (first["status"], changed) == (200, first)
    assert '"data"' in first["text"]
    assert again == {"status": 304, "etag": first["etag"], "text": ""}
    assert (none["status"], none["text"][0]) == (404, "{")
    assert NO_ANSWER_PATH not in "".join(faults)
    # It is another host, and one path is missing there: this is what was asked for.
    faults.clear()
