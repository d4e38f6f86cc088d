"""The pages that the other tests visit are of the kinds that they stand for."""

import re
from pathlib import Path

from playwright.sync_api import Page

from browser.kinds import CHARTED, KINDS, PRODUCT, TRACKED, UNKNOWN, UNTRACKED, country_pages


def test_every_page_is_of_a_kind_that_is_visited(site: Path) -> None:
    pages = {f"/{page.relative_to(site)}".removesuffix("index.html") for page in site.rglob("*.html")}
    countries = {*country_pages(site)}
    folders = {name: {page for page in pages if re.match(f"/{name}/.", page)} for name in ("api", "erp", "sources")}
    alike = countries.union(*folders.values())

    assert pages - alike == {*KINDS.values()} - alike
    assert [name for name, pages in folders.items() if not pages & {*KINDS.values()}] == []
    assert PRODUCT in folders["erp"]
    assert {CHARTED, TRACKED, UNKNOWN, UNTRACKED} <= countries


def test_one_country_is_tracked_another_is_not_and_one_has_a_chart(page: Page) -> None:
    page.goto("/e-invoicing/")
    groups = page.locator("main tr.group a")

    assert groups.and_(page.locator(f"[href^='{TRACKED}']")).count() == 1
    assert groups.and_(page.locator(f"[href^='{UNTRACKED}']")).count() == 0

    page.goto(CHARTED)

    assert page.locator(".chart").count() == 1
