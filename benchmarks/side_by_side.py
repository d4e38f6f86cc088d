"""Builds of the same site: by this builder, by general site generators, by a plain script, and as a copy of the site.

At each scale all contenders take turns and build into an empty folder, so that a machine whose speed varies affects all of
them. Memory is measured in a separate run.
"""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from benchmarks.dataset import Size, generate
from benchmarks.figures import Spread, spread
from benchmarks.measure import MeasureError, peak_memory, run
from benchmarks.peers import eleventy_site, hugo_site, plain_site
from benchmarks.peers.command import Command
from benchmarks.same_files import Comparison, differences
from locdata_build.render.pages import default_workers

SEED = 6
"""The seed of the generated data."""

IN_PROCESS, WHOLE, ONE_WORKER, COPY = "in process", "whole process", "whole process, one worker", "cp -r"
"""The contenders that are no peers."""

PEERS: Sequence[Callable[[Path, Path], Command]] = (hugo_site.lay_out, eleventy_site.lay_out, plain_site.lay_out)


class Build(Struct, frozen=True, kw_only=True):
    """A contender at one scale: its seconds, and its files compared with ours. ``failure`` says why it has none."""

    name: str
    wall: Spread | None = None
    cpu: Spread | None = None
    peak: int | None = None
    comparison: Comparison | None = None
    failure: str = ""


class ScaleFigures(Struct, frozen=True, kw_only=True):
    """Everything that was measured at one scale. ``stages`` are the seconds of one process without overlap."""

    scale: int
    runs: int
    size: Size
    site_files: int
    site_bytes: int
    stages: dict[str, Spread]
    builds: tuple[Build, ...]


def measure_scale(source: Path, work: Path, scale: int, runs: int) -> ScaleFigures:
    """Measure every contender in the new folder ``work``, on data that is ``scale`` times as large as ``source``."""
    size = generate(source, work / "data", scale, SEED)
    run(_build(work, work / "site"), Path.cwd())
    run(_module("prepared", work / "data", work / "prepared"), Path.cwd())
    contenders = [*_ours(work), *_peers(work)]
    taken: dict[str, list[tuple[float, float]]] = {command.name: [] for command in contenders}
    failures: dict[str, str] = {}
    stages: dict[str, list[float]] = {}
    for _ in range(runs):
        for command in contenders:
            if command.name not in failures:
                _time(command, taken[command.name], failures)
        for stage, seconds in _apart(work).items():
            stages.setdefault(stage, []).append(seconds)
    site = [file.stat().st_size for file in (work / "site").rglob("*") if file.is_file()]
    return ScaleFigures(
        scale=scale,
        runs=runs,
        size=size,
        site_files=len(site),
        site_bytes=sum(site),
        stages={stage: spread(seconds) for stage, seconds in stages.items()},
        builds=tuple(_figures(command, taken[command.name], failures, work) for command in contenders),
    )


def _ours(work: Path) -> Iterator[Command]:
    out, here = work / "out", Path.cwd()
    yield Command(name=COPY, arguments=("cp", "-r", str(work / "site"), str(out)), folder=here, result=out)
    yield Command(name=IN_PROCESS, arguments=_module("one_build", work / "data", out), folder=here, result=out)
    yield Command(name=WHOLE, arguments=_build(work, out), folder=here, result=out)
    if default_workers() > 1:
        yield Command(name=ONE_WORKER, arguments=(*_build(work, out), "--workers", "1"), folder=here, result=out)


def _peers(work: Path) -> Iterator[Command]:
    for number, lay_out in enumerate(PEERS):
        yield lay_out(work / "prepared", work / f"peer{number}")


def _build(work: Path, out: Path) -> tuple[str, ...]:
    return (sys.executable, "-m", "locdata_build.cli", "--data", str(work / "data"), "--out", str(out))


def _module(name: str, *arguments: str | Path) -> tuple[str, ...]:
    return (sys.executable, "-m", f"benchmarks.{name}", *map(str, arguments))


def _apart(work: Path) -> dict[str, float]:
    """Return the seconds of each stage in one process without overlap."""
    shutil.rmtree(work / "out", ignore_errors=True)
    output = run(_module("one_build", work / "data", work / "out", "--apart"), Path.cwd()).out
    return msgspec.json.decode(output, type=dict[str, float])


def _time(command: Command, taken: list[tuple[float, float]], failures: dict[str, str]) -> None:
    shutil.rmtree(command.result, ignore_errors=True)
    try:
        figures = run(command.arguments, command.folder)
    except MeasureError as error:
        failures[command.name] = str(error)
        return
    wall = sum(msgspec.json.decode(figures.out, type=dict[str, float]).values()) if command.name == IN_PROCESS else None
    taken.append((figures.wall if wall is None else wall, figures.cpu))


def _figures(command: Command, taken: Sequence[tuple[float, float]], failures: dict[str, str], work: Path) -> Build:
    """Return the figures of a contender, after a run in which its memory is measured."""
    if command.name in failures:
        return Build(name=command.name, failure=failures[command.name])
    shutil.rmtree(command.result, ignore_errors=True)
    peak = peak_memory(command.arguments, command.folder)
    walls, cpus = zip(*taken, strict=True)
    return Build(
        name=command.name,
        wall=spread(walls),
        cpu=spread(cpus),
        peak=peak,
        comparison=differences(work / "site", command.result),
    )
