"""The header is one row of the same height on every page, and its menu works without a script."""

import pytest
from playwright.sync_api import Page, expect

from browser.kinds import PHASED, PRODUCT, TRACKED, without_script

PATHS = ("/", TRACKED, PHASED, PRODUCT, "/reporting/", "/e-invoicing/", "/timeline/", "/glossary/", "/data/", "/api/")

WIDTHS = (360, 390, 768, 1024, 1280, 1600)

HEIGHTS = """
header => {
  const parts = [header, ...header.querySelectorAll(":is(.brand, input, button, .main-links a)")];
  const heights = parts.filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect().height);
  return [header.scrollWidth - header.clientWidth, ...heights];
}
"""
"""Returns by how much the header is too narrow for its parts, its height and theirs."""


@pytest.mark.parametrize("size", [100, 200])
def test_header_is_one_row_of_the_same_height_on_every_page_at_every_width(page: Page, size: int) -> None:
    heights = {}
    for path in PATHS:
        page.goto(path)
        page.evaluate("size => document.documentElement.style.fontSize = `${size}%`", size)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            overflow, header, *parts = page.locator("header").evaluate(HEIGHTS)

            assert (path, width, overflow, max(parts) < header < 2 * min(parts)) == (path, width, 0, True)
            heights[path, width] = header

    assert len({*heights.values()}) == 1, heights


@pytest.mark.parametrize("width", [360, 1280])
@without_script
def test_menu_opens_and_closes_without_a_script(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/glossary/")
    menu = page.get_by_role("navigation", name="Menu")
    button = page.get_by_role("button", name="Menu")
    button.click()

    expect(menu.get_by_role("link", name="VAT rates")).to_be_in_viewport()
    expect(menu.get_by_role("link", name="Filings")).to_be_in_viewport()
    expect(menu.get_by_role("link", name="Glossary")).to_have_attribute("aria-current", "page")

    page.keyboard.press("Escape")

    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
