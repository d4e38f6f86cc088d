"""The whole site, one file after the other."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing

from msgspec import Struct

from locdata_build.hosting.configuration import headers_file
from locdata_build.render.api import api_artifacts
from locdata_build.render.api_database import api_database
from locdata_build.render.artifacts import Artifact, checksums
from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.atom import feed_artifacts
from locdata_build.render.calendar import calendar_artifacts
from locdata_build.render.data_files import bundle_artifact, data_artifacts, excel_csv_artifacts
from locdata_build.render.data_package import package_artifact
from locdata_build.render.discovery import discovery_artifacts, sitemap_artifact
from locdata_build.render.interrupts import until_interrupted
from locdata_build.render.llms import is_in_full, llms_full, llms_index, llms_region
from locdata_build.render.pages import PageRenderer, RenderedPage
from locdata_build.render.search_index import search_artifact
from locdata_build.render.spreadsheet import spreadsheet_artifact
from locdata_build.render.sqlite import sqlite_artifact
from locdata_build.render.upcoming_calendar import upcoming_calendar_artifacts
from locdata_build.render.workers import rendered_pages
from locdata_build.view.context import Download, SiteContext
from locdata_build.view.feeds import countries_by_region
from locdata_build.view.page import Page
from locdata_build.view.pages import api, data
from locdata_model.serialization import estimated_tokens
from locdata_model.urls import HEADERS_FILE_PATH, LLMS_FULL_PATH, LLMS_PATH, llms_region_path


def site_artifacts(context: SiteContext, *, precompress: bool = False, workers: int = 1) -> Iterator[Artifact]:
    """Yield every file of the site as soon as it is made. The last one is ``SHA256SUMS``, which lists all others.

    The files are a function of ``context`` and ``precompress``, which adds compressed copies of the text files. ``workers``
    is the number of processes that share the work. Raises ``ValueError`` if two files have the same path, and
    ``WorkerError`` if a worker process fails or is killed.
    """
    digests: dict[str, str] = {}
    with ExitStack() as stack:
        # Closed in any case, so that no worker process outlives an interrupt.
        content = stack.enter_context(closing(_content(context, workers)))
        if precompress:
            # Imported only if needed: importing the compressors takes longer than building a small site.
            from locdata_build.render.compressed import with_compressed_copies

            content = stack.enter_context(closing(with_compressed_copies(content)))
        for artifact in until_interrupted(content):
            if artifact.path in digests:
                raise ValueError(f"two files have the path {artifact.path}")
            digests[artifact.path] = artifact.sha256
            yield artifact
    yield checksums(digests)


class _Made(Struct, frozen=True):
    """What lists of pages and of files need of those that have been made: pages, some twins, the size of each file in tokens."""

    pages: dict[str, Page] = {}
    twins: dict[str, bytes] = {}
    tokens: dict[str, int] = {}


def _content(context: SiteContext, workers: int) -> Generator[Artifact, None, None]:
    """Yield every file but the checksums. The lists come last, and each list can have the size of every file before it."""
    made = _Made()
    with closing(_files(context, workers, made)) as files:
        for artifact in files:
            made.tokens[artifact.path] = estimated_tokens(artifact.content)
            yield artifact


def _files(context: SiteContext, workers: int, made: _Made) -> Generator[Artifact, None, None]:
    renderer = PageRenderer(context)
    downloads: list[Download] = []

    def files_of(rendered: Iterable[RenderedPage]) -> Iterator[Artifact]:
        for each in rendered:
            made.pages[each.page.path] = each.page
            if is_in_full(each.page):
                made.twins[each.page.path] = each.markdown
            yield from each.artifacts

    with rendered_pages(renderer, workers) as rendered:
        # Worker processes render meanwhile. Pages are received between other files so that they do not pile up.
        for artifact in _downloads(context):
            downloads.append(Download(path=artifact.path, size=len(artifact.content), sha256=artifact.sha256))
            yield artifact
            yield from files_of(rendered.sent())
        artifact, database = api_database(context)
        yield artifact
        for artifact in _other_files(context):
            yield artifact
            yield from files_of(rendered.sent())
        yield from files_of(rendered)
    yield from files_of(map(renderer.render, (data.page(context, downloads), api.page(context, database))))
    yield from files_of(map(renderer.make, sorted(set(renderer.paths).difference(made.pages))))
    yield from _page_lists(context, [made.pages[path] for path in renderer.paths], made)


def _downloads(context: SiteContext) -> Iterator[Artifact]:
    """Yield the data files, and the files that hold or describe all of them."""
    yield from _packed_files(context)
    yield sqlite_artifact(context.published)
    yield spreadsheet_artifact(context.published)


def _packed_files(context: SiteContext) -> Iterator[Artifact]:
    """Yield the data files with their description, the archive that holds them, and their copies for Excel."""
    files = list(data_artifacts(context.published))
    files.append(package_artifact(context.published, files))
    yield from files
    yield bundle_artifact(context.site, files)
    yield from excel_csv_artifacts(files)


def _other_files(context: SiteContext) -> Iterator[Artifact]:
    """Yield the files that hold neither pages nor lists of them, except the downloads."""
    yield from api_artifacts(context)
    yield from calendar_artifacts(context)
    yield from upcoming_calendar_artifacts(context)
    yield from feed_artifacts(context)
    yield from asset_artifacts().values()
    yield search_artifact(context)
    yield from discovery_artifacts(context.site, context.dataset.released_at.date())
    yield Artifact(HEADERS_FILE_PATH, headers_file(context.site.base_url).encode())


def _page_lists(context: SiteContext, pages: Sequence[Page], made: _Made) -> Iterator[Artifact]:
    """Yield the files that list pages. Each can have the sizes of those before it."""
    site = context.site
    yield Artifact(LLMS_FULL_PATH, llms_full(site, pages, made.twins))
    for region in countries_by_region(context):
        yield Artifact(llms_region_path(region), llms_region(context, region, made.pages, made.tokens))
    yield Artifact(LLMS_PATH, llms_index(context, pages, made.tokens))
    yield sitemap_artifact(site, pages)
