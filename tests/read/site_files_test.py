"""The files of a site are the same whether a folder or an archive holds them, and what cannot be read is told."""

import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.read.site_files import read_site_files
from locdata_build.source.faults import SourceError

FILES = {"/api/v1/index.json": b"{}\n", "/france/index.html": b"<!doctype html>\n" * 400, "/index.html": b""}
Pack = Callable[[Path], None]


def folder(place: Path) -> None:
    """The files in a folder."""
    for path, content in FILES.items():
        file = place / path.removeprefix("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def tar(mode: str, prefix: str = "") -> Pack:
    """The files in a tar archive."""

    def pack(place: Path) -> None:
        with tarfile.open(place, mode) as archive:  # type: ignore[call-overload]  # the mode is one of those it takes
            for path, content in FILES.items():
                entry = tarfile.TarInfo(f"{prefix}{path.removeprefix('/')}")
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
            archive.addfile(_folder_entry(f"{prefix}api"))

    return pack


def _folder_entry(name: str) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type = tarfile.DIRTYPE
    return entry


def packed(place: Path, method: int = zipfile.ZIP_DEFLATED, *, folders: tuple[str, ...] = ()) -> None:
    """The files in a zip archive."""
    with zipfile.ZipFile(place, "w", method) as archive:
        for name in folders:
            archive.writestr(name, b"")
        for path, content in FILES.items():
            archive.writestr(path.removeprefix("/"), content)


def fault(place: Path) -> str:
    """What is said of a place that holds no site."""
    with pytest.raises(SourceError) as caught:
        read_site_files(place)
    (found,) = caught.value.faults
    return str(found).replace(str(place), "PLACE")


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param(folder, id="folder"),
        pytest.param(tar("w"), id="tar"),
        pytest.param(tar("w:gz"), id="compressed tar"),
        pytest.param(tar("w:xz"), id="tar in another compression"),
        pytest.param(tar("w", "./"), id="tar of the current folder"),
        pytest.param(packed, id="zip"),
        pytest.param(lambda place: packed(place, folders=("api/", "api/v1/")), id="zip with folders"),
    ],
)
def test_files_are_the_same_in_a_folder_and_in_an_archive(tmp_path: Path, pack: Pack) -> None:
    pack(tmp_path / "site")

    assert read_site_files(tmp_path / "site") == FILES


def test_folder_of_data_files_is_read_as_that_of_the_site(tmp_path: Path) -> None:
    (tmp_path / "datapackage.json").write_bytes(b"{}")
    (tmp_path / "matrix.json").write_bytes(b"[]")

    assert read_site_files(tmp_path) == {"/data/datapackage.json": b"{}", "/data/matrix.json": b"[]"}


@pytest.mark.parametrize(
    ("pack", "message"),
    [
        pytest.param(
            lambda place: None,
            "must be readable, but is not: No such file or directory [unreadable-file]",
            id="nothing there",
        ),
        pytest.param(Path.mkdir, "must hold the files of a site, but holds none [not-a-site]", id="empty folder"),
        pytest.param(
            lambda place: tarfile.open(place, "w").close(),
            "must hold the files of a site, but holds none [not-a-site]",
            id="empty tar",
        ),
        pytest.param(
            lambda place: zipfile.ZipFile(place, "w").close(),
            "must hold the files of a site, but holds none [not-a-site]",
            id="empty zip",
        ),
    ],
)
def test_place_without_files_is_told(tmp_path: Path, pack: Pack, message: str) -> None:
    pack(tmp_path / "site")

    assert fault(tmp_path / "site") == f"PLACE: $: {message}"


def broken(pack: Pack, change: Callable[[bytearray], bytes | bytearray]) -> Pack:
    """An archive whose bytes were changed afterwards."""

    def spoil(place: Path) -> None:
        pack(place)
        place.write_bytes(change(bytearray(place.read_bytes())))

    return spoil


