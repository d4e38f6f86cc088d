"""Builds from hostile source files: each case must give a clean site or one clean error, in bounded time.

``./pants run tests/trust:fuzz -- 100000`` runs as many cases and prints the tally; ``--only N`` repeats a case alone, ``--every``
renders every accepted case, which takes ten times as long.
"""

import argparse
import contextlib
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from functools import cache

import msgspec

from locdata_build.check.dataset import check_sources
from locdata_build.check.shapes import examine
from locdata_build.check.sound import sound_record
from locdata_build.derive.published import derive
from locdata_build.read.sources import Sources
from locdata_build.render.site import render_site
from locdata_build.source.faults import MOST_SHOWN, Fault, SourceError
from locdata_build.source.files import Dataset
from locdata_build.view.world import World
from trust.fuzz_base import base_bytes, sources_of
from trust.fuzz_cases import Case, make_case
from trust.fuzz_site import Oracle

SEED = 20261121
MOST_SECONDS = 5.0
LONGEST_LINE = 1_000
STEP = 1_000
"""Cases after which a long run tells how far it is."""


class Tally(msgspec.Struct):
    """What became of the cases. All that are accepted are checked and derived; those with one way of being hostile in one
    file have one shape, and ``of_a_shape`` says how many of these are rendered, ``may_render`` how many in all.
    """

    may_render: int = 1_000
    of_a_shape: int = 1
    cases: int = 0
    refused: Counter[str] = msgspec.field(default_factory=Counter)
    accepted: Counter[str] = msgspec.field(default_factory=Counter)
    rendered: Counter[str] = msgspec.field(default_factory=Counter)
    codes: Counter[str] = msgspec.field(default_factory=Counter)
    slowest: tuple[float, int, str] = (0.0, -1, "")
    complaints: list[str] = msgspec.field(default_factory=list)


def fuzz(count: int, seed: int = SEED, first: int = 0, tally: Tally | None = None) -> Tally:
    """Run the cases from number ``first`` on; what became of them, added to ``tally``."""
    tally = tally or Tally()
    for number in range(first, first + count):
        _run(seed, number, tally)
    return tally


def _run(seed: int, number: int, tally: Tally) -> None:
    tally.cases += 1
    start = time.process_time()
    words = "not even made"
    try:
        case = make_case(seed, number)
        words = case.words
        complaints = [*_outcome(case, tally)]
    except Exception:  # noqa: BLE001  # Whatever it is, it is what the case found.
        complaints = [" ".join(traceback.format_exc(limit=-1, chain=False).split())[:500]]
    seconds = time.process_time() - start
    if seconds > MOST_SECONDS:
        complaints.append(f"took {seconds:.1f} s")
    if seconds > tally.slowest[0]:
        tally.slowest = (seconds, number, words)
    tally.complaints += [f"case {number} ({words}): {complaint}" for complaint in complaints]


def _outcome(case: Case, tally: Tally) -> Iterator[str]:
    yield from short_cut_complaints(case.sources)
    try:
        dataset = check_sources(case.sources)
    except SourceError as error:
        tally.refused[case.kind] += 1
        tally.codes.update({fault.code for fault in error.faults})
        yield from error_complaints(error)
        return
    tally.accepted[case.kind] += 1
    world = World(dataset=dataset, published=derive(dataset))
    shape = f"{case.kind}: {_shape(case.words)}"
    if tally.rendered[shape] < tally.of_a_shape and tally.rendered.total() < tally.may_render:
        tally.rendered[shape] += 1
        yield from site_complaints(world)


def _shape(words: str) -> str:
    """What cases of one way of being hostile have in common: the file and the family of what was put into it."""
    return " ".join(words.partition("'")[0].split()[:3])


def short_cut_complaints(sources: Sources) -> Iterator[str]:
    """Files that the short cut calls sound, and the long way does not."""
    for file in sources.files:
        if record := sound_record(file.raw, file.kind.type):
            faults: list[Fault] = []
            looked_at = [*examine(file, faults)]
            if faults or [(each.record, each.is_canonical) for each in looked_at] != [(record, True)]:
                yield f"{file.name} is taken for sound, but is not: {faults}"


def error_complaints(error: SourceError) -> Iterator[str]:
    """What is wrong with an error: it tells each fault in one line, of bounded length, that a terminal shows as it is."""
    lines = str(error).split("\n")
    if not error.faults or len(lines) != min(len(error.faults), MOST_SHOWN) + 1:
        yield f"{len(error.faults)} faults in {len(lines)} lines"
    yield from (f"a line that is not to be printed: {line!a:.200}" for line in lines if not line.isprintable())
    yield from (f"a line of {len(line)} characters: {line[:200]}" for line in lines if len(line) > LONGEST_LINE)


def site_complaints(world: World) -> Iterator[str]:
    """What is wrong with the site."""
    files = [(artifact.path, artifact.content) for artifact in render_site(world)]
    yield from _oracle().complaints(files, world.site.base_url, urls_of(world.dataset))


def urls_of(dataset: Dataset) -> set[str]:
    """Every web address in the data."""
    return {text for text in _texts(msgspec.to_builtins(dataset)) if text.startswith(("http://", "https://"))}


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for member in value.values():
            yield from _texts(member)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from _texts(member)


@cache
def _oracle() -> Oracle:
    dataset = check_sources(sources_of(base_bytes()))
    world = World(dataset=dataset, published=derive(dataset))
    return Oracle({artifact.path: artifact.content for artifact in render_site(world)})


def report(tally: Tally) -> str:
    """The tally in lines."""
    kinds = sorted({*tally.refused, *tally.accepted})
    seconds, number, words = tally.slowest
    return "\n".join(
        [
            f"{tally.cases} cases: {tally.refused.total()} refused, {tally.accepted.total()} accepted",
            f"{tally.rendered.total()} sites rendered in {len(tally.rendered)} shapes, {len(tally.complaints)} complaints",
            *(f"  {kind}: {tally.refused[kind]} refused, {tally.accepted[kind]} accepted" for kind in kinds),
            f"faults: {', '.join(f'{code} {count}' for code, count in sorted(tally.codes.items()))}",
            f"slowest: case {number}, {seconds:.2f} s ({words[:200]})",
            *tally.complaints,
        ]
    )


def main() -> int:
    """Run the cases that the command line asks for; status 1 where one of them has found something."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("count", type=int, nargs="?", default=1_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--only", type=int, help="number of the one case to repeat")
    parser.add_argument("--every", action="store_true", help="render every accepted case")
    options = parser.parse_args()
    count, first = (1, options.only) if options.only is not None else (options.count, options.first)
    tally = Tally(may_render=count, of_a_shape=count) if options.every else Tally()
    with contextlib.suppress(KeyboardInterrupt):
        for start in range(first, first + count, STEP):
            fuzz(min(STEP, first + count - start), options.seed, start, tally)
            print(f"{tally.cases} cases, {len(tally.complaints)} complaints", file=sys.stderr, flush=True)
    print(report(tally))
    return 1 if tally.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
