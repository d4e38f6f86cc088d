"""Every page can be read on a screen, on paper, and without scripts."""

from urllib.parse import urldefrag, urljoin

from playwright.sync_api import Page

from browser.kinds import each_kind, without_script
from browser.measuring import ROWS, count_visible

ON_SCREEN_ONLY = "nav, form, select, .skip, .anchor, .maps > input, .maps > label"


@each_kind
def test_page_shows_every_row_on_screen_and_on_paper(page: Page, path: str) -> None:
    answer = page.goto(path)

    assert answer is not None
    assert answer.ok
    assert page.get_by_role("heading", level=1).is_visible()
    assert count_visible(page, ROWS) == page.locator(ROWS).count()

    page.emulate_media(media="print")

    assert count_visible(page, ON_SCREEN_ONLY) == 0
    assert count_visible(page, ROWS) == page.locator(ROWS).count()


@without_script
@each_kind
def test_page_is_complete_without_scripts(page: Page, served: str, path: str) -> None:
    page.goto(path)
    links = page.locator("a[href]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    targets = {urldefrag(urljoin(page.url, link)).url for link in links}

    assert count_visible(page, ROWS) == page.locator(ROWS).count()
    # Filters need a script, so they are hidden.
    assert count_visible(page, "form, select, output") == 0
    assert links != []
    assert [target for target in targets if target.startswith(served) and not page.request.head(target).ok] == []


def test_missing_page_leads_to_the_home_page(page: Page, issues: list[str]) -> None:
    answer = page.goto("/no/such/page/")

    assert answer is not None
    assert answer.status == 404
    assert page.locator("main a[href='/']").first.is_visible()
    assert [issue for issue in issues if "404 (Not Found)" not in issue] == []
    issues.clear()
