"""A build that is killed or interrupted, at whatever moment, leaves one whole site, and the next one leaves no litter."""

import ctypes
import itertools
import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from locdata_build.publish.file import replace_file
from locdata_build.publish.folder import publish_folder
from locdata_build.render.artifacts import Artifact
from locdata_build.render.checksums import checksums
from support.signals import hear_interrupts
from trust.publishing import kill_builds
from trust.publishing_steps import Act, Ended, run_apart
from trust.publishing_watch import Looks, files_of, look

setup_module = hear_interrupts

FORMER_FILES = (Artifact("/api/v1/index.json", b"former\n"), Artifact("/data/former.csv", b"a\r\n"))
NEW_FILES = (Artifact("/api/v1/index.json", b"new\n"), Artifact("/pages/new/index.html", b"<p>"))
FORMER = (checksums(FORMER_FILES), *FORMER_FILES)
NEW = (checksums(NEW_FILES), *NEW_FILES)


def files(site: tuple[Artifact, ...]) -> dict[str, bytes]:
    return {artifact.path.removeprefix("/"): artifact.content for artifact in site}


WHOLE = {"former": files(FORMER), "new": files(NEW)}


def state(target: Path) -> str:
    """Which site is at ``target``: ``former``, ``new``, ``missing`` or, were it neither, what is there."""
    if not os.path.lexists(target):
        return "missing"
    found = files_of(target)
    return next((name for name, site in WHOLE.items() if site == found), str(found))


def at(step: int, number: signal.Signals) -> Act:
    """Send the build a signal before its file operation number ``step``."""

    def act(now: int, _event: str, _name: str) -> None:
        if now == step:
            os.kill(os.getpid(), number)

    return act


def builds_with(number: signal.Signals, folder: Path) -> Iterator[tuple[Path, Ended]]:
    """A build over a former site for each of its file operations: where, and how it ended with the signal before it."""
    for step in itertools.count():
        target = folder / str(step) / "site"
        publish_folder(FORMER, target)
        ended = run_apart(partial(publish_folder, NEW, target), at(step, number))
        yield target, ended
        if ended.status == 0:
            return


@pytest.fixture
def _no_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    """A platform whose library has no function that exchanges two folders."""
    monkeypatch.setattr(ctypes, "CDLL", lambda *_arguments, **_options: object())


def test_builds_killed_at_random_moments_leave_one_whole_site_at_every_instant(tmp_path: Path) -> None:
    tally = kill_builds(20, 1, tmp_path)

    assert tally.is_sound, tally
    assert tally.kills == 20


def test_build_killed_before_any_of_its_file_operations_leaves_one_whole_site(tmp_path: Path) -> None:
    *killed, (_, ended) = builds_with(signal.SIGKILL, tmp_path)

    assert {ended.status for _, ended in killed} == {-signal.SIGKILL}
    assert ended.status == 0
    assert {state(target) for target, _ in killed} == {"former", "new"}


def test_build_after_one_that_was_killed_leaves_no_litter(tmp_path: Path) -> None:
    targets = [target for target, _ in builds_with(signal.SIGKILL, tmp_path)]
    littered = [target for target in targets if len(list(target.parent.iterdir())) > 1]

    for target in targets:
        publish_folder(NEW, target)

    assert len(littered) > len(targets) / 2
    assert {state(target) for target in targets} == {"new"}
    assert {len(list(target.parent.iterdir())) for target in targets} == {1}


def test_archive_after_a_build_that_was_killed_leaves_no_litter(tmp_path: Path) -> None:
    targets = [target for target, _ in builds_with(signal.SIGKILL, tmp_path)]

    for target in targets:
        replace_file(target.parent / "site.tar", b"archive")

    assert {state(target) for target in targets} == {"former", "new"}
    assert {tuple(sorted(entry.name for entry in target.parent.iterdir())) for target in targets} == {
        ("site", "site.tar")
    }


@pytest.mark.usefixtures("_no_exchange")
def test_former_site_returns_where_it_was_moved_away_by_a_build_that_was_killed(tmp_path: Path) -> None:
    targets = [target for target, _ in builds_with(signal.SIGKILL, tmp_path)]
    states = {state(target) for target in targets}

    for target in targets:
        replace_file(target.parent / "site.tar", b"archive")

    assert states == {"former", "missing", "new"}
    assert {state(target) for target in targets} == {"former", "new"}
    assert {len(list(target.parent.iterdir())) for target in targets} == {2}


@pytest.mark.usefixtures("_no_exchange")
def test_site_is_replaced_where_folders_cannot_be_exchanged(tmp_path: Path) -> None:
    publish_folder(FORMER, tmp_path / "site")
    publish_folder(NEW, tmp_path / "site")

    assert state(tmp_path / "site") == "new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["site"]


def test_archive_that_was_killed_is_whole_and_its_litter_is_swept(tmp_path: Path) -> None:
    for step in itertools.count():
        archive = tmp_path / str(step) / "site.tar"
        replace_file(archive, b"former")
        ended = run_apart(partial(replace_file, archive, b"new"), at(step, signal.SIGKILL))

        assert archive.read_bytes() in {b"former", b"new"}
        replace_file(archive, b"next")
        assert files_of(archive.parent) == {"site.tar": b"next"}
        if ended.status == 0:
            break


@pytest.mark.parametrize("exchange", [True, False], ids=["exchange", "two renames"])
def test_build_that_is_interrupted_leaves_one_whole_site_and_nothing_else(
    tmp_path: Path, request: pytest.FixtureRequest, exchange: bool
) -> None:
    if not exchange:
        request.getfixturevalue("_no_exchange")
    *interrupted, _ = builds_with(signal.SIGINT, tmp_path)

    assert {ended for _, ended in interrupted} == {Ended(1, "KeyboardInterrupt: ")}
    assert {state(target) for target, _ in interrupted} == {"former", "new"}
    assert {tuple(entry.name for entry in target.parent.iterdir()) for target, _ in interrupted} == {("site",)}


def test_whole_site_is_seen_as_whole(tmp_path: Path) -> None:
    publish_folder(FORMER, tmp_path / "site")

    assert seen(tmp_path / "site") == Looks(whole=1)


def test_site_that_is_not_there_is_seen_as_missing(tmp_path: Path) -> None:
    assert seen(tmp_path / "site") == Looks(missing=1)


@pytest.mark.parametrize(
    ("path", "content"),
    [
        pytest.param("api/v1/index.json", b"new\n", id="file of the other site"),
        pytest.param("data/former.csv", b"", id="file cut off"),
        pytest.param("pages/new/index.html", b"<p>", id="file more"),
        pytest.param("SHA256SUMS", b"", id="no site"),
    ],
)
def test_mixed_site_is_seen_as_mixed(tmp_path: Path, path: str, content: bytes) -> None:
    publish_folder(FORMER, tmp_path / "site")
    file = tmp_path / "site" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)

    assert seen(tmp_path / "site") == Looks(mixed=1)


def test_site_without_one_of_its_files_is_seen_as_mixed(tmp_path: Path) -> None:
    publish_folder(FORMER, tmp_path / "site")
    (tmp_path / "site/data/former.csv").unlink()

    assert seen(tmp_path / "site") == Looks(mixed=1)


def seen(target: Path) -> Looks:
    looks = Looks()
    look(target, list(WHOLE.values()), looks)
    return looks
