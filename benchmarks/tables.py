"""Figures as Markdown tables."""

import math
import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.agents import BARE, CLIENT, HTTP, SDK, STDIO, AgentsFigures
from benchmarks.figures import Spread
from benchmarks.loop import Loop, Tests
from benchmarks.side_by_side import COPY, IN_PROCESS, WHOLE, Build, ScaleFigures

MEGABYTE = 1_000_000
STAGES = ("read", "check", "derive", "render", "serialize", "write")
SIZES = {
    "Countries": "countries",
    "with a matrix": "tracked_countries",
    "ERP products": "products",
    "Facts of topics": "topic_facts",
    "Localization facts": "erp_localizations",
    "Matrix cells": "matrix_cells",
    "Reporting rows": "reporting_rows",
    "Obligations": "obligations",
    "Phases": "phases",
    "Connectors": "connectors",
}


def machine() -> Iterator[str]:
    """Yield the machine that the figures were taken on."""
    yield "| machine | |\n| --- | --- |"
    info = Path("/proc/cpuinfo")
    names = [line.partition(": ")[2] for line in info.read_text().splitlines() if line.startswith("model name")]
    yield f"| Processors | {len(os.sched_getaffinity(0))} x {names[0] if names else platform.machine()} |"
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    yield f"| Memory | {memory / 2**30:.0f} GiB |"
    yield f"| System | {platform.system()} {platform.machine()} |"
    yield f"| Python | {platform.python_implementation()} {platform.python_version()} |"


def data(scales: Sequence[ScaleFigures]) -> Iterator[str]:
    """Yield the amount of data at each scale."""
    yield from _head("data", *(f"{each.scale} x" for each in scales))
    for label, field in SIZES.items():
        yield _row(label, *(f"{getattr(each.size, field):,}" for each in scales))
    yield _row("Source data, MB", *(_megabytes(each.size.source_bytes) for each in scales))
    yield _row("Site, files", *(f"{each.site_files:,}" for each in scales))
    yield _row("Site, MB", *(_megabytes(each.site_bytes) for each in scales))


def builds(figures: ScaleFigures) -> Iterator[str]:
    """Yield the builds at one scale."""
    by_name = {build.name: build for build in figures.builds}
    copy, ours = _median(by_name[COPY]), _median(by_name[WHOLE])
    yield from _head(
        f"{figures.scale} x, {figures.runs} runs",
        "seconds",
        "least to most",
        "processor seconds",
        f"to `{COPY}`",
        "to ours",
        "peak MB",
        "files: same, equivalent, other",
    )
    for build in figures.builds:
        yield _row(*_build_cells(build, copy, ours))


def _build_cells(build: Build, copy: float, ours: float) -> Iterator[str]:
    yield _label(build.name)
    if build.wall is None or build.cpu is None or build.peak is None or build.comparison is None:
        yield f"failed: {build.failure.splitlines()[0]}"
        yield from [""] * 6
        return
    wall = build.wall
    same = build.comparison
    yield f"{wall.median:.3f}"
    yield f"{wall.least:.3f} to {wall.most:.3f}"
    yield f"{build.cpu.median:.2f}" if build.name != IN_PROCESS else ""
    yield f"{wall.median / copy:.1f}"
    yield f"{wall.median / ours:.2f}"
    yield f"{build.peak / MEGABYTE:.0f}"
    yield f"{same.identical}, {same.equivalent}, {same.differing}"


def _label(name: str) -> str:
    return f"`{COPY}` of the site" if name == COPY else f"this builder, {name}" if "process" in name else name


def stages(scales: Sequence[ScaleFigures]) -> Iterator[str]:
    """Yield the seconds of each stage and their growth with the bytes of the site."""
    yield from _head("stage, seconds", *(f"{each.scale} x" for each in scales), "exponent")
    for stage in STAGES:
        yield _row(
            stage, *(f"{each.stages[stage].median:.3f}" for each in scales), _growth(scales, _of_stage(scales, stage))
        )
    totals = [sum(each.stages[stage].median for stage in STAGES) for each in scales]
    yield _row("all, one after the other", *(f"{total:.3f}" for total in totals), _growth(scales, totals))
    walls = [_median(_named(each, WHOLE)) for each in scales]
    yield _row("whole process", *(f"{wall:.3f}" for wall in walls), _growth(scales, walls))
    peaks = [_named(each, WHOLE).peak or 0 for each in scales]
    yield _row("peak memory, MB", *(_megabytes(peak) for peak in peaks), _growth(scales, peaks))


def _of_stage(scales: Sequence[ScaleFigures], stage: str) -> list[float]:
    return [each.stages[stage].median for each in scales]


def _growth(scales: Sequence[ScaleFigures], figures: Sequence[float]) -> str:
    """Return the exponent of the growth from the first scale to the last: 1 is proportional to the bytes of the site."""
    if len(scales) < 2 or not all(figures):
        return ""
    return f"{math.log(figures[-1] / figures[0]) / math.log(scales[-1].site_bytes / scales[0].site_bytes):.2f}"


