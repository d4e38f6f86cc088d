"""The site works below a path of its host as well. Fixtures see to it that nothing above that path is asked for."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import each_kind
from browser.serving import serve
from locdata_build.cli.commands import build
from locdata_build.cli.request import Command, Request

DATA = Path("data_src")
PATH = "/locdata"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site built for a path of its host, instead of the one for a host of its own."""
    root = tmp_path_factory.mktemp("host")
    out, base_url = root / PATH.strip("/"), f"http://127.0.0.1{PATH}"
    build(Request(command=Command.BUILD, data=DATA, out=out, archive=None, base_url=base_url, generated_at=None))
    with serve(root) as address:
        yield f"{address}{PATH}"


@each_kind
def test_a_page_and_its_links_stay_below_the_path(page: Page, served: str, path: str) -> None:
    host = served.removesuffix(PATH)
    answer = page.goto(f"{PATH}{path}")
    links = page.locator("a[href]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    targets = {urljoin(page.url, link) for link in links}

    assert answer is not None
    assert answer.ok
    assert targets != set()
    assert {target for target in targets if target.startswith(host) and not target.startswith(f"{served}/")} == set()


def test_an_old_link_is_forwarded_below_the_path(page: Page, served: str) -> None:
    page.goto(f"{PATH}/#es-odoo")

    expect(page).to_have_url(f"{served}/e-invoicing/#es-odoo")
    expect(page.locator("#es-odoo")).to_be_in_viewport()


def test_filters_keep_the_path(page: Page, served: str) -> None:
    page.goto(f"{PATH}/e-invoicing/")
    page.get_by_label("ERP product").select_option("odoo")

    expect(page).to_have_url(f"{served}/e-invoicing/?erp=odoo")
