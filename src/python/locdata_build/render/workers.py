"""Work shared by several processes: this one, and worker processes.

A worker process writes its results to a temporary file, which is read once the process has ended.
"""

import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.process import BaseProcess
from tempfile import TemporaryFile
from typing import IO, TypeVar

T = TypeVar("T")
Jobs = Sequence[Callable[[], T]]

MAX_DEFAULT_WORKERS = 8
"""The limit of ``default_workers``: starting more processes takes longer than they save."""

BATCHES = 256
"""The number of batches that jobs are handed out in: a byte holds the number of each."""


class WorkerError(Exception):
    """A worker process failed or was killed."""


def default_workers() -> int:
    """Return the default number of processes: one for each processor that this process may use, up to a limit."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, MAX_DEFAULT_WORKERS)


@contextmanager
def share(jobs: Jobs[T], workers: int) -> Iterator[Iterator[T]]:
    """Yield an iterator over the results of ``jobs``, in any order. ``workers`` is the number of processes, with this one.

    The others work from the start of the ``with`` block, on the first jobs first, and end with the block. The iterator raises
    ``WorkerError`` if one of them ends early.
    """
    with ExitStack() as stack:
        batches, writer = os.pipe()
        stack.callback(os.close, batches)
        os.write(writer, bytes(range(BATCHES)))
        os.close(writer)
        files = [stack.enter_context(TemporaryFile()) for _ in range(workers - 1)]
        # Forked processes have the records in memory already. With any other start method, all records would be copied.
        fork = multiprocessing.get_context("fork")
        pool = [fork.Process(target=_work, args=(jobs, batches, file), daemon=True) for file in files]
        stack.callback(_end, pool)
        # A worker process that has just started cannot handle signals yet.
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            for process in pool:
                process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        yield _results(jobs, batches, zip(pool, files, strict=True))


def _results(jobs: Jobs[T], batches: int, pool: Iterator[tuple[BaseProcess, IO[bytes]]]) -> Iterator[T]:
    """Help the worker processes, then yield their results."""
    yield from (job() for job in _untaken(jobs, batches))
    for process, file in pool:
        process.join()
        if process.exitcode:
            raise WorkerError("a worker process failed or was killed")
        file.seek(0)
        with suppress(EOFError):
            while True:
                yield pickle.load(file)  # noqa: S301  # this program has written it


def _untaken(jobs: Jobs[T], batches: int) -> Iterator[Callable[[], T]]:
    """Take batches and yield their jobs until all batches are taken, by this process or others."""
    while number := os.read(batches, 1):
        yield from jobs[number[0] :: BATCHES]


def _end(pool: Sequence[BaseProcess]) -> None:
    for process in pool:
        if process.pid:
            process.kill()
            process.join()


# Coverage is measured in the parent process only.
def _work(jobs: Jobs[object], batches: int, file: IO[bytes]) -> None:  # pragma: no cover
    """Write the results of jobs to a file. End without a message if there is not enough memory."""
    # The parent process is interrupted as well, and kills its worker processes.
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    try:
        for job in _untaken(jobs, batches):
            pickle.dump(job(), file)
        file.flush()
    except MemoryError:
        os._exit(1)
