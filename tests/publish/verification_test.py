"""Verification reports every path that differs from a build, and the first difference in a file."""

import datetime as dt
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.data.errors import SourceError
from locdata_build.render.artifacts import Artifact, checksums
from locdata_build.site.archive import pack_archive
from locdata_build.site.files import open_site
from locdata_build.site.publication import publish_folder
from locdata_build.site.verification import Verification, first_difference, verify_site
from support.small_sites import NEW

TIME = dt.datetime(2026, 11, 21, tzinfo=dt.UTC)
ARCHIVE = pack_archive(NEW, TIME)
"""The archive of the site ``NEW``, which has an index, two pages and a list of checksums."""


def verify(source: Path, build: Sequence[Artifact] = NEW) -> Verification:
    """Compare a site with a build."""
    return verify_site(open_site(source), build, TIME)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The folder of the site ``NEW``."""
    publish_folder(NEW, tmp_path / "site")
    return tmp_path / "site"


def test_folder_archive_and_list_of_checksums_of_a_build_are_the_same(site: Path) -> None:
    (site.parent / "site.tar").write_bytes(ARCHIVE)

    assert [verify(source) for source in (site, site.parent / "site.tar", site / "SHA256SUMS")] == [
        Verification(4, ()),
        Verification(4, ()),
        # The list does not list itself.
        Verification(3, ()),
    ]


@pytest.mark.parametrize(
    ("damage", "lines"),
    [
        pytest.param(
            lambda site: (site / "api/v1/index.json").write_bytes(b"old\n"),
            [
                "differs: /api/v1/index.json",
                "first difference: /api/v1/index.json: line 1, byte 0: must be 'new\\n', got 'old\\n'",
            ],
            id="changed file",
        ),
        pytest.param(lambda site: (site / "SHA256SUMS").unlink(), ["missing: /SHA256SUMS"], id="missing file"),
        pytest.param(lambda site: (site / ".DS_Store").touch(), ["unexpected: /.DS_Store"], id="unexpected file"),
        pytest.param(
            lambda site: [(site / "SHA256SUMS").unlink(), (site / "SHA256SUMS").symlink_to("x")],
            ["missing: /SHA256SUMS", "unexpected: /SHA256SUMS (a symbolic link)"],
            id="link in place of a file",
        ),
        pytest.param(
            lambda site: (site / "x (a symbolic link)").write_bytes(b""),
            ["unexpected: /x (a symbolic link)"],
            id="file named like a description",
        ),
    ],
)
def test_every_kind_of_difference_is_reported(site: Path, damage: Callable[[Path], object], lines: list[str]) -> None:
    damage(site)

    first, *others = verify(site).differences

    assert first in {f"{site}: 3 of 4 files are the same", f"{site}: 4 of 4 files are the same"}
    assert others == lines


def test_difference_in_a_list_of_checksums_is_reported_with_the_digest(site: Path) -> None:
    page, *others = NEW[1:-1]
    other = Artifact(page.path, b"other")
    build = (NEW[0], other, *others, checksums({other.path: other.sha256}))

    assert verify(site / "SHA256SUMS", build).differences[1:] == (
        f"differs: {page.path}",
        f"first difference: {page.path}: must have the SHA-256 {other.sha256}",
    )


def test_list_of_checksums_is_the_first_difference_only_if_it_alone_differs(site: Path) -> None:
    with (site / "SHA256SUMS").open("a") as stream:
        stream.write("x")
    alone = verify(site).differences[-1]
    (site / "pages/000/index.html").write_bytes(b"")

    assert alone.startswith("first difference: /SHA256SUMS: ")
    assert verify(site).differences[-1].startswith("first difference: /pages/000/index.html: ")


def test_ten_paths_of_a_kind_are_reported(site: Path) -> None:
    for number in range(12):
        (site / f"x{number:02}").touch()

    assert verify(site).differences[-2:] == ("unexpected: /x09", "unexpected: 2 more")


@given(st.integers(0, len(ARCHIVE) - 1), st.integers(1, 255))
def test_archive_with_one_other_byte_is_never_the_same(
    tmp_path_factory: pytest.TempPathFactory, place: int, change: int
) -> None:
    archive = bytearray(ARCHIVE)
    archive[place] ^= change
    file = tmp_path_factory.getbasetemp() / "changed.tar"
    file.write_bytes(archive)

    with suppress(SourceError):
        assert verify(file).differences


def test_archive_of_the_same_files_with_another_time_is_not_the_same(tmp_path: Path) -> None:
    (tmp_path / "site.tar").write_bytes(pack_archive(NEW, TIME + dt.timedelta(days=1)))

    assert verify(tmp_path / "site.tar").differences == (
        f"{tmp_path}/site.tar: the files are the same, but the archive has other headers, such as another time",
    )


# First difference


@pytest.mark.parametrize(
    ("actual", "expected", "message"),
    [
        pytest.param(b"a\nb\n", b"a\nc\n", "line 2, byte 2: must be 'c\\n', got 'b\\n'", id="line"),
        pytest.param(b"a\n", b"a\nc\n", "line 2, byte 2: must be 'c\\n', got nothing", id="missing line"),
        pytest.param(b"{}\n", b"{}", "line 1, byte 2: must be '{}', got '{}\\n'", id="no line break at the end"),
        pytest.param(
            b"x" * 10_000 + b"actual",
            b"x" * 10_000 + b"expected" * 9,
            f"line 1, byte 10000: must be '{'x' * 40}{'expected' * 5}', got '{'x' * 40}actual'",
            id="long line",
        ),
        pytest.param(
            b"\xff\x00", b"\xff\x01", "line 1, byte 1: must be '\\\\xff\\x01', got '\\\\xff\\x00'", id="binary"
        ),
    ],
)
def test_first_difference_is_a_byte_with_the_content_there(actual: bytes, expected: bytes, message: str) -> None:
    assert first_difference(actual, expected) == message


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_first_different_byte_is_found(actual: bytes, expected: bytes) -> None:
    byte = next((place for place, pair in enumerate(zip(actual, expected, strict=False)) if pair[0] != pair[1]), None)

    found = first_difference(actual, expected)

    assert f"byte {min(len(actual), len(expected)) if byte is None else byte}: " in found
