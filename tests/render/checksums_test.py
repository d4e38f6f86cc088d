"""The checksums of a site can be checked by the usual tool, and read back."""

import shutil
import subprocess
from pathlib import Path

import pytest

from locdata_build.render.artifacts import Artifact
from locdata_build.render.checksums import checksums, parse_checksums
from locdata_model.endpoints import CHECKSUMS_PATH
from support.world import render_files

EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""The SHA-256 of nothing (FIPS 180-4)."""


def test_each_line_is_a_checksum_two_blanks_and_a_path_below_the_root() -> None:
    artifact = checksums([Artifact("/a/b.json", b""), Artifact("/c", b"")])

    assert artifact == Artifact("/SHA256SUMS", f"{EMPTY}  a/b.json\n{EMPTY}  c\n".encode())


def test_every_file_of_the_site_but_the_checksums_themselves_has_one(tmp_path: Path) -> None:
    files = render_files(tmp_path)

    assert parse_checksums(files[CHECKSUMS_PATH]).keys() == files.keys() - {CHECKSUMS_PATH}


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="this machine has no sha256sum")
def test_sha256sum_checks_a_site(tmp_path: Path) -> None:
    artifacts = [Artifact("/a/ü b.json", b"{}"), Artifact("/c", b"")]
    for artifact in [*artifacts, checksums(artifacts)]:
        file = tmp_path / artifact.path.removeprefix("/")
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(artifact.content)

    check = ["sha256sum", "--check", "--strict", CHECKSUMS_PATH.removeprefix("/")]
    assert subprocess.run(check, cwd=tmp_path, check=False, capture_output=True).returncode == 0
    (tmp_path / "c").write_bytes(b"changed")
    assert subprocess.run(check, cwd=tmp_path, check=False, capture_output=True).returncode == 1


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\xff", id="no UTF-8"),
        pytest.param(f"{EMPTY} a\n".encode(), id="one blank"),
        pytest.param(f"{EMPTY}  a".encode(), id="no line break at the end"),
        pytest.param(f"{EMPTY}  /a\n".encode(), id="path from the root of the machine"),
        pytest.param(f"{EMPTY}  a\n{EMPTY}  a\n".encode(), id="path twice"),
        pytest.param(f"{EMPTY.upper()}  a\n".encode(), id="upper case"),
        pytest.param(f"{EMPTY}  a\n\n".encode(), id="empty line"),
        pytest.param(f"{EMPTY}  \x1b[31m\n".encode(), id="path that a terminal would obey"),
    ],
)
def test_what_is_no_file_of_checksums_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"must hold|decode"):
        parse_checksums(content)
