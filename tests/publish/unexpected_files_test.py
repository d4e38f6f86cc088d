"""No foreign file is lost: what is not known to belong to a site is neither replaced nor removed, whenever it appears."""

import contextlib
import itertools
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from locdata_build.publish.contents import remove_site
from locdata_build.publish.files import PublishError, replace_file
from locdata_build.publish.folder import publish_folder
from publish.steps import Act, Ended, run_in_child
from support.folders import files_of, names
from support.small_sites import FORMER, LARGE_FORMER, LARGE_NEW, NEW, by_path


def changes_of(folder: Path) -> dict[Path, tuple[int, int]]:
    """Return the inode of each entry below a folder, and the time of the last change to it, in nanoseconds."""
    stats = {entry: entry.lstat() for entry in folder.rglob("*")}
    return {entry: (stat.st_ino, stat.st_ctime_ns) for entry, stat in stats.items()}


def test_what_no_build_makes_is_not_removed(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_bytes(b"mine")
    for name in [".locdata-notes", ".locdata-12345678", ".locdata-1-notes.txt", "x.locdata-1-abcdefgh"]:
        (tmp_path / name).write_bytes(b"mine")
    for name in [
        ".locdata-folder",
        ".locdata-2-foreigns/fresh/mine",
        ".locdata-3-foreigns/mine",
        ".locdata-4-foreigns/files",
    ]:
        (tmp_path / name).mkdir(parents=True)
    for name in [".locdata-5-withfile/fresh", ".locdata-6-withfile/former"]:
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "notes.txt").write_bytes(b"mine")
    (tmp_path / ".locdata-7-alinknow").symlink_to("mine")
    for number, name in enumerate(["fresh", "former", "former/site", "files"], start=8):
        link = tmp_path / f".locdata-{number}-withlink" / name
        link.parent.mkdir(parents=True)
        link.symlink_to(tmp_path / "mine")
    os.mkfifo(tmp_path / ".locdata-99-somepipe")
    before = {entry: entry.lstat().st_ino for entry in tmp_path.rglob("*")}

    publish_folder(FORMER, tmp_path / "public/site")
    replace_file(tmp_path / "site.tar", b"archive")
    publish_folder(FORMER, tmp_path / "site")

    assert {entry: entry.lstat().st_ino for entry in before} == before


def test_file_that_appears_while_a_site_is_removed_is_kept(tmp_path: Path) -> None:
    publish_folder(FORMER, tmp_path / "site")
    (tmp_path / "site/notes.txt").write_bytes(b"mine")

    with pytest.raises(OSError, match="not empty"):
        remove_site(tmp_path / "site", by_path(FORMER).keys())

    assert files_of(tmp_path / "site") == {"notes.txt": b"mine"}


@pytest.mark.parametrize(
    ("added", "message"),
    [
        pytest.param([".git/HEAD", ".git/refs/"], ".git/HEAD, .git/refs/", id="hidden folder"),
        pytest.param(["pages/007/notes.txt"], "pages/007/notes.txt", id="file deep inside"),
        pytest.param(["pages/007/link ->"], "pages/007/link", id="link"),
        pytest.param(
            [f"notes/{number}" for number in range(7)],
            "notes/0, notes/1, notes/2, notes/3, notes/4 and 2 more",
            id="many files",
        ),
    ],
)
def test_site_with_unexpected_files_at_any_depth_is_refused(tmp_path: Path, added: list[str], message: str) -> None:
    target = tmp_path / "site"
    publish_folder(LARGE_FORMER, target)
    for entry in added:
        add(target, entry)
    before = changes_of(tmp_path)

    with pytest.raises(PublishError) as caught:
        publish_folder(LARGE_NEW, target)

    assert str(caught.value) == f"{target}: must hold nothing but a former site, but also holds {message}"
    assert changes_of(tmp_path) == before


def add(target: Path, entry: str) -> None:
    """Add a file; a folder if the name ends in a slash, and a link to a folder if it ends in an arrow."""
    path = target / entry.removesuffix(" ->")
    path.parent.mkdir(parents=True, exist_ok=True)
    if entry.endswith("/"):
        path.mkdir()
    elif entry.endswith(" ->"):
        path.symlink_to(target.parent)
    else:
        path.write_bytes(b"mine")


def test_file_that_appears_in_the_target_at_any_moment_of_a_build_is_kept(tmp_path: Path) -> None:
    errors = set()
    for step in itertools.count():
        target = tmp_path / str(step) / "site"
        publish_folder(FORMER, target)
        ended = run_in_child(partial(publish_folder, NEW, target), writes(target, step))
        if not (target / "notes.txt").exists():
            break

        errors.add(ended.error.removeprefix(f"PublishError: {target}: "))
        published = NEW if ended.status == 0 else FORMER
        assert files_of(target) == {**by_path(published), "notes.txt": b"mine"}
        assert names(target.parent) == ["site"]

    assert errors == {"", "must hold nothing but a former site, but also holds notes.txt"}


def writes(target: Path, at: int) -> Act:
    """Write a foreign file into ``target`` before an operation."""

    def act(step: int, _event: str, _name: str) -> None:
        if step == at:
            (target / "notes.txt").write_bytes(b"mine")

    return act


def test_file_that_appears_in_the_former_site_after_the_exchange_is_kept(tmp_path: Path) -> None:
    folders = set()
    for target, note, ended in builds_with_a_note(tmp_path, keep=0):
        folders.add(note.parent.name)
        assert ended.status == (1 if note.parent == target else 0)
        published = NEW if ended.status == 0 else FORMER
        assert {path for path in files_of(target) if path != "notes.txt"} == by_path(published).keys()

    # Back in its place with the former site, or left in the staged folder if the build had finished its checks.
    assert folders == {"site", "fresh"}


def test_file_that_appears_in_the_former_site_is_kept_with_it(tmp_path: Path) -> None:
    folders = set()
    for target, note, ended in builds_with_a_note(tmp_path, keep=1):
        folders.add(note.parent.name)
        assert ended.status == (1 if note.parent == target else 0)
        assert files_of(note.parent) == {**by_path(FORMER), "notes.txt": b"mine"}
        assert [name for name in names(target.parent) if name.startswith(".")] == []
        assert list(target.parent.glob("site.former/*")) == ([note.parent] if ended.status == 0 else [])

    assert folders == {"site", "0001"}


def builds_with_a_note(folder: Path, *, keep: int) -> Iterator[tuple[Path, Path, Ended]]:
    """Replace a site again and again, and write a foreign file into it before each operation in turn, until none is left.

    Yield the target, the file where it is afterwards, and how the build ended.
    """
    for step in itertools.count():
        target = folder / str(step) / "site"
        publish_folder(FORMER, target)
        former = os.open(target, os.O_RDONLY)
        ended = run_in_child(partial(publish_folder, NEW, target, keep=keep), writes_into(former, step))
        os.close(former)
        notes = [note for note in target.parent.rglob("notes.txt") if note.read_bytes() == b"mine"]
        if not notes:
            return
        [note] = notes
        yield target, note, ended


def writes_into(folder: int, at: int) -> Act:
    """Write a foreign file into an open folder, wherever that is by then, before an operation."""

    def act(step: int, _event: str, _name: str) -> None:
        if step == at:
            with contextlib.suppress(FileNotFoundError):
                descriptor = os.open("notes.txt", os.O_WRONLY | os.O_CREAT, dir_fd=folder)
                os.write(descriptor, b"mine")
                os.close(descriptor)

    return act
