"""Only regular files are read, up to a limit; links, pipes, devices and folders are refused without waiting."""

import os
from pathlib import Path

import pytest

from locdata_build.source.untrusted import open_regular_file, parent_folders, read_regular_file, walk_folder


def reason(file: Path) -> str:
    """Return why a file is refused."""
    with pytest.raises(OSError) as caught:  # noqa: PT011  # The reason is compared.
        read_regular_file(file, 10)
    return str(caught.value.strerror)


def test_regular_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"0123456789")

    assert read_regular_file(tmp_path / "file", 10) == b"0123456789"
    (tmp_path / "file").write_bytes(b"0123456789a")
    assert reason(tmp_path / "file") == "Has more than 10 bytes"


def test_nothing_else_is_opened(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")

    assert [reason(tmp_path / name) for name in ("link", "folder", "pipe", "missing")] == [
        "Is a symbolic link",
        "Is a directory",
        "Is not a regular file",
        "No such file or directory",
    ]
    assert reason(Path("/dev/zero")) == "Is not a regular file"


def test_file_that_becomes_a_pipe_before_it_is_opened_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    opened: list[int] = []

    def exchange(path: Path, flags: int) -> int:
        path.unlink()
        os.mkfifo(path)
        opened.append(real_open(path, flags))
        return opened[-1]

    real_open = os.open
    monkeypatch.setattr(os, "open", exchange)

    with pytest.raises(OSError, match="Is not a regular file"):
        open_regular_file(tmp_path / "file")
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[0])


def test_folder_is_walked_at_any_depth_without_following_links(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/file").touch()
    (tmp_path / "a/link").symlink_to(tmp_path)

    assert sorted(path for path, _ in walk_folder(tmp_path)) == ["a", "a/b", "a/b/file", "a/link"]


def test_parents_are_all_folders_above_the_paths() -> None:
    assert parent_folders(["a/b/c", "a/d", "e"]) == {"a", "a/b"}
