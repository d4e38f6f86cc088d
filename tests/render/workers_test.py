"""Worker processes do each job once, and an error in one of them is an error of the build."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from functools import cache, partial

import pytest

from locdata_build.render.workers import BATCHES, MAX_DEFAULT_WORKERS, WorkerError, default_workers, share

PARENT = os.getpid()


def in_workers(effect: Callable[[], object]) -> Callable[[], None]:
    """Return an effect that happens in worker processes; their parent waits until they have ended."""

    def happen() -> None:
        if os.getpid() != PARENT:
            effect()
        for process in multiprocessing.active_children():
            process.join()

    return happen


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail() -> None:
    raise ValueError("mistake")


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_all_processes_work_and_each_job_is_done_once(workers: int) -> None:
    # As long as a process has done no job, the others wait for it before their second one.
    working = multiprocessing.get_context("fork").Barrier(workers)
    first_job = cache(lambda process: working.wait(timeout=60))

    def job(number: int) -> tuple[int, int]:
        first_job(os.getpid())
        return number, os.getpid()

    with share([partial(job, number) for number in range(30)], workers) as results:
        numbers, processes = zip(*results, strict=True)

    assert sorted(numbers) == list(range(30))
    assert len(set(processes)) == workers
    assert multiprocessing.active_children() == []


def test_more_jobs_than_batches_are_all_done() -> None:
    jobs = [partial(int, number) for number in range(3 * BATCHES + 1)]
    with share(jobs, 2) as results:
        assert sorted(results) == list(range(3 * BATCHES + 1))


@pytest.mark.parametrize("effect", [kill, fail])
def test_worker_process_that_ends_early_is_an_error(effect: Callable[[], object]) -> None:
    with pytest.raises(WorkerError), share([in_workers(effect)] * 30, 3) as results:
        list(results)

    assert multiprocessing.active_children() == []


def test_worker_processes_end_if_the_parent_process_stops_early() -> None:
    with pytest.raises(KeyboardInterrupt), share([signal.pause] * 30, 3):
        raise KeyboardInterrupt

    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(("processors", "workers"), [(1, 1), (8, 8), (64, MAX_DEFAULT_WORKERS)])
def test_default_is_one_process_for_each_processor_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch, processors: int, workers: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(processors)), raising=False)

    assert default_workers() == workers
