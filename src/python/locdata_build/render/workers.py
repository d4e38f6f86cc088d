"""Rendering pages in worker processes.

Each worker renders its share of the pages and sends them through a pipe of its own. Pools of the standard library share
one pipe between all workers, and wait forever if one of them is killed while it writes a long result.
"""

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Thread

from locdata_build.render.pages import PageRenderer, RenderedPage
from locdata_model.urls import PageName

MOST_WORKERS = 8
"""The limit of ``default_workers``: starting more processes takes longer than they save."""

OWN_SHARE = 4
"""One page in so many is rendered by this process if there is only one other, so that both finish at the same time."""

INTERRUPTS = {signal.SIGINT, signal.SIGTERM}


class WorkerError(Exception):
    """A worker process failed or was killed."""


def default_workers() -> int:
    """Return the default number of processes: one for each processor that this process may use, up to a limit."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, MOST_WORKERS)


@contextmanager
def rendered_pages(renderer: PageRenderer, workers: int) -> Iterator[Iterator[RenderedPage]]:
    """Yield an iterator over all pages, in any order, except that of the data files, which needs the checksums of other files.

    With more than one worker, all processes but this one render pages from the start of the ``with`` block. They end with
    the block or with this process. The iterator raises ``WorkerError`` if one of them fails or is killed.
    """
    paths = [path for path in renderer.paths if path != PageName.DATA.path]
    if workers == 1:
        yield map(renderer.make, paths)
        return
    own = paths[::OWN_SHARE] if workers == 2 else []
    paths = [path for path in paths if path not in own]
    pool: dict[Connection, BaseProcess] = {}
    try:
        with _interrupts_blocked():
            for number in range(workers - 1):
                reader, process = _start_worker(renderer, paths[number :: workers - 1], list(pool))
                pool[reader] = process
        yield chain(map(renderer.make, own), _receive(pool))
    finally:
        for reader, process in pool.items():
            process.kill()
            process.join()
            reader.close()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block interrupts in this process, and in worker processes that start meanwhile and cannot handle them yet."""
    blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)


def _start_worker(
    renderer: PageRenderer, paths: Sequence[str], others: Sequence[Connection]
) -> tuple[Connection, BaseProcess]:
    # Forked processes have the records in memory already. With any other start method, all records would be copied.
    fork = multiprocessing.get_context("fork")
    reader, writer = fork.Pipe(duplex=False)
    process = fork.Process(target=_work, args=(renderer, paths, writer, (reader, *others)), daemon=True)
    process.start()
    # Only the worker may hold its end, so that the other end is closed when it dies.
    writer.close()
    return reader, process


def _receive(pool: dict[Connection, BaseProcess]) -> Iterator[RenderedPage]:
    """Yield the pages as the workers send them. Raises ``WorkerError`` if a worker ends before it has sent all."""
    readers = list(pool)
    while readers:
        ready = wait(readers)
        for reader in [reader for reader in readers if reader in ready]:
            try:
                page = reader.recv()
            except (EOFError, OSError):
                pool[reader].join()
                raise WorkerError("a worker process failed or was killed") from None
            if page is None:
                readers.remove(reader)
            else:
                yield page


# Coverage is measured in the parent process only.


def _work(
    renderer: PageRenderer, paths: Sequence[str], writer: Connection, readers: Sequence[Connection]
) -> None:  # pragma: no cover
    """Render pages and send them, followed by None."""
    # The parent process handles interrupts, and kills its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    # Only the parent may hold these ends: when it dies, nothing more can be sent.
    for reader in readers:
        reader.close()
    # The parent process receives pages when it has time for them; rendering must not wait until then.
    pages: SimpleQueue[RenderedPage | None] = SimpleQueue()
    sender = Thread(target=_send, args=(pages, writer), daemon=True)
    sender.start()
    for path in paths:
        pages.put(renderer.make(path))
    pages.put(None)
    sender.join()


def _send(pages: "SimpleQueue[RenderedPage | None]", writer: Connection) -> None:  # pragma: no cover  # as above
    """Send pages, and None at the end. End this process if the parent has died: it would hold the locks of the parent."""
    page: RenderedPage | None = None
    try:
        while page := pages.get():
            writer.send(page)
        writer.send(None)
    except BrokenPipeError:
        os._exit(1)
