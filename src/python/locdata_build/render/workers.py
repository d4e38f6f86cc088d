"""Rendering pages in several processes: this one, and worker processes.

Each worker process sends its pages through a pipe of its own. Pools of the standard library share one pipe between all
workers, and wait forever if one of them is killed while it writes a long result.
"""

import gc
import multiprocessing
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Thread

from msgspec import Struct

from locdata_build.render.interrupts import INTERRUPTS, interrupts_blocked, raise_if_interrupted
from locdata_build.render.pages import PageRenderer, RenderedPage
from locdata_model.urls import PageName

MOST_DEFAULT_WORKERS = 8
"""The limit of ``default_workers``: starting more processes takes longer than they save."""

BATCHES = 256
"""The number of batches that pages are handed out in: a byte holds the number of each."""

INTERRUPT_STEP = 0.1
"""How many seconds to wait for worker processes before checking for interrupts again."""


LATE_PAGES = (PageName.DATA.path, PageName.API.path)
"""The folders of pages that need the sizes and checksums of other files or the OpenAPI document, which takes long to make.

No worker process renders them."""


class WorkerError(Exception):
    """A worker process failed or was killed."""


def default_workers() -> int:
    """Return the default number of processes: one for each processor that this process may use, up to a limit."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, MOST_DEFAULT_WORKERS)


class _Tasks(Struct, frozen=True):
    """Pages to render, and a pipe with the numbers of the batches that no process has taken yet."""

    renderer: PageRenderer
    paths: Sequence[str]
    batches: int

    def rendered(self) -> Iterator[RenderedPage]:
        """Take batches and yield their pages until all batches are taken, by this process or others."""
        while number := os.read(self.batches, 1):
            yield from map(self.renderer.make, self.paths[number[0] :: BATCHES])


class RenderedPages:
    """All pages but those in ``LATE_PAGES``, in any order.

    Its methods raise ``WorkerError`` if a worker process ends before it has sent all of its pages.
    """

    def __init__(self, tasks: _Tasks, workers: Mapping[Connection, BaseProcess]) -> None:
        self._tasks = tasks
        self._sending = dict(workers)

    def __iter__(self) -> Iterator[RenderedPage]:
        """Help the worker processes to render, and yield every page that has not been yielded before."""
        for page in self._tasks.rendered():
            yield page
            yield from self.sent()
        while self._sending:
            raise_if_interrupted()
            yield from self.sent(timeout=INTERRUPT_STEP)

    def sent(self, timeout: float = 0) -> Iterator[RenderedPage]:
        """Yield the pages that worker processes have sent, until none comes for ``timeout`` seconds."""
        while self._sending and (ready := wait(list(self._sending), timeout)):
            for reader in [reader for reader in self._sending if reader in ready]:
                if page := self._receive(reader):
                    yield page
                else:
                    del self._sending[reader]

    def _receive(self, reader: Connection) -> RenderedPage | None:
        """Return the next page of a worker process; None if it has sent all."""
        try:
            page: RenderedPage | None = reader.recv()
        except (EOFError, OSError):
            self._sending[reader].join()
            raise WorkerError("a worker process failed or was killed") from None
        return page


@contextmanager
def rendered_pages(renderer: PageRenderer, workers: int) -> Iterator[RenderedPages]:
    """Yield the pages. ``workers`` is the number of processes that render them, with this one.

    The others render from the start of the ``with`` block, and end with the block or with this process.
    """
    paths = [path for path in renderer.paths if not path.startswith(LATE_PAGES)]
    batches, writer = os.pipe()
    os.write(writer, bytes(range(BATCHES)))
    os.close(writer)
    tasks = _Tasks(renderer, paths, batches)
    pool: dict[Connection, BaseProcess] = {}
    # The garbage collector writes to the objects that it examines, and forked processes would each get a copy of them.
    gc.freeze()
    try:
        # A worker process that has just started cannot handle interrupts yet.
        with interrupts_blocked():
            for _ in range(workers - 1):
                reader, process = _start_worker(tasks, list(pool))
                pool[reader] = process
        yield RenderedPages(tasks, pool)
    finally:
        with interrupts_blocked():
            for reader, process in pool.items():
                process.kill()
                process.join()
                reader.close()
            gc.unfreeze()
            os.close(batches)


def _start_worker(tasks: _Tasks, others: Sequence[Connection]) -> tuple[Connection, BaseProcess]:
    # Forked processes have the records in memory already. With any other start method, all records would be copied.
    fork = multiprocessing.get_context("fork")
    reader, writer = fork.Pipe(duplex=False)
    process = fork.Process(target=_work, args=(tasks, writer, (reader, *others)), daemon=True)
    process.start()
    # Only the worker may hold its end, so that the other end is closed when it dies.
    writer.close()
    return reader, process


# Coverage is measured in the parent process only.


def _work(tasks: _Tasks, writer: Connection, readers: Sequence[Connection]) -> None:  # pragma: no cover
    """Render pages and send them, followed by None. End without a message if there is not enough memory."""
    leave_interrupts_to_parent()
    # Only the parent may hold these ends: when it dies, nothing more can be sent.
    for reader in readers:
        reader.close()
    # The parent process receives pages when it has time for them; rendering must not wait until then.
    pages: SimpleQueue[RenderedPage | None] = SimpleQueue()
    sender = Thread(target=_send, args=(pages, writer), daemon=True)
    try:
        sender.start()
    except RuntimeError:
        # There is no memory for another thread.
        os._exit(1)
    try:
        for page in tasks.rendered():
            pages.put(page)
    except MemoryError:
        os._exit(1)
    pages.put(None)
    sender.join()


def _send(pages: "SimpleQueue[RenderedPage | None]", writer: Connection) -> None:  # pragma: no cover  # as above
    """Send pages, and None at the end.

    End this process if the parent has died; otherwise it would keep the parent's file locks.
    """
    page: RenderedPage | None = None
    try:
        while page := pages.get():
            writer.send(page)
        writer.send(None)
    except (BrokenPipeError, MemoryError):
        os._exit(1)


def leave_interrupts_to_parent() -> None:  # pragma: no cover  # as above
    """Ignore all interrupts but SIGTERM: the parent process gets them as well, and kills its worker processes."""
    for number in INTERRUPTS - {signal.SIGTERM}:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
