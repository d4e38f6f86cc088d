"""Running commands and measuring their time and the memory that they and their child processes need at once."""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

ENVIRONMENT = {
    # Without bytecode, Python would compile every module at each start, which an installed program does once.
    **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
}
"""The environment of commands, in which our modules can import what this process can."""

SAMPLING_INTERVAL = 0.03
"""Seconds between two measurements of memory."""

LAST_LINES = 5
"""Lines of the output of a command that an error repeats."""


class MeasureError(Exception):
    """A measured command failed."""


class Measured(Struct, frozen=True, kw_only=True):
    """A run: its seconds on the clock, its seconds of all processors together, and its output."""

    wall: float
    cpu: float
    out: str


def run(arguments: Sequence[str], folder: Path) -> Measured:
    """Run a command. Raises ``MeasureError`` if it fails."""
    # Otherwise, what other commands have written would be flushed to the disk during this run.
    os.sync()
    before, start = os.times(), time.perf_counter()
    finished = subprocess.run(  # noqa: S603  # our own commands, without a shell
        arguments, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    wall, after = time.perf_counter() - start, os.times()
    if finished.returncode:
        output = "\n".join((finished.stdout + finished.stderr).splitlines()[-LAST_LINES:])
        raise MeasureError(f"{' '.join(arguments)}: exit status {finished.returncode}\n{output}")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Measured(wall=wall, cpu=cpu, out=finished.stdout)


def peak_memory(arguments: Sequence[str], folder: Path) -> int:
    """Return the most bytes that a command and its child processes need at once; shared pages are counted once.

    Measuring slows the command down, so its time is not measured here. Linux only. Raises ``MeasureError`` if it fails.
    """
    process = subprocess.Popen(  # noqa: S603  # as above
        arguments,
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    peak, ended = 0, threading.Event()

    def sample() -> None:
        nonlocal peak
        while not ended.wait(SAMPLING_INTERVAL):
            peak = max(peak, sum(map(_memory_of, _process_tree(process.pid))))

    sampler = threading.Thread(target=sample)
    sampler.start()
    output, _ = process.communicate()
    ended.set()
    sampler.join()
    if process.returncode:
        raise MeasureError(
            f"{' '.join(arguments)}: exit status {process.returncode}\n{output.decode(errors='replace')[-500:]}"
        )
    return peak


def _process_tree(pid: int) -> Iterator[int]:
    """Yield a process and all its descendants that still run."""
    yield pid
    with contextlib.suppress(OSError):
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text().split():
                yield from _process_tree(int(child))


def _memory_of(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0
