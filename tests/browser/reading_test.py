"""Every page can be read on a screen, on paper, and without scripts."""

from urllib.parse import urldefrag, urljoin

import pytest
from playwright.sync_api import Page

from browser.kinds import KINDS, TRACKED, without_script
from browser.measuring import ROWS, count_visible

ON_SCREEN_ONLY = "nav, form, select, .skip, .anchor, .maps > input, .maps > label"
FOLDED = "details:not([open])"


def test_every_page_shows_every_row_on_screen_and_on_paper(page: Page) -> None:
    for path in KINDS.values():
        page.emulate_media(media="screen")
        answer = page.goto(path)

        assert answer is not None
        assert answer.ok, path
        assert page.get_by_role("heading", level=1).is_visible(), path
        assert count_visible(page, ROWS) == page.locator(ROWS).count(), path

        page.emulate_media(media="print")

        assert page.locator(ON_SCREEN_ONLY).filter(visible=True).count() == 0, path
        assert count_visible(page, ROWS) == page.locator(ROWS).count(), path


@pytest.mark.parametrize("path", [TRACKED, "/timeline/"], ids=["country", "timeline"])
def test_paper_shows_what_is_folded_away_until_it_is_printed(page: Page, path: str) -> None:
    page.goto(path)
    folded = page.locator(FOLDED)
    count = folded.count()
    page.evaluate(
        f"addEventListener('beforeprint', () => {{ printed = document.querySelectorAll('{FOLDED}').length; }})"
    )
    page.pdf()

    assert page.evaluate("printed") == 0
    assert folded.count() == count > 0


@without_script
def test_every_page_is_complete_without_scripts(page: Page, served: str) -> None:
    targets = set[str]()
    for path in KINDS.values():
        page.goto(path)
        links = page.locator("a[href]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
        targets |= {urldefrag(urljoin(page.url, link)).url for link in links}

        assert count_visible(page, ROWS) == page.locator(ROWS).count(), path
        # Filters need a script, so they are hidden. The search leads to all names.
        assert count_visible(page, "form.filters, select, output") == 0, path
        assert page.get_by_role("search").get_attribute("action") == "/a-z/", path
        assert links != []
    assert [target for target in targets if target.startswith(served) and not page.request.head(target).ok] == []


def test_missing_page_leads_to_the_home_page(page: Page, issues: list[str]) -> None:
    answer = page.goto("/no/such/page/")

    assert answer is not None
    assert answer.status == 404
    assert page.locator("main a[href='/']").first.is_visible()
    assert [issue for issue in issues if "404 (Not Found)" not in issue] == []
    issues.clear()
