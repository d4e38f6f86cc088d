"""The command that builds the site, and the rendering that other commands share."""

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing

from locdata_build.cli.arguments import STANDARD_OUTPUT, Layout, Request, Result
from locdata_build.cli.data import read_dataset
from locdata_build.data.files import Dataset
from locdata_build.derive.published import Published, derive
from locdata_build.publish.files import PublishError, staged_file
from locdata_build.publish.folder import publish_folder
from locdata_build.publish.releases import publish_release
from locdata_build.publish.stated import Stated
from locdata_build.render.archive import pack_archive
from locdata_build.render.artifacts import Artifact
from locdata_build.render.site import site_artifacts
from locdata_build.render.workers import WorkerError, default_workers
from locdata_build.view.context import SiteContext
from locdata_model.toggles import TOGGLES, ToggleCount


def build(request: Request) -> Result:
    """Build the site, write it, and return a summary. Raises ``SourceError`` or ``PublishError``, with nothing written.

    An archive for standard output is returned, so that only that of a published site is written.
    """
    start = time.perf_counter()
    context = site_context(read_dataset(request))
    # Closed in any case, so that no worker process outlives an interrupt.
    with closing(rendered_site(context, precompress=request.precompress, workers=request.workers)) as artifacts:
        sizes, archive = _publish(artifacts, context, request)
    first, *others = summarize(context.published, sizes, time.perf_counter() - start)
    return Result([f"{request.out}: {first}", *others], archive=archive)


def _publish(artifacts: Iterator[Artifact], context: SiteContext, request: Request) -> tuple[list[int], bytes | None]:
    """Write the site, and the archive if one is asked for.

    Return the sizes of the files, and the archive if it is for standard output.
    """
    if not request.archive:
        return _publish_site(artifacts, context, request), None
    site = tuple(artifacts)
    archive = pack_archive(site, context.site.generated_at)
    if request.archive == STANDARD_OUTPUT:
        return _publish_site(site, context, request), archive
    with staged_file(request.archive, archive):
        return _publish_site(site, context, request), None


def _publish_site(artifacts: Iterable[Artifact], context: SiteContext, request: Request) -> list[int]:
    """Write the site in the layout that is asked for; return the sizes of the files."""
    site = context.site
    not_newer_than = Stated(site.version, site.generated_at) if request.refuse_older else None
    if request.layout is Layout.RELEASES:
        return publish_release(artifacts, request.out, keep=request.keep or 1, not_newer_than=not_newer_than)
    return publish_folder(artifacts, request.out, keep=request.keep or 0, not_newer_than=not_newer_than)


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
