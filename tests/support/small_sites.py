"""Small sites to publish, which of them is in a folder, and the error with which publishing ends."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from locdata_build.render.artifacts import Artifact, checksums
from locdata_build.site.staging import PublishError
from support.folders import Files, files_of

PAGE = 4096
"""The number of bytes that the smallest file takes of a ``tmpfs``."""


def site(name: str, count: int) -> tuple[Artifact, ...]:
    """Return a site with an index and ``count`` pages of ``PAGE`` bytes."""
    pages = [Artifact(f"/pages/{number:03}/index.html", name.encode().ljust(PAGE, b".")) for number in range(count)]
    files = (Artifact("/api/v1/index.json", f"{name}\n".encode()), *pages)
    return (*files, checksums({file.path: file.sha256 for file in files}))


FORMER, NEW = site("former", 1), site("new", 2)
LARGE_FORMER, LARGE_NEW = site("former", 20), site("new", 20)
THIRD = site("third", 3)


def by_path(artifacts: Sequence[Artifact]) -> Files:
    """Return the files of a site as they are published."""
    return {artifact.path.removeprefix("/"): artifact.content for artifact in artifacts}


def state(target: Path) -> str:
    """Return which site is at ``target``: ``former``, ``new`` or ``missing``; the paths of the files if it is none of them."""
    if not os.path.lexists(target):
        return "missing"
    found = files_of(target)
    if found in (by_path(FORMER), by_path(LARGE_FORMER)):
        return "former"
    return "new" if found in (by_path(NEW), by_path(LARGE_NEW)) else f"broken: {', '.join(found)}"


def stating_site(version: str, generated_at: str) -> tuple[Artifact, ...]:
    """Return a site whose index states a version and a time."""
    index = Artifact(
        "/api/v1/index.json", f'{{"meta": {{"version": "{version}", "generated_at": "{generated_at}"}}}}'.encode()
    )
    return (index, checksums({index.path: index.sha256}))


def states(store: Path) -> list[str]:
    """Return which sites are in a store, in the order of their names; empty if there is no store."""
    return [state(site) for site in sorted(store.iterdir())] if store.is_dir() else []


def error_of(act: Callable[[], object]) -> str:
    """Return the message of the ``PublishError`` that a call must raise."""
    try:
        act()
    except PublishError as error:
        return str(error)
    raise AssertionError("there must be an error")
