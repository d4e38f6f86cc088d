"""Builds from hostile source files: each case must give a clean site, or one clean error, in bounded time.

``./pants run tests/check:fuzz -- 100000`` runs that many cases and prints a summary. ``--only N`` repeats one case.
``--every`` renders every accepted case, which takes ten times as long.
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

from check.fuzz_base import base_bytes, sources_of
from check.fuzz_cases import Case, make_case
from check.fuzz_site import Oracle
from locdata_build.check.canonical import decode_canonical, validate
from locdata_build.check.dataset import check_sources
from locdata_build.derive.published import derive
from locdata_build.render.site import site_artifacts
from locdata_build.source.errors import MOST_SHOWN, SourceError
from locdata_build.source.files import Dataset
from locdata_build.source.parsing import parse_json
from locdata_build.source.reading import Sources
from locdata_build.view.context import SiteContext
from locdata_build.view.linked_text import linked
from locdata_build.view.text import Link

SEED = 20261121
MOST_SECONDS = 5.0
LONGEST_LINE = 1_000
STEP = 1_000
"""The number of cases between two reports of progress."""


class Tally(msgspec.Struct):
    """The outcomes of the cases.

    Accepted cases are checked and derived. Those with the same kind of change in the same file have one shape; at most
    ``of_a_shape`` sites of a shape and ``may_render`` sites in all are rendered.
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
    """Run cases, the first of which has the number ``first``, and add their outcomes to the tally."""
    tally = tally or Tally()
    for number in range(first, first + count):
        _run(seed, number, tally)
    return tally


def _run(seed: int, number: int, tally: Tally) -> None:
    tally.cases += 1
    start = time.process_time()
    words = "not made"
    try:
        case = make_case(seed, number)
        words = case.words
        complaints = [*_outcome(case, tally)]
    except Exception:  # noqa: BLE001  # Any exception is a complaint.
        complaints = [" ".join(traceback.format_exc(limit=-1, chain=False).split())[:500]]
    seconds = time.process_time() - start
    if seconds > MOST_SECONDS:
        complaints.append(f"took {seconds:.1f} s")
    tally.slowest = max(tally.slowest, (seconds, number, words))
    tally.complaints += [f"case {number} ({words}): {complaint}" for complaint in complaints]


def _outcome(case: Case, tally: Tally) -> Iterator[str]:
    yield from canonical_complaints(case.sources)
    try:
        dataset = check_sources(case.sources)
    except SourceError as error:
        tally.refused[case.kind] += 1
        tally.codes.update({issue.code for issue in error.issues})
        yield from error_complaints(error)
        return
    tally.accepted[case.kind] += 1
    context = SiteContext(dataset=dataset, published=derive(dataset))
    what, _, _ = case.words.partition("'")
    shape = f"{case.kind}: {' '.join(what.split()[:3])}"
    if tally.rendered[shape] < tally.of_a_shape and tally.rendered.total() < tally.may_render:
        tally.rendered[shape] += 1
        yield from site_complaints(context)


def canonical_complaints(sources: Sources) -> Iterator[str]:
    """Files that are decoded as canonical although parsing or validation finds an issue in them."""
    for file in sources.files:
        if record := decode_canonical(file.raw, file.kind.type):
            value, issues = parse_json(file.raw, file.name)
            parsed = validate(file, value, issues)
            if issues or (parsed.record, parsed.is_canonical) != (record, True):
                yield f"{file.name} is not canonical: {issues}"


def error_complaints(error: SourceError) -> Iterator[str]:
    """What is wrong with an error: it must have one line for each issue, short enough and safe for a terminal."""
    lines = str(error).split("\n")
    if not error.issues or len(lines) != min(len(error.issues), MOST_SHOWN) + 1:
        yield f"{len(error.issues)} issues in {len(lines)} lines"
    yield from (f"a line that is not printable: {line!a:.200}" for line in lines if not line.isprintable())
    yield from (f"a line of {len(line)} characters: {line[:200]}" for line in lines if len(line) > LONGEST_LINE)


def site_complaints(context: SiteContext) -> Iterator[str]:
    """What is wrong with the site."""
    links = {*urls_of(context.dataset), f"mailto:{context.site.contact}"}
    yield from _oracle().complaints(site_files(context), context.site.base_url, links)


def site_files(context: SiteContext) -> dict[str, bytes]:
    """The content of each file of a site by path."""
    return {artifact.path: artifact.content for artifact in site_artifacts(context)}


def urls_of(dataset: Dataset) -> set[str]:
    """Every web address in the data, and those in the facts on tax authorities."""
    alone = {text for text in _texts(msgspec.to_builtins(dataset)) if text.startswith(("http://", "https://"))}
    authorities = (linked(country.facts.tax_authority.value) for country in dataset.countries)
    return alone | {part.href for line in authorities for part in line if isinstance(part, Link)}


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
    return Oracle(site_files(SiteContext(dataset=dataset, published=derive(dataset))))


def report(tally: Tally) -> str:
    """The tally in lines."""
    seconds, number, words = tally.slowest
    return "\n".join(
        [
            f"{tally.cases} cases: {tally.refused.total()} refused, {tally.accepted.total()} accepted",
            f"{tally.rendered.total()} sites rendered in {len(tally.rendered)} shapes, {len(tally.complaints)} complaints",
            *(
                f"  {kind}: {tally.refused[kind]} refused, {tally.accepted[kind]} accepted"
                for kind in sorted({*tally.refused, *tally.accepted})
            ),
            f"issues: {', '.join(f'{code} {count}' for code, count in sorted(tally.codes.items()))}",
            f"slowest: case {number}, {seconds:.2f} s ({words[:200]})",
            *tally.complaints,
        ]
    )


def main() -> int:
    """Run the cases that the command line asks for; return 1 if there is a complaint."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("count", type=int, nargs="?", default=1_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--only", type=int, help="number of the only case")
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
