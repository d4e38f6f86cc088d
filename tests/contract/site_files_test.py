"""The files of a site are the same in a folder and in an archive; anything else is refused."""

import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from locdata_build.contract.site_files import read_site_files
from locdata_build.source.errors import SourceError

FILES = {"/api/v1/index.json": b"{}\n", "/france/index.html": b"<!doctype html>\n" * 400, "/index.html": b""}

Pack = Callable[[Path], object]


def write_folder(path: Path) -> None:
    """Write the files to a folder."""
    for name, content in FILES.items():
        file = path / name.removeprefix("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def tar(mode: str, prefix: str = "", extra: tarfile.TarInfo | None = None) -> Pack:
    """Return a function that packs the files, a folder and an extra entry as a tar archive."""

    def pack(path: Path) -> None:
        with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]  # the mode is a valid one
            for name, content in FILES.items():
                entry = tarfile.TarInfo(f"{prefix}{name.removeprefix('/')}")
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
            archive.addfile(entry_of(f"{prefix}api", tarfile.DIRTYPE))
            if extra:
                archive.addfile(extra)

    return pack


def entry_of(name: str, kind: bytes) -> tarfile.TarInfo:
    """Return a tar entry that is not a regular file."""
    entry = tarfile.TarInfo(name)
    entry.type = kind
    entry.linkname = "index.html"
    return entry


def pack_zip(path: Path, method: int = zipfile.ZIP_DEFLATED, *, folders: tuple[str, ...] = ()) -> None:
    """Pack the files as a zip archive."""
    with zipfile.ZipFile(path, "w", method) as archive:
        for name in folders:
            archive.writestr(name, b"")
        for name, content in FILES.items():
            archive.writestr(name.removeprefix("/"), content)


def damaged(pack: Pack, damage: Callable[[bytearray], bytes | bytearray]) -> Pack:
    """Return a function that packs an archive and then changes its bytes."""

    def pack_and_damage(path: Path) -> None:
        pack(path)
        path.write_bytes(damage(bytearray(path.read_bytes())))

    return pack_and_damage


def first_half(content: bytearray) -> bytearray:
    """Return the first half."""
    return content[: len(content) // 2]


def invert_middle(content: bytearray) -> bytearray:
    """Invert some bytes in the middle."""
    middle = len(content) // 2
    content[middle : middle + 8] = bytes(byte ^ 255 for byte in content[middle : middle + 8])
    return content


def set_in_zip(directory_offset: int, header_offset: int, value: int) -> Callable[[bytearray], bytearray]:
    """Return a function that sets a byte of the first entry, in the central directory and in the local header."""

    def change(content: bytearray) -> bytearray:
        content[content.find(b"PK\x01\x02") + directory_offset] = value
        content[header_offset] = value
        return content

    return change


def issue(path: Path) -> str:
    """Return the only issue of a path that holds no site."""
    with pytest.raises(SourceError) as caught:
        read_site_files(path)
    (found,) = caught.value.issues
    return str(found).replace(str(path), "SITE")


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param(write_folder, id="folder"),
        pytest.param(tar("w"), id="tar"),
        pytest.param(tar("w:gz"), id="gzip-compressed tar"),
        pytest.param(tar("w:xz"), id="xz-compressed tar"),
        pytest.param(tar("w", "./"), id="tar of the current folder"),
        pytest.param(pack_zip, id="zip"),
        pytest.param(lambda path: pack_zip(path, folders=("api/", "api/v1/")), id="zip with folders"),
    ],
)
def test_files_are_the_same_in_a_folder_and_in_an_archive(tmp_path: Path, pack: Pack) -> None:
    pack(tmp_path / "site")

    assert read_site_files(tmp_path / "site") == FILES


def test_folder_of_data_files_is_read_as_the_data_folder_of_a_site(tmp_path: Path) -> None:
    (tmp_path / "datapackage.json").write_bytes(b"{}")
    (tmp_path / "matrix.json").write_bytes(b"[]")

    assert read_site_files(tmp_path) == {"/data/datapackage.json": b"{}", "/data/matrix.json": b"[]"}


