"""The archive of a site is the same bytes on repeat, and nothing else is read as one."""

import datetime as dt
import io
import tarfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.render.archive import BLOCK, RECORD, ArchivedFile, ArchiveError, archived_files, pack_archive
from locdata_build.render.artifacts import Artifact

TIME = dt.datetime(2027, 2, 28, 12, 34, 56, tzinfo=dt.UTC)
FILES = (Artifact("/index.html", b"<p>\n"), Artifact("/api/v1/index.json", b"{}\n" * 999), Artifact("/empty.txt", b""))
LONG_NAME = f"/{'folder/' * 20}{'x' * 90}.json"

SEGMENTS = st.text("abcdefghij-_.", min_size=1, max_size=40).filter(lambda name: name not in {".", ".."})
PATHS = st.lists(SEGMENTS, min_size=1, max_size=4).map("/".join)


def read(archive: bytes) -> list[ArchivedFile]:
    """Return the files of an archive."""
    return [*archived_files(io.BytesIO(archive), len(archive))]


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


def test_archive_is_what_the_standard_library_packs() -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for artifact in sorted((*FILES, Artifact(LONG_NAME, b"x" * 600)), key=lambda artifact: artifact.path):
            entry = tarfile.TarInfo(artifact.path.removeprefix("/"))
            entry.size, entry.mode, entry.mtime = len(artifact.content), 0o644, int(TIME.timestamp())
            tar.addfile(entry, io.BytesIO(artifact.content))

    assert pack_archive((*FILES, Artifact(LONG_NAME, b"x" * 600)), TIME) == buffer.getvalue()


@given(st.dictionaries(PATHS, st.binary(max_size=1100), max_size=6))
def test_files_are_found_where_they_were_packed(contents: dict[str, bytes]) -> None:
    archive = pack_archive((Artifact(f"/{path}", content) for path, content in contents.items()), TIME)

    found = {file.path: archive[file.start : file.start + file.size] for file in read(archive)}

    assert found == {f"/{path}": content for path, content in contents.items()}


@given(st.integers(min_value=0), st.integers(min_value=1, max_value=255))
def test_no_other_byte_of_a_header_or_of_the_padding_is_accepted(place: int, change: int) -> None:
    archive = bytearray(pack_archive(FILES, TIME))
    contents = {byte for file in read(bytes(archive)) for byte in range(file.start, file.start + file.size)}
    fixed = [index for index in range(len(archive)) if index not in contents]
    index = fixed[place % len(fixed)]
    archive[index] ^= change

    with pytest.raises(ArchiveError):
        read(bytes(archive))


@pytest.mark.parametrize(
    ("archive", "reason"),
    [
        pytest.param(b"", "byte 0 must begin the header of a file", id="empty file"),
        pytest.param(b"text\n", "byte 0 must begin the header of a file", id="text"),
        pytest.param(b"\xff" * BLOCK, "byte 0 must begin the header of a file", id="not UTF-8"),
        pytest.param(pack_archive(FILES, TIME)[:600], "zero bytes after '/api/v1/index.json'", id="truncated"),
        pytest.param(
            pack_archive(FILES, TIME)[:-1], "must have 10240 bytes, but has 10239", id="without the last byte"
        ),
        pytest.param(
            pack_archive(FILES, TIME) + bytes(RECORD), "must have 10240 bytes, but has 20480", id="longer end"
        ),
        pytest.param(pack_archive(FILES, TIME) * 2, "must have 10240 bytes, but has 20480", id="two archives"),
        pytest.param(
            pack_archive(FILES[:1], TIME)[: 2 * BLOCK] + pack_archive(FILES, TIME),
            "'/api/v1/index.json' must not follow '/index.html'",
            id="another order",
        ),
        pytest.param(
            pack_archive(FILES[:1], TIME)[: 2 * BLOCK] + pack_archive(FILES[:1], TIME),
            "'/index.html' must not follow '/index.html'",
            id="repeated name",
        ),
    ],
)
def test_anything_else_is_refused_with_a_reason(archive: bytes, reason: str) -> None:
    with pytest.raises(ArchiveError, match=reason):
        read(archive)


@pytest.mark.parametrize("path", ["/../x", "/a/../x", "/./x", "//x", "/a//x", "/x/", "/"])
def test_path_that_programs_unpack_to_different_places_is_refused(path: str) -> None:
    with pytest.raises(ArchiveError, match="byte 0 must begin the header"):
        read(pack_archive([Artifact(path, b"")], TIME))
