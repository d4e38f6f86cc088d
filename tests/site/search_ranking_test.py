"""Readers find first what they look for, in the browser and with the real data."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.chromium import NAMES, installed_browser, launched
from browser.serving import serve

FIRST = {
    "FatturaPA": "/glossary/#term-fatturapa",
    "what is KSeF": "/glossary/#term-ksef",
    "sii": "/glossary/#term-sii-es",
    "saf-t": "/glossary/#term-saf-t",
    "modelo 349": "/spain/#vat-reporting-es-3",
    "spain 349": "/spain/#vat-reporting-es-3",
    "303": "/spain/#vat-reporting-es-1",
    "poland vat return": "/poland/#vat-reporting-pl-1",
    "polska": "/poland/",
    "saudi": "/saudi-arabia/",
    "KSA": "/saudi-arabia/",
    "España": "/spain/",
    "espana": "/spain/",
    "Ελλάδα": "/greece/",
    "日本": "/japan/",
    "uk": "/united-kingdom/",
    "turkey": "/turkiye/",
    "czech republic": "/czechia/",
    "business central": "/erp/business-central/",
    "s/4hana": "/erp/sap-s4hana/",
    "romania odoo": "/romania/#erp-odoo",
    "Deutschland e-invoicing": "/germany/#e-invoicing",
    "aeat": "/glossary/#term-aeat",
    "pagero": "/connectors/?words=Pagero",
    "holded": "/spain/#local-erp-es-holded",
}
"""The first result for queries of readers, as a path."""


@pytest.fixture
def page(site: Path, tmp_path: Path) -> Iterator[Page]:
    """A page of the site."""
    executable = installed_browser()
    if executable is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    with serve(site) as url, launched(executable, tmp_path) as browser, browser.new_page(base_url=url) as page:
        page.goto("/licence/")
        yield page


def test_what_readers_look_for_comes_first(page: Page) -> None:
    found = {}
    for words in FIRST:
        page.get_by_role("search").locator("input").fill(words)
        # The words are compared at once, but the index is loaded first.
        expect(page.get_by_role("option").first).to_be_visible(timeout=30_000)
        found[words] = page.get_by_role("option").first.evaluate("({ href }) => href.replace(location.origin, '')")

    assert found == FIRST
