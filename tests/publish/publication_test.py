"""A site is published as a whole or not at all, replaces nothing but a site, and former sites can be restored.

``stops_test`` proves what holds at each instant.
"""

import datetime as dt
import errno
import stat
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from locdata_build.render.artifacts import Artifact
from locdata_build.site.files import Stated
from locdata_build.site.publication import has_releases, publish_folder, publish_release, restore_release
from support.folders import files_of, names, tree
from support.privileges import bound_by_permissions
from support.small_sites import FORMER, LARGE_FORMER, LARGE_NEW, NEW, THIRD, error_of, state, states, stating_site

FOREIGN = "must hold nothing but a former site, but also holds"

THIS = Stated("1.10.0", dt.datetime(2026, 11, 21, tzinfo=dt.UTC))
THIS_SITE = stating_site("1.10.0", "2026-11-21T00:00:00Z")

Publish = Callable[..., list[int]]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A former site, alone in its folder."""
    publish_folder(FORMER, tmp_path / "site")
    return tmp_path / "site"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A new release that has followed a former one."""
    publish_release(FORMER, tmp_path / "out")
    publish_release(NEW, tmp_path / "out", keep=2)
    return tmp_path / "out"


@pytest.fixture(params=[publish_folder, publish_release], ids=["folder", "releases"])
def publish(request: pytest.FixtureRequest, tmp_path: Path) -> Publish:
    """Publish one site, or a release."""
    return partial(lambda artifacts, **options: request.param(artifacts, tmp_path / "out", **options))


def refusal(folder: Path, act: Callable[[], object]) -> str:
    """Return the error of a call, which must leave a folder as it was."""
    before = tree(folder)
    message = error_of(act)
    assert tree(folder) == before
    return message


# Both


def test_files_are_written_as_they_are_made(tmp_path: Path, publish: Publish) -> None:
    written: list[Path] = []

    def artifacts() -> Iterator[Artifact]:
        for artifact in NEW:
            yield artifact
            written.extend(tmp_path.rglob(f"new{artifact.path}"))

    publish(artifacts())

    assert len(written) == len(NEW)


@pytest.mark.usefixtures("_umask")
def test_everyone_can_read_the_site_whatever_the_umask(tmp_path: Path, publish: Publish) -> None:
    publish(NEW)

    entries = [entry for entry in [tmp_path / "out", *(tmp_path / "out").rglob("*")] if not entry.is_symlink()]
    assert {(entry.is_dir(), stat.filemode(entry.stat().st_mode)) for entry in entries} == {
        (True, "drwxr-xr-x"),
        (False, "-rw-r--r--"),
    }


def test_former_site_stays_if_an_artifact_cannot_be_made(tmp_path: Path, publish: Publish) -> None:
    publish(FORMER)
    before = tree(tmp_path)

    with pytest.raises(AssertionError, match="nothing may be rendered"):
        publish(artifact or fail() for artifact in (NEW[0], None))

    assert tree(tmp_path) == before


