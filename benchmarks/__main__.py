"""Measure the builder and others, and print Markdown tables: ``./pants run benchmarks -- --help``."""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import tables
from benchmarks.agents import measure_agents
from benchmarks.loop import LoopError, measure_loop
from benchmarks.measure import MeasureError, run
from benchmarks.pages import markdown_of, measure_pages
from benchmarks.pages_browser import PagesError
from benchmarks.pages_kinds import kinds_of_pages
from benchmarks.side_by_side import measure_scale
from benchmarks.watching import measure_reload

PARTS = ("agents", "builds", "loop", "pages", "watching")
RUNS = {1: 7, 10: 5, 100: 3}
"""Default number of runs for each scale: what takes minutes varies less."""


def main() -> int:
    """Measure what the command line asks for, and return the exit status."""
    options = _options()
    try:
        with tempfile.TemporaryDirectory(prefix="locdata-benchmarks-", dir=options.work) as work:
            for text in _measure(options, Path(work)):
                print(f"{text}\n", flush=True)
    except (LoopError, MeasureError, PagesError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _measure(options: argparse.Namespace, work: Path) -> Iterator[str]:
    """Yield the tables of the parts as soon as they are measured."""
    yield tables.table(tables.machine())
    if "builds" in options.parts:
        yield from _builds(options, work)
    if "pages" in options.parts:
        yield from _pages(options, work)
    if "watching" in options.parts:
        yield tables.table(tables.watching(measure_reload(options.data, work, options.runs or 9)))
    if "agents" in options.parts:
        figures = measure_agents(_site(options, work), work, options.runs or 9)
        yield from map(tables.table, (tables.starts(figures), tables.server(figures), tables.client(figures)))
    if "loop" in options.parts:
        yield tables.table(tables.loop(measure_loop(Path.cwd(), options.runs or 5, cold=options.cold)))


def _builds(options: argparse.Namespace, work: Path) -> Iterator[str]:
    scales = []
    for scale in options.scales:
        folder = work / f"scale{scale}"
        folder.mkdir()
        scales.append(measure_scale(options.data, folder, scale, options.runs or RUNS.get(scale, 3)))
        yield tables.table(tables.builds(scales[-1]))
    yield tables.table(tables.data(scales))
    yield tables.table(tables.stages(scales))


def _pages(options: argparse.Namespace, work: Path) -> Iterator[str]:
    site = _site(options, work)
    yield markdown_of(measure_pages(site, kinds_of_pages(site), options.runs or 5))


def _site(options: argparse.Namespace, work: Path) -> Path:
    """Return the folder of the site with compressed copies, built for the first part that needs it."""
    site = work / "compressed"
    if not site.is_dir():
        build = (
            sys.executable,
            "-m",
            "locdata_build.cli",
            "--data",
            str(options.data),
            "--out",
            str(site),
            "--precompress",
        )
        run(build, Path.cwd())
    return site


def _options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks", description="Measure the builder and other site generators.")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to measure (default: all)")
    parser.add_argument("--scales", nargs="+", type=int, default=[*RUNS], metavar="N", help="default: 1 10 100")
    parser.add_argument("--runs", type=int, metavar="N", help="number of runs (default: fewer for what takes long)")
    parser.add_argument(
        "--cold", action="store_true", help="also measure the loop with empty caches, which takes a quarter of an hour"
    )
    parser.add_argument("--data", type=Path, default=Path("data_src"), metavar="DIR", help="default: data_src")
    parser.add_argument(
        "--work", type=Path, metavar="DIR", help="a folder with enough space (default: the temporary folder)"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
