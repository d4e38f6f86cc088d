"""The files of the site: all of them, one after the other, or each when it is asked for."""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from functools import partial

from locdata_build.hosting.configuration import host_files
from locdata_build.hosting.rules import ENCODINGS
from locdata_build.render.api import api_artifacts
from locdata_build.render.api_database import api_database
from locdata_build.render.artifacts import Artifact, checksums
from locdata_build.render.asset_files import asset_artifacts, search_artifacts
from locdata_build.render.atom import feed_artifacts
from locdata_build.render.calendars import calendar_artifacts, upcoming_calendar_artifacts
from locdata_build.render.data_files import (
    bundle_artifact,
    data_artifacts,
    excel_csv_artifacts,
    package_artifact,
    sqlite_artifact,
)
from locdata_build.render.discovery import discovery_artifacts, sitemap_artifact
from locdata_build.render.filing_calendars import filing_calendar_artifacts
from locdata_build.render.llms import is_in_full, llms_artifacts
from locdata_build.render.pages import PageRenderer, RenderedPage
from locdata_build.render.spreadsheet import spreadsheet_artifact
from locdata_build.render.workers import share
from locdata_build.view.context import Download, SiteContext
from locdata_build.view.page import Page
from locdata_build.view.pages.api import api_page
from locdata_build.view.pages.data import data_page
from locdata_model.serialization import estimated_tokens
from locdata_model.urls import CHECKSUMS_PATH, SITEMAP_PATH, PageName, html_path, markdown_path

LATE_PAGES = (PageName.DATA.path, PageName.API.path)
"""The folders of pages that need other files or the OpenAPI document, which takes long to make: no worker renders them."""

LATE_FILES = (*LATE_PAGES, "/llms", SITEMAP_PATH, CHECKSUMS_PATH)
"""The beginnings of the paths of files that need other files."""


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
        for artifact in content:
            if artifact.path in digests:
                raise ValueError(f"two files have the path {artifact.path}")
            digests[artifact.path] = artifact.sha256
            yield artifact
    yield checksums(digests)


def _content(context: SiteContext, workers: int) -> Generator[Artifact, None, None]:
    """Yield every file but the checksums. The lists of pages come last, because they state the sizes of files."""
    pages: dict[str, Page] = {}
    twins: dict[str, bytes] = {}
    tokens: dict[str, int] = {}
    renderer = PageRenderer(context)
    with closing(_pages_and_files(context, renderer, workers)) as made:
        for each in made:
            if isinstance(each, RenderedPage):
                pages[each.page.path] = each.page
                if is_in_full(each.page):
                    twins[each.page.path] = each.markdown
            for artifact in each.artifacts if isinstance(each, RenderedPage) else (each,):
                tokens[artifact.path] = estimated_tokens(artifact.content)
                yield artifact
    in_order = [pages[path] for path in renderer.paths]
    yield from llms_artifacts(context, in_order, twins, tokens)
    yield sitemap_artifact(context.site, in_order)


def _pages_and_files(
    context: SiteContext, renderer: PageRenderer, workers: int
) -> Generator[Artifact | RenderedPage, None, None]:
    """Yield every page, and every file that is neither a page nor a list of pages."""
    jobs: list[Callable[[], Artifact | RenderedPage]] = [partial(spreadsheet_artifact, context.published)]
    jobs += (partial(renderer.make, path) for path in renderer.paths if not path.startswith(LATE_PAGES))
    downloads = []
    # Worker processes make the workbook, which takes longest, and then pages. This one makes all other files before it helps them.
    with share(jobs, workers) as results:
        for artifact in _downloads(context):
            downloads.append(_download(artifact))
            yield artifact
        artifact, database = api_database(context)
        yield artifact
        yield from _other_files(context)
        for made in results:
            if isinstance(made, Artifact):
                downloads.append(_download(made))
            yield made
    about_files = {
        PageName.DATA.path: lambda: renderer.render(data_page(context, downloads)),
        PageName.API.path: lambda: renderer.render(api_page(context, database)),
    }
    for path in renderer.paths:
        if path.startswith(LATE_PAGES):
            yield about_files[path]() if path in about_files else renderer.make(path)


def _download(artifact: Artifact) -> Download:
    return Download(path=artifact.path, size=len(artifact.content), sha256=artifact.sha256)


def _downloads(context: SiteContext) -> Iterator[Artifact]:
    """Yield the data files, and the files that contain or describe all of them, but for the workbook."""
    published = context.published
    files = list(data_artifacts(published))
    files.append(package_artifact(published, files))
    yield from files
    yield bundle_artifact(context.site, files)
    yield from excel_csv_artifacts(files)
    yield sqlite_artifact(published)


def _other_files(context: SiteContext) -> Iterator[Artifact]:
    """Yield the files that are neither downloads nor about pages, the fastest first."""
    yield from asset_artifacts().values()
    yield from search_artifacts(context)
    yield from discovery_artifacts(context.site, context.dataset.released_at.date())
    for path, text in host_files(context.site.base_url).items():
        yield Artifact(path, text.encode())
    yield from feed_artifacts(context)
    yield from calendar_artifacts(context)
    yield from upcoming_calendar_artifacts(context)
    yield from filing_calendar_artifacts(context)
    yield from api_artifacts(context)


class LazySite:
    """The files of a site without compressed copies, each made when it is asked for.

    Lists of pages, and files about files, need the whole site.
    """

    def __init__(self, context: SiteContext) -> None:
        self._renderer = PageRenderer(context)
        early = (path for path in self._renderer.paths if not path.startswith(LATE_PAGES))
        self._pages = {file: path for path in early for file in (html_path(path), markdown_path(path))}
        self._others = _other_files(context)
        self._whole_site = site_artifacts(context)
        self._made: dict[str, bytes] = {}

    def __contains__(self, path: str) -> bool:
        """Return whether the site has a file at ``path``."""
        is_copy = path.endswith(tuple(ENCODINGS.values()))
        return path in self._pages or (not is_copy and self.get(path) is not None)

    def get(self, path: str) -> bytes | None:
        """Return the content of a file; None if the site has no such file."""
        if path not in self._made:
            self._make(path)
        return self._made.get(path)

    def _make(self, path: str) -> None:
        if path in self._pages:
            self._add(*self._renderer.make(self._pages[path]).artifacts)
        while path not in self._made and (artifact := next(self._others, None)):
            self._add(artifact)
        while path not in self._made and path.startswith(LATE_FILES) and (artifact := next(self._whole_site, None)):
            self._add(artifact)

    def _add(self, *artifacts: Artifact) -> None:
        self._made.update((artifact.path, artifact.content) for artifact in artifacts)
