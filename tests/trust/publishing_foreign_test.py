"""Nobody's file is lost: what is not known to be of a site is neither replaced nor swept, whenever it comes."""

import contextlib
import itertools
import os
from functools import partial
from pathlib import Path

import pytest

from locdata_build.publish.file import PublishError, replace_file
from locdata_build.publish.folder import publish_folder
from trust.publishing_disk import FIRST, SECOND, by_path, site
from trust.publishing_steps import Act, run_apart
from trust.publishing_watch import files_of

OLD, NEW = site("old", 1), site("new", 2)
"""Two sites that are small: a test builds them once for each of their operations on files."""


def test_what_no_build_makes_is_not_swept(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/notes.txt").write_bytes(b"mine")
    for name in [".locdata-notes", ".locdata-12345678", ".locdata-1-notes.txt", "x.locdata-1-abcdefgh"]:
        (tmp_path / name).write_bytes(b"mine")
    for name in [".locdata-folder", ".locdata-2-foreigns/fresh/mine", ".locdata-3-foreigns/mine"]:
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / ".locdata-4-withfile/fresh").mkdir(parents=True)
    (tmp_path / ".locdata-4-withfile/fresh/notes.txt").write_bytes(b"mine")
    (tmp_path / ".locdata-5-alinknow").symlink_to("mine")
    for number, name in enumerate(["fresh", "former", "former/site"], start=6):
        link = tmp_path / f".locdata-{number}-withlink" / name
        link.parent.mkdir(parents=True)
        link.symlink_to(tmp_path / "mine")
    os.mkfifo(tmp_path / ".locdata-9-somepipe")
    before = {entry: entry.lstat().st_ino for entry in tmp_path.rglob("*")}

    publish_folder(FIRST, tmp_path / "public/site")
    replace_file(tmp_path / "site.tar", b"archive")
    publish_folder(FIRST, tmp_path / "site")

    assert {entry: entry.lstat().st_ino for entry in before} == before


@pytest.mark.parametrize(
    ("strangers", "told"),
    [
        pytest.param(["notes.txt"], "notes.txt", id="file"),
        pytest.param([".git/HEAD", ".git/refs/"], ".git/HEAD, .git/refs/", id="hidden folder"),
        pytest.param(["pages/007/notes.txt"], "pages/007/notes.txt", id="file deep inside"),
        pytest.param(["pages/mine/"], "pages/mine/", id="empty folder"),
        pytest.param(["pages/link ->", "pages/007/link ->"], "pages/007/link, pages/link", id="links"),
        pytest.param(
            [f"notes/{number}" for number in range(7)],
            "notes/0, notes/1, notes/2, notes/3, notes/4 and 2 more",
            id="many files",
        ),
    ],
)
def test_site_with_foreign_files_at_any_depth_is_refused(tmp_path: Path, strangers: list[str], told: str) -> None:
    target = tmp_path / "site"
    publish_folder(FIRST, target)
    for stranger in strangers:
        make(target, stranger)
    before = [(entry, entry.lstat()) for entry in sorted(tmp_path.rglob("*"))]

    with pytest.raises(PublishError) as caught:
        publish_folder(SECOND, target)

    assert str(caught.value) == f"{target}: must hold nothing but a former site, but also holds {told}"
    assert [(entry, entry.lstat()) for entry in sorted(tmp_path.rglob("*"))] == before


def test_link_in_the_place_of_a_known_file_is_refused(tmp_path: Path) -> None:
    publish_folder(FIRST, tmp_path / "site")
    page = tmp_path / "site/pages/003/index.html"
    page.unlink()
    page.symlink_to("/etc/hostname")

    with pytest.raises(PublishError, match=r"also holds pages/003/index\.html$"):
        publish_folder(SECOND, tmp_path / "site")

    assert page.is_symlink()


def test_file_of_a_former_site_that_is_published_no_more_is_no_foreign_file(tmp_path: Path) -> None:
    publish_folder(FIRST, tmp_path / "site")

    publish_folder(SECOND[:5], tmp_path / "site")

    assert len(files_of(tmp_path / "site")) == 5


def test_site_with_a_broken_list_is_refused_for_the_files_that_are_written_no_more(tmp_path: Path) -> None:
    publish_folder(FIRST, tmp_path / "site")
    (tmp_path / "site/SHA256SUMS").write_bytes(b"broken\n")

    with pytest.raises(PublishError, match=r"also holds pages/019/index\.html$"):
        publish_folder(SECOND[:-1], tmp_path / "site")


def test_foreign_file_that_comes_at_any_moment_of_a_build_is_kept(tmp_path: Path) -> None:
    errors = set()
    for step in itertools.count():
        target = tmp_path / str(step) / "site"
        publish_folder(OLD, target)
        ended = run_apart(partial(publish_folder, NEW, target), writes(target, step))
        if not (target / "notes.txt").exists():
            break

        errors.add(ended.error.removeprefix(f"PublishError: {target}: "))
        there = NEW if ended.status == 0 else OLD
        assert files_of(target) == {**by_path(there), "notes.txt": b"mine"}
        assert [entry.name for entry in target.parent.iterdir()] == ["site"]

    assert errors == {"", "must hold nothing but a former site, but also holds notes.txt"}


def test_foreign_file_that_comes_into_the_former_site_after_the_exchange_is_kept(tmp_path: Path) -> None:
    places = set()
    for step in itertools.count():
        target = tmp_path / str(step) / "site"
        publish_folder(OLD, target)
        folder = os.open(target, os.O_RDONLY)
        ended = run_apart(partial(publish_folder, NEW, target), writes_into(folder, step))
        os.close(folder)
        notes = [note for note in target.parent.rglob("notes.txt") if note.read_bytes() == b"mine"]
        if not notes:
            break

        [note] = notes
        places.add(note.parent.name)
        assert ended.status == (1 if note.parent == target else 0)
        assert {path for path in files_of(target) if path != "notes.txt"} == by_path(
            NEW if ended.status == 0 else OLD
        ).keys()

    # Back in its place with the former site, or left in the staged folder where the build was through with its checks.
    assert places == {"site", "fresh"}


def make(target: Path, stranger: str) -> None:
    """A file; a folder where the name ends in a slash, and a link to a folder where it ends in an arrow."""
    path = target / stranger.removesuffix(" ->")
    path.parent.mkdir(parents=True, exist_ok=True)
    if stranger.endswith("/"):
        path.mkdir()
    elif stranger.endswith(" ->"):
        path.symlink_to(target.parent)
    else:
        path.write_bytes(b"mine")


def writes(target: Path, at: int) -> Act:
    """Write a foreign file into ``target`` before an operation."""

    def act(step: int, _event: str, _name: str) -> None:
        if step == at:
            (target / "notes.txt").write_bytes(b"mine")

    return act


def writes_into(folder: int, at: int) -> Act:
    """Write a foreign file into an open folder, wherever that is by then, before an operation."""

    def act(step: int, _event: str, _name: str) -> None:
        if step == at:
            with contextlib.suppress(FileNotFoundError):
                descriptor = os.open("notes.txt", os.O_WRONLY | os.O_CREAT, dir_fd=folder)
                os.write(descriptor, b"mine")
                os.close(descriptor)

    return act
