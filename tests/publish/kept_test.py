"""Former sites are kept beside the target on request, and one of them is restored with one call."""

import errno
import hashlib
import os
import stat
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.publish import folder
from locdata_build.publish.exchange import replace_folder
from locdata_build.publish.folder import publish_folder, restore_folder
from locdata_build.publish.kept import remove_kept
from support.folders import files_of, names, tree
from support.small_sites import FORMER, LARGE_FORMER, LARGE_NEW, NEW, THIRD, error_of, state, states, stating_site

DAMAGED = ": must be as SHA256SUMS says, but /pages/000/index.html is not"
FOREIGN = ": must hold nothing but a former site, but also holds "


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A new site that has replaced a former one, which is kept as number 1."""
    publish_folder(FORMER, tmp_path / "site")
    publish_folder(NEW, tmp_path / "site", keep=2)
    return tmp_path / "site"


def store_of(target: Path) -> Path:
    return target.with_name("site.former")


platforms = pytest.mark.parametrize("fixtures", [(), ("_no_exchange",)], ids=["exchange", "two renames"])


@platforms
def test_former_site_is_kept(tmp_path: Path, request: pytest.FixtureRequest, fixtures: tuple[str, ...]) -> None:
    for fixture in fixtures:
        request.getfixturevalue(fixture)
    publish_folder(FORMER, tmp_path / "site")

    publish_folder(NEW, tmp_path / "site", keep=1)

    assert state(tmp_path / "site") == "new"
    assert states(tmp_path / "site.former") == ["former"]
    assert names(tmp_path) == ["site", "site.former"]


def test_nothing_is_kept_where_there_was_no_site(tmp_path: Path) -> None:
    publish_folder(NEW, tmp_path / "site", keep=1)

    assert names(tmp_path) == ["site"]


def test_no_more_sites_are_kept_than_asked_for(target: Path) -> None:
    for artifacts in (LARGE_FORMER, THIRD, LARGE_NEW):
        publish_folder(artifacts, target, keep=2)

    assert names(store_of(target)) == ["0003", "0004"]
    assert states(store_of(target))[0] == "former"
    assert (store_of(target) / "0004/api/v1/index.json").read_bytes() == b"third\n"


def test_build_that_keeps_nothing_leaves_the_sites_that_are_kept(target: Path) -> None:
    publish_folder(LARGE_NEW, target)

    assert states(store_of(target)) == ["former"]


def test_name_of_a_kept_site_has_a_number_and_the_time_of_its_build(tmp_path: Path) -> None:
    artifacts = stating_site("1.2.3", "2026-11-21T01:02:03Z")
    for _ in range(3):
        publish_folder(artifacts, tmp_path / "site", keep=2)

    assert names(tmp_path / "site.former") == ["0001-20261121T010203Z", "0002-20261121T010203Z"]


def test_any_number_has_a_next_one(target: Path) -> None:
    (store_of(target) / "0001").rename(store_of(target) / "999999999")

    for artifacts in (LARGE_FORMER, THIRD):
        publish_folder(artifacts, target, keep=2)

    assert names(store_of(target)) == ["1000000000", "1000000001"]


def test_site_that_states_an_impossible_time_is_kept_under_its_number(tmp_path: Path) -> None:
    publish_folder(stating_site("1.2.3", "0001-01-01T00:00:00Z"), tmp_path / "site")

    publish_folder(NEW, tmp_path / "site", keep=1)

    assert names(tmp_path / "site.former") == ["0001"]
    restore_folder(tmp_path / "site")


@pytest.mark.usefixtures("_umask")
def test_everyone_can_list_the_kept_sites_whatever_the_umask(target: Path) -> None:
    assert stat.filemode(store_of(target).stat().st_mode) == "drwxr-xr-x"


@platforms
def test_last_kept_site_is_restored_and_a_second_restore_undoes_it(
    target: Path, request: pytest.FixtureRequest, fixtures: tuple[str, ...]
) -> None:
    for fixture in fixtures:
        request.getfixturevalue(fixture)

    restore_folder(target)
    restored = (state(target), states(store_of(target)))
    restore_folder(target)

    assert restored == ("former", ["new"])
    assert (state(target), states(store_of(target))) == ("new", ["former"])
    assert names(target.parent) == ["site", "site.former"]


def test_kept_site_is_restored_by_name_and_a_second_restore_undoes_it(target: Path) -> None:
    publish_folder(THIRD, target, keep=2)
    before = files_of(target)

    restore_folder(target, "0001")
    restored = state(target)
    restore_folder(target)

    assert restored == "former"
    assert files_of(target) == before


def test_after_a_restore_and_a_build_the_restored_site_is_the_former_one(target: Path) -> None:
    restore_folder(target)
    publish_folder(THIRD, target, keep=2)

    restore_folder(target)

    assert state(target) == "former"


@pytest.mark.parametrize("is_empty", [True, False], ids=["empty", "missing"])
def test_kept_site_is_restored_where_the_site_is_lost(target: Path, *, is_empty: bool) -> None:
    target.rename(target.with_name("lost"))
    if is_empty:
        target.mkdir()

    restore_folder(target)

    assert state(target) == "former"
    assert names(store_of(target)) == []


def test_restore_without_a_kept_site_is_an_error(tmp_path: Path) -> None:
    publish_folder(FORMER, tmp_path / "site")

    assert error_of(lambda: restore_folder(tmp_path / "site")) == (
        f"{tmp_path}/site: has no former site to restore: build with --keep to have one"
    )
    assert names(tmp_path) == ["site"]


def test_restore_of_an_unknown_name_is_an_error(target: Path) -> None:
    assert error_of(lambda: restore_folder(target, "../site")) == (
        f"{store_of(target)}: must hold '../site' to restore it, but holds 0001"
    )
    assert state(target) == "new"


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        pytest.param("pages/000/index.html", b"", DAMAGED, id="file"),
        pytest.param("pages/000/index.html", None, DAMAGED, id="gone"),
        pytest.param("notes.txt", b"mine", f"{FOREIGN}notes.txt", id="added"),
        pytest.param("SHA256SUMS", b"", f"{FOREIGN}api/v1/index.json, pages/000/index.html", id="list"),
    ],
)  # fmt: skip
def test_damaged_site_is_not_restored(target: Path, path: str, content: bytes | None, message: str) -> None:
    file = store_of(target) / "0001" / path
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content)
    before = tree(target.parent)

    assert error_of(lambda: restore_folder(target)) == f"{store_of(target)}/0001{message}"
    assert tree(target.parent) == before


def test_listed_path_that_leads_out_of_a_site_is_not_read(target: Path) -> None:
    outside = store_of(target) / "0001/../../outside"
    outside.write_bytes(b"")
    line = f"{hashlib.sha256(b'').hexdigest()}  ../../outside\n"
    with (store_of(target) / "0001/SHA256SUMS").open("a") as sums:
        sums.write(line)

    message = f"{store_of(target)}/0001: must be as SHA256SUMS says, but /../../outside is not"
    assert error_of(lambda: restore_folder(target)) == message


def test_kept_files_of_any_size_are_checked_in_little_memory(target: Path) -> None:
    file = store_of(target) / "0001/pages/000/index.html"
    os.truncate(file, 300_000_000)
    tracemalloc.start()

    assert error_of(lambda: restore_folder(target)) == f"{store_of(target)}/0001{DAMAGED}"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000


def test_site_with_an_unexpected_file_is_not_replaced_by_a_former_one(target: Path) -> None:
    (target / "notes.txt").write_bytes(b"mine")

    message = f"{target}: must hold nothing but a former site, but also holds notes.txt"
    assert error_of(lambda: restore_folder(target)) == message
    assert states(store_of(target)) == ["former"]


@pytest.mark.parametrize("act", [lambda target: publish_folder(LARGE_NEW, target, keep=1), restore_folder], ids=["build", "restore"])  # fmt: skip
@pytest.mark.parametrize(
    ("added", "message"),
    [
        pytest.param("notes.txt", ": must hold nothing but former sites, but also holds notes.txt", id="file"),
        pytest.param("0002", ": must hold nothing but former sites, but also holds 0002", id="file with such a name"),
        pytest.param("0002/notes.txt", ": must hold nothing but former sites, but also holds 0002", id="no site"),
        pytest.param("0001/notes.txt", "/0001: must hold nothing but a former site, but also holds notes.txt", id="in a site"),
    ],
)  # fmt: skip
def test_folder_of_kept_sites_that_holds_anything_else_is_refused(
    target: Path, act: Callable[[Path], object], added: str, message: str
) -> None:
    file = store_of(target) / added
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"mine")
    before = tree(target.parent)

    assert error_of(lambda: act(target)) == f"{store_of(target)}{message}"
    assert tree(target.parent) == before


@pytest.mark.parametrize("is_link", [True, False], ids=["link", "file"])
def test_anything_but_a_folder_of_kept_sites_is_refused(target: Path, *, is_link: bool) -> None:
    store = store_of(target)
    store.rename(target.with_name("elsewhere"))
    if is_link:
        store.symlink_to("elsewhere")
    else:
        store.write_bytes(b"mine")

    assert error_of(lambda: restore_folder(target)) == f"{store}: must be a folder or not exist, but is something else"
    assert state(target) == "new"


def test_link_to_a_site_is_no_kept_site(target: Path) -> None:
    (store_of(target) / "0002").symlink_to("0001")

    message = f"{store_of(target)}: must hold nothing but former sites, but also holds 0002"
    assert error_of(lambda: restore_folder(target)) == message


def test_kept_site_to_which_something_is_added_is_not_removed(target: Path) -> None:
    kept = store_of(target) / "0001"
    (kept / "notes.txt").write_bytes(b"mine")
    before = tree(target.parent)

    remove_kept([kept], target.parent)

    assert tree(target.parent) == before


def test_site_that_cannot_be_replaced_is_not_kept(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_places: Path) -> Path:
        raise OSError(errno.EBUSY, "Device or resource busy")

    monkeypatch.setattr(folder, "replace_folder", fail)

    message = f"{target}: cannot be written: Device or resource busy"
    assert error_of(lambda: publish_folder(LARGE_NEW, target, keep=2)) == message
    assert (state(target), states(store_of(target))) == ("new", ["former"])
    assert names(target.parent) == ["site", "site.former"]


def test_build_that_is_interrupted_after_the_exchange_has_kept_the_former_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish_folder(FORMER, tmp_path / "site")

    def interrupt(*places: Path) -> Path:
        replace_folder(*places)
        raise KeyboardInterrupt

    monkeypatch.setattr(folder, "replace_folder", interrupt)

    with pytest.raises(KeyboardInterrupt):
        publish_folder(NEW, tmp_path / "site", keep=1)

    assert (state(tmp_path / "site"), states(tmp_path / "site.former")) == ("new", ["former"])
    assert names(tmp_path) == ["site", "site.former"]


def test_restore_where_nothing_can_be_written_is_an_error(tmp_path: Path) -> None:
    target = tmp_path / "missing/site"

    assert error_of(lambda: restore_folder(target)) == f"{target}: cannot be written: No such file or directory"
