"""Measure the builder and others, and print Markdown tables: ``./pants run benchmarks/__main__.py -- --help``."""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.agents import START, measure_agents
from benchmarks.builds import build_command, growth, measure_scale, table
from benchmarks.editing import measure_editing
from benchmarks.measure import MeasureError, run

PARTS = ("builds", "editing", "agents")


def main() -> int:
    """Measure what the command line asks for, and return the exit status."""
    options = _options()
    try:
        with tempfile.TemporaryDirectory(prefix="locdata-benchmarks-", dir=options.work) as work:
            for line in _measure(options, Path(work)):
                print(line, flush=True)
    except (MeasureError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _measure(options: argparse.Namespace, work: Path) -> Iterator[str]:
    """Yield the lines of the tables as soon as they are measured."""
    processors, system = len(os.sched_getaffinity(0)), f"{platform.system()} {platform.machine()}"
    yield f"{processors} processors, {system}, {platform.python_implementation()} {platform.python_version()}"
    if "builds" in options.parts:
        scales = []
        for scale in options.scales:
            scales.append(measure_scale(options.data, work / f"scale{scale}", scale, options.runs, options.beside))
            yield from ("", *table(scales[-1]))
        if len(scales) > 1:
            yield from ("", growth(scales))
    if "editing" in options.parts:
        seconds = measure_editing(options.data, work, options.runs)
        yield from ("", f"From saving a country to its page with the edit, under `serve --watch`: {seconds} s")
    if "agents" in options.parts:
        yield from _agents(options, work)


def _agents(options: argparse.Namespace, work: Path) -> Iterator[str]:
    site = work / "site"
    run(build_command(options.data, site))
    start, answers = measure_agents(site, options.runs)
    yield from ("", "| `locdata_mcp`, seconds | first | again |", "| --- | ---: | ---: |", f"| {START} | {start} | |")
    yield from (f"| {name} | {answer.first} | {answer.again} |" for name, answer in answers.items())


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks", description="Measure the builder and other site generators.")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to measure (default: all)")
    parser.add_argument("--scales", nargs="+", type=int, default=[1, 4], metavar="N", help="default: 1 4")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="default: 5")
    parser.add_argument("--data", type=Path, default=Path("data_src"), metavar="DIR", help="default: data_src")
    parser.add_argument(
        "--beside", type=Path, metavar="CHECKOUT", help="another checkout, whose builder takes turns too"
    )
    parser.add_argument(
        "--work", type=Path, metavar="DIR", help="a folder with enough space (default: the temporary folder)"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
