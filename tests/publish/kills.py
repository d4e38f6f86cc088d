"""Kills builds at random moments, and checks at every instant that the target is one whole site.

``./pants run tests/publish:kills -- 500`` kills so many builds, prints the tally, and fails if a promise is broken.
"""

import os
import random
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import msgspec

from locdata_build.cli.build import rendered_site, run, site_context
from locdata_build.data.dataset import check_sources
from locdata_build.data.reading import read_sources
from locdata_build.publish.folder import publish_folder
from locdata_build.render.archive import pack_archive
from locdata_build.render.artifacts import Artifact
from publish.steps import start_in_child, wait_for
from publish.watch import Looks, watching
from support.dataset import whole, write
from support.folders import Files, files_of
from support.records import country
from support.small_sites import by_path

DEFAULTS = (500, 1)
"""How many builds are killed, and the seed of the random moments."""

PATIENCE = 60
"""Seconds in which the worker processes of a killed build must end."""


class Moment(StrEnum):
    """How far a build had come when it was killed, judged by what it left."""

    BEFORE = "killed_before_publishing"
    WRITING = "killed_while_writing"
    EXCHANGED = "killed_after_the_exchange"
    AFTER = "killed_after_publishing"
    FINISHED = "finished_before_the_kill"


PACE = {Moment.BEFORE: 1.05, Moment.FINISHED: 0.95}
"""The factor by which the next build of the kind is given more or less time, because the load of the machine changes."""


class Tally(msgspec.Struct, kw_only=True):
    """What became of the builds, and what the watcher saw."""

    kills: int = 0
    moments: dict[Moment, int] = msgspec.field(default_factory=lambda: dict.fromkeys(Moment, 0))
    looks: Looks = msgspec.field(default_factory=Looks)
    broken: int = 0
    orphans: int = 0
    leftovers: int = 0

    @property
    def has_kept_promises(self) -> bool:
        """Whether all promises held, and the watcher has seen anything at all."""
        failures = self.broken + self.orphans + self.leftovers + self.looks.missing + self.looks.mixed
        return not failures and self.looks.whole > 0


class Site(NamedTuple):
    """One of the two sites that are built in turn: its sources, what is rendered from them, its files and its archive."""

    data: Path
    artifacts: Sequence[Artifact]
    files: Files
    archive: bytes


class Places(NamedTuple):
    """Where the builds write to: a folder for the site alone, and one for the archive alone."""

    target: Path
    archive: Path


Started = tuple[int, int]
"""The id of a build's process, and a descriptor that reads nothing more once all its processes have ended."""

Start = Callable[[Site, Places], Started]
"""Starts a build in a process of its own."""