def half(content: bytearray) -> bytearray:
    """The first half."""
    return content[: len(content) // 2]


def flip(content: bytearray) -> bytearray:
    """The same with other bytes in the middle."""
    middle = len(content) // 2
    content[middle : middle + 8] = bytes(byte ^ 255 for byte in content[middle : middle + 8])
    return content


def set_in_zip(offset: int, local_offset: int, value: int) -> Callable[[bytearray], bytearray]:
    """Set a byte of the first entry, in the list of contents and at the entry itself."""

    def change(content: bytearray) -> bytearray:
        content[content.find(b"PK\x01\x02") + offset] = value
        content[local_offset] = value
        return content

    return change


def link(target: str) -> Pack:
    """A tar archive with a link."""

    def pack(place: Path) -> None:
        entry = tarfile.TarInfo("link")
        entry.type, entry.linkname = tarfile.SYMTYPE, target
        with tarfile.open(place, "w") as archive:
            archive.addfile(entry)

    return pack


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param(lambda place: place.write_bytes(b"text\n"), id="text"),
        pytest.param(lambda place: place.write_bytes(b""), id="empty file"),
        pytest.param(broken(tar("w"), half), id="tar cut off"),
        pytest.param(broken(tar("w:gz"), half), id="compressed tar cut off"),
        pytest.param(broken(tar("w:xz"), half), id="tar in another compression cut off"),
        pytest.param(broken(tar("w:gz"), flip), id="compressed tar with other bytes"),
        pytest.param(broken(tar("w:xz"), flip), id="tar in another compression with other bytes"),
        pytest.param(lambda place: place.write_bytes(gzip.compress(b"text\n" * 999)), id="compressed text"),
        pytest.param(lambda place: place.write_bytes(lzma.compress(b"text\n" * 999)), id="text in another compression"),
        pytest.param(broken(packed, half), id="zip cut off"),
        pytest.param(broken(lambda place: packed(place, zipfile.ZIP_STORED), flip), id="zip with other bytes"),
        pytest.param(broken(packed, set_in_zip(8, 6, 1)), id="zip that needs a password"),
        pytest.param(broken(packed, set_in_zip(10, 8, 99)), id="zip in an unknown compression"),
        pytest.param(link("nowhere"), id="tar with a link that leads nowhere"),
    ],
)
def test_what_is_no_whole_archive_is_told(tmp_path: Path, pack: Pack) -> None:
    pack(tmp_path / "site")

    assert fault(tmp_path / "site").startswith("PLACE: $: must ")


def test_folder_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    folder(tmp_path / "site")
    monkeypatch.setattr(Path, "read_bytes", fail)

    assert fault(tmp_path / "site") == "PLACE: $: must be readable, but is not: Permission denied [unreadable-file]"


def test_a_name_that_cannot_be_shown_is_told(tmp_path: Path) -> None:
    place = tmp_path / "site.zip"
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("a\nb.html", b"")

    assert fault(place) == "PLACE: $: must hold files with readable names alone, but holds '/a\\nb.html' [not-a-site]"


def tarred(place: Path, *entries: tarfile.TarInfo) -> None:
    """A tar archive with the files and then ``entries``, which have no content."""
    tar("w")(place)
    with tarfile.open(place, "a") as archive:
        for entry in entries:
            archive.addfile(entry)


def entry_of(name: str, kind: bytes) -> tarfile.TarInfo:
    """An entry of another kind than file."""
    entry = tarfile.TarInfo(name)
    entry.type = kind
    entry.linkname = "index.html"
    return entry


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(tarfile.SYMTYPE, id="symbolic link"),
        pytest.param(tarfile.LNKTYPE, id="hard link"),
        pytest.param(tarfile.FIFOTYPE, id="pipe"),
        pytest.param(tarfile.CHRTYPE, id="device"),
    ],
)
def test_an_archive_with_something_else_than_files_and_folders_is_refused(tmp_path: Path, kind: bytes) -> None:
    tarred(tmp_path / "site.tar", entry_of("evil", kind))

    assert "'evil' is neither a file nor a folder" in fault(tmp_path / "site.tar")


def test_an_archive_with_a_name_twice_is_refused(tmp_path: Path) -> None:
    tarred(tmp_path / "site.tar", tarfile.TarInfo("index.html"))

    assert "'/index.html' is there twice" in fault(tmp_path / "site.tar")


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_an_archive_with_something_behind_its_end_is_refused(tmp_path: Path, mode: str) -> None:
    place = tmp_path / "site.tar"
    tar("w")(place)
    content = place.read_bytes() + b"X" * 512
    place.write_bytes(gzip.compress(content) if mode == "w:gz" else content)

    assert "there is something behind its last file" in fault(place)


def test_a_tar_archive_that_ends_in_a_zip_archive_is_a_tar_archive(tmp_path: Path) -> None:
    packed(tmp_path / "data.zip")
    content = (tmp_path / "data.zip").read_bytes()
    with tarfile.open(tmp_path / "site.tar", "w") as archive:
        entry = tarfile.TarInfo("data/locdata.zip")
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))

    assert read_site_files(tmp_path / "site.tar") == {"/data/locdata.zip": content}
