"""The site also works below a path of its host. The fixtures fail a page that asks for anything above that path."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import TEMPLATES
from browser.measuring import choose
from browser.serving import published_headers, serve

PATH = "/locdata"


@pytest.fixture(scope="module")
def served(sites: Path) -> Iterator[str]:
    """The site, built for a path of its host."""
    folder = sites / "below"
    with serve(folder, published_headers(folder / PATH.strip("/"))) as url:
        yield f"{url}{PATH}"


def test_pages_and_their_links_stay_below_the_path(page: Page, served: str) -> None:
    host = served.removesuffix(PATH)
    for path in TEMPLATES:
        answer = page.goto(f"{PATH}{path}")
        links = page.locator("a[href]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
        targets = {urljoin(page.url, link) for link in links}

        assert answer is not None
        assert answer.ok, path
        assert targets != set()
        assert [each for each in targets if each.startswith(host) and not each.startswith(f"{served}/")] == []


def test_old_links_are_forwarded_and_filters_work_below_the_path(page: Page, served: str) -> None:
    page.goto(f"{PATH}/#aq-erp_id_01")

    expect(page).to_have_url(f"{served}/e-invoicing/#aq-erp_id_01")
    expect(page.locator("#aq-erp_id_01")).to_be_in_viewport()

    choose(page, "erp", "erp_id_01")

    expect(page).to_have_url(f"{served}/e-invoicing/?erp=erp_id_01#aq-erp_id_01")


def test_search_works_below_the_path(page: Page, served: str) -> None:
    page.goto(f"{PATH}/licence/")
    page.get_by_role("search").locator("input").fill("antarctica")
    page.get_by_role("option").first.click()

    expect(page).to_have_url(f"{served}/antarctica/")

    page.get_by_role("search").locator("input").fill("threshold antarctica")
    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{served}/search/?q=threshold+antarctica")
    first = page.get_by_role("main").locator("ol").get_by_role("link").first
    expect(first).to_have_attribute("href", re.compile(f"^{re.escape(served)}/antarctica/#"))
