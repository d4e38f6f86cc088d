"""Run commands, and measure their time and the memory that they and their child processes need at once."""

import contextlib
import os
import statistics
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

SAMPLING_INTERVAL_SECONDS = 0.03


class MeasureError(Exception):
    """A measured command failed."""


class Spread(Struct, frozen=True):
    """A figure in several runs: its median, minimum and maximum."""

    median: float
    minimum: float
    maximum: float

    def __str__(self) -> str:
        return f"{self.median:.3f} ({self.minimum:.3f} to {self.maximum:.3f})"


def spread(values: Sequence[float]) -> Spread:
    """Return the spread of a figure that was taken at least once."""
    return Spread(statistics.median(values), min(values), max(values))


class Command(Struct, frozen=True, kw_only=True):
    """A command that builds a site in the folder ``result``, and what it has in its environment beside ours."""

    name: str
    arguments: tuple[str, ...]
    result: Path
    folder: Path = Path()
    environment: dict[str, str] = {}


class Run(Struct, frozen=True, kw_only=True):
    """A run of a command: seconds on the clock, and seconds of all processors together."""

    wall: float
    cpu: float


def run(command: Command) -> Run:
    """Run a command. Raises ``MeasureError`` if it fails."""
    # Otherwise, what other commands have written would be flushed to the disk during this run.
    os.sync()
    before, start = os.times(), time.perf_counter()
    _started(command).wait_for_success()
    wall, after = time.perf_counter() - start, os.times()
    return Run(
        wall=wall, cpu=after.children_user + after.children_system - before.children_user - before.children_system
    )


def peak_memory(command: Command) -> int:
    """Return the maximum bytes that a command and its child processes need at once; shared pages are counted once.

    Measuring slows the command down, so its time is not measured here. Linux only. Raises ``MeasureError`` if it fails.
    """
    process = _started(command)
    peak, ended = 0, threading.Event()

    def sample() -> None:
        nonlocal peak
        while not ended.wait(SAMPLING_INTERVAL_SECONDS):
            peak = max(peak, sum(map(_memory_of, _process_tree(process.pid))))

    sampler = threading.Thread(target=sample)
    sampler.start()
    try:
        process.wait_for_success()
    finally:
        ended.set()
        sampler.join()
    return peak


class _Process(subprocess.Popen[bytes]):
    def wait_for_success(self) -> None:
        output, _ = self.communicate()
        if self.returncode:
            last = output.decode(errors="replace")[-500:]
            raise MeasureError(f"{self.args!r}: exit status {self.returncode}\n{last}")


def _started(command: Command) -> _Process:
    return _Process(
        command.arguments,
        cwd=command.folder,
        env={**ENVIRONMENT, **command.environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


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
