"""Full and read-only disks, several builds at once, locks: the site stays whole, and an error says why it has not changed."""

import errno
import fcntl
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.publish import staging
from locdata_build.publish.files import PublishError, replace_file, staged_file
from locdata_build.publish.folder import publish_folder, restore_folder
from locdata_build.publish.releases import publish_release, restore_release
from publish.disks import (
    Outcome,
    can_mount,
    disk_filled_by_killed_build,
    full_disk,
    full_disk_and_archive,
    full_disk_of_releases,
    mounted_releases,
    mounted_target,
    read_only_disk,
    run_mounted,
)
from publish.kills import Places, make_sites, start_process
from publish.steps import Act, Ended, start_in_child, wait_for
from publish.watch import watching
from support.folders import files_of, names
from support.small_sites import LARGE_FORMER, LARGE_NEW, by_path, state, states

needs_mounts = pytest.mark.skipif(not can_mount(), reason="this system lets no user mount in a namespace")


@needs_mounts
@pytest.mark.parametrize("case", [full_disk, full_disk_and_archive], ids=["folder", "archive"])
def test_full_disk_leaves_the_former_site_until_there_is_space(
    tmp_path: Path, case: Callable[[Path], list[Outcome]]
) -> None:
    *failed, published = run_mounted(case, tmp_path)

    assert len(failed) > 5
    assert set(failed) == {Outcome("disk/site: cannot be written: No space left on device", "former")}
    assert published == Outcome("", "new")


@needs_mounts
def test_build_reclaims_the_space_of_a_killed_one(tmp_path: Path) -> None:
    assert run_mounted(disk_filled_by_killed_build, tmp_path) == [Outcome("", "new")]


@needs_mounts
def test_read_only_disk_is_an_error(tmp_path: Path) -> None:
    assert run_mounted(read_only_disk, tmp_path) == [
        Outcome("disk/site: cannot be written: Read-only file system", "former"),
        Outcome("disk/new/site: cannot be written: Read-only file system", "former"),
        Outcome("disk/site.tar: cannot be written: Read-only file system", "former"),
    ]


@needs_mounts
def test_target_that_a_disk_is_mounted_on_is_an_error(tmp_path: Path) -> None:
    message = "disk/site: cannot be written: Device or resource busy"

    assert [outcome.error for outcome in run_mounted(mounted_target, tmp_path)] == [message, message]


@needs_mounts
def test_releases_are_published_and_restored_where_a_disk_is_mounted(tmp_path: Path) -> None:
    assert run_mounted(mounted_releases, tmp_path) == [
        Outcome("", "former", ("releases",)),
        Outcome("", "new", ("former", "releases")),
        Outcome("", "former", ("former", "releases")),
    ]


@needs_mounts
def test_full_disk_leaves_the_current_release_until_there_is_space(tmp_path: Path) -> None:
    *failed, published = run_mounted(full_disk_of_releases, tmp_path)

    assert len(failed) > 5
    assert {(outcome.error, outcome.target) for outcome in failed} == {
        ("disk: cannot be written: No space left on device", "former")
    }
    assert {outcome.beside for outcome in failed} <= {("releases",), ("former", "releases")}
    assert published == Outcome("", "new", ("former", "releases"))


def test_two_builds_at_once_both_succeed(tmp_path: Path) -> None:
    sites = make_sites(tmp_path)
    places = Places(tmp_path / "public/site", tmp_path / "public/site.tar")
    started = [start_process(site, places) for site in sites]

    assert [wait_for(*build).status for build in started] == [0, 0]
    assert files_of(places.target) in [site.files for site in sites]
    assert names(tmp_path / "public") == ["site", "site.tar"]


def test_five_builds_at_once_over_a_site_all_succeed_and_there_is_a_site_at_every_instant(tmp_path: Path) -> None:
    publish_folder(LARGE_FORMER, tmp_path / "site")

    with watching(tmp_path / "site", [by_path(LARGE_FORMER), by_path(LARGE_NEW)]) as seen:
        ended = publish_at_once(tmp_path / "site")

    assert ended == [Ended(0, "")] * 5
    assert [(looks.missing, looks.mixed) for looks in seen] == [(0, 0)]
    assert state(tmp_path / "site") in {"former", "new"}
    assert names(tmp_path) == ["site"]


