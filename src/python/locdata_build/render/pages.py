"""Rendering pages as HTML and Markdown, in several processes: this one, and worker processes.

A worker process writes its pages to a temporary file, which is read once the process has ended.
"""

import multiprocessing
import os
import pickle
import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.process import BaseProcess
from tempfile import TemporaryFile
from typing import IO

from msgspec import Struct
from msgspec.structs import replace

from locdata_build.render.artifacts import Artifact
from locdata_build.render.asset_files import asset_artifacts
from locdata_build.render.html import HtmlPages
from locdata_build.render.markdown import page_as_markdown
from locdata_build.view.context import SiteContext
from locdata_build.view.page import Page
from locdata_build.view.pages.catalogue import page_functions


class RenderedPage(Struct, frozen=True, kw_only=True):
    """A page and the content of its two files. ``page`` is without its blocks, which are no longer needed."""

    page: Page
    html: bytes
    markdown: bytes

    @property
    def artifacts(self) -> tuple[Artifact, Artifact]:
        """The HTML file and the Markdown twin."""
        return Artifact(self.page.html_path, self.html), Artifact(self.page.markdown_path, self.markdown)


class PageRenderer:
    """Makes and renders the pages of the site."""

    def __init__(self, context: SiteContext) -> None:
        self._site = context.site
        self._functions = page_functions(context)
        self._html = HtmlPages(context.site, {name: asset.path for name, asset in asset_artifacts().items()})

    @property
    def paths(self) -> Sequence[str]:
        """The path of every page, in the order in which pages are listed."""
        return tuple(self._functions)

    def make(self, path: str) -> RenderedPage:
        """Make and render the page at ``path``."""
        return self.render(self._functions[path]())

    def render(self, page: Page) -> RenderedPage:
        """Render a page."""
        return RenderedPage(
            page=replace(page, lead=(), blocks=(), sections=()),
            html=self._html.render(page),
            markdown=page_as_markdown(page, self._site),
        )


# Processes

MAX_DEFAULT_WORKERS = 8
"""The limit of ``default_workers``: starting more processes takes longer than they save."""

BATCHES = 256
"""The number of batches that pages are handed out in: a byte holds the number of each."""


class WorkerError(Exception):
    """A worker process failed or was killed."""


def default_workers() -> int:
    """Return the default number of processes: one for each processor that this process may use, up to a limit."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, MAX_DEFAULT_WORKERS)


@contextmanager
def rendered_pages(renderer: PageRenderer, paths: Sequence[str], workers: int) -> Iterator[Iterator[RenderedPage]]:
    """Yield an iterator over the pages at ``paths``, in any order. ``workers`` is the number of processes, with this one.

    The others render from the start of the ``with`` block, and end with the block. The iterator raises ``WorkerError`` if
    one of them ends early.
    """
    with ExitStack() as stack:
        batches, writer = os.pipe()
        stack.callback(os.close, batches)
        os.write(writer, bytes(range(BATCHES)))
        os.close(writer)
        files = [stack.enter_context(TemporaryFile()) for _ in range(workers - 1)]
        # Forked processes have the records in memory already. With any other start method, all records would be copied.
        fork = multiprocessing.get_context("fork")
        pool = [fork.Process(target=_work, args=(renderer, paths, batches, file), daemon=True) for file in files]
        stack.callback(_end, pool)
        # A worker process that has just started cannot handle signals yet.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            for process in pool:
                process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        yield _pages(renderer, paths, batches, zip(pool, files, strict=True))


def _pages(
    renderer: PageRenderer, paths: Sequence[str], batches: int, pool: Iterator[tuple[BaseProcess, IO[bytes]]]
) -> Iterator[RenderedPage]:
    """Help the worker processes to render, then yield their pages."""
    yield from map(renderer.make, _untaken(paths, batches))
    for process, file in pool:
        process.join()
        if process.exitcode:
            raise WorkerError("a worker process failed or was killed")
        file.seek(0)
        with suppress(EOFError):
            while True:
                yield pickle.load(file)  # noqa: S301  # this program has written it


def _untaken(paths: Sequence[str], batches: int) -> Iterator[str]:
    """Take batches and yield their paths until all batches are taken, by this process or others."""
    while number := os.read(batches, 1):
        yield from paths[number[0] :: BATCHES]


def _end(pool: Sequence[BaseProcess]) -> None:
    for process in pool:
        if process.pid:
            process.kill()
            process.join()


# Coverage is measured in the parent process only.
def _work(renderer: PageRenderer, paths: Sequence[str], batches: int, file: IO[bytes]) -> None:  # pragma: no cover
    """Render pages and write them to a file. End without a message if there is not enough memory."""
    # The parent process is interrupted as well, and kills its worker processes.
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    try:
        for path in _untaken(paths, batches):
            pickle.dump(renderer.make(path), file)
        file.flush()
    except MemoryError:
        os._exit(1)
