"""Promises of every page. Each function yields violations, and leaves the page loaded in a window of one of the sizes."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from playwright.sync_api import Page, ViewportSize

from browser.kinds import KINDS, TEMPLATES
from browser.measuring import (
    DESK,
    PHONE,
    ROWS,
    WIDTHS,
    answers_in_view,
    barriers,
    count_visible,
    divided_words,
    layout_shift,
    overflow,
)


class Extent(NamedTuple):
    """Extent of the checks of a page."""

    sizes: Sequence[ViewportSize] = (DESK, PHONE)
    """The windows in which it is loaded."""
    widths: Sequence[int] = WIDTHS
    """The widths to which the window is changed."""
    schemes: Sequence[Literal["light", "dark"]] = ("light", "dark")
    audited: Collection[str] = KINDS
    """The paths of the pages in which axe-core looks for violations."""
    excluded: Sequence[str] = ()
    """Selectors of elements that axe-core leaves out."""


SHORT = Extent((PHONE,), (320, 1440), ("light",), TEMPLATES)

MIN_ANSWERS = ((DESK, 3), (PHONE, 1))
"""Minimum number of answers of a country in view without scrolling, by window."""

ON_SCREEN_ONLY = "nav, form, select, .menu-button, .skip, .anchor, .maps > input, .maps > label"

_FOCUSED = """
() => {
  const focused = document.activeElement;
  const { top, bottom, left, right, height } = focused.getBoundingClientRect();
  return {
    text: focused.textContent,
    isInView: height > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
    isContent: focused.matches("main"),
    isBehindHeader: focused.closest("main, footer") !== null,
  };
}
"""


def it_does_not_move_while_it_loads(page: Page, path: str, extent: Extent) -> Iterator[str]:
    """Load the page in each window."""
    for size in extent.sizes:
        page.set_viewport_size(size)
        page.goto(path)
        if shift := layout_shift(page):
            yield f"moves by {shift} in a window of {size['width']} pixels"


def it_logs_no_error(page: Page, path: str, extent: Extent) -> Iterator[str]:
    """Yield nothing: recorded errors of the page are issues of this promise."""
    yield from ()


def its_first_tab_stop_skips_to_the_content(page: Page, path: str, extent: Extent) -> Iterator[str]:
    """Press Tab, Enter and Tab."""
    page.keyboard.press("Tab")
    first = page.evaluate(_FOCUSED)
    page.keyboard.press("Enter")
    second = page.evaluate(_FOCUSED)
    page.keyboard.press("Tab")
    third = page.evaluate(_FOCUSED)
    if first["text"] != "Skip to content" or not first["isInView"]:
        yield f"the first tab stop is {first}"
    elif not second["isContent"] or not page.url.endswith(f"{path}#content"):
        yield f"the first tab stop leads to {second} at {page.url}"
    elif not third["isBehindHeader"]:
        yield f"the next tab stop is {third}"


def it_shows_the_search(page: Page, path: str, extent: Extent) -> Iterator[str]:
    """Look for the field, and for results that are not asked for."""
    search = page.get_by_role("search")
    if not search.get_by_label("Search").is_visible() or search.get_by_role("option").count():
        yield "the search is not as it starts"


def it_shows_every_row_on_screen_and_on_paper(page: Page, path: str, extent: Extent) -> Iterator[str]:
    """Count the rows, on paper as well."""
    total = page.locator(ROWS).count()
    if count_visible(page, "h1") != 1 or count_visible(page, ROWS) != total:
        yield f"the screen shows {count_visible(page, ROWS)} of {total} rows"
    page.emulate_media(media="print")
    if count_visible(page, ROWS) != total or page.locator(ON_SCREEN_ONLY).filter(visible=True).count():
        yield f"paper shows {count_visible(page, ROWS)} of {total} rows, or what is for the screen alone"
    page.emulate_media(media="screen")


def it_is_as_wide_as_its_window(page: Page, path: str, extent: Extent) -> Iterator[str]:
    """Change the width of the window."""
    for width in extent.widths:
        if pixels := overflow(page, width):
            yield f"is {pixels} pixels wider than a window of {width}"


def it_divides_no_word(page: Page, path: str, extent: Extent) -> Iterator[str]:
    """Change the width of the window, with everything unfolded."""
    for width in extent.widths:
        if words := divided_words(page, width):
            yield f"divides {', '.join(words)} in a window of {width} pixels"


def its_first_answers_are_in_view(page: Page, path: str, extent: Extent) -> Iterator[str]:
    """Count the answers at the top of the page of a country."""
    if not page.locator(".answers").count():
        return
    for size, least in MIN_ANSWERS:
        page.set_viewport_size(size)
        if (count := answers_in_view(page)) < least:
            yield f"shows {count} answers in a window of {size['width']} by {size['height']} pixels, and not {least}"


def axe_finds_no_violation(page: Page, path: str, extent: Extent) -> Iterator[str]:
    """Run axe-core on a phone in the first colour scheme, and on a desk in the other: no colour depends on the width."""
    if path not in extent.audited:
        return
    for scheme, size in zip(extent.schemes, (PHONE, DESK), strict=False):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        for violation in barriers(page, extent.excluded):
            yield f"{violation} in {scheme} colours"
    page.emulate_media(color_scheme="light")


Promise = Callable[[Page, str, Extent], Iterator[str]]

PROMISES: tuple[Promise, ...] = (
    it_does_not_move_while_it_loads,
    it_logs_no_error,
    its_first_tab_stop_skips_to_the_content,
    it_shows_the_search,
    it_shows_every_row_on_screen_and_on_paper,
    it_is_as_wide_as_its_window,
    it_divides_no_word,
    its_first_answers_are_in_view,
    axe_finds_no_violation,
)
"""In the order in which they are tried: the first loads the page."""

PROMISES_OF_REAL_PAGES: tuple[Promise, ...] = (
    it_does_not_move_while_it_loads,
    it_logs_no_error,
    it_is_as_wide_as_its_window,
    its_first_answers_are_in_view,
    axe_finds_no_violation,
)
"""The promises that depend on the length of texts."""


def broken_promises(
    page: Page, path: str, extent: Extent, promises: Sequence[Promise], recorded: list[str]
) -> Iterator[tuple[str, str]]:
    """Visit a page once; yield the name of each promise that it breaks, and how. ``recorded`` has its errors, and is cleared."""
    for promise in promises:
        for issue in promise(page, path, extent):
            yield promise.__name__, f"{path}: {issue}"
    for issue in recorded:
        yield it_logs_no_error.__name__, f"{path}: {issue}"
    recorded.clear()
