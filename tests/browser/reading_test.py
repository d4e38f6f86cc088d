"""Every page can be read: on a screen, on paper, and where no script runs. Fixtures see to it that nothing goes wrong."""

from urllib.parse import urldefrag, urljoin

from playwright.sync_api import Page

from browser.kinds import each_kind, without_script
from browser.seeing import ROWS, seen

ON_SCREEN_ONLY = "nav, form, select, .skip, .anchor, .maps > input, .maps > label"


@each_kind
def test_a_page_opens_without_an_error_and_shows_every_row(page: Page, path: str) -> None:
    answer = page.goto(path)

    assert answer is not None
    assert answer.ok
    assert page.get_by_role("heading", level=1).is_visible()
    assert seen(page, ROWS) == page.locator(ROWS).count()


@without_script
@each_kind
def test_a_page_is_whole_where_no_script_runs(page: Page, served: str, path: str) -> None:
    page.goto(path)
    links = page.locator("a[href]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    targets = {urldefrag(urljoin(page.url, link)).url for link in links}

    assert seen(page, ROWS) == page.locator(ROWS).count()
    # Filters cannot work here, so that they are not shown.
    assert seen(page, "form, select, output") == 0
    assert links != []
    assert [target for target in targets if target.startswith(served) and not page.request.head(target).ok] == []


@each_kind
def test_paper_shows_every_row_and_nothing_to_choose(page: Page, path: str) -> None:
    page.goto(path)
    page.emulate_media(media="print")

    assert seen(page, ON_SCREEN_ONLY) == 0
    assert seen(page, ROWS) == page.locator(ROWS).count()


def test_a_page_that_is_missing_leads_on(page: Page, faults: list[str]) -> None:
    answer = page.goto("/no/such/page/")

    assert answer is not None
    assert answer.status == 404
    assert page.locator("main a[href='/']").or_(page.locator("a.brand")).first.is_visible()
    assert [fault for fault in faults if "404 (Not Found)" not in fault] == []
    faults.clear()
