"""A site is made in as many processes as there are workers, and is the same with any number of them."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.running import former_site, tree
from locdata_build.publish.file import PublishError
from locdata_build.publish.folder import publish_plan
from locdata_build.publish.workers import MOST_BATCHES, available_processors, in_workers, usual_workers
from locdata_build.render.artifacts import Artifact
from locdata_build.render.plan import Group, Notes, Plan, made
from locdata_build.render.site import plan_site, render_site
from support.world import load_world


def squares(numbers: Iterator[int]) -> tuple[int, list[int]]:
    return os.getpid(), [number * number for number in numbers]


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 7, MOST_BATCHES * 2 + 1])
def test_every_task_is_done_once_in_as_many_processes_as_asked_for(workers: int, count: int) -> None:
    results = in_workers(range(count), squares, workers)

    assert len({process for process, _ in results}) == workers
    assert sorted(square for _, share in results for square in share) == [number * number for number in range(count)]


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_site_is_the_same_with_any_number_of_workers(tmp_path: Path, workers: int) -> None:
    world = load_world(tmp_path / "data")
    whole = {artifact.path: artifact.content for artifact in render_site(world)}

    written = publish_plan(plan_site(world), tmp_path / "site", workers)

    files = (file for file in (tmp_path / "site").rglob("*") if file.is_file())
    assert {f"/{file.relative_to(tmp_path / 'site')}": file.read_bytes() for file in files} == whole
    assert {file.path: file.size for file in written} == {path: len(content) for path, content in whole.items()}


def test_error_of_a_worker_is_the_error_of_the_build(tmp_path: Path) -> None:
    parent = os.getpid()

    def group(path: str) -> Group:
        def make(notes: Notes) -> Iterator[Artifact]:
            if os.getpid() != parent:
                raise OSError(28, "No space left on device")
            # Until the other process has taken a group as well.
            time.sleep(0.5)
            yield Artifact(path, b"")

        return Group((path,), make)

    before = tree(former_site(tmp_path))
    plan = Plan(groups=(group("/a.html"), group("/b.html")), last=())

    with pytest.raises(PublishError, match="No space left on device"):
        publish_plan(plan, tmp_path / "site", workers=2)

    assert tree(tmp_path / "site") == before
    assert [file.name for file in tmp_path.iterdir()] == ["site"]


def test_worker_that_is_killed_fails_the_build() -> None:
    parent = os.getpid()

    def die(numbers: Iterator[int]) -> int:
        if os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        return sum(numbers)

    with pytest.raises(ChildProcessError, match="ended from outside"):
        in_workers(range(10), die, 2)


def test_worker_whose_build_is_killed_ends_as_well(tmp_path: Path) -> None:
    told, teller = os.pipe()

    def tell(numbers: Iterator[int]) -> None:
        for _ in numbers:
            os.write(teller, b"%d\n" % os.getpid())
            time.sleep(0.05)

    build = os.fork()
    if build == 0:
        in_workers(range(10_000), tell, 2)
    with os.fdopen(told) as stream:
        workers: set[str] = set()
        while len(workers) < 2:
            workers.add(stream.readline())
        os.kill(build, signal.SIGKILL)
        os.waitpid(build, 0)
        os.close(teller)

        # Ends when nobody is left who could write.
        assert set(stream) <= workers


def test_no_worker_outlives_an_error() -> None:
    parent, seen = os.getpid(), Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")

    def fail(numbers: Iterator[int]) -> None:
        if os.getpid() == parent:
            raise ValueError("enough")
        time.sleep(60)

    with pytest.raises(ValueError, match="enough"):
        in_workers(range(10), fail, 3)

    assert not seen.exists() or seen.read_text() == ""


def test_file_that_a_group_promises_is_made() -> None:
    group = Group(("/a.html", "/b.html"), lambda _: iter([Artifact("/a.html", b"")]))

    with pytest.raises(ValueError, match=r"promised are not made: /b\.html"):
        list(made(group, Notes()))


def test_no_file_is_made_that_a_group_does_not_promise() -> None:
    group = Group(("/a.html",), lambda _: iter([Artifact("/b.html", b"")]))

    with pytest.raises(ValueError, match=r"not promised is made: /b\.html"):
        list(made(group, Notes()))


def test_no_file_is_promised_twice() -> None:
    group = Group(("/a.html",), lambda _: iter(()))

    with pytest.raises(ValueError, match=r"two files share a path: /a\.html"):
        _ = Plan(groups=(group, group), last=()).paths


def test_there_is_a_processor() -> None:
    assert available_processors() >= 1


@pytest.mark.parametrize(("processors", "workers"), [(1, 1), (2, 2), (8, 8), (64, 8)])
def test_a_build_starts_no_more_workers_than_pay(
    monkeypatch: pytest.MonkeyPatch, processors: int, workers: int
) -> None:
    monkeypatch.setattr("locdata_build.publish.workers.available_processors", lambda: processors)

    assert usual_workers() == workers
