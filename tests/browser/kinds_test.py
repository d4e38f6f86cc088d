"""The kinds of pages that the other tests look at are all that there are."""

from pathlib import Path

from playwright.sync_api import Page

from browser.kinds import CHARTED, FILTERED, KINDS, PRODUCT, TRACKED, UNTRACKED, pages_of_countries


def test_no_kind_of_page_is_missing(site: Path) -> None:
    pages = {f"/{page.relative_to(site)}".removesuffix("index.html") for page in site.rglob("*.html")}
    products = {page for page in pages if page.startswith("/erp/")} - {"/erp/"}

    assert pages - products - {*pages_of_countries(site)} == {*KINDS.values()} - {CHARTED, PRODUCT, TRACKED, UNTRACKED}
    assert PRODUCT in products
    assert {CHARTED, TRACKED, UNTRACKED} <= {*pages_of_countries(site)}


def test_one_country_is_tracked_and_the_other_is_not(page: Page) -> None:
    page.goto("/e-invoicing/")
    groups = page.locator("main tr.group a")

    assert groups.and_(page.locator(f"[href^='{TRACKED}']")).count() == 1
    assert groups.and_(page.locator(f"[href^='{UNTRACKED}']")).count() == 0


def test_every_page_with_filters_is_known_to_have_them(page: Page) -> None:
    with_filters = {path for path in KINDS.values() if '<form class="filters"' in page.request.get(path).text()}

    assert with_filters == {*FILTERED}


def test_every_list_that_the_index_of_the_api_names_is_served(page: Page) -> None:
    index = page.request.get("/api/v1/index.json").json()
    paths = [endpoint["path"] for endpoint in index["data"] if "{" not in endpoint["path"]]

    assert paths != []
    assert [path for path in paths if not page.request.get(path).ok] == []
