"""The site is published as a whole or not at all, and never in the place of anything but a site.

``kills_test``, ``disks_and_locks_test`` and ``unexpected_files_test`` prove what happens at each instant.
"""

import ctypes
import errno
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from locdata_build.publish import contents, exchange, folder, staging
from locdata_build.publish.files import PublishError
from locdata_build.publish.folder import publish_folder
from locdata_build.render.artifacts import Artifact
from support.folders import files_of, names, tree
from support.signals import obey_interrupts
from support.small_sites import FORMER, NEW, by_path, state

setup_module = obey_interrupts


def error_of(target: Path) -> str:
    """Publish, and return the error without the target, in front of which it stands."""
    with pytest.raises(PublishError) as caught:
        publish_folder(NEW, target)
    return str(caught.value).removeprefix(f"{target}: ")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A former site, alone in its folder."""
    publish_folder(FORMER, tmp_path / "site")
    return tmp_path / "site"


@pytest.mark.parametrize("target", ["site", "new/folder/site", "empty"])
def test_site_is_published_into_a_new_or_empty_folder(tmp_path: Path, target: str) -> None:
    (tmp_path / "empty").mkdir()

    sizes = publish_folder(NEW, tmp_path / target)

    assert sizes == [len(artifact.content) for artifact in NEW]
    assert state(tmp_path / target) == "new"
    assert [name for name in names((tmp_path / target).parent) if name.startswith(".")] == []


@pytest.mark.parametrize("fixtures", [(), ("_no_exchange",)], ids=["exchange", "two renames"])
def test_site_replaces_a_former_site(site: Path, request: pytest.FixtureRequest, fixtures: tuple[str, ...]) -> None:
    for fixture in fixtures:
        request.getfixturevalue(fixture)

    publish_folder(NEW, site)

    assert state(site) == "new"
    assert names(site.parent) == ["site"]


def test_files_are_written_as_they_are_made(tmp_path: Path) -> None:
    written: list[Path] = []

    def artifacts() -> Iterator[Artifact]:
        for artifact in NEW:
            yield artifact
            written.extend(tmp_path.glob(f".locdata-*/fresh{artifact.path}"))

    publish_folder(artifacts(), tmp_path / "site")

    assert len(written) == len(NEW)


@pytest.mark.usefixtures("_umask")
def test_everyone_can_read_the_site_whatever_the_umask(tmp_path: Path) -> None:
    publish_folder(NEW, tmp_path / "site")

    entries = [tmp_path / "site", *(tmp_path / "site").rglob("*")]
    assert {(entry.is_dir(), stat.filemode(entry.stat().st_mode)) for entry in entries} == {
        (True, "drwxr-xr-x"),
        (False, "-rw-r--r--"),
    }


@pytest.mark.parametrize("is_link", [True, False], ids=["link to a site", "file"])
def test_anything_but_a_folder_is_refused(tmp_path: Path, site: Path, *, is_link: bool) -> None:
    target = tmp_path / "target"
    if is_link:
        target.symlink_to(site)
    else:
        target.write_bytes(b"precious")
    before = target.lstat()

    assert error_of(target) == "must be a folder or not exist, but is something else"
    assert target.lstat() == before
    assert state(site) == "former"
    assert names(tmp_path) == ["site", "target"]


@pytest.mark.parametrize("target", ["", "..", "../working"])
def test_working_folder_and_those_above_it_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    (tmp_path / "working").mkdir()
    monkeypatch.chdir(tmp_path / "working")

    assert error_of(Path(target)) == "must not be the working folder or one above it, because it is replaced as a whole"
    assert tree(tmp_path) == {"working": None}


@pytest.mark.parametrize("name", ["thesis.txt", ".git/config", "api/v1/other.json"])
def test_folder_that_is_not_a_site_is_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / "home" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(b"precious")
    before = tree(tmp_path)

    assert error_of(tmp_path / "home") == "must be empty, new or a former site, but holds other files"
    assert tree(tmp_path) == before


def test_read_only_folder_is_an_error(read_only: Path) -> None:
    assert error_of(read_only / "site") == "cannot be written: Permission denied"


def test_former_site_stays_if_an_artifact_cannot_be_made(site: Path) -> None:
    def artifacts() -> Iterator[Artifact]:
        yield NEW[0]
        raise ValueError("a mistake in the program")

    with pytest.raises(ValueError, match="mistake"):
        publish_folder(artifacts(), site)

    assert state(site) == "former"
    assert names(site.parent) == ["site"]


@pytest.mark.usefixtures("_no_exchange")
@pytest.mark.parametrize("error", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()], ids=repr)
def test_former_site_returns_if_the_replacement_fails(
    site: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    rename = Path.rename

    def fail_for_fresh(path: Path, target: Path) -> Path:
        if path.name == "fresh":
            raise error
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail_for_fresh)

    with pytest.raises((PublishError, KeyboardInterrupt)):
        publish_folder(NEW, site)

    assert state(site) == "former"
    assert names(site.parent) == ["site"]


@pytest.mark.usefixtures("_no_exchange")
def test_former_site_is_not_lost_if_it_cannot_return(
    tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def fail_for_site(path: Path, target: Path) -> Path:
        if target == site:
            raise OSError(errno.EIO, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail_for_site)
    message = error_of(site)

    [kept] = tmp_path.glob(".locdata-*/former/site")
    assert message == f"cannot be written, and what was there is kept in {kept}: Input/output error"
    assert state(kept) == "former"


def test_former_site_returns_if_a_file_was_added_to_it_just_before_the_replacement(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really_replace = exchange.replace_folder

    def add_and_replace(fresh: Path, target: Path, aside: Path) -> Path:
        (target / "notes.txt").write_bytes(b"mine")
        return really_replace(fresh, target, aside)

    monkeypatch.setattr(folder, "replace_folder", add_and_replace)

    assert error_of(site) == "must hold nothing but a former site, but also holds notes.txt"
    assert files_of(site) == {**by_path(FORMER), "notes.txt": b"mine"}


def test_interrupts_wait_until_the_staged_folder_is_removed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    really_remove = contents.remove_site

    def interrupted(folder: Path, known: frozenset[str]) -> None:
        signal.raise_signal(signal.SIGINT)
        really_remove(folder, known)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(staging, "remove_site", interrupted)

    with pytest.raises(KeyboardInterrupt):
        publish_folder(NEW, site)

    assert state(site) == "new"
    assert names(site.parent) == ["site"]


@pytest.mark.parametrize(("platform", "function"), [("linux", "renameat2"), ("darwin", "renamex_np")])
def test_site_is_replaced_on_a_file_system_that_cannot_exchange(
    site: Path, monkeypatch: pytest.MonkeyPatch, platform: str, function: str
) -> None:
    def fail(*_arguments: object) -> int:
        ctypes.set_errno(errno.EINVAL)
        return -1

    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(ctypes, "CDLL", lambda *_arguments, **_options: SimpleNamespace(**{function: fail}))

    publish_folder(NEW, site)

    assert state(site) == "new"
    assert names(site.parent) == ["site"]
