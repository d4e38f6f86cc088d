"""Measurements of a page: visible rows and answers, overflow, layout shift, accessibility and contrast."""

import re
from collections.abc import Sequence
from importlib.resources import files

from playwright.sync_api import Page, ViewportSize

ROWS = "main tbody tr:not(.group)"
"""The rows of all tables of a page."""

DESK = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=360, height=800)
WIDTHS = (320, 360, 768, 896, 1088, 1152, 1440)
"""The widths that every page must fit, in pixels: those of devices, and those at which the layout changes."""

REPEATED = (
    "main section section:nth-of-type(n + 4)",
    "main tbody:nth-of-type(n + 4)",
    "main tbody > tr:nth-child(n + 4)",
)
"""Sections, groups and rows that have the form of those before them."""

READABLE, DISTINGUISHABLE = 4.5, 3
"""Minimum contrast for WCAG 2.2 level AA: of letters, and of marks."""

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
"""The rules of axe-core for WCAG 2.2 at level AA, and for good practice."""

_COUNT_VISIBLE = """
all => all.filter((each) => each.checkVisibility() || (each.closest(".fold") && !each.closest("[hidden]"))).length
"""
_AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
_RUN_AXE = """
([tags, excluded]) => axe.run(
  {include: [":root"], exclude: excluded},
  {resultTypes: ["violations"], runOnly: {type: "tag", values: tags}, rules: {"target-size": {enabled: true}}},
)
"""
_LAYOUT_SHIFT = """
() => new Promise((resolve) => {
  let shift = 0;
  const add = (entries) => entries.forEach(({ value }) => (shift += value));
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
    add(observer.takeRecords());
    resolve(shift);
  })));
})
"""
_DIVIDED_WORDS = r"""
() => {
  const folded = [...document.querySelectorAll("main details:not([open])")];
  folded.forEach((details) => (details.open = true));
  const range = document.createRange();
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.checkVisibility() || node.parentElement.closest("pre, code, option, .visually-hidden")) continue;
    // A line may end after a sign, such as a hyphen, but SAF-T is one word.
    for (const word of node.data.matchAll(/SAF-T|[\p{Script=Latin}\d]+/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      // A longer word fits no line of a phone or of a column.
      if (word[0].length > 30) continue;
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word[0]);
    }
  }
  folded.forEach((details) => (details.open = false));
  return found;
}
"""
_ANSWERS_IN_VIEW = """
answers => [...answers, null].findIndex((answer) =>
  !answer || [...answer.querySelectorAll("dt, .verdict")].some((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < 0 || bottom > innerHeight;
  }))
"""


def layout_shift(page: Page) -> float:
    """Return the cumulative layout shift since the page was first shown."""
    shift: float = page.evaluate(_LAYOUT_SHIFT)
    return shift


def overflow(page: Page, width: int) -> int:
    """Return the number of pixels by which the page is wider than a window of ``width``."""
    page.set_viewport_size({"width": width, "height": 800})
    pixels: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return pixels


def divided_words(page: Page, width: int) -> list[str]:
    """Return the words of the page, with everything unfolded, that a line ends within in a window of ``width``."""
    page.set_viewport_size({"width": width, "height": 800})
    words: list[str] = page.evaluate(_DIVIDED_WORDS)
    return words


def answers_in_view(page: Page) -> int:
    """Return the number of answers at the top that are in view with question and verdict."""
    count: int = page.locator(".answers > div").evaluate_all(_ANSWERS_IN_VIEW)
    return count


def filtered_rows(page: Page) -> str:
    """Return the selector of the rows that the filters of the page hide or show."""
    fields = page.locator("form.filters [name]")
    names = dict.fromkeys(fields.evaluate_all("fields => fields.map(({ name }) => name)"))
    return f"{ROWS}:is({', '.join(f'[data-{name}]' for name in [*names, 'date'])})"


def choose(page: Page, name: str, *values: str) -> None:
    """Choose options of a filter, and nothing else of it: of a select, the only one; of a list, all of them."""
    field = page.locator(f"form.filters [name={name}]")
    if field.first.evaluate("field => field.matches('select')"):
        field.select_option(*values)
        return
    details = page.locator("form.filters details", has=page.locator(f"[name={name}]"))
    details.evaluate("details => (details.open = true)")
    for box in field.all():
        box.set_checked(box.get_attribute("value") in values)
    page.keyboard.press("Escape")


def count_visible(page: Page, selector: str) -> int:
    """Return the number of elements that are visible, anywhere on the page or in a fold."""
    count: int = page.locator(selector).evaluate_all(_COUNT_VISIBLE)
    return count


def barriers(page: Page, excluded: Sequence[str] = ()) -> list[str]:
    """Return each rule of axe-core that the page breaks, and where: ``image-alt: img``.

    Elements that match a selector of ``excluded`` are left out: tables have many rows of the same form, and each takes time.
    """
    # It is half a megabyte, and stays until the page is left.
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    found = page.evaluate(_RUN_AXE, [RULES, excluded])
    return [
        f"{rule['id']}: {' '.join(map(str, node['target']))}" for rule in found["violations"] for node in rule["nodes"]
    ]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours like ``rgb(0, 0, 0)``: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(part) / 255) for part in re.findall(r"\d+", colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
