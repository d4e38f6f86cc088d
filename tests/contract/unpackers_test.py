"""An archive that is accepted unpacks to the same files with every program; those that are refused need not."""

import datetime as dt
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from contract.hostile_archives import HOSTILE
from contract.unpackers import Unpack, unpacked, unpackers
from locdata_build.contract.site_files import read_site_files
from locdata_build.render.archive import pack_archive
from locdata_build.render.artifacts import Artifact

TIME = dt.datetime(2026, 11, 21, tzinfo=dt.UTC)
FILES = {
    "/api/v1/index.json": b"{}\n",
    "/index.html": b"<!doctype html>\n" * 99,
    f"/{'folder/' * 20}{'x' * 90}": b"long",
    "/empty.txt": b"",
}
DISAGREED = (
    "size in the first of two pax headers",
    "size in a global pax header",
    "several GNU long names",
    "setuid file",
)
"""Hostile archives from which programs unpack different files."""


@pytest.fixture(
    params=[pytest.param(name, marks=() if name == "Python" else pytest.mark.proof) for name in unpackers()]
)
def unpack(request: pytest.FixtureRequest) -> Unpack:
    """A program that unpacks archives."""
    program = unpackers()[request.param]
    if program is None:
        pytest.skip(f"{request.param} is missing")
    return program


def test_archive_of_a_site_unpacks_to_its_files(tmp_path: Path, unpack: Unpack) -> None:
    archive, folder = tmp_path / "site.tar", tmp_path / "site"
    archive.write_bytes(pack_archive([Artifact(path, content) for path, content in FILES.items()], TIME))
    folder.mkdir()

    unpack(archive, folder)

    assert unpacked(folder) == {path: ("100644", content) for path, content in FILES.items()}
    assert dict(read_site_files(folder)) == dict(read_site_files(archive)) == FILES


@pytest.mark.parametrize("name", DISAGREED)
def test_programs_disagree_about_what_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "site.tar").write_bytes(HOSTILE[name])
    results = set()
    for program, unpack in unpackers().items():
        if unpack:
            folder = tmp_path / program
            folder.mkdir()
            with suppress(subprocess.CalledProcessError):
                unpack(tmp_path / "site.tar", folder)
            results.add(str(unpacked(folder)))

    assert len(results) > 1
