"""Worker processes render each page once, and an error in one of them is an error of the build."""

import multiprocessing
import os
import signal
from collections.abc import Callable
from functools import cache

import pytest

from locdata_build.render.pages import (
    BATCHES,
    MAX_DEFAULT_WORKERS,
    PageRenderer,
    RenderedPage,
    WorkerError,
    default_workers,
    rendered_pages,
)
from locdata_build.view.page import Page

PATHS = tuple(f"/{number}/" for number in range(30))
PARENT = os.getpid()


class Renderer(PageRenderer):
    """A renderer of small pages; ``effect`` happens before each of them, in worker processes and in their parent."""

    def __init__(self, effect: Callable[[], object] = lambda: None) -> None:
        self.effect = effect

    def make(self, path: str) -> RenderedPage:
        """Return a page with the id of its process."""
        self.effect()
        page = Page(path=path, title="", description="", lead=(), blocks=(), sections=())
        return RenderedPage(page=page, html=b"%d" % os.getpid(), markdown=b"")


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
def test_all_processes_render_and_each_page_is_rendered_once(workers: int) -> None:
    # As long as a process has rendered no page, the others wait for it before their second one.
    rendering = multiprocessing.get_context("fork").Barrier(workers)
    first_page = cache(lambda process: rendering.wait(timeout=60))
    with rendered_pages(Renderer(lambda: first_page(os.getpid())), PATHS, workers) as rendered:
        pages = list(rendered)

    assert sorted(each.page.path for each in pages) == sorted(PATHS)
    assert len({each.html for each in pages}) == workers
    assert multiprocessing.active_children() == []


def test_more_pages_than_batches_are_all_rendered() -> None:
    paths = tuple(f"/{number}/" for number in range(3 * BATCHES + 1))
    with rendered_pages(Renderer(), paths, 2) as rendered:
        assert sorted(each.page.path for each in rendered) == sorted(paths)


@pytest.mark.parametrize("effect", [kill, fail])
def test_worker_process_that_ends_early_is_an_error(effect: Callable[[], object]) -> None:
    with pytest.raises(WorkerError), rendered_pages(Renderer(in_workers(effect)), PATHS, 3) as rendered:
        list(rendered)

    assert multiprocessing.active_children() == []


def test_worker_processes_end_if_the_parent_process_stops_early() -> None:
    with pytest.raises(KeyboardInterrupt), rendered_pages(Renderer(signal.pause), PATHS, 3):
        raise KeyboardInterrupt

    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(("processors", "workers"), [(1, 1), (8, 8), (64, MAX_DEFAULT_WORKERS)])
def test_default_is_one_process_for_each_processor_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch, processors: int, workers: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(processors)), raising=False)

    assert default_workers() == workers
