"""Every page of the sample keeps the promises of all pages."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from playwright.sync_api import BrowserContext, Page

from browser import kinds
from browser.kinds import KINDS, TEMPLATES, TRACKED, all_pages, country_pages, proof, without_script
from browser.measuring import DESK, PHONE, ROWS, count_visible, layout_shift
from browser.promises import PROMISES, SHORT, Extent, Promise, broken_promises
from browser.serving import recorded_issues

WITH_QUERIES = (
    "/e-invoicing/?erp=erp_id_01",
    "/e-invoicing/?erp=erp_id_01#aq-erp_id_01",
    "/timeline/?kind=saft",
    "/countries/?region=south",
)

FOLDED = "details:not([open])"


@pytest.fixture(
    scope="module",
    params=[pytest.param((TEMPLATES, SHORT), id="templates"), pytest.param((KINDS, Extent()), id="all", marks=proof)],
)
def broken(
    request: pytest.FixtureRequest, contexts: Callable[..., BrowserContext], served: str
) -> Mapping[str, list[str]]:
    """The violations of the pages by the name of the promise. Each page is visited once."""
    paths, extent = request.param
    recorded: list[str] = []
    found = defaultdict(list)
    context = contexts(served)
    with recorded_issues(context, served, recorded), context.new_page() as page:
        for path in paths:
            for promise, issue in broken_promises(page, path, extent, PROMISES, recorded):
                found[promise].append(issue)
    return found


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_every_page_keeps_the_promise(broken: Mapping[str, list[str]], promise: Promise) -> None:
    assert broken.get(promise.__name__, []) == []


def test_every_page_is_of_a_kind_that_is_visited(site: Path) -> None:
    pages, countries = {*all_pages(site)}, {*country_pages(site)}
    folders = {
        name: {page for page in pages if re.match(f"/{name}/.", page)}
        for name in ("api", "erp", "sources", "product-releases", "tax-rules")
    }
    alike = countries.union(*folders.values())

    assert len({*KINDS}) == len(KINDS)
    assert pages - alike == {*KINDS} - alike
    assert [name for name, pages in folders.items() if not pages & {*KINDS}] == []
    assert kinds.PRODUCT in folders["erp"]
    assert {kinds.PHASED, TRACKED, kinds.UNKNOWN, kinds.UNTRACKED} <= countries


@pytest.mark.parametrize("size", [pytest.param(DESK, id="desk", marks=proof), pytest.param(PHONE, id="phone")])
def test_layout_is_stable_while_a_filter_is_applied(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    found = {}
    for path in WITH_QUERIES:
        # From another page: a change of the fragment alone would load nothing.
        page.goto("about:blank")
        page.goto(path)
        found[path] = layout_shift(page)

    assert {path: shift for path, shift in found.items() if shift} == {}


@pytest.mark.parametrize("path", [TRACKED, pytest.param("/timeline/", marks=proof)])
def test_printing_opens_folds_and_closes_them_afterwards(page: Page, path: str) -> None:
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
@pytest.mark.parametrize("paths", [TEMPLATES, pytest.param(KINDS, marks=proof)], ids=["templates", "all"])
def test_every_page_is_complete_without_scripts(page: Page, served: str, site: Path, paths: tuple[str, ...]) -> None:
    targets = set[str]()
    for path in paths:
        page.goto(path)
        links = page.locator("a[href]").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
        targets |= {urldefrag(urljoin(page.url, link)).url.partition("?")[0] for link in links}

        assert count_visible(page, ROWS) == page.locator(ROWS).count(), path
        # Filters need a script, so they are hidden. The search leads to its page.
        assert count_visible(page, "form.filters, select, output") == 0, path
        assert page.get_by_role("search").get_attribute("action") == "/search/", path
        assert links != []
    own = {target.removeprefix(f"{served}/") for target in targets if target.startswith(served)}
    assert own != set()
    assert [path for path in own if not (site / path).exists()] == []


def test_missing_page_leads_to_the_home_page(page: Page, issues: list[str]) -> None:
    answer = page.goto("/no/such/page/")

    assert answer is not None
    assert answer.status == 404
    assert page.locator("main a[href='/']").first.is_visible()
    assert [issue for issue in issues if "404 (Not Found)" not in issue] == []
    issues.clear()
