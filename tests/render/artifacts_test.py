"""The checksums of a site can be verified with the usual tool."""

import shutil
import subprocess
from pathlib import Path

import pytest

from locdata_build.render.artifacts import Artifact, checksums
from locdata_model.urls import CHECKSUMS_PATH

EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
"""The SHA-256 of nothing (FIPS 180-4)."""


def test_each_line_is_a_checksum_two_spaces_and_a_path_relative_to_the_root() -> None:
    artifact = checksums({"/c": EMPTY, "/a/b.json": EMPTY})

    assert artifact == Artifact("/SHA256SUMS", f"{EMPTY}  a/b.json\n{EMPTY}  c\n".encode())


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="this machine has no sha256sum")
def test_sha256sum_accepts_a_site_and_notices_a_change(tmp_path: Path) -> None:
    artifacts = [Artifact("/a/ü b.json", b"{}"), Artifact("/c", b"")]
    for artifact in [*artifacts, checksums({artifact.path: artifact.sha256 for artifact in artifacts})]:
        file = tmp_path / artifact.path.removeprefix("/")
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(artifact.content)

    check = ["sha256sum", "--check", "--strict", CHECKSUMS_PATH.removeprefix("/")]
    assert subprocess.run(check, cwd=tmp_path, check=False, capture_output=True).returncode == 0
    (tmp_path / "c").write_bytes(b"changed")
    assert subprocess.run(check, cwd=tmp_path, check=False, capture_output=True).returncode == 1
