"""The archive of a site has the same bytes each time, and its files are found in it."""

import datetime as dt
import io
import tarfile
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.render.artifacts import Artifact
from locdata_build.site.archive import archived_files, pack_archive

TIME = dt.datetime(2027, 2, 28, 12, 34, 56, tzinfo=dt.UTC)
FILES = (Artifact("/index.html", b"<p>\n"), Artifact("/api/v1/index.json", b"{}\n" * 999), Artifact("/empty.txt", b""))

SEGMENTS = st.text("abcdefghij-_.", min_size=1, max_size=40).filter(lambda name: name not in {".", ".."})
PATHS = st.lists(SEGMENTS, min_size=1, max_size=4).map("/".join)


def test_archive_holds_the_files_by_path_and_nothing_of_the_machine() -> None:
    archive = pack_archive(FILES, TIME)

    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        members = tar.getmembers()
        contents = {f"/{member.name}": content.read() for member in members if (content := tar.extractfile(member))}
    assert contents == {artifact.path: artifact.content for artifact in FILES}
    assert [f"/{member.name}" for member in members] == sorted(contents)
    assert {(member.uid, member.gid, member.uname, member.gname) for member in members} == {(0, 0, "", "")}
    assert {(member.mode, member.mtime) for member in members} == {(0o644, TIME.timestamp())}
    assert pack_archive(reversed(FILES), TIME) == archive


@given(st.dictionaries(PATHS, st.binary(max_size=1100), max_size=6))
def test_files_are_found_where_they_were_packed(contents: dict[str, bytes]) -> None:
    archive = pack_archive((Artifact(f"/{path}", content) for path, content in contents.items()), TIME)

    with tempfile.NamedTemporaryFile() as file:
        Path(file.name).write_bytes(archive)
        found = {path: archive[start : start + size] for path, start, size in archived_files(Path(file.name))}

    assert found == {f"/{path}": content for path, content in contents.items()}


def test_archive_that_another_program_packed_is_read(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "site.tar", "w", format=tarfile.PAX_FORMAT) as tar:
        tar.add(Path(__file__).parent, "./folder", filter=lambda entry: None if entry.isfile() else entry)
        entry = tarfile.TarInfo("./folder/ü.json")
        entry.size = 2
        tar.addfile(entry, io.BytesIO(b"{}"))

    ((path, start, size),) = archived_files(tmp_path / "site.tar")

    assert (path, (tmp_path / "site.tar").read_bytes()[start:][:size]) == ("/folder/ü.json", b"{}")


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.GNUTYPE_SPARSE])
def test_anything_but_folders_and_regular_files_is_refused(tmp_path: Path, kind: bytes) -> None:
    entry = tarfile.TarInfo("x")
    entry.type, entry.linkname = kind, "index.html"
    (tmp_path / "site.tar").write_bytes(entry.tobuf(tarfile.GNU_FORMAT) + bytes(2 * tarfile.BLOCKSIZE))

    with pytest.raises(tarfile.TarError):
        list(archived_files(tmp_path / "site.tar"))


@pytest.mark.parametrize("name", ["../x", "a/../../x"])
def test_file_outside_of_the_archive_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "site.tar").write_bytes(pack_archive([Artifact(f"/{name}", b"")], TIME))

    with pytest.raises(tarfile.OutsideDestinationError):
        list(archived_files(tmp_path / "site.tar"))
