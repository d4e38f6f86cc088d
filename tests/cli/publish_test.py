"""The site is published whole or not at all, and never in the place of something that is no site.

What happens at each instant, on full disks and to foreign files is proved in ``trust/publishing_*``.
"""

import ctypes
import errno
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from cli.running import former_site, run_here, tree
from locdata_build.publish.file import PublishError, replace_file, staged_file
from locdata_build.publish.folder import publish_folder
from locdata_build.publish.writing import Writer
from locdata_build.render.artifacts import Artifact
from support.dataset import whole, write

SITE = (Artifact("/api/v1/index.json", b"new\n"), Artifact("/data/new.csv", b"c,d\r\n"))
PUBLISHED = {
    "api": None,
    "api/v1": None,
    "api/v1/index.json": b"new\n",
    "data": None,
    "data/new.csv": b"c,d\r\n",
}
"""What the folder of ``SITE`` holds."""


@pytest.fixture(params=[0o000, 0o022, 0o027, 0o077], ids=oct)
def _umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.fixture
def _no_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    """A platform whose library has no function that exchanges two folders: there the former site is moved away first."""
    monkeypatch.setattr(ctypes, "CDLL", lambda *_arguments, **_options: object())


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A folder that nothing can be written to."""
    folder = tmp_path / "read-only"
    folder.mkdir()
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write everywhere")
    yield folder
    folder.chmod(0o755)


def test_site_is_published_into_a_new_folder(tmp_path: Path) -> None:
    publish_folder(SITE, tmp_path / "new/folder/site")

    assert tree(tmp_path / "new/folder/site") == PUBLISHED
    assert [entry.name for entry in (tmp_path / "new/folder").iterdir()] == ["site"]


def test_site_is_published_into_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()

    publish_folder(SITE, tmp_path / "site")

    assert tree(tmp_path / "site") == PUBLISHED


def test_site_takes_the_place_of_a_former_site(tmp_path: Path) -> None:
    site = former_site(tmp_path)

    publish_folder(SITE, site)

    assert tree(site) == PUBLISHED
    assert [entry.name for entry in tmp_path.iterdir()] == ["site"]


def test_site_without_files_is_an_empty_folder(tmp_path: Path) -> None:
    publish_folder([], tmp_path / "site")

    assert tree(tmp_path) == {"site": None}


@pytest.mark.usefixtures("_umask")
def test_site_can_be_read_by_everyone_whatever_the_umask(tmp_path: Path) -> None:
    publish_folder(SITE, tmp_path / "site")

    assert stat.filemode((tmp_path / "site").stat().st_mode) == "drwxr-xr-x"
    assert {entry.name: stat.filemode(entry.stat().st_mode) for entry in (tmp_path / "site").rglob("*")} == {
        "api": "drwxr-xr-x",
        "v1": "drwxr-xr-x",
        "index.json": "-rw-r--r--",
        "data": "drwxr-xr-x",
        "new.csv": "-rw-r--r--",
    }


def test_file_in_the_place_of_the_site_is_refused(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    site = tmp_path / "site"
    site.write_bytes(b"precious")
    before = tree(tmp_path)

    assert run_here("--data", data, "--out", site) == (
        1,
        "",
        f"{site}: must be a folder or not exist, but is something else\n",
    )
    assert tree(tmp_path) == before


def test_link_in_the_place_of_the_site_is_refused(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    former_site(tmp_path)
    link = tmp_path / "link"
    link.symlink_to("site")
    before = tree(tmp_path)

    assert run_here("--data", data, "--out", link) == (
        1,
        "",
        f"{link}: must be a folder or not exist, but is something else\n",
    )
    assert tree(tmp_path) == before
    assert link.is_symlink()


def test_link_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("nowhere")

    with pytest.raises(PublishError) as caught:
        publish_folder(SITE, link)

    assert str(caught.value) == f"{link}: must be a folder or not exist, but is something else"
    assert [entry.name for entry in tmp_path.iterdir()] == ["link"]


def test_pipe_in_the_place_of_the_site_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "site")

    with pytest.raises(PublishError) as caught:
        publish_folder(SITE, tmp_path / "site")

    assert str(caught.value) == f"{tmp_path}/site: must be a folder or not exist, but is something else"
    assert [entry.name for entry in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("place", ["", ".", "..", "/", "../..", "../working"])
def test_working_folder_and_those_above_it_are_no_place_for_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    data = write(tmp_path / "data", whole())
    (tmp_path / "working").mkdir()
    monkeypatch.chdir(tmp_path / "working")
    before = tree(tmp_path)

    assert run_here("--data", data, "--out", place) == (
        1,
        "",
        f"{place or '.'}: must not be the working folder or one above it, for it is replaced whole\n",
    )
    assert tree(tmp_path) == before


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("thesis.txt", id="a file"),
        pytest.param(".git/config", id="a hidden folder"),
        pytest.param("api/v1/other.json", id="a folder of the same name"),
    ],
)
def test_folder_that_is_no_site_is_refused(tmp_path: Path, name: str) -> None:
    data = write(tmp_path / "data", whole())
    home = write(tmp_path / "home", {name: b"precious"})
    before = tree(tmp_path)

    assert run_here("--data", data, "--out", home) == (
        1,
        "",
        f"{home}: must be empty, new or a former site, but holds other files\n",
    )
    assert tree(tmp_path) == before


def test_data_folder_is_no_place_for_the_site(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    before = tree(tmp_path)

    assert run_here("--data", data, "--out", data) == (
        1,
        "",
        f"{data}: must be empty, new or a former site, but holds other files\n",
    )
    assert tree(tmp_path) == before


def test_file_in_the_place_of_the_folder_above_is_told(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    before = tree(tmp_path)

    assert run_here("--data", data, "--out", data / "site.json/site") == (
        1,
        "",
        f"{data}/site.json/site: cannot be written: File exists\n",
    )
    assert tree(tmp_path) == before


def test_folder_above_that_is_read_only_is_told(tmp_path: Path, read_only: Path) -> None:
    data = write(tmp_path / "data", whole())

    assert run_here("--data", data, "--out", read_only / "site") == (
        1,
        "",
        f"{read_only}/site: cannot be written: Permission denied\n",
    )
    assert tree(read_only) == {}


def test_former_site_stays_where_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = write(tmp_path / "data", whole())
    site = former_site(tmp_path / "public")
    before = tree(tmp_path)

    def fail(writer: Writer, artifact: Artifact) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Writer, "write", fail)
        outcome = run_here("--data", data, "--out", site)

    assert outcome == (1, "", f"{site}: cannot be written: No space left on device\n")
    assert tree(tmp_path) == before


@pytest.mark.usefixtures("_no_exchange")
def test_former_site_returns_where_the_swap_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = former_site(tmp_path)
    before = tree(tmp_path)
    rename = Path.rename

    def fail_for_fresh(path: Path, target: Path) -> Path:
        if path.name == "fresh":
            raise OSError(errno.EIO, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail_for_fresh)

    with pytest.raises(PublishError) as caught:
        publish_folder(SITE, site)

    assert str(caught.value) == f"{site}: cannot be written: Input/output error"
    assert tree(tmp_path) == before


@pytest.mark.usefixtures("_no_exchange")
def test_former_site_returns_where_the_swap_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = former_site(tmp_path)
    before = tree(tmp_path)
    rename = Path.rename

    def interrupt_for_fresh(path: Path, target: Path) -> Path:
        if path.name == "fresh":
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", interrupt_for_fresh)

    with pytest.raises(KeyboardInterrupt):
        publish_folder(SITE, site)

    assert tree(tmp_path) == before


@pytest.mark.usefixtures("_no_exchange")
def test_former_site_is_not_lost_where_it_cannot_return(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = former_site(tmp_path)
    before = tree(site)
    rename = Path.rename

    def fail_for_site(path: Path, target: Path) -> Path:
        if target == site:
            raise OSError(errno.EIO, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail_for_site)

    with pytest.raises(PublishError) as caught:
        publish_folder(SITE, site)

    [kept] = tmp_path.glob(".locdata-*/former/site")
    assert str(caught.value) == (f"{site}: cannot be written, and what was there is kept in {kept}: Input/output error")
    assert tree(kept) == before


def test_nothing_is_left_where_the_first_build_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(writer: Writer, paths: Iterable[str]) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted", str(tmp_path / "staged"))

    monkeypatch.setattr(Writer, "make_folders", fail)

    with pytest.raises(PublishError) as caught:
        publish_folder(SITE, tmp_path / "site")

    assert str(caught.value) == f"{tmp_path}/site: cannot be written: Operation not permitted"
    assert tree(tmp_path) == {}


def test_file_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "new/folder/file"

    replace_file(target, b"a longer first text")
    replace_file(target, b"second")

    assert tree(tmp_path / "new/folder") == {"file": b"second"}


def test_former_file_stays_where_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "site.tar"
    target.write_bytes(b"former")

    def fail(path: Path, other: Path) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)

    with pytest.raises(PublishError) as caught:
        replace_file(target, b"new")

    assert str(caught.value) == f"{target}: cannot be written: No space left on device"
    assert tree(tmp_path) == {"site.tar": b"former"}


def test_a_file_never_takes_the_place_of_a_pipe(tmp_path: Path) -> None:
    target = tmp_path / "pipe"
    os.mkfifo(target)

    with pytest.raises(PublishError) as caught:
        replace_file(target, b"new")

    assert str(caught.value) == f"{target}: cannot be written: Is no regular file"
    assert target.is_fifo()


def test_staged_file_takes_its_place_when_the_block_ends(tmp_path: Path) -> None:
    target = tmp_path / "site.tar"
    target.write_bytes(b"former")

    with staged_file(target, b"new"):
        inside = sorted(entry.name.partition("-")[0] for entry in tmp_path.iterdir())
        content = target.read_bytes()

    assert (inside, content) == ([".locdata", "site.tar"], b"former")
    assert tree(tmp_path) == {"site.tar": b"new"}


@pytest.mark.parametrize("error", [PublishError, KeyboardInterrupt])
def test_staged_file_is_dropped_where_the_block_fails(tmp_path: Path, error: type[BaseException]) -> None:
    target = tmp_path / "site.tar"
    target.write_bytes(b"former")

    with pytest.raises(error), staged_file(target, b"new"):
        raise error

    assert tree(tmp_path) == {"site.tar": b"former"}


def test_folder_in_the_place_of_the_archive_is_told(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    (tmp_path / "site.tar").mkdir()

    assert run_here("--data", data, "--out", tmp_path / "site", "--archive", tmp_path / "site.tar") == (
        1,
        "",
        f"{tmp_path}/site.tar: cannot be written: Is a directory\n",
    )
    assert tree(tmp_path / "site.tar") == {}


def test_archive_in_a_read_only_folder_is_told(tmp_path: Path, read_only: Path) -> None:
    data = write(tmp_path / "data", whole())

    assert run_here("--data", data, "--out", tmp_path / "site", "--archive", read_only / "site.tar") == (
        1,
        "",
        f"{read_only}/site.tar: cannot be written: Permission denied\n",
    )
    assert tree(read_only) == {}


def test_former_site_stays_where_the_archive_cannot_be_written(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    site = former_site(tmp_path)
    (tmp_path / "site.tar").mkdir()
    before = tree(tmp_path)

    assert run_here("--data", data, "--out", site, "--archive", tmp_path / "site.tar").status == 1
    assert tree(tmp_path) == before


def test_former_archive_stays_where_the_site_cannot_be_written(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    archive = tmp_path / "site.tar"
    archive.write_bytes(b"former")
    before = tree(tmp_path)

    assert run_here("--data", data, "--out", data, "--archive", archive).status == 1
    assert tree(tmp_path) == before


def test_archive_may_have_the_longest_name_there_is(tmp_path: Path) -> None:
    data = write(tmp_path / "data", whole())
    archive = tmp_path / ("x" * 255)

    assert run_here("--data", data, "--out", tmp_path / "site", "--archive", archive).status == 0
    assert archive.is_file()


@pytest.mark.parametrize(
    ("option", "place", "message"),
    [
        pytest.param(
            "--archive",
            "data/site.json/site.tar",
            "data/site.json/site.tar: cannot be written: File exists\n",
            id="archive below a file",
        ),
        pytest.param(
            "--archive",
            "x" * 256,
            f"{'x' * 256}: cannot be written: File name too long\n",
            id="archive with a name too long",
        ),
        pytest.param("--archive", "", ".: cannot be written: Is a directory\n", id="archive without a name"),
        pytest.param("--archive", ".", ".: cannot be written: Is a directory\n", id="archive in the place of a folder"),
        pytest.param(
            "--out",
            "x" * 256,
            f"{'x' * 256}: cannot be written: File name too long\n",
            id="site with a name too long",
        ),
        pytest.param(
            "--data",
            "x" * 256,
            f"{'x' * 256}: $: must be a readable folder, but is not: File name too long [unreadable-folder]\n1 fault\n",
            id="data with a name too long",
        ),
    ],
)
def test_place_that_cannot_be_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, place: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "data", whole())
    before = tree(tmp_path)

    assert run_here("--data", "data", "--out", "site", option, place) == (1, "", message)
    assert tree(tmp_path) == before


def test_format_tells_that_a_file_is_in_the_place_of_the_schemas(tmp_path: Path) -> None:
    data = write(tmp_path / "data", {**whole(), "schema": b""})

    assert run_here("format", "--data", data).status == 1


@pytest.mark.parametrize("stranger", [".git/HEAD", "CNAME", "notes/mine.txt"])
def test_former_site_with_something_else_in_it_is_not_replaced(tmp_path: Path, stranger: str) -> None:
    site = former_site(tmp_path)
    (site / stranger).parent.mkdir(exist_ok=True)
    (site / stranger).write_bytes(b"mine")
    before = tree(tmp_path)

    with pytest.raises(PublishError) as caught:
        publish_folder(SITE, site)

    assert str(caught.value) == f"{site}: must hold nothing but a former site, but also holds {stranger}"
    assert tree(tmp_path) == before
