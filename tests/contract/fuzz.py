"""Verifies and compares hostile sites: each must be refused with one clean error, or found different, or be the same.

``./pants run tests/contract:fuzz -- 20000`` runs that many cases and prints a summary. ``--only N`` repeats one case.
"""

import argparse
import json
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from contract.fuzz_sites import Base, HostileSite, make_site
from contract.unpackers import unpacked, unpackers
from locdata_build.cli.verify import compare_with_build, read_candidate
from locdata_build.contract.difference import Bump, compare_sites
from locdata_build.contract.record_lists import SITE_LISTS
from locdata_build.contract.report import report_as_json, report_as_text
from locdata_build.contract.site_files import read_site_files
from locdata_build.contract.site_snapshot import STRICT_OPENAPI_PATH
from locdata_build.derive.published import derive
from locdata_build.publish.folder import publish_folder
from locdata_build.render.archive import pack_archive
from locdata_build.render.artifacts import Artifact, checksums
from locdata_build.render.site import site_artifacts
from locdata_build.source.errors import SourceError
from locdata_build.source.files import SiteFile
from locdata_build.view.context import SiteContext
from locdata_model import endpoints
from locdata_model.urls import CHECKSUMS_PATH
from support.dataset import load

SEED = 20261122
MOST_SECONDS, MOST_MEGABYTES = 2.0, 500
UNPACKED_WITH_ALL = 20
"""One of so many accepted archives is unpacked with every program, and the others with Python alone."""


class Tally(msgspec.Struct):
    """The outcomes of the cases: how many sites of each kind were refused, different or the same."""

    outcomes: Counter[str] = msgspec.field(default_factory=Counter)
    unpacked: int = 0
    slowest: tuple[float, int, str] = (0.0, -1, "")
    complaints: list[str] = msgspec.field(default_factory=list)


class Fuzzer:
    """Runs cases on a small site in a folder."""

    def __init__(self, folder: Path) -> None:
        dataset = load(folder / "data")
        self._site: SiteFile = dataset.site
        self._artifacts = _artifacts(SiteContext(dataset=dataset, published=derive(dataset)))
        self._contents = {artifact.path: artifact.content for artifact in self._artifacts}
        publish_folder(self._artifacts, folder / "site")
        archive = pack_archive(self._artifacts, dataset.site.generated_at)
        self._base = Base(self._contents, folder / "site", archive)
        self.tally = Tally()

    def run(self, seed: int, number: int) -> None:
        """Run one case and add its outcome to the tally."""
        start, words, before = time.process_time(), "not made", _peak_memory()
        try:
            with tempfile.TemporaryDirectory() as scratch:
                site = make_site(self._base, seed, number, Path(scratch))
                start, words, before = time.process_time(), f"{site.kind}: {site.words}", _peak_memory()
                complaints = [*self._verify(site), *self._diff(site)]
        except Exception:  # noqa: BLE001  # Any exception is a complaint.
            complaints = [" ".join(traceback.format_exc(limit=-2, chain=False).split())[:500]]
        seconds, peak = time.process_time() - start, _peak_memory()
        if seconds > MOST_SECONDS:
            complaints.append(f"took {seconds:.1f} s")
        # A process starts with the peak of the one that it was forked from.
        if peak > max(before, MOST_MEGABYTES):
            complaints.append(f"took {peak} MB")
        self.tally.slowest = max(self.tally.slowest, (seconds, number, words))
        self.tally.complaints += [f"case {number} ({words}): {complaint}" for complaint in complaints]

    def _verify(self, site: HostileSite) -> Iterator[str]:
        try:
            result = compare_with_build(read_candidate(str(site.path)), self._site, lambda _: self._artifacts)
        except SourceError as error:
            self.tally.outcomes[f"{site.kind}, refused"] += 1
            yield from _unprintable(error.args)
            return
        self.tally.outcomes[f"{site.kind}, {'different' if result.status else 'the same'}"] += 1
        if not result.status:
            yield from self._wrongly_approved(site)

    def _wrongly_approved(self, site: HostileSite) -> Iterator[str]:
        """Yield what is not the same in a site that was approved."""
        expected = {path: ("100644", content) for path, content in self._contents.items()}
        if site.kind == "list":
            if site.path.read_bytes() != self._contents[CHECKSUMS_PATH]:
                yield "a list that differs was approved"
        elif site.kind == "folder":
            if unpacked(site.path) != expected:
                yield "a folder that differs was approved"
        else:
            self.tally.unpacked += 1
            for name, unpack in unpackers().items():
                if unpack and (name == "Python" or self.tally.unpacked % UNPACKED_WITH_ALL == 1):
                    folder = site.path.parent / name
                    folder.mkdir()
                    unpack(site.path, folder)
                    if unpacked(folder) != expected:
                        yield f"an archive was approved from which {name} unpacks something else"

    def _diff(self, site: HostileSite) -> Iterator[str]:
        try:
            difference = compare_sites(
                read_site_files(self._base.folder), "base", read_site_files(site.path), str(site.path)
            )
        except SourceError as error:
            yield from _unprintable(error.args)
            return
        lines = [*report_as_json(difference)]
        yield from _unprintable(lines)
        if (
            json.loads("".join(lines))["bump"] not in report_as_text(difference)[-1]
            and difference.bump is not Bump.NONE
        ):
            yield "the two reports differ"


def _artifacts(context: SiteContext) -> list[Artifact]:
    """Return the part of a site that a comparison reads, with one page and its own list of checksums."""
    wanted = {
        endpoints.INDEX.path,
        endpoints.FLIPS.path,
        endpoints.TOMBSTONES.path,
        STRICT_OPENAPI_PATH,
        "/france/index.html",
    }
    wanted.update(record_list.path for record_list in SITE_LISTS)
    artifacts = [artifact for artifact in site_artifacts(context) if artifact.path in wanted]
    return [*artifacts, checksums({artifact.path: artifact.sha256 for artifact in artifacts})]


def _unprintable(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that a terminal would not show as they are: those of errors and of JSON have to be safe themselves."""
    yield from (f"a line that is not printable: {line!a:.200}" for line in lines if not line.isprintable())


def report(tally: Tally) -> str:
    """Return the tally in lines."""
    seconds, number, words = tally.slowest
    return "\n".join(
        [
            f"{tally.outcomes.total()} cases, {tally.unpacked} archives unpacked, {len(tally.complaints)} complaints",
            *(f"  {outcome}: {count}" for outcome, count in sorted(tally.outcomes.items())),
            f"slowest: case {number}, {seconds:.2f} s ({words[:200]})",
            *tally.complaints,
        ]
    )


def fuzz(count: int, seed: int = SEED, first: int = 0) -> Tally:
    """Run cases, the first of which has the number ``first``."""
    with tempfile.TemporaryDirectory() as scratch:
        fuzzer = Fuzzer(Path(scratch))
        for number in range(first, first + count):
            fuzzer.run(seed, number)
    return fuzzer.tally


def _peak_memory() -> int:
    """Return the peak memory of this process in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> int:
    """Run the cases that the command line asks for; return 1 if there is a complaint."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("count", type=int, nargs="?", default=1_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--only", type=int, help="number of the only case")
    options = parser.parse_args()
    count, first = (1, options.only) if options.only is not None else (options.count, options.first)
    tally = fuzz(count, options.seed, first)
    print(report(tally))
    return 1 if tally.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
