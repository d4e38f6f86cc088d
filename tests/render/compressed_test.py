"""A compressed copy holds its file, has the same bytes everywhere, and stands only where it is worth it."""

import gzip
import hashlib
from collections.abc import Sequence

import brotli  # type: ignore[import-untyped]  # it carries no types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.render.artifacts import Artifact
from locdata_build.render.checksums import checksums, parse_checksums
from locdata_build.render.compressed import LARGEST_PART, SMALLEST, compressed_copies, precompressed
from locdata_model.data_files import BUNDLE_PATH, SQLITE_PATH
from locdata_model.endpoints import CHECKSUMS_PATH
from support.world import render_files

# Long and varied enough for both compressors to split it into blocks and to choose between ways of saying the same.
SAMPLE = "".join(f"<tr><td>{n}</td><td>{n * n % 1009}</td><td>{n**3 % 127:b}</td></tr>\n" for n in range(5000)).encode()
UNPACK = {".gz": gzip.decompress, ".br": brotli.decompress}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the small site by path."""
    return render_files(tmp_path_factory.mktemp("data"))


def artifacts_of(files: dict[str, bytes]) -> Sequence[Artifact]:
    """The files as artifacts, in order."""
    return [Artifact(path, content) for path, content in sorted(files.items())]


def copies_of(content: bytes) -> dict[str, bytes]:
    """The copies of a file by what is put behind its name."""
    return {copy.path.removeprefix("/file"): copy.content for copy in compressed_copies([Artifact("/file", content)])}


# What a copy holds


def test_each_copy_of_the_site_holds_its_file(site: dict[str, bytes]) -> None:
    copies = compressed_copies(artifacts_of(site))

    assert {UNPACK[copy.path[-3:]](copy.content) == site[copy.path[:-3]] for copy in copies} == {True}


@given(st.binary(min_size=SMALLEST // 8).map(lambda some: some * 16) | st.text().map(lambda some: some.encode() * 99))
def test_whatever_is_compressed_comes_back(content: bytes) -> None:
    copies = copies_of(content)

    assert {UNPACK[suffix](copy) for suffix, copy in copies.items()} <= {content}


# The same bytes everywhere


def test_another_compressor_or_machine_is_noticed() -> None:
    copies = copies_of(SAMPLE)

    assert {suffix: hashlib.sha256(copy).hexdigest() for suffix, copy in copies.items()} == {
        ".gz": "cc114042bad8d32341d4bb6da143235c7deb75437216ed939937ac5d727b4cca",
        ".br": "9fd4d5954e1378a97e8db59ad6a1a73286ead265b310f98962dcbba708afe560",
    }


def test_the_header_of_gzip_tells_no_time_no_name_and_no_system() -> None:
    header = copies_of(SAMPLE)[".gz"][:10]

    method, flags, time, effort, system = header[2], header[3], header[4:8], header[8], header[9]
    assert (header[:2], method, flags, time, effort, system) == (b"\x1f\x8b", 8, 0, bytes(4), 2, 255)


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_any_number_of_workers_gives_the_same_copies(site: dict[str, bytes], workers: int) -> None:
    assert compressed_copies(artifacts_of(site), workers) == compressed_copies(artifacts_of(site))


# Which files have copies


def test_every_text_of_some_size_has_both_copies(site: dict[str, bytes]) -> None:
    texts = {path for path, content in site.items() if len(content) >= SMALLEST} - {BUNDLE_PATH, SQLITE_PATH}

    paths = [copy.path for copy in compressed_copies(artifacts_of(site))]

    assert paths == [f"{path}{suffix}" for path in sorted(texts) for suffix in UNPACK]
    assert {"/index.html", "/index.md", "/api/v1/index.json", "/.well-known/api-catalog"} < texts


def test_no_copy_saves_less_than_its_part(site: dict[str, bytes]) -> None:
    copies = compressed_copies(artifacts_of(site))

    assert max(len(copy.content) / len(site[copy.path[:-3]]) for copy in copies) <= LARGEST_PART


@pytest.mark.parametrize(
    ("content", "suffixes"),
    [
        pytest.param(b"", [], id="empty"),
        pytest.param(b"a" * (SMALLEST - 1), [], id="small"),
        pytest.param(b"a" * SMALLEST, [".gz", ".br"], id="just large enough"),
        pytest.param(b"a" * SMALLEST + b"\0", [], id="no text"),
        pytest.param(hashlib.shake_256(b"").digest(9000).replace(b"\0", b""), [], id="noise"),
    ],
)
def test_a_file_has_the_copies_that_are_worth_it(content: bytes, suffixes: list[str]) -> None:
    assert list(copies_of(content)) == suffixes


# The site with its copies


def test_a_site_with_copies_is_the_same_site_with_more_files(site: dict[str, bytes]) -> None:
    whole = precompressed(artifacts_of(site))

    files = {artifact.path: artifact.content for artifact in whole}
    copies = {path: content for path, content in files.items() if path[-3:] in UNPACK}
    assert [artifact.path for artifact in whole] == sorted(files)
    assert files == site | copies | {CHECKSUMS_PATH: files[CHECKSUMS_PATH]}


def test_the_checksums_cover_the_copies(site: dict[str, bytes]) -> None:
    files = {artifact.path: artifact.content for artifact in precompressed(artifacts_of(site))}

    assert parse_checksums(files[CHECKSUMS_PATH]) == {
        path: hashlib.sha256(content).hexdigest() for path, content in files.items() if path != CHECKSUMS_PATH
    }


def test_the_checksums_have_no_copy(site: dict[str, bytes]) -> None:
    assert len(site[CHECKSUMS_PATH]) > SMALLEST
    assert not {f"{CHECKSUMS_PATH}{suffix}" for suffix in UNPACK} & {
        artifact.path for artifact in precompressed(artifacts_of(site))
    }


def test_a_site_without_checksums_gets_them() -> None:
    page = Artifact("/index.html", b"text")

    assert precompressed([page]) == (checksums([page]), page)
