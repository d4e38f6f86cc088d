"""The preview responds as the configured servers do."""

from http import HTTPStatus
from pathlib import Path

import pytest

from locdata_build.hosting.preview import FolderFiles, Request, Response, answer

FILES = {
    "index.html": b"<p>",
    "index.html.gz": b"gzip",
    "index.html.br": b"brotli",
    "404.html": b"none",
    "api/404.json": b"{}",
    "a/index.html": b"a",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A site of a few files, with a secret file beside it."""
    for name, content in FILES.items():
        (tmp_path / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / name).write_bytes(content)
    (tmp_path / "secret").write_bytes(b"secret")
    return tmp_path / "site"


def get(folder: Path, target: str, **conditions: str) -> Response:
    return answer(FolderFiles(folder), "", Request("GET", target, **conditions))


@pytest.mark.parametrize(
    ("accepted", "content"),
    [
        ("gzip, br", b"brotli"),
        ("GZIP;q=0.5", b"gzip"),
        ("gzip;q=0, br; q=0.0", b"<p>"),
        ("gzip;q=0.01", b"gzip"),
        ("brotli, x-gzip", b"<p>"),
    ],
)
def test_the_best_copy_that_a_client_accepts_is_sent(folder: Path, accepted: str, content: bytes) -> None:
    found = get(folder, "/", accept_encoding=accepted)

    assert found.content == content
    assert found.headers["Content-Type"] == "text/html; charset=utf-8"
    assert found.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("byte_range", "status", "content_range", "content"),
    [
        ("bytes=2-3", 206, "bytes 2-3/6", b"ot"),
        ("bytes=4-", 206, "bytes 4-5/6", b"li"),
        ("bytes=-2", 206, "bytes 4-5/6", b"li"),
        ("bytes=0-99", 206, "bytes 0-5/6", b"brotli"),
        ("bytes=-99", 206, "bytes 0-5/6", b"brotli"),
        ("bytes=6-", 416, "bytes */6", b""),
        ("bytes=-0", 416, "bytes */6", b""),
        ("bytes=0-1,3-4", 200, None, b"brotli"),
        ("bytes=-", 200, None, b"brotli"),
        ("lines=1-2", 200, None, b"brotli"),
        (f"bytes={'9' * 5000}-", 200, None, b"brotli"),
    ],
)
def test_a_range_of_a_file_is_sent(
    folder: Path, byte_range: str, status: int, content_range: str | None, content: bytes
) -> None:
    found = get(folder, "/", accept_encoding="br", byte_range=byte_range)

    assert (found.status, found.headers.get("Content-Range"), found.content) == (status, content_range, content)


def test_a_range_of_another_version_or_without_content_is_ignored(folder: Path) -> None:
    current = get(folder, "/").headers["ETag"]

    assert get(folder, "/", byte_range="bytes=0-1", if_range=current).content == b"<p"
    assert get(folder, "/", byte_range="bytes=0-1", if_range='"other"').content == b"<p>"
    assert answer(FolderFiles(folder), "", Request("HEAD", "/", byte_range="bytes=0-1")).status is HTTPStatus.OK
    assert get(folder, "/").headers["Accept-Ranges"] == "bytes"


def test_a_link_out_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder / "out.txt").symlink_to(folder.parent / "secret")
    (folder / "out").symlink_to(folder.parent)
    (folder / "round").symlink_to("round")
    (folder / "in.txt").symlink_to("index.html")

    assert [get(folder, path).status for path in ("/out.txt", "/out/secret", "/round")] == [HTTPStatus.NOT_FOUND] * 3
    assert [FolderFiles(folder).get(path) for path in ("/round", "/none", "//")] == [None] * 3
    assert get(folder, "/in.txt").content == b"<p>"


@pytest.mark.parametrize("target", ["/a/../../secret", "//secret", "/index.html/", "/%ff", "*", f"/{'a' * 5000}"])
def test_a_target_without_a_file_is_not_found(folder: Path, target: str) -> None:
    assert (get(folder, target).status, get(folder, target).content) == (HTTPStatus.NOT_FOUND, b"none")


def test_a_site_below_a_prefix_is_served_there_only(folder: Path) -> None:
    def at(target: str) -> tuple[HTTPStatus, str | None]:
        found = answer(FolderFiles(folder), "/locdata", Request("GET", target))
        return found.status, found.headers.get("Location")

    assert at("/locdata/a/") == (HTTPStatus.OK, None)
    assert at("/locdata") == (HTTPStatus.MOVED_PERMANENTLY, "/locdata/")
    assert at("/locdata/a") == (HTTPStatus.MOVED_PERMANENTLY, "/locdata/a/")
    assert [at(target)[0] for target in ("/", "/a/", "/locdatax/", "/locdata../secret")] == [HTTPStatus.NOT_FOUND] * 4