def _named(figures: ScaleFigures, name: str) -> Build:
    return next(build for build in figures.builds if build.name == name)


def _median(build: Build) -> float:
    return build.wall.median if build.wall else math.nan


def _megabytes(size: float) -> str:
    return f"{size / MEGABYTE:,.1f}"


def _head(*titles: str) -> Iterator[str]:
    yield _row(*titles)
    yield _row("---", *["---:"] * (len(titles) - 1))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def loop(figures: Loop) -> Iterator[str]:
    """Yield the waiting times of a developer."""
    version, bare = figures.version.median, figures.start.interpreter.median
    yield from _head("loop", "seconds", "ratio", "to")
    pants, python = "`./pants --version`, warm", "`python3.11 -c pass`"
    client = "the native client of Pants alone"
    yield _row(client, _seconds(figures.client), "1.0", "")
    yield _row(pants, *_ratio(figures.version, figures.client.median, client))
    yield _row("`./pants run`, first in a fresh clone", f"{figures.run_first:.2f}", "", "")
    yield _row("`./pants run`, nothing changed", *_ratio(figures.run_warm, version, pants))
    yield _row("`./pants run`, a country edited", *_ratio(figures.run_edited, version, pants))
    for name, tests in (
        ("first in a fresh clone", figures.tests_first),
        ("nothing changed", figures.tests_warm),
        ("a country edited", figures.tests_edited),
        ("the stylesheet edited", figures.tests_styled),
    ):
        yield _row(f"`./pants test ::`, {name}: {_targets(tests)}", _seconds(tests.seconds), "", "")
    if figures.cold:
        yield _row("`./pants run`, empty caches", f"{figures.cold.run:.2f}", "", "")
        yield _row(
            f"`./pants test ::`, empty caches: {_targets(figures.cold.tests)}",
            _seconds(figures.cold.tests.seconds),
            "",
            "",
        )
    yield _row(python, _seconds(figures.start.interpreter), "1.0", "")
    yield _row("runnable file, `--help`, the first time, which unpacks it", f"{figures.start.first:.2f}", "", "")
    yield _row("runnable file, `--help`", *_ratio(figures.start.file, bare, python))


def watching(reload: Spread) -> Iterator[str]:
    """Yield the waiting time of an editor."""
    yield from _head("editing", "seconds")
    yield _row("edit to page reloaded under `serve --watch`", _seconds(reload))


def starts(figures: AgentsFigures) -> Iterator[str]:
    """Yield the times from the start of a process until it has done what it is started for."""
    sdk, compared = "`import mcp`, the SDK alone", figures.starts[SDK].median
    yield from _head(f"start, {figures.runs} runs", "seconds", "ratio", "to")
    yield _row("Python alone", _seconds(figures.starts[BARE]), "", "")
    yield _row("`import locdata_client`", _seconds(figures.starts[CLIENT]), "", "")
    yield _row(sdk, _seconds(figures.starts[SDK]), "1.0", "")
    for name, label in ((STDIO, "standard input and output"), (HTTP, "HTTP")):
        yield _row(f"`locdata_mcp`, tools listed over {label}", *_ratio(figures.starts[name], compared, sdk))


def server(figures: AgentsFigures) -> Iterator[str]:
    """Yield the times and the sizes of the server's answers."""
    yield from _head("answer of `locdata_mcp`", "first, ms", "again, ms", "bytes")
    for name, answers in figures.server.items():
        yield _row(name, *map(_milliseconds, (answers.first, answers.again)), f"{answers.sizes[0]:,}")


def client(figures: AgentsFigures) -> Iterator[str]:
    """Yield the times of the client's answers, and what the server of the site sent for them."""
    yield from _head("answer of `locdata_client`", "requests", "empty cache, ms", "bytes", "304, ms", "bytes")
    for name, answers in figures.client.items():
        first, again = map(_milliseconds, (answers.first, answers.again))
        yield _row(name, str(answers.requests[0]), first, f"{answers.sizes[0]:,}", again, f"{answers.sizes[1]:,}")


def _targets(tests: Tests) -> str:
    known = tests.targets.cached + tests.targets.memoized
    return f"{len(tests.targets.ran)} targets ran, {known} were known"


def _ratio(figure: Spread, base: float, name: str) -> tuple[str, str, str]:
    return _seconds(figure), f"{figure.median / base:.1f}", name


def _seconds(figure: Spread) -> str:
    """Return a median with its spread."""
    return f"{figure.median:.3f} ({figure.least:.3f} to {figure.most:.3f})"


def _milliseconds(figure: Spread) -> str:
    """Return a median with its spread, of what takes a small part of a second."""
    return f"{figure.median * 1000:.1f} ({figure.least * 1000:.1f} to {figure.most * 1000:.1f})"


def table(lines: Iterable[str]) -> str:
    """Join the lines of a table."""
    return "\n".join(lines)
