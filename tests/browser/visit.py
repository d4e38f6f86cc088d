"""Visit every page of a built site, and print the violations of its promises.

``./pants run tests/browser:visit -- dist/site`` takes minutes, because the real site has many and long pages. The tests
prove the same for the sample, so this finds what only the real data shows: a text that is too long for its place.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from browser.chromium import installed_browser, launched
from browser.kinds import all_pages
from browser.measuring import REPEATED
from browser.promises import PROMISES_OF_REAL_PAGES, Extent, broken_promises
from browser.serving import recorded_issues, serve


def main() -> int:
    """Visit the pages of the folder that the command line names. Return the exit status: 1 if there is an issue."""
    site = Path(sys.argv[1])
    try:
        executable = installed_browser()
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
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
    pages = all_pages(site)
    extent = Extent(schemes=["light"], audited=pages, excluded=REPEATED)
    recorded: list[str] = []
    with browser.new_context(base_url=url) as context, recorded_issues(context, url, recorded):
        page = context.new_page()
        for path in pages:
            for _, issue in broken_promises(page, path, extent, PROMISES_OF_REAL_PAGES, recorded):
                yield issue


if __name__ == "__main__":
    sys.exit(main())
