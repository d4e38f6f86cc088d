"""Full and read-only disks, builds at once, locks: the site stays whole, and an error tells why it is the former one."""

import errno
import fcntl
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.publish import staging
from locdata_build.publish.file import PublishError, replace_file, staged_file
from locdata_build.publish.folder import publish_folder
from trust.publishing import Places, make_sites, start_process
from trust.publishing_disk import (
    FIRST,
    SECOND,
    SITES,
    Outcome,
    can_mount,
    disk_filled_by_a_killed_build,
    full_disk,
    full_disk_and_archive,
    mounted_target,
    read_only_disk,
    run_mounted,
)
from trust.publishing_steps import Act, Ended, end_apart, start_apart
from trust.publishing_watch import files_of, watching

needs_mounts = pytest.mark.skipif(not can_mount(), reason="this system lets no user mount in a namespace of their own")


@needs_mounts
@pytest.mark.parametrize("case", [full_disk, full_disk_and_archive], ids=["folder", "archive"])
def test_full_disk_leaves_the_former_site_until_there_is_room(
    tmp_path: Path, case: Callable[[Path], list[Outcome]]
) -> None:
    *failed, published = run_mounted(case, tmp_path)

    assert len(failed) > 5
    assert set(failed) == {Outcome("disk/site: cannot be written: No space left on device", "first", ())}
    assert published == Outcome("", "second", ())


@needs_mounts
def test_build_has_the_room_that_a_killed_one_took(tmp_path: Path) -> None:
    assert run_mounted(disk_filled_by_a_killed_build, tmp_path) == [Outcome("", "second", ())]


@needs_mounts
def test_read_only_disk_is_told(tmp_path: Path) -> None:
    assert run_mounted(read_only_disk, tmp_path) == [
        Outcome("disk/site: cannot be written: Read-only file system", "first", ()),
        Outcome("disk/new/site: cannot be written: Read-only file system", "first", ()),
        Outcome("disk/site.tar: cannot be written: Read-only file system", "first", ()),
    ]


@needs_mounts
def test_folder_that_a_disk_is_mounted_on_is_told(tmp_path: Path) -> None:
    assert run_mounted(mounted_target, tmp_path) == [
        Outcome("disk/site: cannot be written: Device or resource busy", "0 files", ()),
        Outcome("disk/site: cannot be written: Device or resource busy", "first", ()),
    ]


def test_two_builds_at_once_both_succeed_and_one_is_there(tmp_path: Path) -> None:
    sites = make_sites(tmp_path)
    places = Places(tmp_path / "public/site", tmp_path / "public/site.tar")
    started = [start_process(site, places) for site in sites]

    assert [os.waitpid(pid, 0)[1] for pid in started] == [0, 0]
    assert files_of(places.target) in [site.files for site in sites]
    assert {entry.name for entry in (tmp_path / "public").iterdir()} == {"site", "site.tar"}


def test_five_builds_at_once_into_a_new_folder_all_succeed_and_one_is_there(tmp_path: Path) -> None:
    assert publish_at_once(tmp_path / "site") == [Ended(0, "")] * 5
    assert files_of(tmp_path / "site") in SITES.values()
    assert [entry.name for entry in tmp_path.iterdir()] == ["site"]


def test_five_builds_at_once_over_a_site_all_succeed_and_one_is_there_at_every_instant(tmp_path: Path) -> None:
    publish_folder(FIRST, tmp_path / "site")

    with watching(tmp_path / "site", list(SITES.values())) as seen:
        ended = publish_at_once(tmp_path / "site")

    assert ended == [Ended(0, "")] * 5
    assert [(looks.missing, looks.mixed) for looks in seen] == [(0, 0)]
    assert files_of(tmp_path / "site") in SITES.values()
    assert [entry.name for entry in tmp_path.iterdir()] == ["site"]


def test_build_that_lives_is_not_swept(tmp_path: Path) -> None:
    pid, reader = start_apart(lambda: publish_folder(SECOND, tmp_path / "site"), before_page_10(stop))
    os.waitpid(pid, os.WUNTRACED)
    beside = {entry.name for entry in tmp_path.iterdir()}

    publish_folder(FIRST, tmp_path / "site")
    replace_file(tmp_path / "site.tar", b"archive")

    assert len(beside) == 1
    assert {entry.name for entry in tmp_path.iterdir()} == {"site", "site.tar", *beside}
    os.kill(pid, signal.SIGCONT)
    assert end_apart(pid, reader) == Ended(0, "")
    assert files_of(tmp_path / "site") == SITES["second"]
    assert {entry.name for entry in tmp_path.iterdir()} == {"site", "site.tar"}


def test_archive_that_lives_is_not_swept(tmp_path: Path) -> None:
    with staged_file(tmp_path / "site.tar", b"archive"):
        publish_folder(FIRST, tmp_path / "site")
        replace_file(tmp_path / "other.tar", b"other")

    assert (tmp_path / "site.tar").read_bytes() == b"archive"


def test_build_waits_in_vain_for_a_lock_that_another_program_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "WAIT_STEPS", 3)
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)

    with pytest.raises(PublishError) as caught:
        publish_folder(FIRST, tmp_path / "site")
    os.close(folder)

    assert str(caught.value) == f"{tmp_path}/site: cannot be written: {tmp_path} is locked by another program"
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_swept_where_there_are_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_descriptor: int, _operation: int) -> None:
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", fail)
    (tmp_path / ".locdata-1-leftover").write_bytes(b"left")

    publish_folder(FIRST, tmp_path / "site")
    publish_folder(SECOND, tmp_path / "site")

    assert files_of(tmp_path / "site") == SITES["second"]
    assert {entry.name for entry in tmp_path.iterdir()} == {"site", ".locdata-1-leftover"}


def publish_at_once(target: Path) -> list[Ended]:
    """Let five processes publish two sites in turn, eight times each."""

    def publish_often() -> None:
        for artifacts in [FIRST, SECOND] * 4:
            publish_folder(artifacts, target)

    started = [start_apart(publish_often) for _ in range(5)]
    return [end_apart(*build) for build in started]


def stop() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def before_page_10(do: Callable[[], None]) -> Act:
    """Do something before the build writes one of its pages."""

    def act(_step: int, event: str, name: str) -> None:
        if event == "open" and name.endswith("fresh/pages/010/index.html"):
            do()

    return act
