"""The site also works below a path of its host. The fixtures fail a page that asks for anything above that path."""

from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import each_kind
from browser.serving import serve
from locdata_build.cli.arguments import Command, Request
from locdata_build.cli.build import build
from support.site import DATA

PATH = "/locdata"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site, built for a path of its host."""
    root = tmp_path_factory.mktemp("host")
    build(Request(Command.BUILD, data=DATA, out=root / PATH.strip("/"), base_url=f"http://127.0.0.1{PATH}"))
    with serve(root) as url:
        yield f"{url}{PATH}"


@each_kind
def test_page_and_its_links_stay_below_the_path(page: Page, served: str, path: str) -> None:
    host = served.removesuffix(PATH)
    answer = page.goto(f"{PATH}{path}")
    links = page.locator("a[href]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    targets = {urljoin(page.url, link) for link in links}

    assert answer is not None
    assert answer.ok
    assert targets != set()
    assert {target for target in targets if target.startswith(host) and not target.startswith(f"{served}/")} == set()


def test_old_links_are_forwarded_and_filters_work_below_the_path(page: Page, served: str) -> None:
    page.goto(f"{PATH}/#es-odoo")

    expect(page).to_have_url(f"{served}/e-invoicing/#es-odoo")
    expect(page.locator("#es-odoo")).to_be_in_viewport()

    page.get_by_label("ERP product").select_option("odoo")

    expect(page).to_have_url(f"{served}/e-invoicing/?erp=odoo#es-odoo")
