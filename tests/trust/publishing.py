"""Kills builds at random moments, and looks at every instant whether the target is one whole site.

``./pants run tests/trust:publishing -- 500`` kills so many, prints the tally, and fails where a promise is broken.
"""

import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import msgspec

from locdata_build.check.dataset import check_sources
from locdata_build.cli.arguments import parse_request
from locdata_build.cli.commands import build
from locdata_build.derive.published import derive
from locdata_build.publish.archive import pack_archive
from locdata_build.publish.folder import publish_folder, publish_plan
from locdata_build.read.sources import read_sources
from locdata_build.render.artifacts import Artifact
from locdata_build.render.plan import Plan
from locdata_build.render.site import plan_site, render_site
from locdata_build.view.world import World
from support.dataset import country, whole, write
from trust.publishing_steps import start_apart
from trust.publishing_watch import Files, Looks, files_of, watching

DEFAULTS = (500, 1)
"""How many builds are killed, and the seed of the random moments."""


class Moment(StrEnum):
    """How far a build had come when it was killed, by what it left."""

    BEFORE = "killed_before_publishing"
    WRITING = "killed_while_writing"
    EXCHANGED = "killed_after_the_exchange"
    AFTER = "killed_after_publishing"
    FINISHED = "finished_before_the_kill"


PACE = {Moment.BEFORE: 1.05, Moment.FINISHED: 0.95}
"""By how much the next build of the kind is given more or less time, as the machine is now more and now less busy."""


class Tally(msgspec.Struct, kw_only=True):
    """What became of the builds, and what the watcher saw."""

    kills: int = 0
    kills_of_processes: int = 0
    moments: dict[Moment, int] = msgspec.field(default_factory=lambda: dict.fromkeys(Moment, 0))
    looks: Looks = msgspec.field(default_factory=Looks)
    broken: int = 0
    litter: int = 0

    @property
    def is_sound(self) -> bool:
        """Whether all promises held, and the watcher has seen anything at all."""
        return not (self.broken or self.litter or self.looks.missing or self.looks.mixed) and self.looks.whole > 0


class Site(NamedTuple):
    """One of the two sites that are built in turn: its sources, the plan of it, what is rendered from them, its files and its archive."""

    data: Path
    plan: Plan
    artifacts: tuple[Artifact, ...]
    files: Files
    archive: bytes


class Places(NamedTuple):
    """Where the builds write to: a folder for the site alone, and one for the archive alone."""

    target: Path
    archive: Path


Start = Callable[[Site, Places], int]
"""Starts a build in a process of its own, which leads a group of its own; its number."""