def test_tar_archive_that_ends_with_a_zip_archive_is_a_tar_archive(tmp_path: Path) -> None:
    pack_zip(tmp_path / "data.zip")
    with tarfile.open(tmp_path / "site.tar", "w") as archive:
        archive.add(tmp_path / "data.zip", "data/locdata.zip")

    assert read_site_files(tmp_path / "site.tar") == {"/data/locdata.zip": (tmp_path / "data.zip").read_bytes()}


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param(Path.mkdir, id="folder"),
        pytest.param(lambda path: tarfile.open(path, "w").close(), id="tar"),
        pytest.param(lambda path: zipfile.ZipFile(path, "w").close(), id="zip"),
    ],
)
def test_empty_folder_or_archive_is_refused(tmp_path: Path, pack: Pack) -> None:
    pack(tmp_path / "site")

    assert issue(tmp_path / "site") == "SITE: $: must hold the files of a site, but holds none [not-a-site]"


def test_missing_file_is_refused(tmp_path: Path) -> None:
    message = "must be readable, but is not: No such file or directory"

    assert issue(tmp_path / "site") == f"SITE: $: {message} [unreadable-file]"


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param(lambda path: path.write_bytes(b"text\n"), id="text"),
        pytest.param(lambda path: path.write_bytes(b""), id="empty file"),
        pytest.param(damaged(tar("w"), first_half), id="truncated tar"),
        pytest.param(damaged(tar("w:gz"), first_half), id="truncated gzip-compressed tar"),
        pytest.param(damaged(tar("w:xz"), first_half), id="truncated xz-compressed tar"),
        pytest.param(damaged(tar("w:gz"), invert_middle), id="damaged gzip-compressed tar"),
        pytest.param(damaged(tar("w:xz"), invert_middle), id="damaged xz-compressed tar"),
        pytest.param(lambda path: path.write_bytes(gzip.compress(b"text\n" * 999)), id="gzip-compressed text"),
        pytest.param(lambda path: path.write_bytes(lzma.compress(b"text\n" * 999)), id="xz-compressed text"),
        pytest.param(damaged(pack_zip, first_half), id="truncated zip"),
        pytest.param(damaged(lambda path: pack_zip(path, zipfile.ZIP_STORED), invert_middle), id="damaged zip"),
        pytest.param(damaged(pack_zip, set_in_zip(8, 6, 1)), id="encrypted zip"),
        pytest.param(damaged(pack_zip, set_in_zip(10, 8, 99)), id="zip with an unknown compression"),
    ],
)
def test_damaged_archive_is_refused(tmp_path: Path, pack: Pack) -> None:
    pack(tmp_path / "site")

    assert issue(tmp_path / "site").startswith("SITE: $: must be a whole archive, but is not: ")


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        pytest.param(entry_of("evil", tarfile.SYMTYPE), "'evil' is neither a file nor a folder", id="symbolic link"),
        pytest.param(entry_of("evil", tarfile.LNKTYPE), "'evil' is neither a file nor a folder", id="hard link"),
        pytest.param(entry_of("evil", tarfile.FIFOTYPE), "'evil' is neither a file nor a folder", id="pipe"),
        pytest.param(entry_of("evil", tarfile.CHRTYPE), "'evil' is neither a file nor a folder", id="device"),
        pytest.param(tarfile.TarInfo("index.html"), "'/index.html' is there twice", id="repeated name"),
    ],
)
def test_archive_with_an_ambiguous_entry_is_refused(tmp_path: Path, extra: tarfile.TarInfo, reason: str) -> None:
    tar("w", extra=extra)(tmp_path / "site")

    assert issue(tmp_path / "site") == f"SITE: $: must be a whole archive, but is not: {reason} [not-a-site]"


@pytest.mark.parametrize("compress", [bytes, gzip.compress], ids=["tar", "compressed tar"])
def test_archive_with_something_after_its_end_is_refused(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    damaged(tar("w"), lambda content: compress(bytes(content) + b"X" * 512))(tmp_path / "site")

    assert "there is something after its last file" in issue(tmp_path / "site")


def test_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    write_folder(tmp_path / "site")
    monkeypatch.setattr(Path, "read_bytes", fail)

    assert issue(tmp_path / "site") == "SITE: $: must be readable, but is not: Permission denied [unreadable-file]"


def test_unprintable_file_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a\nb.html").write_bytes(b"")

    assert issue(tmp_path) == "SITE: $: must have printable file names only, but has '/a\\nb.html' [not-a-site]"