def start_process(site: Site, places: Places) -> Started:
    """Start the builder as a user does, with an archive, in a group of its own."""
    arguments = ["--data", site.data, "--out", places.target, "--archive", places.archive]
    reader, writer = os.pipe()
    pid = os.posix_spawn(
        sys.executable,
        [sys.executable, "-m", "locdata_build.cli", *map(str, arguments)],
        {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        file_actions=[(os.POSIX_SPAWN_DUP2, writer, descriptor) for descriptor in (1, 2)],
        setpgroup=0,
        # A shell may have started this process with some of them ignored.
        setsigdef=[signal.SIGHUP, signal.SIGINT, signal.SIGTERM],
    )
    os.close(writer)
    return pid, reader


def start_build(site: Site, places: Places) -> Started:
    """Start a build that writes each file as soon as it is made, with two worker processes, and has all modules loaded."""
    return start_in_child(lambda: run(data=site.data, out=places.target, workers=3))


def start_publishing(site: Site, places: Places) -> Started:
    """Start the last stage alone, in a process that has the artifacts ready."""
    return start_in_child(lambda: publish_folder(site.artifacts, places.target))


SHARES: Sequence[Start] = (start_process, *[start_build] * 5, *[start_publishing] * 4)
"""How each of ten builds is started."""

KILLED_FROM: Mapping[Start, float] = {start_process: 0.6, start_build: 0.2, start_publishing: 0.0}
"""The part of a build's duration before which it is not killed: it would not have begun to publish."""

KILLED_UNTIL = 1.1
"""The part of a build's duration after which it is not killed; some builds take longer than the one that was measured."""


def kill_builds(count: int, seed: int, folder: Path) -> Tally:
    """Kill ``count`` builds of two sites into one target below ``folder``, and then build once undisturbed."""
    sites = make_sites(folder)
    places = Places(folder / "public/site", folder / "archives/site.tar")
    # In the order of SHARES: the first of them also makes the first archive.
    durations: dict[Start, float] = {
        start: measure_duration(start, sites[0], places) for start in dict.fromkeys(SHARES)
    }
    tally, draw = Tally(), random.Random(seed)  # noqa: S311 (no secret)
    with watching(places.target, [site.files for site in sites]) as seen:
        number = 0
        while tally.kills < count:
            start, site = SHARES[number % len(SHARES)], sites[draw.randrange(2)]
            seconds = draw.uniform(KILLED_FROM[start], KILLED_UNTIL) * durations[start]
            moment = _kill_one(start, site, places, seconds, tally)
            durations[start] *= PACE.get(moment, 1)
            tally.moments[moment] += 1
            tally.kills += moment is not Moment.FINISHED
            tally.broken += not is_whole(places, sites)
            number += 1
        measure_duration(start_process, sites[1], places)
    [tally.looks] = seen
    tally.broken += not is_whole(places, [sites[1]])
    tally.leftovers = len(find_staged(places))
    return tally


def make_sites(folder: Path) -> tuple[Site, Site]:
    """Write the sources of two sites below ``folder``, the second with one more country, and render both."""
    more = {**whole(), "countries/de.json": country("de", "Germany")}
    return _site(write(folder / "data-a", whole())), _site(write(folder / "data-b", more))


def _site(data: Path) -> Site:
    dataset = check_sources(read_sources(data, "data"))
    artifacts = tuple(rendered_site(site_context(dataset), workers=1))
    return Site(data, artifacts, by_path(artifacts), pack_archive(artifacts, dataset.site.generated_at))


def measure_duration(start: Start, site: Site, places: Places) -> float:
    """Return how many seconds an undisturbed build takes. Raises ``ValueError`` if it fails."""
    began = time.perf_counter()
    ended = wait_for(*start(site, places))
    if ended.status:
        raise ValueError(f"{start.__name__} must build, but ended with {ended}")
    return time.perf_counter() - began


def _kill_one(start: Start, site: Site, places: Places, seconds: float, tally: Tally) -> Moment:
    """Kill a build after some seconds; return how far it had come. Raises ``ValueError`` if it has failed."""
    staged, published = find_staged(places), places.target.stat().st_ino
    pid, reader = start(site, places)
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    output = read_output(reader)
    tally.orphans += output is None
    status = wait_for(pid, reader).status
    if status == 0:
        return Moment.FINISHED
    if status != -signal.SIGKILL:
        raise ValueError(f"{start.__name__} must build, but ended with {status}: {output}")
    is_staged, is_new = bool(find_staged(places) - staged), places.target.stat().st_ino != published
    if is_staged:
        return Moment.EXCHANGED if is_new else Moment.WRITING
    return Moment.AFTER if is_new else Moment.BEFORE


def read_output(reader: int) -> str | None:
    """Return what is written to a pipe; None if the processes that hold its other end do not end soon."""
    output = b""
    while select.select([reader], [], [], PATIENCE)[0]:
        chunk = os.read(reader, 4096)
        if not chunk:
            return output.decode()
        output += chunk
    return None


def find_staged(places: Places) -> set[Path]:
    """Return whatever is beside the target and the archive."""
    return {entry for place in places for entry in place.parent.iterdir()} - {*places}


def is_whole(places: Places, sites: Sequence[Site]) -> bool:
    """Return whether the target and the archive are each exactly one of the sites."""
    files = files_of(places.target)
    archive = places.archive.read_bytes()
    return any(files == site.files for site in sites) and any(archive == site.archive for site in sites)


def main() -> int:
    """Kill as many builds as the first argument says, with the second as the seed, and print the tally."""
    given = [int(argument) for argument in sys.argv[1:]]
    count, seed = [*given, *DEFAULTS[len(given) :]]
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_builds(count, seed, Path(folder))
    print(msgspec.json.format(msgspec.json.encode(tally), indent=2).decode())
    return 0 if tally.has_kept_promises else 1


if __name__ == "__main__":
    sys.exit(main())