def start_process(site: Site, places: Places) -> int:
    """Start the builder as a user does."""
    return os.posix_spawn(
        sys.executable,
        [sys.executable, "-m", "locdata_build.cli", *_arguments(site, places)],
        {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        file_actions=[(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_WRONLY, 0) for descriptor in (1, 2)],
        setpgroup=0,
    )


def start_build(site: Site, places: Places) -> int:
    """Start the command ``build`` in a process that has all modules loaded."""
    return _fork(lambda: build(parse_request(_arguments(site, places), {})))


def start_publishing(site: Site, places: Places) -> int:
    """Start the last stage alone, in a process that has the artifacts ready."""
    return _fork(lambda: publish_folder(site.artifacts, places.target))


def start_plan(site: Site, places: Places) -> int:
    """Start the last two stages, which write each file as soon as it is made, in two processes."""
    return _fork(lambda: publish_plan(site.plan, places.target, workers=2))


SHARES: Sequence[Start] = (start_process, *[start_build] * 2, *[start_publishing] * 4, *[start_plan] * 3)
"""How of ten builds each is started: the more of its life a build publishes, the more kills hit that."""

FROM: Mapping[Start, float] = {start_process: 0.6, start_build: 0.8, start_publishing: 0.0, start_plan: 0.0}
"""The part of a build's life before which it is not killed: publishing comes last."""

UNTIL = 1.1
"""The part of a build's life after which it is not killed; some builds take longer than the one that was measured."""


def kill_builds(count: int, seed: int, folder: Path) -> Tally:
    """Kill ``count`` builds of two sites into one target below ``folder``, and then build once undisturbed."""
    sites = make_sites(folder)
    places = Places(folder / "public/site", folder / "archives/site.tar")
    # In the order of SHARES: the first of them makes the first site.
    lives: dict[Start, float] = {start: _life(start, sites[0], places) for start in dict.fromkeys(SHARES)}
    tally, draw = Tally(), random.Random(seed)  # noqa: S311 (no secret)
    with watching(places.target, [site.files for site in sites]) as seen:
        number = 0
        while tally.kills < count:
            start, site = SHARES[number % len(SHARES)], sites[draw.randrange(2)]
            moment = _kill_one(start, site, places, draw.uniform(FROM[start], UNTIL) * lives[start])
            lives[start] *= PACE.get(moment, 1)
            tally.moments[moment] += 1
            if moment is not Moment.FINISHED:
                tally.kills += 1
                tally.kills_of_processes += start is start_process
            tally.broken += not _is_sound(places, sites)
            number += 1
        _life(start_process, sites[1], places)
    [tally.looks] = seen
    tally.broken += not _is_sound(places, [sites[1]])
    tally.litter = len(_staged(places))
    return tally


def make_sites(folder: Path) -> tuple[Site, Site]:
    """Two sites, the second with one more country; their sources are written below ``folder``."""
    more = {**whole(), "countries/de.json": country("de", "Germany")}
    return _site(write(folder / "data-a", whole())), _site(write(folder / "data-b", more))


def _site(data: Path) -> Site:
    dataset = check_sources(read_sources(data, "data"))
    world = World(dataset=dataset, published=derive(dataset))
    artifacts = render_site(world)
    files = {artifact.path.removeprefix("/"): artifact.content for artifact in artifacts}
    return Site(data, plan_site(world), artifacts, files, pack_archive(artifacts, dataset.site.generated_at))


def _arguments(site: Site, places: Places) -> list[str]:
    return ["--data", str(site.data), "--out", str(places.target), "--archive", str(places.archive)]


def _fork(work: Callable[[], object]) -> int:
    pid, reader = start_apart(work)
    os.close(reader)
    return pid


def _life(start: Start, site: Site, places: Places) -> float:
    """How many seconds an undisturbed build takes. Raises ``ValueError`` where it fails."""
    began = time.perf_counter()
    if status := os.waitpid(start(site, places), 0)[1]:
        raise ValueError(f"{start.__name__} must build, but ended with {status}")
    return time.perf_counter() - began


def _kill_one(start: Start, site: Site, places: Places, seconds: float) -> Moment:
    """Kill a build after so many seconds; how far it had come. Raises ``ValueError`` for one that has failed."""
    staged, published = _staged(places), places.target.stat().st_ino
    pid = start(site, places)
    time.sleep(seconds)
    os.killpg(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status == 0:
        return Moment.FINISHED
    if status != -signal.SIGKILL:
        raise ValueError(f"{start.__name__} must build, but ended with {status}")
    is_staged, is_new = bool(_staged(places) - staged), places.target.stat().st_ino != published
    if is_staged:
        return Moment.EXCHANGED if is_new else Moment.WRITING
    return Moment.AFTER if is_new else Moment.BEFORE


def _staged(places: Places) -> set[Path]:
    """Whatever lies beside the target and the archive."""
    return {entry for place in places for entry in place.parent.iterdir()} - {*places}


def _is_sound(places: Places, sites: Sequence[Site]) -> bool:
    """Whether target and archive are each just one of the sites."""
    files = files_of(places.target)
    archive = places.archive.read_bytes()
    return any(files == site.files for site in sites) and any(archive == site.archive for site in sites)


def main() -> int:
    """Kill as many builds as the first argument says, with the second as the seed, and print what became of them."""
    asked = [int(argument) for argument in sys.argv[1:]]
    count, seed = [*asked, *DEFAULTS[len(asked) :]]
    with tempfile.TemporaryDirectory() as folder:
        tally = kill_builds(count, seed, Path(folder))
    print(msgspec.json.format(msgspec.json.encode(tally), indent=2).decode())
    return 0 if tally.is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
