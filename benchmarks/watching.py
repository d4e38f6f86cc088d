"""The waiting time of an editor: from an edit of a country's file until its page is reloaded, under ``serve --watch``."""

import contextlib
import http.client
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from benchmarks.figures import Spread, spread
from benchmarks.loop import EDITED, LoopError
from benchmarks.measure import ENVIRONMENT
from locdata_build.hosting.live import BUILDS_PATH
from locdata_build.hosting.server import HOST

_COMMAND = (sys.executable, "-m", "locdata_build.cli", "serve", "--watch", "--port", "0")
_BUILT = re.compile(r"http://localhost:([0-9]+)/: [0-9]+ files built ")
_BUILD = re.compile(r'data-build="([0-9a-f]+)"')


def measure_reload(data: Path, work: Path, runs: int) -> Spread:
    """Return the spread of the seconds from an edit until the new page was received, on a copy of ``data`` in ``work``.

    The page is requested as a browser does that is told of the new build; what a browser takes to show it is left out.
    Raises ``LoopError`` if the site is not built, or if the new page does not have the edit.
    """
    copy = work / "watched"
    shutil.copytree(data, copy)
    with _server(copy) as port:
        return spread([_reload(port, copy / f"countries/{EDITED}.json") for _ in range(runs)])


@contextlib.contextmanager
def _server(data: Path) -> Iterator[int]:
    """Serve the site of ``data``; give the port."""
    with subprocess.Popen(  # noqa: S603  # our own command
        (*_COMMAND, "--data", str(data)), env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            first = next((line for line in server.stdout or () if line.startswith("http")), "")
            built = _BUILT.match(first)
            if not built:
                raise LoopError(f"{data}: must be built, but is not: {first}")
            yield int(built[1])
        finally:
            server.terminate()
            server.communicate()


def _reload(port: int, source: Path) -> float:
    """Edit a text of a country and return the seconds until its page has the edit."""
    content = source.read_text(encoding="utf-8")
    country = msgspec.json.decode(content)
    page, old = f"/{country['name'].lower()}/", str(country["facts"]["currency"]["value"])
    new = f"{old.rstrip('.')}, edited."
    shown = _BUILD.search(_response(_requested(port, page)))
    if not shown:
        raise LoopError(f"{page}: must name the build that it comes from, but does not")
    event = _requested(port, f"{BUILDS_PATH}{shown[1]}")
    start = time.perf_counter()
    source.write_text(content.replace(old, new), encoding="utf-8")
    _response(event)
    reloaded = _response(_requested(port, page))
    seconds = time.perf_counter() - start
    if new not in reloaded:
        raise LoopError(f"{page}: must have the edit {new!r}, but does not")
    return seconds


def _requested(port: int, path: str) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection(HOST, port)
    connection.request("GET", path)
    return connection


def _response(connection: http.client.HTTPConnection) -> str:
    """Wait for the response to a request, and close the connection."""
    with contextlib.closing(connection):
        return connection.getresponse().read().decode()
