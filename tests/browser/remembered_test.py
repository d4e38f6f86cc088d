"""Countries and products that a reader has chosen are offered on other pages, and applied on request."""

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import PRODUCT
from browser.measuring import PHONE, choose, layout_shift

CHOSEN = '{"country":["aq","bv"],"erp":["erp_id_01"]}'
"""The value in the storage of the browser."""

OFFER = "form.filters p"


@pytest.fixture
def page(page: Page) -> Page:
    """A page of a reader who has chosen two countries and a product elsewhere."""
    page.goto("/licence/")
    page.evaluate("stored => localStorage.setItem('chosen', stored)", CHOSEN)
    return page


def test_the_last_choice_is_offered_and_applied_on_demand(page: Page) -> None:
    page.evaluate("localStorage.clear()")
    page.goto("/e-invoicing/")
    choose(page, "country", "aq", "bv")
    choose(page, "erp", "erp_id_01")

    assert page.evaluate("localStorage.getItem('chosen')") == CHOSEN

    page.goto("/reporting/?frequency=monthly")

    expect(page.locator(OFFER)).to_contain_text("Your countries: Antarctica, Bouvet Island. Your products: Aurora ERP.")

    page.get_by_role("button", name="Apply").click()

    expect(page).to_have_url("/reporting/?country=aq&country=bv&frequency=monthly&erp=erp_id_01")
    expect(page.locator(OFFER)).to_be_hidden()
    expect(page.locator("form summary").first).to_be_focused()


def test_a_page_offers_what_it_can_filter_by(page: Page) -> None:
    page.goto("/news/")

    expect(page.locator(OFFER)).to_be_visible()
    expect(page.locator("form.filters p span")).to_have_text("Your products: Aurora ERP.")

    page.goto("/timeline/?country=gs")

    expect(page.locator("form.filters p span")).to_have_text("Your countries: Antarctica, Bouvet Island.")

    page.goto(PRODUCT)

    expect(page.locator("form.filters")).to_be_visible()
    expect(page.locator(OFFER)).to_be_hidden()


def test_the_last_choice_can_be_forgotten(page: Page) -> None:
    page.goto("/timeline/")
    page.get_by_role("button", name="Forget").click()

    expect(page.locator(OFFER)).to_be_hidden()
    expect(page.locator("form summary").first).to_be_focused()

    page.reload()

    expect(page.locator(OFFER)).to_be_hidden()
    expect(page).to_have_url("/timeline/")


def test_layout_is_stable_when_the_choice_is_offered(page: Page) -> None:
    page.set_viewport_size(PHONE)
    for path in ("/timeline/", "/reporting/", "/e-invoicing/"):
        page.goto(path)

        expect(page.locator(OFFER)).to_be_visible()
        assert layout_shift(page) == 0


@pytest.mark.parametrize("stored", ['{"country": {}}', "{", '{"country": ["zz"], "erp": null}'])
def test_damaged_storage_offers_nothing(page: Page, stored: str) -> None:
    page.evaluate("stored => localStorage.setItem('chosen', stored)", stored)
    page.goto("/timeline/")

    expect(page.locator(OFFER)).to_be_hidden()
    assert page.locator("form output").inner_text() != ""


def test_filters_work_where_nothing_can_be_stored(page: Page) -> None:
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })")
    page.goto("/timeline/")
    choose(page, "country", "aq")

    expect(page).to_have_url("/timeline/?country=aq")

    page.get_by_role("button", name="Clear filters").click()

    expect(page).to_have_url("/timeline/")
    expect(page.locator(OFFER)).to_be_hidden()
    page.close()