def test_builds_that_keep_sites_and_restores_at_once_all_succeed(tmp_path: Path) -> None:
    for artifacts in (LARGE_FORMER, LARGE_NEW):
        publish_folder(artifacts, tmp_path / "site", keep=2)
        publish_release(artifacts, tmp_path / "volume", keep=2)

    def act_often() -> None:
        for artifacts in [LARGE_FORMER, LARGE_NEW] * 3:
            publish_folder(artifacts, tmp_path / "site", keep=2)
            restore_folder(tmp_path / "site")
            publish_release(artifacts, tmp_path / "volume", keep=2)
            restore_release(tmp_path / "volume")

    started = [start_in_child(act_often) for _ in range(4)]

    assert [wait_for(*each) for each in started] == [Ended(0, "")] * 4
    assert names(tmp_path) == ["site", "site.former", "volume"]
    assert {*states(tmp_path / "site.former"), *states(tmp_path / "volume/releases")} <= {"former", "new"}
    assert (len(names(tmp_path / "site.former")), len(names(tmp_path / "volume/releases"))) == (2, 3)


def publish_at_once(target: Path) -> list[Ended]:
    """Let five processes publish two sites in turn, eight times each."""

    def publish_often() -> None:
        for artifacts in [LARGE_FORMER, LARGE_NEW] * 4:
            publish_folder(artifacts, target)

    started = [start_in_child(publish_often) for _ in range(5)]
    return [wait_for(*build) for build in started]


def before_page_10(number: signal.Signals) -> Act:
    """Send the build a signal before it writes one of its pages."""

    def act(_step: int, event: str, name: str) -> None:
        if event == "open" and name.endswith("fresh/pages/010/index.html"):
            os.kill(os.getpid(), number)

    return act


def test_staged_folder_of_a_running_build_is_not_removed(tmp_path: Path) -> None:
    pid, reader = start_in_child(lambda: publish_folder(LARGE_NEW, tmp_path / "site"), before_page_10(signal.SIGSTOP))
    os.waitpid(pid, os.WUNTRACED)
    staged = names(tmp_path)

    publish_folder(LARGE_FORMER, tmp_path / "site")
    replace_file(tmp_path / "site.tar", b"archive")

    assert len(staged) == 1
    assert names(tmp_path) == [*staged, "site", "site.tar"]
    os.kill(pid, signal.SIGCONT)
    assert wait_for(pid, reader) == Ended(0, "")
    assert state(tmp_path / "site") == "new"
    assert names(tmp_path) == ["site", "site.tar"]


def test_staged_file_of_a_running_build_is_not_removed(tmp_path: Path) -> None:
    with staged_file(tmp_path / "site.tar", b"archive"):
        publish_folder(LARGE_FORMER, tmp_path / "site")
        replace_file(tmp_path / "other.tar", b"other")

    assert (tmp_path / "site.tar").read_bytes() == b"archive"


def test_lock_that_another_program_keeps_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staging, "WAIT_STEPS", 3)
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)

    with pytest.raises(PublishError) as caught:
        publish_folder(LARGE_FORMER, tmp_path / "site")
    os.close(folder)

    assert str(caught.value) == f"{tmp_path}/site: cannot be written: {tmp_path} is locked by another program"
    assert names(tmp_path) == []


def test_nothing_is_removed_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_descriptor: int, _operation: int) -> None:
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", fail)
    (tmp_path / ".locdata-1-leftover").write_bytes(b"left")

    publish_folder(LARGE_FORMER, tmp_path / "site")
    publish_folder(LARGE_NEW, tmp_path / "site")

    assert state(tmp_path / "site") == "new"
    assert names(tmp_path) == [".locdata-1-leftover", "site"]
