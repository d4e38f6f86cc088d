"""The site also works below a path of its host. The fixtures fail a page that asks for anything above that path."""

from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import KINDS
from browser.measuring import choose
from browser.serving import serve
from support.sample import build_sample

PATH = "/locdata"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site, built for a path of its host."""
    site = build_sample(tmp_path_factory, base_url=f"http://127.0.0.1{PATH}")
    root = site.rename(site.with_name(PATH.strip("/"))).parent
    with serve(root) as url:
        yield f"{url}{PATH}"


def test_every_page_and_its_links_stay_below_the_path(page: Page, served: str) -> None:
    host = served.removesuffix(PATH)
    for path in KINDS.values():
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

    page.get_by_role("search").locator("input").fill("nosuchword")
    expect(page.get_by_role("status")).to_have_text("No results")
    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{served}/a-z/?q=nosuchword")
