"""The same inputs give the same bytes: no clock, no locale, no hash order, no path, no environment."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DATA = Path("data_src").absolute()
PACKED = Path("locdata_build.pex").absolute()
BUILDER = [sys.executable, "-m", "locdata_build.cli"]


def build(folder: Path, environment: dict[str, str], umask: int = 0o022) -> dict[str, str]:
    """The SHA-256 of each file of a site that is built, archive included, in a process with ``environment``."""
    subprocess.run(
        [*BUILDER, "--data", str(DATA), "--out", "out/site", "--archive", "out/site.tar"],
        cwd=folder,
        env={"PYTHONPATH": os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path), **environment},
        umask=umask,
        check=True,
        capture_output=True,
    )
    return digests(folder / "out")


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file below ``folder`` by its path in it."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A build in an empty environment."""
    return build(tmp_path_factory.mktemp("plain"), {})


def test_the_site_has_files(plain: dict[str, str]) -> None:
    assert "site/api/v1/index.json" in plain


@pytest.mark.parametrize(
    ("environment", "umask"),
    [
        pytest.param({"PYTHONHASHSEED": "1"}, 0o022, id="hash seed"),
        pytest.param({"TZ": "Pacific/Kiritimati"}, 0o022, id="time zone east"),
        pytest.param({"TZ": "Pacific/Pago_Pago", "LC_ALL": "tr_TR.UTF-8"}, 0o022, id="time zone west, Turkish"),
        pytest.param({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, 0o022, id="no UTF-8 locale"),
        pytest.param({}, 0o077, id="umask"),
        pytest.param({"PYTHONOPTIMIZE": "1", "PYTHONDONTWRITEBYTECODE": "1"}, 0o022, id="optimized"),
    ],
)
def test_another_environment_gives_the_same_bytes(
    tmp_path: Path, plain: dict[str, str], environment: dict[str, str], umask: int
) -> None:
    folder = tmp_path / "a folder with blanks and ü"
    folder.mkdir()

    assert build(folder, environment, umask) == plain


def test_a_build_without_docstrings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as caught:
        build(tmp_path, {"PYTHONOPTIMIZE": "2"})

    assert caught.value.returncode == 2
    assert b"must not run with docstrings stripped" in caught.value.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("site.tar").exists(), reason="Pants puts the built site here; a bare pytest does not")
def test_the_site_that_pants_built_has_the_same_bytes(plain: dict[str, str]) -> None:
    by_pants = {f"site/{path}": digest for path, digest in digests(Path("site")).items()}

    assert by_pants | {"site.tar": hashlib.sha256(Path("site.tar").read_bytes()).hexdigest()} == plain


@pytest.mark.skipif(not PACKED.exists(), reason="Pants packs the builder; a bare pytest does not")
def test_the_packed_builder_gives_the_same_bytes_without_the_repository(tmp_path: Path, plain: dict[str, str]) -> None:
    builder = shutil.copy(PACKED, tmp_path)
    subprocess.run(
        [sys.executable, builder, "--out", "out/site", "--archive", "out/site.tar"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path / "home"), "PEX_ROOT": str(tmp_path / "pex-root")},
        check=True,
        capture_output=True,
    )

    assert digests(tmp_path / "out") == plain
