"""The same inputs give the same bytes: no clock, locale, hash order, order of files, path or environment enters a site.

Sites are built twice, in setups that differ in everything. If their bytes differ, they are built again for each respect, so
that the failure names those that matter.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.builds import OPPOSITE_SETUPS, build, differing_setups, digests, import_path, pretend
from support.dataset import country, whole, write

DATA = Path("data_src").absolute()
PACKED = Path("locdata_build.pex").absolute()
FILES = whole() | {
    f"countries/{code}.json": country(code, name)
    for code, name in {"at": "Austria", "no": "Norway", "pt": "Portugal", "za": "South Africa"}.items()
}
"""A small set of source files with enough countries for their order to matter."""


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The site of the whole data, built in one setup."""
    return build(DATA, tmp_path_factory.mktemp("real"), OPPOSITE_SETUPS[0])


def test_opposite_setups_give_the_same_bytes(tmp_path: Path, real: dict[str, str]) -> None:
    assert "site/api/v1/index.json" in real
    assert build(DATA, tmp_path, OPPOSITE_SETUPS[1]) == real, differing_setups(DATA, tmp_path / "setups")


def test_opposite_setups_give_the_same_compressed_copies(tmp_path: Path) -> None:
    data = write(tmp_path / "data_src", FILES)

    one, other = (build(data, tmp_path / str(n), setup, "--precompress") for n, setup in enumerate(OPPOSITE_SETUPS))

    assert {"site/countries/index.html.br", "site/countries/index.html.gz"} < one.keys()
    assert one == other, differing_setups(data, tmp_path / "setups")


@pytest.mark.skipif(not Path("site.tar").exists(), reason="Pants puts the built site here; a bare pytest does not")
def test_the_site_that_pants_built_has_the_same_bytes(real: dict[str, str]) -> None:
    by_pants = {f"site/{path}": digest for path, digest in digests(Path("site")).items()}

    assert by_pants | {"site.tar": hashlib.sha256(Path("site.tar").read_bytes()).hexdigest()} == real


@pytest.mark.skipif(not PACKED.exists(), reason="Pants packs the builder; a bare pytest does not")
def test_the_packed_builder_gives_the_same_bytes_without_the_repository(tmp_path: Path, real: dict[str, str]) -> None:
    builder = shutil.copy(PACKED, tmp_path)
    subprocess.run(
        [sys.executable, builder, "--out", "out/site", "--archive", "out/site.tar"],
        cwd=tmp_path,
        env={"HOME": str(tmp_path / "home"), "PEX_ROOT": str(tmp_path / "pex-root")},
        check=True,
        capture_output=True,
    )

    assert digests(tmp_path / "out") == real


@pytest.mark.parametrize(("order", "names"), [("forwards", "abcde"), ("backwards", "edcba"), ("shuffled", "dcbea")])
def test_setups_list_folders_in_another_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str, names: str
) -> None:
    for name in ("listdir", "scandir", "cpu_count", "process_cpu_count"):
        monkeypatch.setattr(os, name, getattr(os, name, None), raising=False)
    for name in "cadbe":
        (tmp_path / name).touch()

    pretend(order, 3)

    assert os.listdir(tmp_path) == list(names)  # noqa: PTH208  # what is looked at
    assert [file.name for file in tmp_path.iterdir()] == list(names)
    assert [file.name for file in tmp_path.rglob("*")] == list(names)
    assert next(os.walk(tmp_path))[2] == list(names)
    assert os.cpu_count() == 3


def test_a_build_without_docstrings_is_refused(tmp_path: Path) -> None:
    refused = subprocess.run(
        [sys.executable, "-OO", "-m", "locdata_build.cli", "--data", str(DATA)],
        cwd=tmp_path,
        env={"PYTHONPATH": import_path()},
        check=False,
        capture_output=True,
    )

    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"must not run with docstrings stripped" in refused.stderr
    assert list(tmp_path.iterdir()) == []
