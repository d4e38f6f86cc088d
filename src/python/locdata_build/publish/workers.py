"""Doing one thing in several processes, which are copies of this one: what is in memory need not be sent to them."""

import gc
import os
import pickle
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Generic, Self, TypeVar

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")

MOST_BATCHES = 1_000
"""Batches that tasks are handed out in: the numbers of them all must fit into a pipe."""

NUMBER = 2
"""Bytes of a number."""


MOST_BY_ITSELF = 8
"""Processes that a build starts where it is not told how many: to start more takes longer than they would save."""


def usual_workers() -> int:
    """How many processes a build is made in by default: one for each processor, as long as that pays."""
    return min(available_processors(), MOST_BY_ITSELF)


def available_processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_workers(tasks: Sequence[TaskT], do: Callable[[Iterator[TaskT]], ResultT], count: int) -> list[ResultT]:
    """The results of ``do`` in ``count`` processes, this one among them, each of which gets tasks as long as there are any.

    Who gets which task is chance. What is raised in one of them is raised here, and then none of the others lives on.
    """
    batches = [tasks[number::MOST_BATCHES] for number in range(min(len(tasks), MOST_BATCHES))]
    reader, writer = os.pipe()
    with ExitStack() as life:
        life.callback(os.close, reader)
        os.write(writer, b"".join(number.to_bytes(NUMBER, "big") for number in range(len(batches))))
        os.close(writer)

        first = os.getpid()

        def taken() -> Iterator[TaskT]:
            # A copy whose first process is gone works for nobody, and would keep what it has locked.
            while first in (os.getpid(), os.getppid()) and (number := os.read(reader, NUMBER)):
                yield from batches[int.from_bytes(number, "big")]

        # What the collector of garbage need not look at stays shared between the processes.
        gc.freeze()
        life.callback(gc.unfreeze)
        others = [life.enter_context(_Worker(lambda: do(taken()))) for _ in range(count - 1)]
        return [do(taken()), *(other.result() for other in others)]


class _Worker(Generic[ResultT]):
    """A copy of this process that does something and ends."""

    def __init__(self, do: Callable[[], ResultT]) -> None:
        self._do = do

    def __enter__(self) -> Self:
        self._reader, writer = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:  # pragma: no cover  # Coverage is measured in the process that forks.
            os.close(self._reader)
            _live(self._do, writer)
        os.close(writer)
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._reader)
        # It may be at work for an error that nobody waits for any more.
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)

    def result(self) -> ResultT:
        """What it has done; waits for it. Raises what it has raised."""
        with os.fdopen(self._reader, "rb", closefd=False) as reader:
            told = reader.read()
        if not told:
            raise ChildProcessError(None, "a worker process was ended from outside")
        is_error, value = pickle.loads(told)  # noqa: S301  # Our own words, from our own copy.
        if is_error:
            raise value
        result: ResultT = value
        return result


def _live(do: Callable[[], object], writer: int) -> None:  # pragma: no cover  # as above
    try:
        told = (False, do())
    except BaseException as error:  # noqa: BLE001  # Whatever it is, the process that waits has to know.
        told = (True, error)
    try:
        with os.fdopen(writer, "wb") as stream:
            pickle.dump(told, stream)
    finally:
        # Neither what is buffered nor what is open belongs to a copy, and nobody may be left who waits for it.
        os._exit(0)
