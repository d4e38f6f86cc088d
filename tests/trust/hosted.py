"""Proves what a host of static sites, which reads ``_headers``, makes of the site; build-support/lint-hosting.sh starts one.

    ./pants run tests/trust:hosted -- PORT FOLDER

Such a host decides more by itself than a server: docs/hosting.md names what it does not do. All else is asked here, of every file.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from locdata_build.delivery.headers_file import HEADERS_FILE_PATH, KNOWN, TIMED
from locdata_build.delivery.rules import EVERYWHERE, NO_PAGE_PATH, headers_for
from trust.served_by import Reply, Served
from trust.served_promises import ELSEWHERE, MISSING, NO_ANSWERS, address, paths

REVALIDATED = "public, max-age=0, must-revalidate"
"""What hosts say by themselves."""

OF_HOST = (NO_PAGE_PATH, HEADERS_FILE_PATH)
"""What a host uses and does not serve by its own name."""


BELOW_A_FILE = "/index.html/none"
"""The preview of Cloudflare's host answers 502 here, because it reads from a disk."""


def broken(served: Served) -> Iterator[str]:
    """What is not as promised."""
    for path in paths(served):
        if path not in OF_HOST:
            yield from (f"{path}: {fault}" for fault in _faults_of_file(served, path))
    page = (served.folder / NO_PAGE_PATH.removeprefix("/")).read_bytes()
    for path in (*MISSING, *NO_ANSWERS):
        if path == BELOW_A_FILE:
            continue
        reply = served.ask(path)
        # Some call a page what is asked for without an ending, and redirect there.
        if reply.status != 308 and (reply.status, reply.content) != (404, page):
            yield f"{path}: status {reply.status}, which is missing"
        yield from (f"{path}: {fault}" for fault in _unequal(reply, EVERYWHERE) if reply.status != 308)
    for path in ELSEWHERE:
        target = served.ask(path).header("Location")
        if target.startswith(("//", "/\\", "http")):
            yield f"{path}: leads to {target}"


def _faults_of_file(served: Served, path: str) -> Iterator[str]:
    reply, wanted = served.ask(address(path)), dict(headers_for(path))
    if not path.startswith(TIMED):
        wanted["Cache-Control"] = REVALIDATED
    if path.rpartition(".")[2] in KNOWN and wanted["Content-Type"].partition("/")[0] == "text":
        # There are two names for the type of scripts, and both will do.
        del wanted["Content-Type"]
    if reply.status != 200 or reply.content != (served.folder / path.removeprefix("/")).read_bytes():
        yield f"status {reply.status} with {len(reply.content)} bytes"
    yield from _unequal(reply, wanted)
    again = served.ask(address(path), headers={"If-None-Match": reply.header("ETag")})
    if (again.status, again.content, again.header("Access-Control-Allow-Origin")) != (304, b"", "*"):
        yield f"status {again.status} for its own ETag {reply.header('ETag')!r}"


def _unequal(reply: Reply, wanted: Mapping[str, str]) -> Iterator[str]:
    for name, value in wanted.items():
        if reply.header(name) != value:
            yield f"{name}: {reply.header(name)!r}, not {value!r}"


def main() -> int:
    """Ask the host that listens on a port about the site in a folder; print what is broken."""
    port, folder = sys.argv[1:]
    served = Served("host", int(port), "", Path(folder), frozenset())
    faults = list(broken(served))
    print(*faults, f"_headers: {len(faults) or 'no'} findings in {len(paths(served))} files", sep="\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
