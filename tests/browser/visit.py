"""Visit every page of a built site as a reader would, and print what the reader would stumble on.

``./pants run tests/browser:visit -- dist/site`` takes minutes, because the real site has many and long pages. The tests
prove the same for the sample, so this finds what only the real data shows: a text that is too long for its place.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page

from browser.chromium import NAMES, installed_browser, launched
from browser.kinds import country_pages
from browser.measuring import DESK, PHONE, REPEATED, WIDTHS, answers_in_view, barriers, layout_shift, overflow
from browser.serving import recorded_issues, serve

ANSWERS = ((DESK, 3), (PHONE, 1))
"""How many answers of a country must be in view without scrolling."""


def main() -> int:
    """Visit the pages of the folder that the command line names. Return the exit status: 1 if there is an issue."""
    site, executable = Path(sys.argv[1]), installed_browser()
    if executable is None:
        print(f"missing: one of {', '.join(NAMES)}, or CHROMIUM", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as home, serve(site) as url, launched(executable, Path(home)) as browser:
        count = 0
        for issue in issues(browser, url, site):
            count += 1
            print(issue, flush=True)
    print(f"{count or 'no'} {'issue' if count == 1 else 'issues'}")
    return 1 if count else 0


def issues(browser: Browser, url: str, site: Path) -> Iterator[str]:
    """Yield each issue of each page, and what is recorded while it is open."""
    countries = {*country_pages(site)}
    recorded: list[str] = []
    with browser.new_context(base_url=url) as context, recorded_issues(context, url, recorded):
        page = context.new_page()
        for file in sorted(site.rglob("*.html")):
            path = f"/{file.relative_to(site)}".removesuffix("index.html")
            answers = _answers(page) if path in countries else ()
            for issue in (*_layout(page, path), *answers, *barriers(page, REPEATED), *recorded):
                yield f"{path}: {issue}"
            recorded.clear()


def _layout(page: Page, path: str) -> Iterator[str]:
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        page.goto("about:blank")
        page.goto(path)
        if shift := layout_shift(page):
            yield f"moves by {shift} while it loads in a window of {size['width']} pixels"
    for width in WIDTHS:
        if pixels := overflow(page, width):
            yield f"is {pixels} pixels wider than a window of {width}"


def _answers(page: Page) -> Iterator[str]:
    for size, least in ANSWERS:
        page.set_viewport_size(size)
        if (count := answers_in_view(page)) < least:
            yield f"shows {count} answers in a window of {size['width']} by {size['height']} pixels, and not {least}"


if __name__ == "__main__":
    sys.exit(main())
