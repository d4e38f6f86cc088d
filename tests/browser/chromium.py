"""The Chromium of this machine, without a display and without a network."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
"""The programs that are looked for."""

# In addition to the flags of Playwright: no display, nothing in the background, no host but the server. One process for all
# pages, because starting one takes longer than most tests.
_FLAGS = (
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    "--process-per-site",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def installed_browser() -> str:
    """Return the program that CHROMIUM names, or the first of ``NAMES`` that is found. Raises ``FileNotFoundError``."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise FileNotFoundError(f"no browser: install one of {', '.join(NAMES)}, or name one in CHROMIUM")
    return found


@contextlib.contextmanager
def launched(executable: str, home: Path) -> Iterator[Browser]:
    """Start the browser, which writes to the folder ``home``, and end it with the context."""
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(
            executable_path=executable, args=_FLAGS, env={**os.environ, "HOME": str(home)}
        ) as browser,
    ):
        yield browser
