"""The runnable file needs nothing else to build a site, and docs/dependencies.md lists what is in it.

Pants puts the file, without countries, into the sandbox; without it these tests are skipped.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from support.builds import digests
from support.sample import SAMPLE, build_sample

RUNNABLE = Path("without_countries/locdata_build.pex")
DOCUMENT = Path("docs/dependencies.md")

WHEEL, VENDORED = r"\.deps/[^/]+/", r"\.bootstrap/pex/vendor/_vendored/\w+/"

pytestmark = [
    pytest.mark.proof,
    pytest.mark.skipif(not RUNNABLE.exists(), reason="needs the runnable file: PROOF=1 ./pants test tests/release"),
]


@pytest.fixture(scope="module")
def files() -> list[str]:
    """The paths of all files in the runnable file."""
    with ZipFile(RUNNABLE) as archive:
        return archive.namelist()


def starts(pattern: str, files: list[str]) -> set[str]:
    """Return the starts of paths that match a pattern."""
    return {match[0] for file in files if (match := re.match(pattern, file))}


def test_document_lists_the_packages_of_the_runnable_file(files: list[str]) -> None:
    wheels = [Path(folder).name.split("-")[0].replace("_", "-") for folder in starts(WHEEL, files)]
    in_pex = {Path(folder).name.split("-")[0] for folder in starts(r"pex_licences/[^/]+/", files)} - {"pex"}
    listed = re.findall(r"^\| (`[^|]*`) \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)

    assert sorted(listed) == sorted(
        [*(f"`{name}`" for name in (*wheels, "pex")), *(f"`{name}` in `pex`" for name in in_pex)]
    )


def test_runnable_file_holds_the_licence_of_every_package_and_our_own(files: list[str]) -> None:
    licences = [file for file in files if re.search(r"\.dist-info/.*(licen[cs]e|copying)[^/]*$", file, re.IGNORECASE)]
    described = {re.sub(r"\W", "_", Path(file).parent.stem) for file in starts(r"pex_licences/.*", licences)}
    with ZipFile(RUNNABLE) as archive:
        version = json.loads(archive.read("PEX-INFO"))["build_properties"]["pex_version"]
    # The folder of a vendored package is called NAME, or NAME_VERSION if there are several versions.
    names = {Path(folder).name for folder in starts(VENDORED, files)} | {f"pex_{version.replace('.', '_')}"}

    assert starts(WHEEL, files) - starts(WHEEL, licences) == set()
    assert [name for name in names if not any(each.startswith(name) for each in described)] == []
    assert {"LICENSE", "LICENSE-API", "LICENSE-DATA"} <= {*files}


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
