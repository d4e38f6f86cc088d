"""Kills builds that keep former sites, and restores, at random moments, and checks that there is a whole site at every instant.

``./pants run tests/publish:restores -- 500`` kills so many in each layout, prints the tallies, and fails if a promise is
broken.
"""

import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from publish.layouts import LAYOUTS, Layout
from publish.steps import start_in_child, wait_for
from publish.watch import Looks, watching
from support.folders import files_of, names
from support.small_sites import by_path, site

DEFAULTS = (500, 1)
"""How many programs are killed in each layout, and the seed of the random moments."""

KEPT = 2
"""The number of former sites that builds keep."""

SITES = tuple(site(name, count) for name, count in (("one", 60), ("two", 61), ("three", 62)))
"""The sites that are built in turn."""

LATEST = 1.2
"""The part of a program's duration after which it is not killed."""


class RestoreTally(msgspec.Struct, kw_only=True):
    """What became of the builds and restores in one layout, and what the watcher saw."""

    kills: int = 0
    killed_with_leftovers: int = 0
    builds: int = 0
    restores: int = 0
    looks: Looks = msgspec.field(default_factory=Looks)
    broken: int = 0
    failed: int = 0
    leftovers: int = 0

    @property
    def has_kept_promises(self) -> bool:
        """Whether all promises held, builds as well as restores were killed, and the watcher has seen anything at all."""
        failures = self.broken + self.failed + self.leftovers + self.looks.missing + self.looks.mixed
        return not failures and min(self.looks.whole, self.builds, self.restores) > 0


def kill_restores(count: int, seed: int, folder: Path, layout: Layout) -> RestoreTally:
    """Kill ``count`` builds and restores below ``folder``, then build undisturbed; return the tally.

    ``builds`` and ``restores`` count those that were killed.
    """
    tally, draw = RestoreTally(), random.Random(seed)  # noqa: S311 (no secret)
    known = [by_path(artifacts) for artifacts in SITES]
    acts: list[Callable[[], object]] = [partial(layout.publish, artifacts, folder, keep=KEPT) for artifacts in SITES]
    acts.append(partial(layout.restore, folder))
    for publish in acts[:-1]:
        publish()
    durations = [_duration(act) for act in acts]
    clean = names(folder)
    with watching(folder / layout.target, known) as seen:
        while tally.kills < count:
            # Every second one is a restore.
            number = draw.choice([draw.randrange(len(SITES)), len(SITES)])
            status = _kill(acts[number], draw.uniform(0, LATEST) * durations[number])
            if status == -signal.SIGKILL:
                tally.kills += 1
                tally.restores += number == len(SITES)
                tally.builds += number < len(SITES)
                tally.killed_with_leftovers += names(folder) != clean
            tally.failed += status > 0
            sites = [folder / layout.target, *(folder / layout.store).iterdir()]
            tally.broken += sum(files_of(place) not in known for place in sites)
        acts[0]()
    [tally.looks] = seen
    tally.leftovers = len(set(names(folder)) - set(clean))
    return tally


def _duration(act: Callable[[], object]) -> float:
    """Return how many seconds an undisturbed build or restore takes. Raises ``ValueError`` if it fails."""
    began = time.perf_counter()
    if status := wait_for(*start_in_child(act)).status:
        raise ValueError(f"{act} must succeed, but ended with {status}")
    return time.perf_counter() - began


def _kill(act: Callable[[], object], seconds: float) -> int:
    """Start a build or restore and kill it after some seconds; return how it ended."""
    pid, reader = start_in_child(act)
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    return wait_for(pid, reader).status


def main() -> int:
    """Kill as many as the first argument says in each layout, with the second as the seed, and print the tallies."""
    given = [int(argument) for argument in sys.argv[1:]]
    count, seed = [*given, *DEFAULTS[len(given) :]]
    tallies = {}
    for name, layout in LAYOUTS.items():
        with tempfile.TemporaryDirectory() as folder:
            tallies[name] = kill_restores(count, seed, Path(folder), layout)
    print(msgspec.json.format(msgspec.json.encode(tallies), indent=2).decode())
    return 0 if all(tally.has_kept_promises for tally in tallies.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