def test_former_site_stays_if_the_disk_is_full(
    tmp_path: Path, publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    publish(FORMER)
    monkeypatch.setattr(Path, "rename", fail)

    assert refusal(tmp_path, lambda: publish(NEW)) == f"{tmp_path}/out: cannot be written: No space left on device"


def test_folder_above_that_cannot_be_written_is_named(tmp_path: Path, publish: Publish) -> None:
    tmp_path.chmod(0o500)

    with bound_by_permissions():
        message = refusal(tmp_path, lambda: publish(NEW))

    assert message == f"{tmp_path}: cannot be written: Permission denied"


@pytest.mark.parametrize(
    "make", [lambda path: path.symlink_to("site"), lambda path: path.write_bytes(b"precious")], ids=["link", "file"]
)
def test_anything_but_a_folder_is_refused(
    tmp_path: Path, site: Path, publish: Publish, make: Callable[[Path], object]
) -> None:
    make(tmp_path / "out")

    assert refusal(tmp_path, lambda: publish(NEW)) == f"{tmp_path}/out: must be a folder or not exist"


@pytest.mark.parametrize(
    "former",
    [
        pytest.param(("1.10.1", "2026-11-20T00:00:00Z"), id="higher version of an earlier time"),
        pytest.param(("1.9.0", "2026-11-22T00:00:00Z"), id="lower version of a later time"),
    ],
)
def test_newer_site_is_not_replaced_on_request(tmp_path: Path, publish: Publish, former: tuple[str, str]) -> None:
    publish(stating_site(*former))

    assert refusal(tmp_path, lambda: publish((fail() for _ in range(1)), not_newer_than=THIS)) == (
        f"{tmp_path}/out: must not be newer than this build, version 1.10.0 of 2026-11-21T00:00:00Z, "
        f"got version {former[0]} of {former[1]}"
    )


def fail() -> Artifact:
    raise AssertionError("nothing may be rendered")


def test_older_or_equal_site_is_replaced_on_the_same_request(publish: Publish) -> None:
    publish(stating_site("1.9.9", "2026-11-20T23:59:59Z"))

    for _ in range(2):
        assert publish(THIS_SITE, not_newer_than=THIS) == [len(artifact.content) for artifact in THIS_SITE]


def test_site_that_does_not_state_its_version_and_time_is_not_replaced_on_that_request(
    tmp_path: Path, publish: Publish
) -> None:
    publish(FORMER)

    assert error_of(lambda: publish(THIS_SITE, not_newer_than=THIS)) == (
        f"{tmp_path}/out: must state its version and time in api/v1/index.json"
    )


# One folder


@pytest.mark.parametrize("target", ["site", "new/folder/site", "empty"])
def test_site_is_published_into_a_new_or_empty_folder(tmp_path: Path, target: str) -> None:
    (tmp_path / "empty").mkdir()

    publish_folder(NEW, tmp_path / target)

    assert state(tmp_path / target) == "new"
    assert [name for name in names((tmp_path / target).parent) if name.startswith(".")] == []


@pytest.mark.parametrize("name", [".DS_Store", "Thumbs.db", "desktop.ini"])
@pytest.mark.parametrize("folder", ["", "pages/000"])
def test_site_to_which_the_operating_system_added_a_file_is_replaced(site: Path, folder: str, name: str) -> None:
    (site / folder / name).write_bytes(b"state of a window")

    publish_folder(NEW, site)

    assert state(site) == "new"


@pytest.mark.parametrize("target", ["", "..", "../working"])
def test_working_folder_and_those_above_it_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    (tmp_path / "working").mkdir()
    monkeypatch.chdir(tmp_path / "working")

    assert error_of(lambda: publish_folder(NEW, Path(target))) == (
        f"{Path(target)}: must not be the working folder or one above it, because it is replaced as a whole"
    )
    assert tree(tmp_path) == {"working": None}


@pytest.mark.parametrize("name", ["thesis.txt", ".git/config", "api/v1/other.json"])
def test_folder_that_is_not_a_site_is_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / "home" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(b"precious")

    assert refusal(tmp_path, lambda: publish_folder(NEW, tmp_path / "home")) == (
        f"{tmp_path}/home: must be empty, new or a former site"
    )


@pytest.mark.parametrize(
    ("add", "found"),
    [
        pytest.param(lambda site: (site / "notes.txt").write_bytes(b"mine"), "notes.txt", id="file"),
        pytest.param(lambda site: (site / "api/v1/x").write_bytes(b"mine"), "api/v1/x", id="file in a folder"),
        pytest.param(lambda site: (site / "a").mkdir(), "a/", id="empty folder"),
        pytest.param(lambda site: (site / ".DS_Store").symlink_to("/"), ".DS_Store", id="link"),
        pytest.param(
            lambda site: [(site / f"{number}").touch() for number in range(7)], "0, 1, 2, 3, 4 and 2 more", id="many"
        ),
        pytest.param(
            lambda site: (site / "SHA256SUMS").write_bytes(b""),
            "api/v1/index.json, pages/000/index.html",
            id="unreadable list",
        ),
    ],
)
def test_site_with_an_unexpected_file_is_not_replaced(site: Path, add: Callable[[Path], object], found: str) -> None:
    add(site)

    assert refusal(site.parent, lambda: publish_folder(NEW, site)) == f"{site}: {FOREIGN} {found}"


def test_site_to_which_a_file_is_added_during_the_build_is_not_replaced(site: Path) -> None:
    def artifacts() -> Iterator[Artifact]:
        yield from NEW
        (site / "notes.txt").write_bytes(b"mine")

    assert error_of(lambda: publish_folder(artifacts(), site)) == f"{site}: {FOREIGN} notes.txt"
    assert (site / "notes.txt").read_bytes() == b"mine"
    assert names(site.parent) == ["site"]


def test_error_names_the_folder_of_the_former_site_if_it_cannot_be_put_back(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename = Path.rename

    def fail_for_site(path: Path, target: Path) -> Path:
        if target == site:
            raise OSError(errno.EIO, "Input/output error")
        return rename(path, target)

    former = site.parent / ".site.locdata/former"
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", fail_for_site)
        for _ in range(2):
            assert error_of(lambda: publish_folder(NEW, site)) == (
                f"{site}: the former site is in {former}, because it cannot be put back: Input/output error"
            )
            assert state(former) == "former"

    publish_folder(NEW, site)
    assert names(site.parent) == ["site"]


def test_one_site_and_releases_do_not_replace_each_other(site: Path, out: Path) -> None:
    assert error_of(lambda: publish_folder(NEW, out)) == f"{out}: holds releases: build with --keep to add one"
    assert error_of(lambda: publish_release(NEW, site)) == (
        f"{site}: must hold nothing but releases and links to them, but also holds SHA256SUMS"
    )
    assert (has_releases(out), has_releases(site)) == (True, False)


# Releases


def test_first_release_is_the_current_one(tmp_path: Path) -> None:
    publish_release(NEW, tmp_path / "some/where")

    assert (tmp_path / "some/where/current").readlink() == Path("releases/0001")
    assert state(tmp_path / "some/where/current") == "new"
    assert names(tmp_path / "some/where") == ["current", "releases"]


@pytest.mark.parametrize(
    ("time", "name"), [("2026-11-21T01:02:03Z", "0003-20261121T010203Z"), ("0001-01-01T00:00:00Z", "0003")]
)
def test_name_of_a_release_has_a_number_and_the_time_of_its_build_if_possible(out: Path, time: str, name: str) -> None:
    publish_release(stating_site("1.2.3", time), out, keep=2)

    assert names(out / "releases") == ["0001", "0002", name]


@pytest.mark.parametrize(
    ("keep", "kept"),
    [(0, ["0004"]), (1, ["0003", "0004"]), (2, ["0002", "0003", "0004"]), (9, ["0001", "0002", "0003", "0004"])],
)
def test_as_many_releases_are_kept_as_asked_for_besides_the_current_one(out: Path, keep: int, kept: list[str]) -> None:
    publish_release(LARGE_FORMER, out, keep=9)
    publish_release(LARGE_NEW, out, keep=keep)

    assert names(out / "releases") == kept
    assert state(out / "current") == "new"


def test_release_with_an_unexpected_file_is_not_removed(out: Path) -> None:
    (out / "releases/0001/notes.txt").write_bytes(b"mine")

    publish_release(THIRD, out, keep=0)

    assert names(out / "releases") == ["0001", "0003"]
    assert (out / "releases/0001/notes.txt").read_bytes() == b"mine"


def test_former_release_is_restored_and_a_second_restore_undoes_it(out: Path) -> None:
    publish_release(THIS_SITE, out, keep=2)

    assert (restore_release(out), state(out / "current")) == (None, "new")
    assert (restore_release(out), state(out / "former")) == (THIS, "new")


def test_release_is_restored_by_name(out: Path) -> None:
    publish_release(THIRD, out, keep=2)
    third = files_of(out / "current")

    restore_release(out, "0001")
    restored = state(out / "current")
    restore_release(out)

    assert restored == "former"
    assert files_of(out / "current") == third


def test_after_a_restore_and_a_build_the_restored_release_is_the_former_one(out: Path) -> None:
    restore_release(out)
    publish_release(THIRD, out)

    assert state(out / "former") == "former"


@pytest.mark.parametrize(
    ("current", "restored"),
    [
        pytest.param("0003", "0002", id="the one before"),
        pytest.param("0001", "0003", id="the last one"),
        pytest.param(None, "0003", id="the last one without a current one"),
    ],
)
def test_without_a_former_release_the_one_before_or_else_the_last_one_is_restored(
    out: Path, current: str | None, restored: str
) -> None:
    publish_release(THIRD, out, keep=2)
    for link in ("current", "former"):
        (out / link).unlink()
        if current:
            (out / link).symlink_to(f"releases/{current}")

    restore_release(out)

    assert (out / "current").readlink() == Path(f"releases/{restored}")


@pytest.mark.parametrize("name", ["0002", "../site"])
def test_restore_of_the_current_or_an_unknown_release_is_an_error(out: Path, name: str) -> None:
    assert error_of(lambda: restore_release(out, name)) == (
        f"{out}/releases: must hold {name!r} to restore it, but holds 0001"
    )
    assert state(out / "current") == "new"


@pytest.mark.parametrize(
    ("path", "content", "damaged"),
    [
        pytest.param("pages/000/index.html", b"", "/pages/000/index.html", id="changed file"),
        pytest.param("pages/000/index.html", None, "/pages/000/index.html", id="missing file"),
        pytest.param("SHA256SUMS", b"", "/SHA256SUMS", id="list"),
    ],
)
def test_damaged_release_is_not_restored(out: Path, path: str, content: bytes | None, damaged: str) -> None:
    release = out / "releases/0001"
    (release / path).unlink()
    if content is not None:
        (release / path).write_bytes(content)

    assert refusal(out, lambda: restore_release(out)) == (
        f"{release}: must be as SHA256SUMS lists it, but {damaged} is not"
    )


def test_restore_without_another_release_is_an_error(tmp_path: Path, site: Path) -> None:
    publish_release(FORMER, tmp_path / "out")

    assert error_of(lambda: restore_release(tmp_path / "out")) == f"{tmp_path}/out: has no former release to restore"
    for folder in (site, tmp_path / "missing"):
        assert error_of(partial(restore_release, folder)) == (
            f"{folder}: must hold releases, as build --keep makes them"
        )


@pytest.mark.parametrize("act", [lambda out: publish_release(NEW, out), restore_release], ids=["build", "restore"])
@pytest.mark.parametrize(
    ("make", "found"),
    [
        pytest.param(lambda out: (out / "notes.txt").write_bytes(b"mine"), "notes.txt", id="file"),
        pytest.param(lambda out: (out / "current").rename(out / "other"), "other", id="link"),
        pytest.param(lambda out: relink(out / "current", "../elsewhere"), "current", id="link out of it"),
        pytest.param(lambda out: relink(out / "former", "releases/.."), "former", id="link to no release"),
        pytest.param(lambda out: relink(out / "former", None), "former", id="file named like a link"),
        pytest.param(lambda out: (out / "releases/x").mkdir(), "x", id="folder among releases"),
        pytest.param(lambda out: (out / "releases/0009").symlink_to("0001"), "0009", id="link among releases"),
    ],
)
def test_folder_that_holds_anything_but_releases_is_refused(
    out: Path, act: Callable[[Path], object], make: Callable[[Path], object], found: str
) -> None:
    make(out)

    assert refusal(out, lambda: act(out)).endswith(f", but also holds {found}")


def relink(link: Path, leads_to: str | None) -> None:
    """Replace a link by one that leads elsewhere, or by a file."""
    link.unlink()
    if leads_to:
        link.symlink_to(leads_to)
    else:
        link.write_bytes(b"mine")


def test_files_of_the_operating_system_do_not_matter_among_releases(out: Path) -> None:
    for folder in (out, out / "releases", out / "releases/0001"):
        (folder / ".DS_Store").write_bytes(b"state of a window")

    publish_release(THIRD, out, keep=1)

    assert names(out / "releases") == [".DS_Store", "0002", "0003"]


def test_release_is_not_added_on_a_file_system_without_links(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_link: Path, _leads_to: str) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "symlink_to", fail)

    assert error_of(lambda: publish_release(THIRD, out)) == f"{out}: cannot be written: Operation not permitted"
    assert (state(out / "current"), states(out / "releases")) == ("new", ["former", "new"])
