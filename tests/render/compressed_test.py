"""A compressed copy contains its file, has the same bytes everywhere, and exists only where it is worth it."""

import gzip
import hashlib
from collections.abc import Mapping

import brotli  # type: ignore[import-untyped]  # it has no types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from locdata_build.render.artifacts import Artifact
from locdata_build.render.compressed import MAX_RATIO, MIN_SIZE, with_compressed_copies
from locdata_model.urls import API_SQLITE_PATH, BUNDLE_PATH, CHECKSUMS_PATH, SPREADSHEET_PATH, SQLITE_PATH

# Long and varied enough for both compressors to split it into blocks and to choose between encodings.
SAMPLE = "".join(f"<tr><td>{n}</td><td>{n * n % 1009}</td><td>{n**3 % 127:b}</td></tr>\n" for n in range(5000)).encode()
UNPACK = {".gz": gzip.decompress, ".br": brotli.decompress}


@pytest.fixture
def copies(precompressed_files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The compressed copies of the small site by path."""
    return {path: content for path, content in precompressed_files.items() if path.endswith((*UNPACK,))}


def copies_of(content: bytes) -> dict[str, bytes]:
    """Return the copies of a file by the suffix of their path."""
    file, *copies = with_compressed_copies([Artifact("/file", content)])
    assert file == Artifact("/file", content)
    return {copy.path.removeprefix("/file"): copy.content for copy in copies}


def test_each_copy_of_the_site_contains_its_file(copies: Mapping[str, bytes], files: Mapping[str, bytes]) -> None:
    originals = {path: files[path[:-3]] for path in copies}

    # A page shows neither its own size nor that of its copies, so both builds have the same files.
    assert {path: UNPACK[path[-3:]](copy) for path, copy in copies.items()} == originals
    assert max(len(copy) / len(originals[path]) for path, copy in copies.items()) <= MAX_RATIO


def test_every_text_from_some_size_on_has_both_copies_except_the_checksums(
    copies: Mapping[str, bytes], files: Mapping[str, bytes]
) -> None:
    large = {path for path, content in files.items() if len(content) >= MIN_SIZE}
    texts = large - {BUNDLE_PATH, SPREADSHEET_PATH, SQLITE_PATH, API_SQLITE_PATH, CHECKSUMS_PATH}

    assert copies.keys() == {f"{path}{suffix}" for path in texts for suffix in UNPACK}
    assert {"/index.html", "/index.md", "/api/v1/index.json", "/.well-known/api-catalog"} < texts
    assert CHECKSUMS_PATH in large


@pytest.mark.parametrize(
    ("content", "suffixes"),
    [
        pytest.param(b"", [], id="empty"),
        pytest.param(b"a" * (MIN_SIZE - 1), [], id="small"),
        pytest.param(b"a" * MIN_SIZE, [".gz", ".br"], id="just large enough"),
        pytest.param(b"a" * MIN_SIZE + b"\0", [], id="not a text"),
        pytest.param(hashlib.shake_256(b"").digest(9000).replace(b"\0", b""), [], id="noise"),
    ],
)
def test_file_has_the_copies_that_are_worth_it(content: bytes, suffixes: list[str]) -> None:
    assert list(copies_of(content)) == suffixes


CONTENTS = st.binary(min_size=MIN_SIZE // 8).map(lambda some: some * 16) | st.text().map(
    lambda some: some.encode() * 99
)


@given(st.lists(CONTENTS, min_size=1, max_size=9))
def test_whatever_is_compressed_can_be_decompressed(contents: list[bytes]) -> None:
    files = [Artifact(f"/{number}", content) for number, content in enumerate(contents)]
    found = {artifact.path: artifact.content for artifact in with_compressed_copies(files)}

    assert [path for path in found if path[-3:] in UNPACK and UNPACK[path[-3:]](found[path]) != found[path[:-3]]] == []


def test_copies_have_the_same_bytes_on_every_machine() -> None:
    copies = copies_of(SAMPLE)

    assert {suffix: hashlib.sha256(copy).hexdigest() for suffix, copy in copies.items()} == {
        ".gz": "cc114042bad8d32341d4bb6da143235c7deb75437216ed939937ac5d727b4cca",
        ".br": "9fd4d5954e1378a97e8db59ad6a1a73286ead265b310f98962dcbba708afe560",
    }
