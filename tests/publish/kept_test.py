"""Former sites are kept in each layout, and one of them is restored with one call."""

import errno
import hashlib
import os
import stat
import tracemalloc
from pathlib import Path

import pytest

from locdata_build.publish import folder
from locdata_build.publish.exchange import replace_folder
from locdata_build.publish.folder import publish_folder, restore_folder
from locdata_build.publish.kept import remove_kept
from publish.layouts import LAYOUTS, Layout
from support.folders import files_of, names, tree
from support.small_sites import FORMER, LARGE_FORMER, LARGE_NEW, NEW, THIRD, error_of, state, states, stating_site

DAMAGED = ": must be as SHA256SUMS says, but /pages/000/index.html is not"
FOREIGN = ": must hold nothing but a former site, but also holds "


@pytest.fixture(params=["folder", "two renames", "releases"])
def layout(request: pytest.FixtureRequest) -> Layout:
    """Each layout, and the one with a folder also where folders cannot be exchanged."""
    if request.param == "two renames":
        request.getfixturevalue("_no_exchange")
    return LAYOUTS["releases" if request.param == "releases" else "folder"]


@pytest.fixture
def out(tmp_path: Path, layout: Layout) -> Path:
    """A folder with a new site that has replaced a former one, which is kept as number 1."""
    layout.publish(FORMER, tmp_path / "out")
    layout.publish(NEW, tmp_path / "out", keep=2)
    return tmp_path / "out"


def test_former_site_is_kept(layout: Layout, out: Path) -> None:
    assert layout.states(out) == ("new", ["former"])
    assert names(out) == [*layout.entries]


def test_no_more_sites_are_kept_than_asked_for(layout: Layout, out: Path) -> None:
    for artifacts in (LARGE_FORMER, THIRD, LARGE_NEW):
        layout.publish(artifacts, out, keep=2)

    assert names(out / layout.store)[:2] == ["0003", "0004"]
    assert (out / layout.store / "0004/api/v1/index.json").read_bytes() == b"third\n"
    target, [former, _] = layout.states(out)
    assert (target, former) == ("new", "former")


def test_name_of_a_kept_site_has_a_number_and_the_time_of_its_build(tmp_path: Path, layout: Layout) -> None:
    for _ in range(3):
        layout.publish(stating_site("1.2.3", "2026-11-21T01:02:03Z"), tmp_path, keep=2)

    assert names(tmp_path / layout.store)[:2] == ["0001-20261121T010203Z", "0002-20261121T010203Z"]


@pytest.mark.usefixtures("_umask")
def test_everyone_can_list_the_kept_sites_whatever_the_umask(layout: Layout, out: Path) -> None:
    folders = [out / layout.store, out / layout.store / "0001"]

    assert {stat.filemode(folder.stat().st_mode) for folder in folders} == {"drwxr-xr-x"}


def test_former_site_is_restored_and_a_second_restore_undoes_it(layout: Layout, out: Path) -> None:
    layout.restore(out)
    restored = layout.states(out)
    layout.restore(out)

    assert restored == ("former", ["new"])
    assert layout.states(out) == ("new", ["former"])
    assert names(out) == [*layout.entries]


def test_kept_site_is_restored_by_name_and_a_second_restore_undoes_it(layout: Layout, out: Path) -> None:
    layout.publish(THIRD, out, keep=2)
    before = files_of(out / layout.target)

    layout.restore(out, "0001")
    restored = state(out / layout.target)
    layout.restore(out)

    assert restored == "former"
    assert files_of(out / layout.target) == before


def test_after_a_restore_and_a_build_the_restored_site_is_the_former_one(layout: Layout, out: Path) -> None:
    layout.restore(out)
    layout.publish(THIRD, out)

    assert layout.states(out)[1] == ["former"]
    layout.restore(out)
    assert state(out / layout.target) == "former"


def test_restore_of_an_unknown_name_is_an_error(layout: Layout, out: Path) -> None:
    assert error_of(lambda: layout.restore(out, "../site")) == (
        f"{out}/{layout.store}: must hold '../site' to restore it, but holds 0001"
    )
    assert layout.states(out) == ("new", ["former"])


@pytest.mark.parametrize(
    ("path", "content", "message"),
    [
        pytest.param("pages/000/index.html", b"", DAMAGED, id="file"),
        pytest.param("SHA256SUMS", b"", f"{FOREIGN}api/v1/index.json, pages/000/index.html", id="list"),
    ],
)
def test_damaged_site_is_not_restored(layout: Layout, out: Path, path: str, content: bytes, message: str) -> None:
    site = out / layout.store / "0001"
    (site / path).write_bytes(content)
    before = tree(out)

    assert error_of(lambda: layout.restore(out)) == f"{site}{message}"
    assert tree(out) == before


@pytest.mark.parametrize("act", ["build", "restore"])
@pytest.mark.parametrize(
    ("added", "message"),
    [
        pytest.param("0003", ": must hold nothing but former sites, but also holds 0003", id="file"),
        pytest.param("0001/notes.txt", f"/0001{FOREIGN}notes.txt", id="in a site"),
    ],
)
def test_folder_of_kept_sites_that_holds_anything_else_is_refused(
    layout: Layout, out: Path, act: str, added: str, message: str
) -> None:
    file = out / layout.store / added
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"mine")
    before = tree(out)

    assert error_of(lambda: layout.publish(LARGE_NEW, out) if act == "build" else layout.restore(out)) == (
        f"{out / layout.store}{message}"
    )
    assert tree(out) == before


def test_link_to_a_folder_of_kept_sites_is_refused(layout: Layout, out: Path) -> None:
    store = out / layout.store
    store.rename(out.with_name("elsewhere"))
    store.symlink_to("../elsewhere")

    message = f"{store}: must be a folder or not exist, but is something else"
    assert error_of(lambda: layout.restore(out)) == message


def test_site_with_an_unexpected_file_is_not_replaced_by_a_former_one(layout: Layout, out: Path) -> None:
    (out / layout.target / "notes.txt").write_bytes(b"mine")

    assert error_of(lambda: layout.restore(out)).endswith(f"{FOREIGN}notes.txt")
    assert layout.states(out)[1] == ["former"]


def test_restore_of_a_missing_folder_is_an_error(tmp_path: Path, layout: Layout) -> None:
    message = error_of(lambda: layout.restore(tmp_path / "missing"))

    assert message.startswith(f"{tmp_path}/missing")
    assert message.endswith(": cannot be written: No such file or directory")


# The layout with a folder


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A new site that has replaced a former one, which is kept as number 1."""
    publish_folder(FORMER, tmp_path / "site")
    publish_folder(NEW, tmp_path / "site", keep=2)
    return tmp_path / "site"


def store_of(target: Path) -> Path:
    return target.with_name("site.former")


def test_build_that_keeps_nothing_leaves_the_sites_that_are_kept(target: Path) -> None:
    publish_folder(LARGE_NEW, target)

    assert states(store_of(target)) == ["former"]


def test_site_that_states_an_impossible_time_is_kept_under_its_number(tmp_path: Path) -> None:
    publish_folder(stating_site("1.2.3", "0001-01-01T00:00:00Z"), tmp_path / "site")

    publish_folder(NEW, tmp_path / "site", keep=1)

    assert names(tmp_path / "site.former") == ["0001"]
    restore_folder(tmp_path / "site")


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
    os.truncate(file, 30_000_000)
    tracemalloc.start()

    assert error_of(lambda: restore_folder(target)) == f"{store_of(target)}/0001{DAMAGED}"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000


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
