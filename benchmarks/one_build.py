"""One build in a fresh process, timed from the moment when everything is imported: ``python -m benchmarks.one_build DATA OUT``.

Prints the seconds of each stage as JSON. ``--apart`` makes and writes the files of one group after the other, so that
rendering, serializing and writing can be told apart; without it they overlap, in as many processes as there are workers.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from locdata_build.check.dataset import check_sources
from locdata_build.derive.published import derive
from locdata_build.publish.folder import publish_plan
from locdata_build.publish.workers import usual_workers
from locdata_build.publish.writing import Writer
from locdata_build.read.sources import read_sources
from locdata_build.render.checksums import listing
from locdata_build.render.plan import Group, Notes, Plan, made
from locdata_build.render.site import plan_site
from locdata_build.view.world import World

ResultT = TypeVar("ResultT")

RENDERED = (".html", ".md", ".txt", ".xml", ".atom", ".ics")
"""How the files end that are made of words and markup; all others are records in some format."""


class Stopwatch:
    """Adds up the seconds of each stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def time(self, stage: str, do: Callable[[], ResultT]) -> ResultT:
        """What ``do`` gives; the time that it takes is added to that of the stage."""
        start = time.perf_counter()
        result = do()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - start
        return result


def build(data: Path, out: Path, *, workers: int, apart: bool) -> dict[str, float]:
    """Build a site from ``data`` into ``out``; the seconds of each stage."""
    watch = Stopwatch()
    sources = watch.time("read", lambda: read_sources(data, str(data)))
    dataset = watch.time("check", lambda: check_sources(sources))
    world = watch.time("derive", lambda: World(dataset=dataset, published=derive(dataset)))
    plan = watch.time("derive", lambda: plan_site(world))
    if apart:
        _write_apart(plan, out, watch)
    else:
        watch.time("render, serialize, write", lambda: publish_plan(plan, out, workers))
    return watch.seconds


def _write_apart(plan: Plan, out: Path, watch: Stopwatch) -> None:
    notes, digests = Notes(), {}
    out.parent.mkdir(parents=True, exist_ok=True)
    writer = watch.time("write", lambda: Writer(out))
    watch.time("write", lambda: writer.make_folders(plan.paths))
    for group in (*plan.groups, *plan.last):
        artifacts = watch.time(_stage(group), lambda group=group: [*made(group, notes)])  # type: ignore[misc]  # Bound at once.
        for artifact in artifacts:
            written = watch.time("write", lambda artifact=artifact: writer.write_and_tell(artifact))  # type: ignore[misc]  # as above
            digests[written.path] = written.sha256
    watch.time("write", lambda: writer.write(listing(dict(sorted(digests.items())))))


def _stage(group: Group) -> str:
    return "render" if group.paths[0].endswith(RENDERED) else "serialize"


def main() -> None:
    """Build once, and print the seconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--workers", type=int, default=usual_workers())
    parser.add_argument("--apart", action="store_true")
    options = parser.parse_args()
    seconds = build(options.data, options.out, workers=options.workers, apart=options.apart)
    print(msgspec.json.encode(seconds).decode())


if __name__ == "__main__":
    main()
