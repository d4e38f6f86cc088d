"""Releases: each site in a folder of its own, one of them current, for folders that cannot be exchanged.

``kept_test`` proves what holds in each layout.
"""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.publish.folder import publish_folder
from locdata_build.publish.releases import has_releases, publish_release, restore_release
from support.folders import names, tree
from support.small_sites import FORMER, NEW, THIRD, error_of, state

KNOWN = ["current", "former", "releases"]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A new release that has followed a former one."""
    publish_release(FORMER, tmp_path / "out")
    publish_release(NEW, tmp_path / "out")
    return tmp_path / "out"


def test_first_release_is_the_current_one(tmp_path: Path) -> None:
    sizes = publish_release(NEW, tmp_path / "some/where")

    assert sizes == [len(artifact.content) for artifact in NEW]
    assert (tmp_path / "some/where/current").readlink() == Path("releases/0001")
    assert state(tmp_path / "some/where/current") == "new"
    assert names(tmp_path / "some/where") == ["current", "releases"]


@pytest.mark.parametrize("links", [["current"], ["current", "former"]], ids=" and ".join)
def test_release_is_restored_where_links_are_lost(out: Path, links: list[str]) -> None:
    for link in links:
        (out / link).unlink()

    restore_release(out)

    assert state(out / "current") == ("new" if links == ["current", "former"] else "former")


@pytest.mark.parametrize(("current", "restored"), [("0003", "0002"), ("0001", "0002")])
def test_without_a_former_release_the_one_before_or_else_the_last_one_is_restored(
    out: Path, current: str, restored: str
) -> None:
    publish_release(THIRD, out, keep=2)
    for link in ("current", "former"):
        (out / link).unlink()
        (out / link).symlink_to(f"releases/{current}")
    if current == "0001":
        (out / "releases/0003").rename(out.parent / "0003")

    restore_release(out)

    assert (out / "current").readlink() == Path(f"releases/{restored}")


def test_link_that_a_killed_build_left_is_replaced(out: Path) -> None:
    (out / ".link").symlink_to("releases/0002")

    publish_release(THIRD, out)

    assert names(out) == KNOWN


def test_restore_without_another_release_is_an_error(tmp_path: Path) -> None:
    publish_release(FORMER, tmp_path)

    assert error_of(lambda: restore_release(tmp_path)) == f"{tmp_path}: has no former release to restore"


def test_restore_of_the_current_release_is_an_error(out: Path) -> None:
    assert error_of(lambda: restore_release(out, "0002")) == (
        f"{out}/releases: must hold '0002' to restore it, but holds 0001"
    )


@pytest.mark.parametrize("act", [lambda out: publish_release(NEW, out), restore_release], ids=["build", "restore"])
@pytest.mark.parametrize("added", ["notes.txt", "former/notes.txt"])
def test_folder_that_holds_anything_else_is_refused(out: Path, act: Callable[[Path], object], added: str) -> None:
    (out / added).write_bytes(b"mine")
    before = tree(out)

    assert error_of(lambda: act(out)).endswith("also holds notes.txt")
    assert tree(out) == before


@pytest.mark.parametrize("leads_to", ["../elsewhere", "releases/.."])
def test_link_that_no_build_made_is_refused(out: Path, leads_to: str) -> None:
    (out / "current").unlink()
    (out / "current").symlink_to(leads_to)

    message = f"{out}: must hold nothing but releases and links to them, but also holds current"
    assert error_of(lambda: publish_release(NEW, out)) == message


def test_link_to_a_folder_of_releases_is_refused(out: Path) -> None:
    target = out.with_name("target")
    target.symlink_to(out)

    message = f"{target}: must be a folder or not exist, but is something else"
    assert error_of(lambda: publish_release(NEW, target)) == message


def test_site_and_releases_do_not_replace_each_other(out: Path, tmp_path: Path) -> None:
    publish_folder(FORMER, tmp_path / "site")

    assert (
        error_of(lambda: publish_folder(NEW, out))
        == f"{out}: must be empty, new or a former site, but holds other files"
    )
    assert error_of(lambda: publish_release(NEW, tmp_path / "site")) == (
        f"{tmp_path}/site: must hold nothing but releases and links to them, but also holds SHA256SUMS"
    )
    assert (has_releases(out), has_releases(tmp_path / "site")) == (True, False)


def test_release_is_not_added_on_a_file_system_without_links(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_link: Path, _leads_to: str) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "symlink_to", fail)

    assert error_of(lambda: publish_release(THIRD, out)) == f"{out}: cannot be written: Operation not permitted"
    assert names(out) == KNOWN
    assert (state(out / "current"), names(out / "releases")) == ("new", ["0001", "0002"])


def test_build_that_is_interrupted_after_the_switch_has_added_the_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(link: Path, target: Path) -> None:
        link.rename(target)
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)

    with pytest.raises(KeyboardInterrupt):
        publish_release(NEW, tmp_path)

    assert state(tmp_path / "current") == "new"
    assert names(tmp_path) == ["current", "releases"]
