"""Build a site in a fresh process, timed after all imports: ``python -m benchmarks.one_build DATA OUT``.

Prints the seconds of each stage as JSON. With ``--apart``, one process makes and writes one file after the other, so that
rendering, serializing and writing are measured separately; without it they overlap.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from locdata_build.data.dataset import check_sources
from locdata_build.data.reading import read_sources
from locdata_build.derive.published import derive
from locdata_build.publish.folder import publish_folder
from locdata_build.render.pages import default_workers
from locdata_build.render.site import site_artifacts
from locdata_build.view.context import SiteContext

ResultT = TypeVar("ResultT")

RENDERED = (".html", ".md", ".txt", ".xml", ".atom", ".ics")
"""Endings of the files with text and markup; all others are records in some format."""


class Stopwatch:
    """Adds up the seconds of each stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def time(self, stage: str, function: Callable[[], ResultT]) -> ResultT:
        """Return what ``function`` returns, and add its time to that of the stage."""
        start = time.perf_counter()
        result = function()
        self.add(stage, start)
        return result

    def add(self, stage: str, start: float) -> None:
        """Add the time since ``start`` to that of the stage."""
        self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - start


def build(data: Path, out: Path, *, workers: int, apart: bool) -> dict[str, float]:
    """Build a site from ``data`` into ``out`` and return the seconds of each stage."""
    watch = Stopwatch()
    sources = watch.time("read", lambda: read_sources(data, str(data)))
    dataset = watch.time("check", lambda: check_sources(sources))
    context = watch.time("derive", lambda: SiteContext(dataset=dataset, published=derive(dataset)))
    watch.time("derive", lambda: context.openapi)
    if apart:
        _write_apart(context, out, watch)
    else:
        artifacts = site_artifacts(context, workers=workers)
        watch.time("render, serialize, write", lambda: publish_folder(artifacts, out))
    return watch.seconds


def _write_apart(context: SiteContext, out: Path, watch: Stopwatch) -> None:
    start = time.perf_counter()
    for artifact in site_artifacts(context):
        watch.add("render" if artifact.path.endswith(RENDERED) else "serialize", start)
        start = time.perf_counter()
        file = out / artifact.path.removeprefix("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(artifact.content)
        watch.add("write", start)
        start = time.perf_counter()


def main() -> None:
    """Build once, and print the seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--workers", type=int, default=default_workers())
    parser.add_argument("--apart", action="store_true")
    options = parser.parse_args()
    seconds = build(options.data, options.out, workers=options.workers, apart=options.apart)
    print(msgspec.json.encode(seconds).decode())


if __name__ == "__main__":
    main()
