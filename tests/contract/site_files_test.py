"""The files of a site are the same in a folder and in an archive; anything else is refused, in limited memory and time."""

import datetime as dt
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from contract.hostile_archives import HOSTILE
from locdata_build.contract import site_files
from locdata_build.contract.site_files import (
    LARGEST_FILE,
    LARGEST_SITE,
    read_site_files,
)
from locdata_build.data.errors import SourceError
from locdata_build.render.archive import pack_archive
from locdata_build.render.artifacts import Artifact

FILES = {"/api/v1/index.json": b"{}\n", "/france/index.html": b"<!doctype html>\n" * 400, "/index.html": b""}
ARTIFACTS = [Artifact(path, content) for path, content in FILES.items()]
TIME = dt.datetime(2026, 11, 21, tzinfo=dt.UTC)
NOBODY = 65534
OTHER_ARCHIVE = (
    "SITE: $: must be a folder or an archive as 'build --archive' writes it (unpack any other archive, and give the folder), "
    "but is not: "
)


def write_folder(path: Path) -> None:
    """Write the files to a folder."""
    for name, content in FILES.items():
        file = path / name.removeprefix("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def write_archive(path: Path) -> None:
    """Write the archive of the files."""
    path.write_bytes(pack_archive(ARTIFACTS, TIME))


def issues(path: Path) -> list[str]:
    """Return every issue of a path that holds no site."""
    with pytest.raises(SourceError) as caught:
        read_site_files(path)
    return [str(issue).replace(str(path), "SITE") for issue in caught.value.issues]


@pytest.mark.parametrize("pack", [write_folder, write_archive])
def test_files_are_the_same_in_a_folder_and_in_an_archive(tmp_path: Path, pack: Callable[[Path], None]) -> None:
    pack(tmp_path / "site")
    files = read_site_files(tmp_path / "site")

    assert dict(files) == FILES
    assert (len(files), [path in files for path in (*FILES, "/x")]) == (3, [True, True, True, False])


@pytest.mark.parametrize("pack", [write_folder, write_archive])
def test_site_may_be_given_by_a_link(tmp_path: Path, pack: Callable[[Path], None]) -> None:
    pack(tmp_path / "site")
    (tmp_path / "current").symlink_to("site")

    assert dict(read_site_files(tmp_path / "current")) == FILES


def test_folder_of_data_files_is_read_as_the_data_folder_of_a_site(tmp_path: Path) -> None:
    (tmp_path / "datapackage.json").write_bytes(b"{}")
    (tmp_path / "matrix.json").write_bytes(b"[]")

    assert dict(read_site_files(tmp_path)) == {"/data/datapackage.json": b"{}", "/data/matrix.json": b"[]"}


@pytest.mark.parametrize("pack", [Path.mkdir, lambda path: path.write_bytes(pack_archive([], TIME))])
def test_empty_folder_or_archive_is_refused(tmp_path: Path, pack: Callable[[Path], None]) -> None:
    pack(tmp_path / "site")

    assert issues(tmp_path / "site") == ["SITE: $: must hold the files of a site, but holds none [not-a-site]"]


def test_missing_file_is_refused(tmp_path: Path) -> None:
    message = "must be readable, but is not: No such file or directory"

    assert issues(tmp_path / "site") == [f"SITE: $: {message} [unreadable-file]"]


@pytest.mark.parametrize("archive", HOSTILE.values(), ids=HOSTILE)
def test_archive_that_could_unpack_to_other_files_is_refused(tmp_path: Path, archive: bytes) -> None:
    (tmp_path / "site").write_bytes(archive)

    (issue,) = issues(tmp_path / "site")

    assert issue.startswith(OTHER_ARCHIVE)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        pytest.param(lambda path: path.symlink_to("index.html"), "a symbolic link", id="link"),
        pytest.param(lambda path: path.symlink_to("/dev/zero"), "a symbolic link", id="link to a device"),
        pytest.param(os.mkfifo, "neither a file nor a folder", id="pipe"),
    ],
)
def test_anything_but_regular_files_in_a_folder_is_refused(
    tmp_path: Path, make: Callable[[Path], None], what: str
) -> None:
    write_folder(tmp_path / "site")
    make(tmp_path / "site/x")
    make(tmp_path / "site/france/y")

    assert issues(tmp_path / "site") == [
        f"SITE/france/y: $: must be a regular file, but is {what} [not-a-site]",
        f"SITE/x: $: must be a regular file, but is {what} [not-a-site]",
    ]


def test_device_is_refused() -> None:
    assert issues(Path("/dev/zero")) == [
        "SITE: $: must be readable, but is not: Is not a regular file [unreadable-file]"
    ]


@pytest.fixture
def readable_by_all() -> Iterator[Path]:
    """A folder that a user without rights may read too, unlike that of the tests."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


@pytest.fixture
def _without_rights() -> Iterator[None]:
    """Run a test as a user who may not read everything."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    yield
    os.seteuid(user)


@pytest.mark.usefixtures("_without_rights")
def test_folder_without_permission_is_refused(readable_by_all: Path) -> None:
    write_folder(readable_by_all / "site")
    (readable_by_all / "site/france").chmod(0)

    assert issues(readable_by_all / "site") == [
        "SITE: $: must be readable, but is not: Permission denied [unreadable-file]"
    ]


def test_unprintable_file_names_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a\nb.html").write_bytes(b"")
    (tmp_path / "c\x1b[2J").write_bytes(b"")

    assert issues(tmp_path) == [
        "SITE: $: must have printable file names only, but has '/a\\nb.html' [not-a-site]",
        "SITE: $: must have printable file names only, but has '/c\\x1b[2J' [not-a-site]",
    ]


def test_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    write_folder(tmp_path)
    os.truncate(tmp_path / "index.html", 10**13)

    assert issues(tmp_path) == [
        f"SITE: $: must have at most {LARGEST_SITE:,} bytes in all files, but has 10,000,000,006,403 [too-long]",
        f"SITE/index.html: $: must have at most {LARGEST_FILE:,} bytes, but has 10,000,000,000,000 [too-long]",
    ]


def test_site_of_too_many_files_and_folders_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_files, "MOST_ENTRIES", 20)
    (tmp_path / "site").mkdir()
    for number in range(21):
        (tmp_path / "site" / str(number)).mkdir()
    empty_files = (Artifact(f"/{number:02}", b"") for number in range(21))
    (tmp_path / "site.tar").write_bytes(pack_archive(empty_files, TIME))

    message = "SITE: $: must have at most 20 files and folders, but has more [too-long]"
    assert [issues(tmp_path / name) for name in ("site", "site.tar")] == [[message], [message]]


@pytest.mark.parametrize("change", [b"longer than before", b""])
def test_file_that_changes_while_a_site_is_read_is_refused(tmp_path: Path, change: bytes) -> None:
    write_folder(tmp_path)
    files = read_site_files(tmp_path)
    (tmp_path / "api/v1/index.json").write_bytes(change)

    with pytest.raises(SourceError, match=r"index\.json: \$: must stay as it is while it is read, but has changed"):
        dict(files)
