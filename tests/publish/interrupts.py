"""Interrupts builds at random moments, and checks that they leave a whole site, nothing else, and no process.

``./pants run tests/publish:interrupts -- 500`` sends so many signals of each kind, prints the tally, and fails if a promise
is broken.
"""

import os
import random
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

import msgspec

from locdata_build.cli.__main__ import main as main_of_builder
from publish.kills import (
    Places,
    Site,
    Start,
    Started,
    find_staged,
    is_whole,
    make_sites,
    measure_duration,
    read_output,
    start_process,
)
from publish.steps import Act, act_before_operations, nothing, wait_for

DEFAULTS = (500, 1)
"""How many builds are interrupted by each kind of signal, and the seed of the random moments."""

SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


def start_fork(site: Site, places: Places, *options: str, act: Act = nothing) -> Started:
    """Start the command line in a process of its own that has all modules loaded; ``act`` before its file operations."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            # An interrupt could leave a lock of coverage locked, for which the build would then wait forever.
            sys.settrace(None)
            for number in SIGNALS:
                signal.signal(number, signal.SIG_DFL)
            # Python prints no such warning unless it is asked to, as pytest does: of a file that an interrupt has left open.
            warnings.simplefilter("ignore", ResourceWarning)
            # The tests may have replaced them by streams that end elsewhere.
            sys.stdout = sys.stderr = os.fdopen(writer, "w")
            sys.argv = ["locdata_build", "--data", str(site.data), "--out", str(places.target), *options]
            act_before_operations(act)
            status = main_of_builder()
        finally:
            # This process must not go on with the tests, whatever happens.
            os._exit(status)
    os.setpgid(pid, pid)
    os.close(writer)
    return pid, reader


def _forked(workers: int, *, archive: bool) -> Start:
    def start(site: Site, places: Places) -> Started:
        options = ("--archive", str(places.archive)) if archive else ()
        return start_fork(site, places, "--workers", str(workers), *options)

    return start


STARTS: Sequence[Start] = (
    _forked(1, archive=False),
    _forked(4, archive=False),
    _forked(1, archive=True),
    _forked(8, archive=True),
    start_process,
    _forked(8, archive=False),
)
"""How each of six builds is started: half of them with four or eight processes, and one as a user does."""

INTERRUPTED_FROM, INTERRUPTED_UNTIL = 0.1, 1.05
"""The part of a build's duration in which it is interrupted."""

FASTER, SLOWER = 0.9, 1.03
"""The factors by which the next build is given less time if one has finished, and else more: the load of the machine changes."""

TWICE = 0.4
"""The part of the builds that get another signal of any kind soon after the first."""

SOON = 0.03
"""How many seconds after the first the second signal comes at most."""

GROUP = 0.3
"""The part of the builds whose worker processes get the signals too, as those of a terminal do."""


class Tally(msgspec.Struct, kw_only=True):
    """What became of the builds: how many ended in which way, and which promises were broken."""

    signals: int = 0
    second_signals: int = 0
    killed_at_start: int = 0
    interrupted: int = 0
    finished: int = 0
    unclear: int = 0
    leftovers: int = 0
    broken: int = 0
    orphans: int = 0

    @property
    def has_kept_promises(self) -> bool:
        """Whether all promises held, and any build was interrupted at all."""
        return not (self.unclear + self.leftovers + self.broken + self.orphans) and self.interrupted > 0


def interrupt_builds(count: int, number: signal.Signals, seed: int, folder: Path) -> Tally:
    """Interrupt ``count`` builds of two sites, not counting those that finish before, into one target below ``folder``."""
    sites = make_sites(folder)
    places = Places(folder / "public/site", folder / "archives/site.tar")
    # The first build of a process writes the first archive.
    measure_duration(start_process, sites[0], places)
    durations = {start: measure_duration(start, sites[0], places) for start in dict.fromkeys(STARTS)}
    tally, draw = Tally(), random.Random(f"{seed} {number}")  # noqa: S311 (no secret)
    while tally.interrupted < count:
        start, site = STARTS[tally.signals % len(STARTS)], sites[draw.randrange(2)]
        pid, reader = start(site, places)
        time.sleep(draw.uniform(INTERRUPTED_FROM, INTERRUPTED_UNTIL) * durations[start])
        _send(pid, number, draw, tally)
        finished = tally.finished
        _count(pid, reader, sites, places, tally)
        durations[start] *= FASTER if tally.finished > finished else SLOWER
    return tally


