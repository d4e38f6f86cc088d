"""What is seen of a page: rows, what sticks out, what moves."""

from playwright.sync_api import Page

ROWS = "main tbody tr:not(.group)"
"""The rows of all tables of a page."""

_SHIFT = """
() => new Promise((resolve) => {
  let shift = 0;
  const watch = (entries) => entries.forEach(({ value }) => (shift += value));
  const observer = new PerformanceObserver((list) => watch(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
    watch(observer.takeRecords());
    resolve(shift);
  })));
})
"""


def shift(page: Page) -> float:
    """How much of the page has moved since it was first seen, as browsers measure it (cumulative layout shift)."""
    moved: float = page.evaluate(_SHIFT)
    return moved


def overhang(page: Page, width: int) -> int:
    """By how many pixels the page is wider than a window of ``width``."""
    page.set_viewport_size({"width": width, "height": 800})
    pixels: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return pixels


def filtered(page: Page) -> str:
    """The selector of the rows that the filters of the page narrow down: those that have a value for one of them."""
    names = [filter_.get_attribute("name") for filter_ in page.locator("form.filters select").all()]
    return f"{ROWS}:is({', '.join(f'[data-{name}]' for name in names)})"


def seen(page: Page, selector: str) -> int:
    """How many of the elements are shown, here or further down the page."""
    count: int = page.locator(selector).evaluate_all("found => found.filter((each) => each.checkVisibility()).length")
    return count
