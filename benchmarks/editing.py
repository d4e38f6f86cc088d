"""The waiting time of an editor: from saving a country's file until its page has the edit, under ``serve --watch``."""

import contextlib
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchmarks.measure import ENVIRONMENT, MeasureError, Spread, spread

TIMEOUT_SECONDS = 120
POLLING_INTERVAL_SECONDS = 0.02


def measure_editing(data: Path, work: Path, runs: int) -> Spread:
    """Return the seconds from an edit until the page has it, on a copy of ``data`` in ``work``.

    The page is requested again and again; the time in which a browser shows it is not included. Raises ``MeasureError`` if the
    site is not served, or if the page never has the edit.
    """
    copy = shutil.copytree(data, work / "edited")
    file = min((copy / "countries").glob("*.json"))
    with _served(copy) as url:
        return spread([_seconds_until_shown(url, file, f"Edited {number} times") for number in range(1, runs + 1)])


@contextlib.contextmanager
def _served(data: Path) -> Iterator[str]:
    """Serve the site of ``data``, and give its URL."""
    command = (sys.executable, "-m", "locdata_build", "serve", "--watch", "--port", "0", "--data", str(data))
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603  # ours
        try:
            lines = (re.match(r"http://\S+(?=/: )", line) for line in server.stdout or ())
            if not (found := next(filter(None, lines), None)):
                raise MeasureError(f"{data}: the preview printed no URL")
            yield found[0]
        finally:
            server.terminate()
            server.communicate()


def _seconds_until_shown(url: str, file: Path, text: str) -> float:
    """Put a text into a country's file, and return the seconds until its page has it."""
    country = msgspec.json.decode(file.read_bytes())
    page = f"{url}/{country['name'].lower().replace(' ', '-')}/"
    _content(page)
    fact = country["facts"]["currency"]
    # The checks need the code of the currency and the sources.
    needed = re.findall(r"\([A-Z]{3}\)|\[\^[^]]*\]", fact["value"])
    fact["value"] = f"{text} {''.join(needed)}."
    edited = msgspec.json.format(msgspec.json.encode(country), indent=2) + b"\n"
    start = time.perf_counter()
    file.write_bytes(edited)
    while text not in _content(page):
        if time.perf_counter() - start > TIMEOUT_SECONDS:
            raise MeasureError(f"{page}: the edit did not appear")
        time.sleep(POLLING_INTERVAL_SECONDS)
    return time.perf_counter() - start


def _content(page: str) -> str:
    with urllib.request.urlopen(page, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310  # our own server
        content: bytes = response.read()
        return content.decode()
