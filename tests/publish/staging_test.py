"""A file is written completely or not at all, and two builds do not write to one folder at once."""

import errno
import fcntl
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from locdata_build.site import staging
from locdata_build.site.publication import publish_folder
from locdata_build.site.staging import PublishError, replace_file, replace_files
from support.folders import names, tree
from support.privileges import bound_by_permissions
from support.small_sites import NEW, state


def error_of(target: Path) -> str:
    """Replace a file, and return the error without the target, which it begins with."""
    with pytest.raises(PublishError) as caught:
        replace_file(target, b"new")
    return str(caught.value).removeprefix(f"{target}: ")


@pytest.mark.usefixtures("_umask")
def test_file_is_replaced_as_a_whole_and_everyone_can_read_it(tmp_path: Path) -> None:
    target = tmp_path / "new/folder/file"

    replace_file(target, b"a longer first text")
    replace_file(target, b"second")

    assert tree(tmp_path / "new/folder") == {"file": b"second"}
    assert stat.filemode(target.stat().st_mode) == "-rw-r--r--"


def test_former_file_stays_if_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path, other: Path) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    target = tmp_path / "site.tar"
    target.write_bytes(b"former")
    monkeypatch.setattr(Path, "replace", fail)

    assert error_of(target) == "cannot be written: No space left on device"
    assert tree(tmp_path) == {"site.tar": b"former"}


def test_content_is_synced_before_the_file_takes_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, int]] = []

    def fsync(descriptor: int) -> None:
        calls.append(("fsync", os.fstat(descriptor).st_size))

    def replace(path: Path, target: Path) -> Path:
        calls.append(("replace", path.stat().st_size))
        return target

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    replace_file(tmp_path / "site.tar", b"new")

    assert calls == [("fsync", 3), ("replace", 3)]


def test_link_folder_and_device_are_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"former")
    (tmp_path / "link").symlink_to("file")

    assert error_of(tmp_path / "link") == "cannot be written: Is a symbolic link"
    assert error_of(tmp_path) == "cannot be written: Is a directory"
    assert error_of(Path("/dev/null")) == "cannot be written: Is not a regular file"
    assert tree(tmp_path) == {"file": b"former", "link": b"irregular"}


@pytest.mark.parametrize("target", ["shut/site.tar", "shut/new/site.tar"])
def test_folder_that_takes_no_new_file_is_named(tmp_path: Path, target: str) -> None:
    (tmp_path / "shut").mkdir(0o500)

    with bound_by_permissions(), pytest.raises(PublishError) as caught:
        replace_file(tmp_path / target, b"new")

    assert str(caught.value) == f"{tmp_path}/shut: cannot be written: Permission denied"


def test_several_files_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"former")

    replace_files({tmp_path / "a": b"new", tmp_path / "folder/b": b"other"})

    assert tree(tmp_path) == {"a": b"new", "folder": None, "folder/b": b"other"}


@pytest.mark.parametrize("targets", [("a", "b"), ("b", "a")])
def test_no_file_is_replaced_if_one_cannot_be(tmp_path: Path, targets: tuple[str, str]) -> None:
    (tmp_path / "a").write_bytes(b"former")
    (tmp_path / "b").mkdir()

    with pytest.raises(PublishError, match="b: cannot be written: Is a directory"):
        replace_files({tmp_path / name: b"new" for name in targets})

    assert tree(tmp_path) == {"a": b"former", "b": None}


# Folders


PUBLISH_OFTEN = """
import sys
from pathlib import Path
from locdata_build.site.publication import publish_folder
from support.small_sites import LARGE_FORMER, LARGE_NEW

for artifacts in [LARGE_FORMER, LARGE_NEW] * 4:
    publish_folder(artifacts, Path(sys.argv[1]))
"""


def test_several_builds_at_once_publish_one_site_after_the_other(tmp_path: Path) -> None:
    environment = {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, filter(None, sys.path)))}
    started = [
        subprocess.Popen([sys.executable, "-c", PUBLISH_OFTEN, tmp_path / "site"], env=environment) for _ in range(3)
    ]

    assert [process.wait() for process in started] == [0, 0, 0]
    assert state(tmp_path / "site") in {"former", "new"}
    assert names(tmp_path) == ["site"]


def test_folder_that_another_build_removed_before_it_gave_the_lock_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    removals = [False, True, True]

    def lock(_descriptor: int, _operation: int) -> None:
        if removals.pop():
            shutil.rmtree(tmp_path / ".site.locdata")
            # Another build may also have made it again.
            if len(removals) == 1:
                (tmp_path / ".site.locdata").mkdir()

    monkeypatch.setattr(fcntl, "flock", lock)

    publish_folder(NEW, tmp_path / "site")

    assert (removals, state(tmp_path / "site"), names(tmp_path)) == ([], "new", ["site"])


def test_site_is_published_on_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_descriptor: int, _operation: int) -> None:
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", fail)

    publish_folder(NEW, tmp_path / "site")

    assert state(tmp_path / "site") == "new"


def test_link_in_the_staging_folder_is_removed_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious/file").parent.mkdir()
    (tmp_path / "precious/file").write_bytes(b"mine")
    (tmp_path / ".site.locdata").mkdir()
    (tmp_path / ".site.locdata/x").symlink_to("../precious")

    with staging.staging_folder(tmp_path / ".site.locdata") as folder:
        assert names(folder) == []

    assert tree(tmp_path) == {"precious": None, "precious/file": b"mine"}