STRIDE = 149
"""The number of file operations from one that is interrupted to the next one."""


def interrupt_operations(folder: Path) -> Tally:
    """Build again and again, and interrupt before a later file operation each time, until a build finishes before it.

    The signals take turns. Every second build renders in three processes, and half of them write the archive too.
    """
    sites = make_sites(folder)
    places = Places(folder / "public/site", folder / "archives/site.tar")
    measure_duration(start_process, sites[0], places)
    tally = Tally()
    while not tally.finished:
        archive = ("--archive", str(places.archive)) if tally.signals % 4 < 2 else ()
        options = ("--workers", "13"[tally.signals % 2], *archive)
        act = _interrupt_at(tally.signals * STRIDE, SIGNALS[tally.signals % len(SIGNALS)])
        pid, reader = start_fork(sites[1], places, *options, act=act)
        tally.signals += 1
        _count(pid, reader, sites, places, tally)
    return tally


def _interrupt_at(step: int, number: signal.Signals) -> Act:
    """Send the build, but none of its worker processes, a signal before its file operation number ``step``."""
    started_by = os.getpid()

    def act(now: int, _event: str, _name: str) -> None:
        if now == step and os.getppid() == started_by:
            os.kill(os.getpid(), number)

    return act


def _send(pid: int, number: signal.Signals, draw: random.Random, tally: Tally) -> None:
    """Send one or two signals to a build, or to the group of all its processes."""
    kill = os.killpg if draw.random() < GROUP else os.kill
    kill(pid, number)
    tally.signals += 1
    if draw.random() < TWICE:
        time.sleep(draw.uniform(0, SOON))
        kill(pid, draw.choice(SIGNALS))
        tally.second_signals += 1


def _count(pid: int, reader: int, sites: Sequence[Site], places: Places, tally: Tally) -> None:
    """Wait for the end of a build, and count how it ended and what it left."""
    output = read_output(reader)
    if output is None:
        # Whatever hangs must not make this program hang too.
        os.killpg(pid, signal.SIGKILL)
    _count_end(output, wait_for(pid, reader).status, tally)
    tally.leftovers += len(find_staged(places))
    tally.broken += not is_whole(places, sites)


def _count_end(output: str | None, status: int, tally: Tally) -> None:
    """Count how a build ended; a traceback, or any output that does not fit the status, is unclear."""
    if output is None:
        tally.orphans += 1
    elif status in {-number for number in SIGNALS} and "files" not in output:
        # Python had not yet come to the builder, which says what signals do.
        tally.killed_at_start += 1
    # A module may print something if it is interrupted while it is imported.
    elif status == 130 and output.endswith("interrupted\n") and "Traceback" not in output:
        tally.interrupted += 1
    elif status == 0 and " files, " in output and "Traceback" not in output:
        tally.finished += 1
    else:
        tally.unclear += 1
        print(f"ended with {status}: {output}", file=sys.stderr)


def main() -> int:
    """Interrupt as many builds by each signal as the first argument says, with the second as the seed; print the tallies."""
    given = [int(argument) for argument in sys.argv[1:]]
    count, seed = [*given, *DEFAULTS[len(given) :]]
    tallies = {}
    for number in SIGNALS:
        with tempfile.TemporaryDirectory() as folder:
            tallies[number.name] = interrupt_builds(count, number, seed, Path(folder))
    print(msgspec.json.format(msgspec.json.encode(tallies), indent=2).decode())
    return 0 if all(tally.has_kept_promises for tally in tallies.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
