"""The files of a site are the same in a folder and in an archive, and everything else is reported."""

import datetime as dt
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.data.errors import SourceError
from locdata_build.render.artifacts import Artifact, checksums
from locdata_build.site import files
from locdata_build.site.archive import pack_archive
from locdata_build.site.files import Stated, open_site, parse_checksums
from support.privileges import bound_by_permissions
from support.small_sites import NEW, stating_site

FILES = {"/api/v1/index.json": b"{}\n", "/france/index.html": b"<!doctype html>\n" * 400, "/index.html": b""}
TIME = dt.datetime(2026, 11, 21, tzinfo=dt.UTC)
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""The SHA-256 of nothing (FIPS 180-4)."""


def write_folder(path: Path) -> None:
    """Write the files to a folder."""
    for name, content in FILES.items():
        file = path / name.removeprefix("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def write_archive(path: Path) -> None:
    """Write the archive of the files."""
    path.write_bytes(pack_archive([Artifact(path, content) for path, content in FILES.items()], TIME))


def issues(path: Path) -> list[str]:
    """Return every issue of a path that holds no site."""
    with pytest.raises(SourceError) as caught:
        open_site(path)
    return [str(issue).replace(str(path), "SITE") for issue in caught.value.issues]


@pytest.mark.parametrize("pack", [write_folder, write_archive])
def test_files_are_the_same_in_a_folder_and_in_an_archive_and_behind_a_link(
    tmp_path: Path, pack: Callable[[Path], None]
) -> None:
    pack(tmp_path / "site")
    (tmp_path / "link").symlink_to("site")
    site = open_site(tmp_path / "site")

    assert dict(site) == dict(open_site(tmp_path / "link")) == FILES
    assert (len(site), [path in site for path in (*FILES, "/x")]) == (3, [True, True, True, False])
    assert site.digests["/index.html"] == EMPTY


def test_folder_of_data_files_is_read_as_the_data_folder_of_a_site(tmp_path: Path) -> None:
    (tmp_path / "datapackage.json").write_bytes(b"{}")
    (tmp_path / "matrix.json").write_bytes(b"[]")

    assert dict(open_site(tmp_path)) == {"/data/datapackage.json": b"{}", "/data/matrix.json": b"[]"}


def test_list_of_checksums_has_digests_and_no_files(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(checksums({"/a": EMPTY, "/a.gz": EMPTY}).content)
    site = open_site(tmp_path / "list")

    assert (dict(site), site.digests, site.has_compressed_copies) == ({}, {"/a": EMPTY, "/a.gz": EMPTY}, True)


@pytest.mark.parametrize(
    ("paths", "has_copies"), [(["/a", "/a.br"], True), (["/all.csv.gz"], False)], ids=["copy", "file of such a name"]
)
def test_compressed_copies_are_found(tmp_path: Path, paths: list[str], *, has_copies: bool) -> None:
    for path in paths:
        (tmp_path / path[1:]).touch()

    assert open_site(tmp_path).has_compressed_copies is has_copies


def test_version_time_and_base_url_are_those_that_the_site_states(tmp_path: Path) -> None:
    index, _ = stating_site("1.2.3", "2026-11-21T00:00:00Z")
    openapi = Artifact("/api/openapi.json", b'{"servers": [{"url": "https://data.example"}]}')
    (tmp_path / "site.tar").write_bytes(pack_archive([index, openapi], TIME))
    site = open_site(tmp_path / "site.tar")

    assert (site.stated, str(site.stated)) == (Stated("1.2.3", TIME), "version 1.2.3 of 2026-11-21T00:00:00Z")
    assert site.base_url == "https://data.example"


@pytest.mark.parametrize("content", [None, b"", b"\xff", b"[" * 100_000, b"{}", b'{"meta": {}, "servers": []}'])
def test_unreadable_version_time_and_base_url_are_unknown(tmp_path: Path, content: bytes | None) -> None:
    write_folder(tmp_path)
    if content is not None:
        for path in ("api/v1/index.json", "api/openapi.json"):
            (tmp_path / path).write_bytes(content)
    site = open_site(tmp_path)

    assert (site.stated, site.base_url) == (None, None)


def test_damaged_is_the_first_listed_path_with_another_content(tmp_path: Path) -> None:
    (tmp_path / "site.tar").write_bytes(pack_archive(NEW, TIME))
    (tmp_path / "other.tar").write_bytes(pack_archive([*NEW[:1], *NEW[2:]], TIME))

    assert open_site(tmp_path / "site.tar").damaged() is None
    assert open_site(tmp_path / "other.tar").damaged() == NEW[1].path


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        pytest.param(lambda _: None, "must be readable: No such file or directory [unreadable-file]", id="nothing"),
        pytest.param(Path.mkdir, "must hold the files of a site, but is empty [not-a-site]", id="empty folder"),
        pytest.param(
            lambda path: path.write_bytes(pack_archive([], TIME)),
            "must hold the files of a site, but is empty [not-a-site]",
            id="empty archive",
        ),
        pytest.param(os.mkfifo, "must be a folder or a regular file [not-a-site]", id="pipe"),
        pytest.param(
            lambda path: path.symlink_to("/dev/zero"), "must be a folder or a regular file [not-a-site]", id="device"
        ),
        pytest.param(
            lambda path: path.write_bytes(b"text\n"),
            "must be a folder, an uncompressed tar archive or SHA256SUMS: "
            "must hold one checksum and one path in each line, and each path once [not-a-site]",
            id="other file",
        ),
    ],
)
def test_anything_else_is_refused(tmp_path: Path, make: Callable[[Path], None], reason: str) -> None:
    make(tmp_path / "site")

    assert issues(tmp_path / "site") == [f"SITE: $: {reason}"]


def test_everything_but_regular_files_in_a_folder_is_described(tmp_path: Path) -> None:
    write_folder(tmp_path)
    os.mkfifo(tmp_path / "x")
    (tmp_path / "france/y").symlink_to("/dev/zero")
    (tmp_path / "z/empty").mkdir(parents=True)
    site = open_site(tmp_path)

    assert site.others == {
        "/france/y": "a symbolic link",
        "/x": "neither a file nor a folder",
        "/z/empty/": "an empty folder",
    }
    assert dict(site) == FILES


def test_folder_or_file_without_permission_is_refused(tmp_path: Path) -> None:
    write_folder(tmp_path / "site")
    (tmp_path / "site/index.html").chmod(0)
    with (
        bound_by_permissions(),
        pytest.raises(SourceError, match=r"index\.html: \$: must be readable: Permission denied"),
    ):
        dict(open_site(tmp_path / "site"))

    (tmp_path / "site/france").chmod(0)
    with bound_by_permissions():
        assert issues(tmp_path / "site") == ["SITE: $: must be readable: Permission denied [unreadable-file]"]
    (tmp_path / "site/france").chmod(0o755)


def test_unprintable_file_names_are_refused(tmp_path: Path) -> None:
    (tmp_path / "c\x1b[2J").write_bytes(b"")

    assert issues(tmp_path) == ["SITE: $: must have printable file names only, got '/c\\x1b[2J' [not-a-site]"]


@pytest.mark.parametrize("pack", [write_folder, write_archive])
def test_site_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: Callable[[Path], None]
) -> None:
    pack(tmp_path / "site")
    monkeypatch.setattr(files, "MAX_SITE_BYTES", 6_000)
    (issue,) = issues(tmp_path / "site")

    assert issue.startswith("SITE: $: must have at most 6,000 bytes, got ")
    assert issue.endswith(" [too-long]")


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\xff", id="not UTF-8"),
        pytest.param(f"{EMPTY} a\n".encode(), id="one space"),
        pytest.param(f"{EMPTY}  /a\n".encode(), id="absolute path"),
        pytest.param(f"{EMPTY}  a\n{EMPTY}  a\n".encode(), id="path twice"),
        pytest.param(f"{EMPTY.upper()}  a\n".encode(), id="upper case"),
        pytest.param(f"{EMPTY}  \x1b[31m\n".encode(), id="control character for a terminal"),
    ],
)
def test_anything_but_checksums_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"must hold|decode"):
        parse_checksums(content)


def test_checksums_are_read_back() -> None:
    assert parse_checksums(checksums({"/c": EMPTY, "/a/b.json": EMPTY}).content) == {"/a/b.json": EMPTY, "/c": EMPTY}
