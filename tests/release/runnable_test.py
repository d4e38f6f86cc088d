"""The runnable file needs nothing else to build a site, and docs/dependencies.md lists what is in it.

Pants puts the file, without countries, into the sandbox; without it these tests are skipped.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from locdata_release.sbom import Sbom, read_sbom, render_markdown
from support.builds import digests
from support.sample import SAMPLE, build_sample

RUNNABLE = Path("without_countries/locdata_build.pex")
DOCUMENT = Path("docs/dependencies.md")

pytestmark = [
    pytest.mark.proof,
    pytest.mark.skipif(not RUNNABLE.exists(), reason="needs the runnable file: PROOF=1 ./pants test tests/release"),
]


@pytest.fixture(scope="module")
def sbom() -> Sbom:
    """The SBOM. Reading it fails unless every package is pinned by a hash and has a licence text."""
    return read_sbom(RUNNABLE, Path())


def test_document_lists_the_packages_of_the_runnable_file(sbom: Sbom) -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == render_markdown(sbom), "run the commands that the document names"


def test_runnable_file_holds_our_own_licences(sbom: Sbom) -> None:
    assert sbom.runnable.own_licence_files == ("LICENSE", "LICENSE-API", "LICENSE-DATA")


def test_runnable_file_alone_gives_the_same_site_as_the_sources(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    runnable, data = shutil.copy(RUNNABLE, tmp_path), shutil.copytree(SAMPLE, tmp_path / "data")
    subprocess.run(
        [sys.executable, runnable, "--data", data, "--out", "site"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path / "home"), "PEX_ROOT": str(tmp_path / "pex-root")},
        check=True,
        capture_output=True,
    )

    assert digests(tmp_path / "site") == digests(build_sample(tmp_path_factory))


def run_in_home_that_cannot_be_written(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the file with ``folder`` for temporary files, and return its outcome."""
    return subprocess.run(
        [sys.executable, RUNNABLE, "check", "--data", SAMPLE],
        env={"HOME": "/dev/null", "TMPDIR": str(folder), **environment},
        check=False,
        capture_output=True,
        text=True,
    )


def test_runnable_file_that_cannot_be_unpacked_names_the_variable_and_leaves_nothing(tmp_path: Path) -> None:
    process = run_in_home_that_cannot_be_written(tmp_path)

    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr == (
        "cannot unpack this file into /dev/null/.pex: set PEX_ROOT to a folder that can be written to\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_runnable_file_is_unpacked_where_the_variable_says(tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    process = run_in_home_that_cannot_be_written(tmp_path / "temporary", PEX_ROOT=str(tmp_path / "cache"))

    assert process.returncode == 0
    assert list((tmp_path / "temporary").iterdir()) == []
    assert (tmp_path / "cache").is_dir()
