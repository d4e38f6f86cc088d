"""A build that is killed or interrupted, at whatever moment, leaves one whole site, and the next one leaves no leftovers."""

import itertools
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from locdata_build.publish.files import replace_file
from locdata_build.publish.folder import publish_folder
from publish.kills import kill_builds
from publish.steps import Ended, at, run_in_child
from publish.watch import Looks, look
from support.folders import files_of, names
from support.signals import obey_interrupts
from support.small_sites import FORMER, NEW, by_path, state

setup_module = obey_interrupts


def builds_with(number: signal.Signals, folder: Path) -> Iterator[tuple[Path, Ended]]:
    """Build over a former site once for each file operation, and send a signal before it; yield the target and the end."""
    for step in itertools.count():
        target = folder / str(step) / "site"
        publish_folder(FORMER, target)
        ended = run_in_child(partial(publish_folder, NEW, target), at(step, number))
        yield target, ended
        if ended.status == 0:
            return


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what is left of builds that were killed before each of their file operations, for copies."""
    folder = tmp_path_factory.mktemp("killed")
    *killed, (_, ended) = builds_with(signal.SIGKILL, folder)
    assert {ended.status for _, ended in killed} == {-signal.SIGKILL}
    assert ended.status == 0
    return folder


@pytest.fixture
def targets(tmp_path: Path, killed: Path) -> list[Path]:
    """The targets of those builds."""
    return [entry / "site" for entry in shutil.copytree(killed, tmp_path / "killed").iterdir()]


@pytest.mark.proof
def test_builds_killed_at_random_moments_leave_one_whole_site_at_every_instant(tmp_path: Path) -> None:
    tally = kill_builds(20, 1, tmp_path)

    assert tally.has_kept_promises, tally
    assert tally.kills == 20


def test_build_killed_before_any_of_its_file_operations_leaves_one_whole_site(targets: list[Path]) -> None:
    assert {state(target) for target in targets} == {"former", "new"}


@pytest.mark.parametrize(
    ("build", "states"),
    [
        pytest.param(lambda target: publish_folder(NEW, target), {"new"}, id="site"),
        pytest.param(lambda target: replace_file(target.parent / "site.tar", b""), {"former", "new"}, id="archive"),
    ],
)
def test_the_next_build_removes_what_a_killed_one_left(
    targets: list[Path], build: Callable[[Path], object], states: set[str]
) -> None:
    with_leftovers = [target for target in targets if names(target.parent) != ["site"]]

    for target in targets:
        build(target)

    assert len(with_leftovers) > len(targets) / 2
    assert {state(target) for target in targets} == states
    assert {name for target in targets for name in names(target.parent)} <= {"site", "site.tar"}


@pytest.mark.usefixtures("_no_exchange")
def test_the_next_build_puts_a_site_back_that_a_killed_one_had_moved_away(tmp_path: Path) -> None:
    targets = [target for target, _ in builds_with(signal.SIGKILL, tmp_path)]
    states = {state(target) for target in targets}

    for target in targets:
        replace_file(target.parent / "site.tar", b"archive")

    assert states == {"former", "missing", "new"}
    assert {state(target) for target in targets} == {"former", "new"}
    assert {tuple(names(target.parent)) for target in targets} == {("site", "site.tar")}


def test_archive_of_a_killed_build_is_whole_and_its_leftovers_are_removed(tmp_path: Path) -> None:
    for step in itertools.count():
        archive = tmp_path / str(step) / "site.tar"
        replace_file(archive, b"former")
        ended = run_in_child(partial(replace_file, archive, b"new"), at(step, signal.SIGKILL))

        assert archive.read_bytes() in {b"former", b"new"}
        replace_file(archive, b"next")
        assert files_of(archive.parent) == {"site.tar": b"next"}
        if ended.status == 0:
            break


@pytest.mark.parametrize("fixtures", [(), ("_no_exchange",)], ids=["exchange", "two renames"])
def test_interrupted_build_leaves_one_whole_site_and_nothing_else(
    tmp_path: Path, request: pytest.FixtureRequest, fixtures: tuple[str, ...]
) -> None:
    for fixture in fixtures:
        request.getfixturevalue(fixture)
    *interrupted, _ = builds_with(signal.SIGINT, tmp_path)

    assert {ended for _, ended in interrupted} == {Ended(1, "KeyboardInterrupt: ")}
    assert {state(target) for target, _ in interrupted} == {"former", "new"}
    assert {tuple(names(target.parent)) for target, _ in interrupted} == {("site",)}


def test_interrupt_right_after_a_staged_file_was_made_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really_open = os.open

    def interrupted(path: Path, flags: int, mode: int = 0o777) -> int:
        descriptor = really_open(path, flags, mode)
        if flags & os.O_CREAT:
            os.close(descriptor)
            raise KeyboardInterrupt
        return descriptor

    monkeypatch.setattr(os, "open", interrupted)

    with pytest.raises(KeyboardInterrupt):
        replace_file(tmp_path / "site.tar", b"archive")

    assert names(tmp_path) == []


# The watcher sees what it is meant to see.


def seen(target: Path) -> Looks:
    """Return what the watcher sees in one look."""
    looks = Looks()
    look(target, [by_path(FORMER), by_path(NEW)], looks)
    return looks


def test_watcher_sees_a_whole_site_and_a_missing_one(tmp_path: Path) -> None:
    publish_folder(FORMER, tmp_path / "site")

    assert seen(tmp_path / "site") == Looks(whole=1)
    assert seen(tmp_path / "other") == Looks(missing=1)


@pytest.mark.parametrize(
    ("path", "content"),
    [
        pytest.param("api/v1/index.json", b"new\n", id="file of the other site"),
        pytest.param("pages/000/index.html", b"", id="truncated file"),
        pytest.param("pages/001/index.html", b"", id="additional file"),
        pytest.param("SHA256SUMS", b"", id="unknown list"),
        pytest.param("pages/000/index.html", None, id="missing file"),
    ],
)
def test_watcher_sees_a_mixed_site(tmp_path: Path, path: str, content: bytes | None) -> None:
    publish_folder(FORMER, tmp_path / "site")
    file = tmp_path / "site" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content)

    assert seen(tmp_path / "site") == Looks(mixed=1)
