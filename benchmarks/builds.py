"""Builds of a site: by this builder, by other site generators (``peers``), and as a copy of the finished site.

At each scale all contenders take turns and build into an empty folder, so that a machine whose speed varies affects all of them.
Memory is measured in a separate run.
"""

import math
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from benchmarks.dataset import generate
from benchmarks.measure import Command, Spread, peak_memory, run, spread
from benchmarks.peers import PEERS

MEGABYTE = 1_000_000

OURS = "this builder"


class Build(Struct, frozen=True, kw_only=True):
    """The figures of a contender at one scale. ``seconds`` and ``processor`` are those of a whole process."""

    name: str
    seconds: Spread
    processor: Spread
    peak_bytes: int
    files: int
    size: int


class ScaleFigures(Struct, frozen=True, kw_only=True):
    """The figures of all contenders on data of one scale."""

    scale: int
    runs: int
    source_bytes: int
    builds: tuple[Build, ...]


def measure_scale(source: Path, work: Path, scale: int, runs: int, other: Path | None) -> ScaleFigures:
    """Measure every contender in the new folder ``work``, on data that is ``scale`` times as large as ``source``.

    Args:
        source: The real data.
        work: A new folder.
        scale: The factor of the data.
        runs: The number of turns.
        other: Another checkout, whose builder is a contender too.

    Raises:
        MeasureError: A contender failed.
    """
    work.mkdir()
    generate(source, work / "data", scale)
    site = build_command(work / "data", work / "site")
    run(site)
    contenders = [*_contenders(work, site, other)]
    turns = [[_timed(command) for command in contenders] for _ in range(runs)]
    return ScaleFigures(
        scale=scale,
        runs=runs,
        source_bytes=_count(work / "data")[1],
        builds=tuple(
            _figures(command, *zip(*times, strict=True))
            for command, times in zip(contenders, zip(*turns, strict=True), strict=True)
        ),
    )


def build_command(data: Path, out: Path, checkout: Path | None = None) -> Command:
    """Return the command that builds a site with this builder, or with that of another checkout."""
    return Command(
        name=f"the builder in {checkout}" if checkout else OURS,
        arguments=(sys.executable, "-m", "locdata_build", "--data", str(data.resolve()), "--out", str(out.resolve())),
        result=out,
        environment={"PYTHONPATH": os.pathsep.join((f"{checkout}/src/python", *sys.path[1:]))} if checkout else {},
    )


def _contenders(work: Path, site: Command, other: Path | None) -> Iterator[Command]:
    out = work / "out"
    yield Command(name="`cp -r` of the site", arguments=("cp", "-r", str(site.result), str(out)), result=out)
    yield build_command(work / "data", out)
    if other:
        yield build_command(work / "data", out, other.resolve())
    for number, lay_out in enumerate(PEERS):
        yield lay_out(site.result, work / f"peer{number}", work.parent / "tools")


def _timed(command: Command) -> tuple[float, float]:
    shutil.rmtree(command.result, ignore_errors=True)
    figures = run(command)
    return figures.wall, figures.cpu


def _figures(command: Command, seconds: Sequence[float], processor: Sequence[float]) -> Build:
    shutil.rmtree(command.result, ignore_errors=True)
    peak = peak_memory(command)
    files, size = _count(command.result)
    return Build(
        name=command.name, seconds=spread(seconds), processor=spread(processor), peak_bytes=peak, files=files, size=size
    )


def _count(folder: Path) -> tuple[int, int]:
    sizes = [file.stat().st_size for file in folder.rglob("*") if file.is_file()]
    return len(sizes), sum(sizes)


def table(figures: ScaleFigures) -> Iterator[str]:
    """Yield the lines of the table of one scale."""
    ours = next(build for build in figures.builds if build.name == OURS).seconds.median
    megabytes = figures.source_bytes / MEGABYTE
    yield f"| {figures.scale} x, {megabytes:.1f} MB of data, {figures.runs} runs | seconds | to ours | processor | peak MB | files | MB |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for build in figures.builds:
        yield (
            f"| {build.name} | {build.seconds} | {build.seconds.median / ours:.2f} | {build.processor.median:.2f} "
            f"| {build.peak_bytes / MEGABYTE:.0f} | {build.files:,} | {build.size / MEGABYTE:.1f} |"
        )


def growth(scales: Iterable[ScaleFigures]) -> str:
    """Return the growth from the first scale to the last, as exponents: 1 is proportional to the bytes of the site.

    Of time, it is that of the processor seconds, which other load on the machine changes least.
    """
    ours = [next(build for build in figures.builds if build.name == OURS) for figures in scales]
    first, last = ours[0], ours[-1]
    factor = math.log(last.size / first.size) if last.size > first.size else math.nan
    time = math.log(last.processor.median / first.processor.median) / factor
    memory = math.log(last.peak_bytes / first.peak_bytes) / factor
    return f"Growth of {OURS} with the bytes of the site, as an exponent: processor seconds {time:.2f}, memory {memory:.2f}."
