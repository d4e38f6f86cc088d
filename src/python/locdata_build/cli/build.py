"""The command that builds the site, and the rendering that other commands share."""

import datetime as dt
import gc
import time
from argparse import ArgumentParser
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from locdata_build.cli.arguments import (
    DEFAULT_OUT,
    UsageError,
    add_base_url,
    add_build_time,
    add_data,
    add_out,
    build_time,
    number,
)
from locdata_build.cli.check import read_dataset
from locdata_build.cli.parser import Result
from locdata_build.data.files import Dataset
from locdata_build.derive.published import Published, derive
from locdata_build.render.artifacts import Artifact
from locdata_build.render.site import site_artifacts
from locdata_build.render.workers import WorkerError, default_workers
from locdata_build.site.archive import pack_archive
from locdata_build.site.files import Stated
from locdata_build.site.publication import publish_folder, publish_release
from locdata_build.site.staging import PublishError, staged_file
from locdata_build.view.context import SiteContext
from locdata_model.toggles import TOGGLES, ToggleCount

DETAILS = (
    "Nothing is written if the data has an issue. A former site is replaced as a whole; a folder that holds anything else "
    "is refused."
)
EXAMPLE = "build --base-url https://data.example --out /srv/locdata --precompress"

STANDARD_OUTPUT = Path("-")
"""The path that stands for standard output."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the options for the data, the target and the kind of build."""
    add_data(parser)
    add_out(parser, "where to write the site")
    parser.add_argument(
        "--archive",
        type=Path,
        metavar="FILE",
        help="also write the site as a tar archive; -: to standard output, once the site is published, with the summary on "
        "standard error",
    )
    add_base_url(parser)
    add_build_time(parser)
    parser.add_argument("--precompress", action="store_true", help="also write compressed copies of the text files")
    parser.add_argument(
        "--workers",
        type=number(1, 256),
        metavar="N",
        help="processes that share the work; the site is the same with any number (default: one for each processor, at most 8)",
    )
    parser.add_argument(
        "--keep",
        type=number(1, 1000),
        metavar="N",
        help="keep the last N former sites, for restore: the site is then --out/current, a link to a folder in --out/releases, "
        "and --out may be a mount point (default: --out is the site, and a former one is removed)",
    )
    parser.add_argument(
        "--refuse-older",
        action="store_true",
        help="do not replace a site that has a higher version or a later time of the build",
    )


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Free no reference cycles: a build makes hardly any, and the search for them would take a tenth of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@_without_garbage_collection()
def run(
    *,
    data: Path | None = None,
    out: Path = DEFAULT_OUT,
    archive: Path | None = None,
    base_url: str | None = None,
    generated_at: dt.datetime | None = None,
    precompress: bool = False,
    workers: int | None = None,
    keep: int | None = None,
    refuse_older: bool = False,
) -> Result:
    """Build the site, write it, and return a summary. Raises ``SourceError`` or ``PublishError``, with nothing written.

    An archive for standard output is returned, so that only that of a published site is written.
    """
    if archive and archive != STANDARD_OUTPUT and archive.absolute().is_relative_to(out.absolute()):
        raise UsageError(f"--archive must not be in --out, which is replaced as a whole, got {str(archive)!r}")
    start = time.perf_counter()
    context = site_context(read_dataset(data, base_url=base_url, generated_at=build_time(generated_at)))
    stated = Stated(context.site.version, context.site.generated_at) if refuse_older else None
    publish: Callable[[Iterable[Artifact]], list[int]]
    if keep:
        publish = partial(publish_release, out=out, keep=keep, not_newer_than=stated)
    else:
        publish = partial(publish_folder, target=out, not_newer_than=stated)
    # Closed in any case, so that no worker process outlives an interrupt.
    with closing(rendered_site(context, precompress=precompress, workers=workers)) as artifacts:
        sizes, printed = _publish(artifacts, publish, archive, context.site.generated_at)
    first, *others = summarize(context.published, sizes, time.perf_counter() - start)
    return Result([f"{out}: {first}", *others], archive=printed)


def _publish(
    artifacts: Iterable[Artifact],
    publish: Callable[[Iterable[Artifact]], list[int]],
    archive: Path | None,
    generated_at: dt.datetime,
) -> tuple[list[int], bytes | None]:
    """Publish the site, and write the archive if one is requested.

    Return the sizes of the files, and the archive if it is for standard output.
    """
    if not archive:
        return publish(artifacts), None
    site = tuple(artifacts)
    packed = pack_archive(site, generated_at)
    if archive == STANDARD_OUTPUT:
        return publish(site), packed
    with staged_file(archive, packed):
        return publish(site), None


def site_context(dataset: Dataset) -> SiteContext:
    """Return the dataset with everything that is derived from it, ready to be rendered."""
    return SiteContext(dataset=dataset, published=derive(dataset))


def rendered_site(
    context: SiteContext, *, precompress: bool = False, workers: int | None = None
) -> Generator[Artifact, None, None]:
    """Yield every file of the site. By default one process for each processor shares the work.

    Raises ``PublishError`` if a worker process fails or is killed.
    """
    try:
        yield from site_artifacts(context, precompress=precompress, workers=workers or default_workers())
    except WorkerError as error:
        raise PublishError(f"{error}, so nothing was written") from error


def summarize(published: Published, sizes: Sequence[int], seconds: float) -> list[str]:
    """Return the lines of the summary: files and their ``sizes`` in bytes, records, coverage of the toggles, time in seconds."""
    facts = sum(country.counts.facts for country in published.countries)
    verified = sum(country.counts.facts_verified for country in published.countries)
    width = max(map(len, TOGGLES))
    return [
        f"{len(sizes)} files, {sum(sizes):,} bytes, {seconds:.1f} s",
        f"countries: {len(published.countries)}, ERP products: {len(published.erps)}",
        f"facts: {facts}, verified: {verified}",
        f"{'toggle':{width}}  true false null",
        *(_coverage_line(name, getattr(published.toggle_coverage, name), width) for name in TOGGLES),
    ]


def _coverage_line(name: str, count: ToggleCount, width: int) -> str:
    return f"{name:{width}}  {count.yes:4} {count.no:5} {count.unknown:4}"
