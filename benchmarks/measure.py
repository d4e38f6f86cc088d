"""Runs commands, and tells how long they take and how much memory they and all that they start need at once."""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
"""What commands run in: our own modules find what this process finds."""

LOOK_EVERY = 0.03
"""Seconds between two looks at the memory of a process."""

LAST_LINES = 5
"""Lines of what a command said that an error repeats."""


class MeasureError(Exception):
    """A command that is measured fails, and the message says how."""


class Taken(Struct, frozen=True, kw_only=True):
    """What a run took: seconds on the clock, seconds of all processors together, and what it printed."""

    wall: float
    cpu: float
    out: str


def run(arguments: Sequence[str], folder: Path) -> Taken:
    """Run a command to its end. Raises ``MeasureError`` where it fails."""
    # What others have written would else be forced to the disk while this one runs.
    os.sync()
    before, start = os.times(), time.perf_counter()
    finished = subprocess.run(  # noqa: S603  # Commands of ours, without a shell.
        arguments, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    wall, after = time.perf_counter() - start, os.times()
    if finished.returncode:
        said = "\n".join((finished.stdout + finished.stderr).splitlines()[-LAST_LINES:])
        raise MeasureError(f"{' '.join(arguments)}: exit status {finished.returncode}\n{said}")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Taken(wall=wall, cpu=cpu, out=finished.stdout)


def peak_memory(arguments: Sequence[str], folder: Path) -> int:
    """The most bytes that a command and its children hold at one time, each shared page counted once.

    Looking at it slows the command down, so it is a run of its own. Linux only. Raises ``MeasureError`` where it fails.
    """
    process = subprocess.Popen(  # noqa: S603  # as above
        arguments,
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    peak, ended = 0, threading.Event()

    def look() -> None:
        nonlocal peak
        while not ended.wait(LOOK_EVERY):
            peak = max(peak, sum(map(_held_by, _family(process.pid))))

    looker = threading.Thread(target=look)
    looker.start()
    said, _ = process.communicate()
    ended.set()
    looker.join()
    if process.returncode:
        raise MeasureError(
            f"{' '.join(arguments)}: exit status {process.returncode}\n{said.decode(errors='replace')[-500:]}"
        )
    return peak


def _family(pid: int) -> Iterator[int]:
    """A process and all that it has started, as far as they live."""
    yield pid
    with contextlib.suppress(OSError):
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                yield from _family(int(child))


def _held_by(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0
